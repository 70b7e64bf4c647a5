#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "rigpack/formats/pose_report.h"
#include "rigpack/pose.h"
#include "rigpack/skeleton.h"

#include "asset.h"
#include "import_options.h"
#include "inputs.h"
#include "moment.h"
#include "output_file.h"
#include "package_file.h"
#include "terminal.h"
#include "verbs.h"

namespace rigpack::cli {
namespace {

struct Options {
  std::string input, output = "-";
  MomentOptions moment;
  ImportArguments import;
};

PoseReport begin_pose(const Moment& moment, const std::vector<NamedClip>& clips) {
  PoseReport report;
  report.time_s = moment.time_s;
  if (moment.clip != kRestPose) {
    report.clip = clips[moment.clip].name;
  }
  return report;
}

Result<PoseReport> pose_package(const Options& options) {
  const auto file = open_package_file(options.input);
  if (!file) {
    return std::unexpected(file.error());
  }
  const auto clips = named_clips(file->content);
  const auto moment = moment_of(options.moment, clips);
  if (!moment) {
    return std::unexpected(moment.error());
  }
  PoseReport report = begin_pose(*moment, clips);
  std::vector<affinef> globals;
  file->decoded->pose(moment->clip, moment->time_s, globals);
  const auto nodes = file->decoded->nodes();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    PosedJoint& joint = report.joints.emplace_back(nodes[i].name);
    joint.global = to_double(globals[i]);
    if (nodes[i].parent != kNone) {
      joint.parent = nodes[i].parent;
    }
  }
  return report;
}

PoseReport pose_scene(const Scene& scene, const Moment& moment) {
  PoseReport report = begin_pose(moment, named_clips(scene));
  Pose pose;
  const Poser poser(scene);
  if (moment.clip == kRestPose) {
    poser.rest(pose);
  } else {
    poser.sample(moment.clip, moment.time_s, pose);
  }
  for (const Joint& source : build_skeleton(scene).joints) {
    PosedJoint& joint = report.joints.emplace_back(scene.nodes[source.node.value].name);
    joint.global = pose.globals[source.node.value];
    if (source.parent >= 0) {
      joint.parent = static_cast<std::uint32_t>(source.parent);
    }
  }
  return report;
}

Result<PoseReport> pose_asset(const Options& options) {
  const auto import = import_options(options.import);
  if (!import) {
    return std::unexpected(import.error());
  }
  const LoadedAsset asset = load_asset(options.input, *import);
  if (!asset.read) {
    return std::unexpected(in_file(asset.error, options.input));
  }
  const auto moment = moment_of(options.moment, named_clips(asset.read->scene));
  return moment ? Result<PoseReport>(pose_scene(asset.read->scene, *moment))
                : std::unexpected(moment.error());
}

int run_pose(const Options& options) {
  if (same_file(options.input, options.output)) {
    return usage_error("pose", "the output is the input");
  }
  const auto report = is_package(options.input) ? pose_package(options) : pose_asset(options);
  if (!report) {
    return world_error(report.error());
  }
  const std::string text = pose_json(*report);
  if (options.output == "-") {
    write_stdout(text);
    return kClean;
  }
  auto file = OutputFile::stage(options.output, text);
  const auto done = file ? file->commit() : std::unexpected(file.error());
  return done ? kClean : world_error(done.error());
}

}  // namespace

Verb add_pose(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("pose", "Where the joints stand: global matrices as JSON");
  verb->add_option("INPUT", options->input, "A source asset or a package")->required();
  verb->add_option("-o,--output", options->output, "OUT.json; - is stdout (the default)")
      ->type_name("OUT");
  add_moment_options(*verb, options->moment);
  add_import_options(*verb, options->import);
  verb->footer(
      "Example: rigpack pose hero.glb --clip Walk --time 0.5\n"
      "Joints, animated nodes, nodes that carry meshes, and all above them, parents first; a "
      "matrix\n"
      "is 16 numbers, column-major, joint to world. Exit codes: 0, 2 usage or input.");
  return {verb, [options] { return run_pose(*options); }};
}

}  // namespace rigpack::cli

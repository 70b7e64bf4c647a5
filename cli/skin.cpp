#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "asset.h"
#include "import_options.h"
#include "inputs.h"
#include "moment.h"
#include "output_file.h"
#include "pack_options.h"
#include "package_file.h"
#include "posed_asset.h"
#include "terminal.h"
#include "units.h"
#include "verbs.h"

namespace rigpack::cli {
namespace {

struct Options {
  std::string input, output, method = "lbs", normals = "inverse-transpose";
  MomentOptions moment;
  RepairOptions repair;
  ImportArguments import;
};

bool wants_obj(const std::string& output) {
  return output.ends_with(".obj") || output.ends_with(".OBJ");
}

SkinningOptions skinning_of(const Options& options) {
  return {
      options.method == "dqs" ? SkinningMethod::dual_quaternions : SkinningMethod::linear,
      options.normals == "blended" ? NormalTransform::blended : NormalTransform::inverse_transpose};
}

Result<std::vector<PosedPart>> pose_package_file(const Options& options) {
  const auto file = open_package_file(options.input);
  if (!file) {
    return std::unexpected(file.error());
  }
  const auto moment = moment_of(options.moment, named_clips(file->content));
  return moment ? pose_package(*file->decoded, *moment, skinning_of(options))
                : Result<std::vector<PosedPart>>(std::unexpected(moment.error()));
}

Result<std::vector<PosedPart>> pose_asset_file(const Options& options) {
  const auto import = import_options(options.import);
  if (!import) {
    return std::unexpected(import.error());
  }
  const LoadedAsset asset = load_asset(options.input, *import);
  if (!asset.read) {
    return std::unexpected(in_file(asset.error, options.input));
  }
  const Scene& scene = asset.read->scene;
  const auto moment = moment_of(options.moment, named_clips(scene));
  if (!moment) {
    return std::unexpected(moment.error());
  }
  PackPolicy policy;
  apply_repair(options.repair, policy);
  const bool repair = policy.weights == WeightsMode::fix;
  return pose_source(scene, *moment, skinning_of(options), repair ? &policy : nullptr);
}

Result<void> write_mesh(const std::vector<PosedPart>& parts, const Options& options) {
  const std::string text = wants_obj(options.output) ? obj_text(parts) : ply_text(parts);
  if (options.output == "-") {
    write_stdout(text);
    return {};
  }
  auto file = OutputFile::stage(options.output, text);
  return file ? file->commit() : std::unexpected(file.error());
}

std::string result_text(const std::vector<PosedPart>& parts, const Options& options) {
  std::size_t vertices = 0, triangles = 0;
  for (const PosedPart& part : parts) {
    vertices += part.positions.size();
    triangles += part.indices.size() / 3;
  }
  return fmt::format("wrote {}: {}, {}, {}\n", safe(options.output),
                     count_text(parts.size(), "primitive", "primitives"),
                     count_text(vertices, "vertex", "vertices"),
                     count_text(triangles, "triangle", "triangles"));
}

int run_skin(const Options& options) {
  const bool known = wants_obj(options.output) || options.output.ends_with(".ply") ||
                     options.output.ends_with(".PLY") || options.output == "-";
  if (!known) {
    return usage_error("skin", "-o takes a path that ends in .ply or .obj, or - for PLY on stdout");
  }
  const bool package = is_package(options.input);
  if (package && options.repair.weights) {
    return usage_error("skin", "--weights is for source assets: a package's weights are repaired");
  }
  if (same_file(options.input, options.output)) {
    return usage_error("skin", "the output is the input");
  }
  const auto parts = package ? pose_package_file(options) : pose_asset_file(options);
  if (!parts) {
    return world_error(parts.error());
  }
  if (const auto done = write_mesh(*parts, options); !done) {
    return world_error(done.error());
  }
  if (options.output != "-") {
    write_stdout(result_text(*parts, options));
  }
  return kClean;
}

}  // namespace

Verb add_skin(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* verb =
      app.add_subcommand("skin", "Write the mesh as a pose moves it (the reference skinner)");
  verb->add_option("INPUT", options->input, "A source asset or a package")->required();
  verb->add_option("-o,--output", options->output, "OUT.ply or OUT.obj; - is PLY on stdout")
      ->type_name("OUT")
      ->required();
  add_moment_options(*verb, options->moment);
  verb->add_option(
          "--method", options->method,
          "lbs (the default): matrices blended linearly, as engines do; dqs: dual quaternions")
      ->type_name("lbs|dqs")
      ->check(CLI::IsMember({"lbs", "dqs"}));
  verb->add_option("--normals", options->normals,
                   "By the inverse transpose (the default), or blended, as engines do")
      ->type_name("inverse-transpose|blended")
      ->check(CLI::IsMember({"inverse-transpose", "blended"}));
  add_repair_options(*verb, options->repair);
  add_import_options(*verb, options->import);
  verb->footer(
      "Example: rigpack skin hero.glb --clip Walk --time 0.5 -o pose.ply\n"
      "World space; mesh nodes in index order, vertices in source order. Weights of a source are\n"
      "used as stored, as a GPU would, unless --weights fix. Exit codes: 0, 2 usage or input.");
  return {verb, [options] { return run_skin(*options); }};
}

}  // namespace rigpack::cli

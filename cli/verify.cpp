#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "rigpack/formats/package.h"
#include "rigpack/skinning.h"

#include "asset.h"
#include "check_options.h"
#include "check_settings.h"
#include "clock.h"
#include "import_options.h"
#include "pack_options.h"
#include "pack_proof.h"
#include "package_file.h"
#include "reports.h"
#include "summary.h"
#include "terminal.h"
#include "verbs.h"

namespace rigpack::cli {
namespace {

struct Options {
  std::string package, against;
  bool exhaustive = false;
  RepairOptions repair;
  BoundOptions bounds;
  CheckOptions check;  ///< the reports, -j and --timing of it
};

/// A note that is no verdict.
void tell_differences(const PackageFile& package, const LoadedAsset& source) {
  const auto& inputs = package.provenance.inputs;
  if (!inputs.empty() && inputs.front().sha256 != source.digest.sha256) {
    write_stderr(fmt::format(
        "rigpack: note: {} is not the very file that was packed: its sha256 is {}, the package was "
        "made from '{}' with {}\n",
        safe(source.path), source.digest.sha256, safe(inputs.front().name),
        safe(inputs.front().sha256)));
  }
}

PackPolicy policy_of(const Options& options, const Bounds& bounds, const PackageFile& package,
                     const Scene& scene) {
  PackPolicy policy;
  apply_provenance(package.provenance, policy);
  apply_repair(options.repair, policy);
  const double size_m = asset_size_m(scene);
  policy.max_error_m = bound_m(bounds.clip, size_m);
  policy.max_static_error_m = bound_m(bounds.fixed, size_m);
  policy.threads = thread_count(options.check.jobs);
  return policy;
}

AssetReport verify_report(const Options& options, const PackageFile& package, LoadedAsset& source,
                          const PackPolicy& policy) {
  const Scene& scene = source.read->scene;
  AssetReport report = begin_report(source);
  report.check = check_scene(scene, {}, policy.check);
  report.check.findings.clear();  // check's news, not verify's
  StageReport stages;
  const auto influences = prepare_influences(scene, policy, stages);
  report.verify = prove(scene, influences, *package.decoded, policy, options.exhaustive);
  for (const std::size_t clip : selected_clips(scene, policy)) {
    report.clip_sources.push_back(static_cast<std::uint32_t>(clip));
  }
  report.package_bytes = package.bytes;
  report.package_sizes = package.sizes;
  report.source_bytes = scene.source_bytes;
  report.source_clip_bytes = scene.source_clip_bytes;
  report.verdict = report.verify->passed ? Verdict::pass : Verdict::fail;
  return report;
}

int finish(const Options& options, const CheckSettings& settings, const Report& report) {
  const AssetReport& entry = report.assets.front();
  for (const ReportTarget& target : settings.report.targets) {
    if (auto fine = refuse_input_as_output(target.path, {options.package, options.against});
        !fine) {
      return world_error(fine.error());
    }
  }
  if (!settings.report.on_stdout()) {
    write_stdout(fmt::format("{} against {}\n{}", safe(options.package), safe(options.against),
                             verify_summary(*entry.verify)));
  }
  if (const auto done = write_reports(report, settings.report); !done) {
    return world_error(done.error());
  }
  const bool passed = entry.verify->passed;
  write_stderr(fmt::format("rigpack: {} {}\n", safe(options.package),
                           passed ? "holds what the source shows" : "fails"));
  return passed ? kClean : kFindings;
}

int run_verify(const Options& options) {
  const auto settings = check_settings(options.check);
  const auto bounds = parse_bounds(options.bounds);
  if (!settings || !bounds) {
    return usage_error("verify", settings ? bounds.error().message : settings.error().message);
  }
  Stopwatch watch;
  auto package = open_package_file(options.package);
  if (!package) {
    return world_error(package.error());
  }
  ImportOptions import = settings->import;
  apply_provenance(package->provenance, import);
  LoadedAsset source = load_asset(options.against, import);
  if (!source.read) {
    return world_error(in_file(source.error, options.against));
  }
  tell_differences(*package, source);
  const double read_s = watch.lap_s();
  const PackPolicy policy = policy_of(options, *bounds, *package, source.read->scene);
  Report report;
  report.tool_version = RIGPACK_VERSION;
  report.assets.push_back(verify_report(options, *package, source, policy));
  if (settings->report.timing) {
    report.assets.front().timing = {{"read_s", read_s}, {"verify_s", watch.lap_s()}};
  }
  return finish(options, *settings, report);
}

}  // namespace

Verb add_verify(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("verify", "Prove that a package shows what its source shows");
  verb->add_option("OUT.rpk", options->package, "The package")->required();
  verb->add_option("--against", options->against, "The asset it was packed from")
      ->type_name("INPUT")
      ->required();
  add_bound_options(*verb, options->bounds);
  verb->add_flag("--exhaustive", options->exhaustive,
                 "Compare 240 times a second as well, besides every key and interval's middle");
  add_repair_options(*verb, options->repair);
  add_report_options(*verb, options->check);
  verb->footer(
      "Example: rigpack verify hero.rpk --against hero.glb --max-error 0.1mm\n"
      "Repairs, chosen clips and --unit are taken from the package unless given here.\n"
      "Exit codes: 0 within both bounds, 1 not, 2 usage, corrupt package or unreadable source,\n"
      "3 internal error.");
  return {verb, [options] { return run_verify(*options); }};
}

}  // namespace rigpack::cli

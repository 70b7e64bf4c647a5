#include <algorithm>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "output_file.h"
#include "pack_job.h"
#include "reports.h"
#include "summary.h"
#include "table.h"
#include "terminal.h"
#include "verbs.h"

namespace rigpack::cli {
namespace {

/// The result goes to stdout, unless the package or a report does.
void tell(const PackJob& job, std::string_view text) {
  if (job.options.output == "-") {
    write_stderr(text);
  } else if (!job.settings.report.on_stdout()) {
    write_stdout(text);
  }
}

/// A Make rule: the output and everything it was made from.
std::string depfile_text(const PackJob& job) {
  const auto escaped = [](const std::string& path) {
    std::string out;
    for (const char c : path) {
      out += c == ' ' || c == '#' || c == '\\' || c == ':' ? "\\" : c == '$' ? "$" : "";
      out += c;
    }
    return out;
  };
  std::string text = escaped(job.options.output) + ":";
  for (const std::string& path : input_paths(job)) {
    text += " " + escaped(path);
  }
  return text + "\n";
}

/// Everything is written to the disk before anything gets its name.
Result<void> place_outputs(PackJob& job, bool packed) {
  auto files = stage_reports(job.report, job.settings.report);
  if (!files) {
    return std::unexpected(files.error());
  }
  if (packed && !job.options.depfile.empty()) {
    auto depfile = OutputFile::stage(job.options.depfile, depfile_text(job));
    if (!depfile) {
      return std::unexpected(depfile.error());
    }
    files->push_back(std::move(*depfile));
  }
  if (packed && job.options.output != "-") {
    auto package = OutputFile::stage(job.options.output, job.packed.bytes);
    if (!package) {
      return std::unexpected(package.error());
    }
    // First of all: a report of a package that does not stand would be a lie.
    if (auto done = package->commit(); !done) {
      return done;
    }
  }
  if (packed && job.options.output == "-") {
    write_stdout({reinterpret_cast<const char*>(job.packed.bytes.data()), job.packed.bytes.size()});
  }
  return commit_all(*files);
}

std::string outcome_text(PackJob& job, bool packed) {
  std::string text = asset_table(job.entry());
  if (packed) {
    text += pack_summary(job.entry(), job.options.output);
  }
  if (!job.packed.verify) {
    return packed ? text + "  not verified: --no-verify\n" : text;
  }
  text += verify_summary(*job.packed.verify);
  const std::string options = verify_advice(*job.packed.verify);
  if (!packed) {
    text += "  nothing was written";
    text += options.empty() ? "\n" : fmt::format("; these bounds would be met: {}\n", options);
  }
  return text;
}

/// No output may be an input, nor two outputs one file.
Result<void> refuse_outputs(const PackJob& job) {
  std::vector<std::string> inputs = input_paths(job);
  inputs.push_back(job.asset.path);
  std::vector<std::string> outputs{job.options.output, job.options.depfile};
  for (const ReportTarget& target : job.settings.report.targets) {
    outputs.push_back(target.path);
  }
  for (const std::string& output : outputs) {
    if (auto fine = refuse_input_as_output(output, inputs); !fine) {
      return fine;
    }
    if (!output.empty() && output != "-" && std::ranges::count(outputs, output) > 1) {
      return std::unexpected(
          Error{ErrorCode::invalid_argument, "two outputs cannot be one file", output, {}});
    }
  }
  return {};
}

int finish(PackJob& job, bool packed, const std::string& text) {
  if (const auto placed = place_outputs(job, packed); !placed) {
    return world_error(placed.error());
  }
  tell(job, text);
  print_report(job.report, job.settings.report);
  print_annotations(job.report, job.settings.report,
                    job.options.output == "-" || job.settings.report.on_stdout());
  write_stderr(verdict_line(job.report, job.settings));
  return std::max(exit_code(job.report, job.settings), packed ? kClean : kFindings);
}

int run_job(PackJob& job) {
  Progress progress;
  progress.show("reading " + job.options.input);
  job.asset = load_asset(job.options.input, job.settings.import);
  job.report.tool_version = RIGPACK_VERSION;
  job.report.profile = job.settings.judged_by.profile;
  job.report.assets.push_back(begin_report(job.asset));
  job.lap("read_s");
  if (!job.asset.read) {
    progress.clear();
    return finish(job, false, asset_table(job.entry()));
  }
  if (const auto fine = refuse_outputs(job); !fine) {
    return world_error(fine.error());
  }
  progress.show("packing " + job.options.input);
  const auto packed = build_package(job);
  progress.clear();
  return packed ? finish(job, *packed, outcome_text(job, *packed)) : world_error(packed.error());
}

int run_pack(const PackOptions& options) {
  if (const auto usable = check_settings(options.check); !usable) {
    return usage_error("pack", usable.error().message);
  }
  SettingsByAsset by_asset(options.check);
  const auto settings = by_asset.find(options.input);
  if (!settings) {
    return world_error(settings.error());
  }
  if (options.output == "-" && (*settings)->report.on_stdout()) {
    return usage_error("pack", "the package and a report cannot share stdout");
  }
  const auto bounds = parse_bounds(options.stages.bounds);
  if (!bounds) {
    return usage_error("pack", bounds.error().message);
  }
  PackJob job{options, **settings, *bounds, {}, {}, {}, {}};
  return run_job(job);
}

}  // namespace

Verb add_pack(CLI::App& app) {
  auto options = std::make_shared<PackOptions>();
  CLI::App* verb =
      app.add_subcommand("pack", "Pack an asset into .rpk, proven before it is written");
  verb->add_option("INPUT", options->input,
                   "The asset, of any format that check takes; - is glTF on stdin")
      ->required();
  verb->add_option("-o,--output", options->output, "The package; - is stdout")
      ->type_name("OUT.rpk")
      ->required();
  add_stage_options(*verb, options->stages);
  verb->add_flag("--no-verify", options->no_verify,
                 "Skip the proof: the decoded package is not compared with the source");
  verb->add_option("--depfile", options->depfile,
                   "Write a Make rule: OUT.rpk and what it came from")
      ->type_name("FILE");
  add_check_options(*verb, options->check);
  verb->footer(
      "Example: rigpack pack hero.glb -o hero.rpk --weights fix --max-error 0.2mm\n"
      "An error finding stops the pack. The package appears at OUT.rpk whole or not at all.\n"
      "Exit codes: 0 written, 1 findings or a bound that is not met, 2 usage, input or output,\n"
      "3 internal error.");
  return {verb, [options] { return run_pack(*options); }};
}

}  // namespace rigpack::cli

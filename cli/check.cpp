#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "asset.h"
#include "check_settings.h"
#include "clock.h"
#include "inputs.h"
#include "output_file.h"
#include "process.h"
#include "reports.h"
#include "table.h"
#include "terminal.h"
#include "verbs.h"

namespace rigpack::cli {
namespace {

struct Options {
  std::vector<std::string> inputs;
  bool recursive = false;
  std::string write_baseline;
  CheckOptions check;
};

struct Checked {
  AssetReport report;
  std::exception_ptr fault;  ///< ours: the other inputs go on, the process ends with 3
};

Checked check_one(const std::string& path, const CheckSettings& settings, unsigned threads) {
  Checked out;
  Stopwatch watch;
  LoadedAsset asset = load_asset(path, settings.import);
  out.report = begin_report(asset);
  const double read_s = watch.lap_s();
  if (asset.read) {
    CheckPolicy policy = settings.policy_for(path);
    policy.threads = threads;
    out.report.check = check_scene(asset.read->scene, std::move(asset.read->findings), policy);
  }
  judge(out.report, settings);
  if (settings.report.timing) {
    out.report.timing = {{"read_s", read_s}, {"check_s", watch.lap_s()}};
  }
  return out;
}

/// An input and what it is judged by.
struct Input {
  std::string path;
  const CheckSettings* settings;
};

/// Checks every input on `threads` threads; results stand in the order of the inputs.
std::vector<Checked> check_all(const std::vector<Input>& inputs, unsigned threads_wanted) {
  std::vector<Checked> results(inputs.size());
  std::atomic<std::size_t> next = 0;
  std::mutex progress_mutex;
  Progress progress;
  // A single large asset may have them all.
  const auto count = static_cast<unsigned>(std::min<std::size_t>(threads_wanted, inputs.size()));
  const unsigned threads_each = threads_wanted / std::max(count, 1U);
  const auto work = [&] {
    for (std::size_t i = next++; i < inputs.size(); i = next++) {
      {
        const std::lock_guard lock(progress_mutex);
        progress.show(fmt::format("[{}/{}] {}", i + 1, inputs.size(), inputs[i].path));
      }
      try {
        results[i] = check_one(inputs[i].path, *inputs[i].settings, threads_each);
      } catch (...) {
        results[i].fault = std::current_exception();
      }
    }
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 1; i < count; ++i) {
    threads.emplace_back(work);
  }
  work();
  threads.clear();
  return results;
}

Result<std::vector<std::string>> usable_inputs(const Options& options,
                                               const CheckSettings& settings) {
  auto inputs = expand_inputs(options.inputs, options.recursive);
  if (inputs && inputs->empty()) {
    return std::unexpected(Error{ErrorCode::invalid_argument,
                                 "there is nothing to check: the inputs name no file that this "
                                 "build knows (.gltf, .glb, .vrm, .fbx, .dae ...)",
                                 ""});
  }
  std::vector<std::string> outputs{options.write_baseline};
  for (const ReportTarget& target : settings.report.targets) {
    outputs.push_back(target.path);
  }
  for (const std::string& path : outputs) {
    if (auto fine = inputs ? refuse_input_as_output(path, *inputs) : Result<void>(); !fine) {
      return std::unexpected(fine.error());
    }
  }
  return inputs;
}

Result<std::vector<Input>> with_settings(const std::vector<std::string>& paths,
                                         SettingsByAsset& settings) {
  std::vector<Input> inputs;
  for (const std::string& path : paths) {
    const auto found = settings.find(path);
    if (!found) {
      return std::unexpected(found.error());
    }
    inputs.push_back({path, *found});
  }
  return inputs;
}

/// Prints the tables and moves the assets into `report`; the exit code of faults of ours.
int collect(std::vector<Checked> results, bool print, Report& report) {
  int code = kClean;
  for (Checked& checked : results) {
    if (checked.fault) {
      try {
        std::rethrow_exception(checked.fault);
      } catch (const std::exception& error) {
        code = report_internal_error(error.what());
      }
      continue;
    }
    if (print) {
      write_stdout(asset_table(checked.report));
    }
    report.assets.push_back(std::move(checked.report));
  }
  return code;
}

void tell_stale_entries(const std::vector<StaleEntry>& entries) {
  for (const StaleEntry& entry : entries) {
    write_stderr(fmt::format(
        "rigpack: {}: the entry for {} of {} is stale: nothing answers to it, drop it\n",
        safe(entry.baseline), safe(entry.rule), safe(entry.asset)));
  }
}

/// Writes what --write-baseline asks for.
Result<void> write_baseline(const Options& options, const Report& report,
                            const CheckSettings& settings) {
  if (options.write_baseline.empty()) {
    return {};
  }
  const Severity least = std::min(Severity::warning, settings.fail_on.value_or(Severity::warning));
  const NewBaseline baseline = make_baseline(report, options.write_baseline, least);
  auto file = OutputFile::stage(options.write_baseline, baseline.json);
  if (auto done = file ? file->commit() : std::unexpected(file.error()); !done) {
    return done;
  }
  write_stderr(
      fmt::format("rigpack: {}: {} accepted findings; {} need a reason before --baseline "
                  "takes the file\n",
                  safe(options.write_baseline), baseline.entries, baseline.without_reason));
  return {};
}

int run_check(const Options& options) {
  const auto settings = check_settings(options.check);
  if (!settings) {
    return usage_error("check", settings.error().message);
  }
  const auto paths = usable_inputs(options, *settings);
  if (!paths) {
    return world_error(paths.error());
  }
  SettingsByAsset by_asset(options.check);
  const auto inputs = with_settings(*paths, by_asset);
  if (!inputs) {
    return world_error(inputs.error());
  }
  Report report;
  report.tool_version = RIGPACK_VERSION;
  report.profile = settings->judged_by.profile;
  int code = collect(check_all(*inputs, settings->threads), !settings->report.on_stdout(), report);
  report.stale_entries = by_asset.stale_entries(report);
  tell_stale_entries(report.stale_entries);
  for (const auto& done :
       {write_baseline(options, report, *settings), write_reports(report, settings->report)}) {
    code = done ? code : std::max(code, world_error(done.error()));
  }
  write_stderr(verdict_line(report, *settings));
  return std::max(code, exit_code(report, *settings));
}

}  // namespace

Verb add_check(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("check", "Validate assets; never writes them");
  verb->add_option(
          "INPUT", options->inputs,
          "Assets: .gltf, .glb, .vrm, .fbx, .dae, .bvh, .x, .b3d, .ms3d, .md5mesh, .smd; - is "
          "glTF on stdin, @list.txt a file of paths")
      ->required();
  verb->add_flag("--recursive", options->recursive, "Check the assets in folders and below");
  add_check_options(*verb, options->check);
  std::vector<std::string> names;
  std::ranges::transform(engines(), std::back_inserter(names),
                         [](const Engine& engine) { return std::string(engine.name); });
  verb->add_option("--simulate", options->check.simulate,
                   "Report how far off an engine would draw vertices from the weights as stored")
      ->type_name("ENGINE")
      ->check(CLI::IsMember(names));
  verb->add_option(
          "--write-baseline", options->write_baseline,
          "Write a baseline of the findings that are there, warnings and up, for people to "
          "add reasons to")
      ->type_name("FILE");
  verb->footer(
      "Example: rigpack check --recursive assets --fail-on warning --report json=report.json\n"
      "Prints a table on stdout and, last on stderr, the verdict. Exit codes: 0 nothing at or\n"
      "above --fail-on, 1 something is, 2 usage or an unreadable input, 3 internal error.");
  return {verb, [options] { return run_check(*options); }};
}

}  // namespace rigpack::cli

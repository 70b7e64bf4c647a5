#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "asset.h"
#include "check_options.h"
#include "clock.h"
#include "inputs.h"
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
  CheckOptions check;
};

struct Checked {
  AssetReport report;
  std::exception_ptr fault;  ///< ours: the other inputs go on, the process ends with 3
};

Checked check_one(const std::string& path, const CheckSettings& settings) {
  Checked out;
  Stopwatch watch;
  LoadedAsset asset = load_asset(path, settings.import);
  out.report = begin_report(asset);
  const double read_s = watch.lap_s();
  if (asset.read) {
    out.report.check =
        check_scene(asset.read->scene, std::move(asset.read->findings), settings.policy);
  }
  judge(out.report, settings);
  if (settings.report.timing) {
    out.report.timing = {{"read_s", read_s}, {"check_s", watch.lap_s()}};
  }
  return out;
}

/// Checks every input on `settings.threads` threads; results stand in the order of the inputs.
std::vector<Checked> check_all(const std::vector<std::string>& inputs,
                               const CheckSettings& settings) {
  std::vector<Checked> results(inputs.size());
  std::atomic<std::size_t> next = 0;
  std::mutex progress_mutex;
  Progress progress;
  const auto work = [&] {
    for (std::size_t i = next++; i < inputs.size(); i = next++) {
      {
        const std::lock_guard lock(progress_mutex);
        progress.show(fmt::format("[{}/{}] {}", i + 1, inputs.size(), inputs[i]));
      }
      try {
        results[i] = check_one(inputs[i], settings);
      } catch (...) {
        results[i].fault = std::current_exception();
      }
    }
  };
  std::vector<std::jthread> threads;
  const std::size_t count = std::min<std::size_t>(settings.threads, inputs.size());
  for (std::size_t i = 1; i < count; ++i) {
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
  for (const ReportTarget& target : settings.report.targets) {
    if (auto fine = inputs ? refuse_input_as_output(target.path, *inputs) : Result<void>(); !fine) {
      return std::unexpected(fine.error());
    }
  }
  return inputs;
}

int finish(std::vector<Checked> results, const CheckSettings& settings) {
  Report report;
  report.tool_version = RIGPACK_VERSION;
  report.profile = settings.profile;
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
    if (!settings.report.on_stdout()) {
      write_stdout(asset_table(checked.report));
    }
    report.assets.push_back(std::move(checked.report));
  }
  if (const auto done = write_reports(report, settings.report); !done) {
    code = std::max(code, world_error(done.error()));
  }
  write_stderr(verdict_line(report, settings));
  return std::max(code, exit_code(report, settings));
}

int run_check(const Options& options) {
  const auto settings = check_settings(options.check);
  if (!settings) {
    return usage_error("check", settings.error().message);
  }
  const auto inputs = usable_inputs(options, *settings);
  if (!inputs) {
    return world_error(inputs.error());
  }
  return finish(check_all(*inputs, *settings), *settings);
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
  verb->footer(
      "Example: rigpack check --recursive assets --fail-on warning --report json=report.json\n"
      "Prints a table on stdout and, last on stderr, the verdict. Exit codes: 0 nothing at or\n"
      "above --fail-on, 1 something is, 2 usage or an unreadable input, 3 internal error.");
  return {verb, [options] { return run_check(*options); }};
}

}  // namespace rigpack::cli

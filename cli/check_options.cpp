#include "check_options.h"

#include <algorithm>
#include <cmath>
#include <thread>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "rigpack/formats/profile.h"

#include "asset.h"
#include "terminal.h"

namespace rigpack::cli {
namespace {

Error invalid(std::string message) {
  return {ErrorCode::invalid_argument, std::move(message), ""};
}

std::optional<Severity> parse_severity(std::string_view text) {
  for (const Severity severity :
       {Severity::off, Severity::info, Severity::warning, Severity::error}) {
    if (text == to_string(severity)) {
      return severity;
    }
  }
  return std::nullopt;
}

Result<SeverityOverride> parse_override(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string rule = text.substr(0, equals);
  const auto severity =
      equals == std::string::npos ? std::nullopt : parse_severity(text.substr(equals + 1));
  if (!severity) {
    return std::unexpected(invalid(
        fmt::format("--set {}: give RULE=off, RULE=info, RULE=warning or RULE=error", text)));
  }
  std::vector<std::string> ids;
  std::ranges::transform(known_rules(), std::back_inserter(ids),
                         [](const Rule* known) { return std::string(known->id); });
  if (std::ranges::find(ids, rule) == ids.end()) {
    const std::string near = nearest(rule, ids);
    return std::unexpected(
        invalid(fmt::format("--set {}: there is no rule '{}'{}", text, rule,
                            near.empty() ? "" : "; did you mean " + near + "?")));
  }
  return SeverityOverride{rule, *severity};
}

/// The text of a profile: one in the binary wins over a file of that name.
Result<std::string> profile_json(const std::string& name) {
  if (const std::string_view text = profile_text(name); !text.empty()) {
    return std::string(text);
  }
  constexpr std::uint64_t kLargest = 1U << 20U;
  const auto bytes = read_bytes(name, kLargest);
  if (!bytes) {
    const std::string near = nearest(name, profile_names());
    return std::unexpected(
        invalid(fmt::format("--profile {}: there is no such profile or file{}", name,
                            near.empty() ? "" : "; did you mean " + near + "?")));
  }
  std::string text;
  std::ranges::transform(*bytes, std::back_inserter(text),
                         [](std::byte byte) { return static_cast<char>(byte); });
  return text;
}

Result<void> apply_profile_option(const CheckOptions& options, CheckSettings& settings) {
  const auto json = profile_json(options.profile);
  if (!json) {
    return std::unexpected(json.error());
  }
  const auto profile = read_profile(*json, known_rules());
  if (!profile) {
    return std::unexpected(
        invalid(fmt::format("--profile {}: {}", options.profile, profile.error().message)));
  }
  apply_profile(*profile, settings.policy);
  settings.profile = profile->name.empty() ? options.profile : profile->name;
  return {};
}

Result<void> apply_overrides(const CheckOptions& options, CheckSettings& settings) {
  for (const std::string& text : options.set) {
    auto change = parse_override(text);
    if (!change) {
      return std::unexpected(change.error());
    }
    settings.policy.overrides.push_back(std::move(*change));
  }
  return {};
}

}  // namespace

unsigned thread_count(unsigned jobs) {
  return jobs != 0 ? jobs : std::max(1U, std::thread::hardware_concurrency());
}

void add_report_options(CLI::App& verb, CheckOptions& options) {
  add_report_arguments(verb, options.report);
  verb.add_option("-j", options.jobs,
                  "Threads; 0, the default: one a processor. Results do not depend on it")
      ->type_name("N")
      ->check(CLI::Range(0U, 1024U));
  add_import_options(verb, options.import);
}

void add_check_options(CLI::App& verb, CheckOptions& options) {
  verb.add_option("--profile", options.profile,
                  "Limits and severities: default, strict, unreal, unity, godot, web, mobile, or a "
                  "JSON file")
      ->type_name("NAME|FILE");
  verb.add_option("--weight-tolerance", options.weight_tolerance,
                  "How far a vertex's weights may sum from 1 [0.001]")
      ->type_name("X");
  verb.add_option("--fail-on", options.fail_on,
                  "Findings that fail: error (the default), warning, info, never")
      ->type_name("SEVERITY")
      ->check(CLI::IsMember({"error", "warning", "info", "never"}));
  verb.add_option("--max-warnings", options.max_warnings,
                  "Exit with 1 when all inputs together have more warnings")
      ->check(CLI::NonNegativeNumber)
      ->type_name("N");
  verb.add_option("--set", options.set,
                  "Change a rule's severity: off, info, warning, error (repeatable)")
      ->type_name("RULE=SEVERITY")
      ->allow_extra_args(false);
  add_report_options(verb, options);
}

Result<CheckSettings> check_settings(const CheckOptions& options) {
  CheckSettings settings;
  if (!std::isfinite(options.weight_tolerance) || options.weight_tolerance < 0) {
    return std::unexpected(invalid(fmt::format(
        "--weight-tolerance {}: give a number that is not negative", options.weight_tolerance)));
  }
  settings.policy.weights.sum_tolerance = options.weight_tolerance;
  settings.fail_on = parse_severity(options.fail_on);
  if (options.max_warnings) {
    settings.max_warnings = static_cast<std::uint64_t>(*options.max_warnings);
  }
  settings.threads = thread_count(options.jobs);
  auto import = import_options(options.import);
  if (!import) {
    return std::unexpected(import.error());
  }
  settings.import = std::move(*import);
  if (const auto done = apply_profile_option(options, settings); !done) {
    return std::unexpected(done.error());
  }
  if (const auto done = apply_overrides(options, settings); !done) {
    return std::unexpected(done.error());
  }
  auto reports = report_settings(options.report);
  if (!reports) {
    return std::unexpected(reports.error());
  }
  settings.report = std::move(*reports);
  return settings;
}

void judge(AssetReport& report, const CheckSettings& settings) {
  const bool failing = std::ranges::any_of(report.check.findings, [&](const Finding& finding) {
    return settings.fail_on && !finding.fixed && finding.severity >= *settings.fail_on;
  });
  if (report.verdict != Verdict::unreadable) {
    report.verdict = failing ? Verdict::fail : Verdict::pass;
  }
}

}  // namespace rigpack::cli

#include "locked_profile.h"

#include <algorithm>

#include <fmt/format.h>

#include "asset.h"

namespace rigpack::cli {
namespace {

Severity severity_now(const std::string& rule, const CheckPolicy& policy) {
  const auto& all = known_rules();
  const auto known = std::ranges::find(all, rule, &Rule::id);
  Severity severity = known == all.end() ? Severity::error : (*known)->severity;
  for (const SeverityOverride& change : policy.overrides) {
    severity = change.rule == rule ? change.severity : severity;
  }
  return severity;
}

bool fails_less(const std::string& asked, const std::optional<Severity>& now) {
  const auto severity = severity_of(asked);
  return now && (!severity || *severity > *now);
}

/// What `file` loosens; empty when nothing.
std::string loosened(const ConfigFile& file, const CheckSettings& base,
                     const CheckOptions& options) {
  const Config& config = file.config;
  if (config.profile && *config.profile != base.judged_by.profile) {
    return fmt::format("'profile' is \"{}\", not \"{}\"", *config.profile, base.judged_by.profile);
  }
  if (config.baseline) {
    return "'baseline' would hide findings";
  }
  const double tolerance = base.policy.weights.sum_tolerance;
  if (!options.weight_tolerance && config.weight_tolerance &&
      !(*config.weight_tolerance <= tolerance)) {
    return fmt::format("'weight_tolerance' {} is above {}", *config.weight_tolerance, tolerance);
  }
  if (!options.fail_on && config.fail_on && fails_less(*config.fail_on, base.fail_on)) {
    return fmt::format("'fail_on' is \"{}\"", *config.fail_on);
  }
  for (const SeverityOverride& change : config.rules) {
    const Severity now = severity_now(change.rule, base.policy);
    if (change.severity != Severity::error && change.severity <= now) {
      return fmt::format("'rules.{}' is {}; above {}, or error, would be taken", change.rule,
                         to_string(change.severity), to_string(now));
    }
  }
  return {};
}

}  // namespace

std::optional<Severity> severity_of(std::string_view text) {
  for (const Severity severity :
       {Severity::off, Severity::info, Severity::warning, Severity::error}) {
    if (text == to_string(severity)) {
      return severity;
    }
  }
  return std::nullopt;
}

Result<void> refuse_loosening(const ConfigFile& file, const CheckSettings& base,
                              const CheckOptions& options) {
  const std::string what = loosened(file, base, options);
  if (what.empty()) {
    return {};
  }
  return std::unexpected(
      Error{ErrorCode::invalid_argument,
            fmt::format("--locked-profile allows no config that loosens the profile: {}", what),
            file.source.path,
            {}});
}

}  // namespace rigpack::cli

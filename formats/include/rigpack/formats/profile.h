#pragma once
/// What people ask for in files: profiles, `.rigpack.json` and baselines. All are JSON, and all are
/// hostile input: an unknown key or rule is an error that names it.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rigpack/error.h"
#include "rigpack/pipeline.h"

namespace rigpack {

/// Limits and severities for one kind of target. What is not set stays as it was.
struct Profile {
  std::string name, version, source;
  std::optional<std::uint32_t> warn_influences, error_influences;  ///< 0: no limit
  std::optional<std::uint32_t> warn_joints, error_joints;
  std::optional<std::uint32_t> max_depth;
  std::optional<std::uint32_t> weight_bits;  ///< 8 or 16; none: auto
  BudgetLimits budget;
  std::vector<SeverityOverride> rules;
};

/// Names of the profiles in the binary, ascending.
std::vector<std::string_view> profile_names();
/// JSON of profile `name`; empty when there is none.
std::string_view profile_text(std::string_view name);
/// Reads a profile; `known` are the ids that its `rules` may name. Errors (invalid_argument):
/// broken JSON, an unknown key, rule or severity, a limit that is no whole number.
Result<Profile> read_profile(std::string_view json, std::span<const Rule* const> known);
/// Puts the profile's limits into `policy` and its severities behind those that are there.
void apply_profile(const Profile& profile, CheckPolicy& policy);

/// A `.rigpack.json`. What counts over all inputs (--max-warnings) only the command line sets.
struct Config {
  std::optional<std::string> profile;  ///< a name, or a file relative to the config
  std::optional<std::string> fail_on;  ///< error, warning, info or never
  std::optional<double> weight_tolerance;
  std::optional<std::string> baseline;  ///< a file relative to the config
  std::vector<SeverityOverride> rules;
};
/// Errors (invalid_argument) as for read_profile.
Result<Config> read_config(std::string_view json, std::span<const Rule* const> known);

/// An accepted finding of one asset. More offenders than `finding.count` are news.
struct BaselineEntry {
  std::string asset;  ///< path from the baseline's folder, with `/`; "-" is stdin
  AcceptedFinding finding;
};
/// Errors (invalid_argument) as for read_profile, and for an entry without a reason.
Result<std::vector<BaselineEntry>> read_baseline(std::string_view json);
/// The JSON that read_baseline takes, ending with a newline.
std::string to_json(const std::vector<BaselineEntry>& entries);

}  // namespace rigpack

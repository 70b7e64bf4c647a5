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

/// A `.rigpack.json`.
struct Config {
  std::optional<std::string> profile;  ///< a name, or a file relative to the config
  std::optional<std::string> fail_on;
  std::optional<double> weight_tolerance;
  std::optional<std::uint64_t> max_warnings;
  std::optional<std::string> baseline;  ///< a file relative to the config
  std::vector<SeverityOverride> rules;
};
/// Errors (invalid_argument) as for read_profile.
Result<Config> read_config(std::string_view json, std::span<const Rule* const> known);

/// A finding that somebody has decided to live with.
struct BaselineEntry {
  std::string asset;  ///< path as given
  std::string rule, fingerprint;
  std::uint64_t count = 0;  ///< more offenders than this are news, and not hidden
  std::string reason;
};
/// Errors (invalid_argument) as for read_profile, and for an entry without a reason.
Result<std::vector<BaselineEntry>> read_baseline(std::string_view json);
/// The JSON that read_baseline takes, ending with a newline.
std::string to_json(const std::vector<BaselineEntry>& entries);

}  // namespace rigpack

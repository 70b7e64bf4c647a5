#pragma once
/// What assets are judged by: the command line over `.rigpack.json` over the profile.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rigpack/formats/report.h"
#include "rigpack/pipeline.h"

#include "baseline.h"
#include "check_options.h"

namespace rigpack::cli {

/// The options of `check` and `pack` as meant, for the assets that one config governs.
struct CheckSettings {
  CheckPolicy policy;               ///< `accepted` is for policy_for to fill in
  std::optional<Severity> fail_on;  ///< none: findings never fail
  JudgedBy judged_by;
  std::shared_ptr<const Baseline> baseline;  ///< may be null
  std::optional<std::uint64_t> max_warnings;
  ReportSettings report;
  unsigned threads = 1;
  ImportOptions import;
  /// The policy with what the baseline accepts of the asset at `path`.
  CheckPolicy policy_for(const std::string& path) const;
};
/// The settings for assets without a config. Errors (invalid_argument): an unknown rule (with the
/// nearest name), severity or report format, a tolerance that is NaN or negative, two reports on
/// stdout, a profile or baseline that cannot be used.
Result<CheckSettings> check_settings(const CheckOptions& options);

/// The settings of many assets, each by its own config; a config is read once.
class SettingsByAsset {
 public:
  explicit SettingsByAsset(const CheckOptions& options) : options_(options) {}
  /// Errors as for check_settings, and for a config that cannot be used: an unknown key or rule, or
  /// one that --locked-profile forbids. What is returned lives as long as this.
  Result<const CheckSettings*> find(const std::string& input);
  /// Baseline entries that nothing in `report` answers to.
  std::vector<StaleEntry> stale_entries(const Report& report) const;

 private:
  const CheckOptions& options_;
  std::map<std::string, CheckSettings> by_config_;  ///< "": those without
};

/// Sets `report.verdict` to fail when a finding that no stage repaired reaches `settings.fail_on`;
/// leaves unreadable inputs alone. Notes what the asset was judged by.
void judge(AssetReport& report, const CheckSettings& settings);

}  // namespace rigpack::cli

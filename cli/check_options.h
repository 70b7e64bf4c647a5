#pragma once
/// The options that `check` and `pack` share, and what they come to.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rigpack/formats/report.h"
#include "rigpack/pipeline.h"

#include "import_options.h"
#include "report_options.h"

namespace CLI {
class App;
}

namespace rigpack::cli {

/// As typed.
struct CheckOptions {
  double weight_tolerance = 1e-3;
  std::string profile = "default";  ///< a name, or a file
  std::string fail_on = "error";
  std::optional<std::int64_t> max_warnings;  ///< not negative
  std::vector<std::string> set;
  ReportArguments report;
  unsigned jobs = 0;
  ImportArguments import;
};
void add_check_options(CLI::App& verb, CheckOptions& options);
/// The part of them that is about reports, threads and importing, for the verbs that judge no
/// findings.
void add_report_options(CLI::App& verb, CheckOptions& options);
/// 0 becomes the number of processors.
unsigned thread_count(unsigned jobs);

/// As meant.
struct CheckSettings {
  CheckPolicy policy;
  std::string profile;              ///< name for the report
  std::optional<Severity> fail_on;  ///< none: findings never fail
  std::optional<std::uint64_t> max_warnings;
  ReportSettings report;
  unsigned threads = 1;
  ImportOptions import;
};
/// Errors (invalid_argument): an unknown rule (with the nearest name) or severity, a tolerance that
/// is NaN or negative, and what report_settings refuses.
Result<CheckSettings> check_settings(const CheckOptions& options);

/// Sets `report.verdict` to fail when a finding that no stage repaired reaches `settings.fail_on`;
/// leaves unreadable inputs alone.
void judge(AssetReport& report, const CheckSettings& settings);

}  // namespace rigpack::cli

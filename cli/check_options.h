#pragma once
/// The options that `check` and `pack` share, as typed.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "import_options.h"
#include "report_options.h"

namespace CLI {
class App;
}

namespace rigpack::cli {

/// As typed.
struct CheckOptions {
  std::optional<double> weight_tolerance;
  std::optional<std::string> profile;  ///< a name, or a file
  std::optional<std::string> fail_on;
  std::optional<std::int64_t> max_warnings;  ///< not negative
  std::vector<std::string> set;
  std::string config;  ///< a file, "none", or empty: look for one
  bool locked_profile = false;
  std::string baseline;
  std::string simulate;  ///< an engine's name; empty: none
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

}  // namespace rigpack::cli

#pragma once
/// Which reports are asked for, and where they go.

#include <string>
#include <vector>

#include "rigpack/formats/report.h"

namespace CLI {
class App;
}

namespace rigpack::cli {

/// As typed.
struct ReportArguments {
  std::vector<std::string> reports;
  std::string annotate;
  std::string color = "auto";
  bool timing = false;
};
void add_report_arguments(CLI::App& verb, ReportArguments& arguments);

struct ReportTarget {
  ReportFormat format = ReportFormat::json;
  std::string path;  ///< "-" is stdout
};

/// As meant.
struct ReportSettings {
  std::vector<ReportTarget> targets;  ///< no path twice
  bool annotate = false;              ///< GitHub workflow commands
  bool timing = false;
  bool on_stdout() const;  ///< a report stands in place of the table
};
/// Also settles the colours of stdout. Errors (invalid_argument): an unknown format (with the
/// nearest name), no path, two reports in one place.
Result<ReportSettings> report_settings(const ReportArguments& arguments);

}  // namespace rigpack::cli

#include "reports.h"

#include <fmt/format.h>

#include "inputs.h"
#include "terminal.h"

namespace rigpack::cli {

Result<void> refuse_input_as_output(const std::string& output,
                                    const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    if (same_file(output, input)) {
      return std::unexpected(Error{ErrorCode::invalid_argument,
                                   "is an input: outputs need a path of their own", output});
    }
  }
  return {};
}

Result<std::vector<OutputFile>> stage_reports(const Report& report,
                                              const ReportSettings& settings) {
  std::vector<OutputFile> files;
  for (const ReportTarget& target : settings.targets) {
    if (target.path == "-") {
      continue;
    }
    auto file = OutputFile::stage(target.path, report_text(report, target.format));
    if (!file) {
      return std::unexpected(file.error());
    }
    files.push_back(std::move(*file));
  }
  return files;
}

Result<void> commit_all(std::vector<OutputFile>& files) {
  for (OutputFile& file : files) {
    if (auto done = file.commit(); !done) {
      return done;
    }
  }
  return {};
}

void print_report(const Report& report, const ReportSettings& settings) {
  for (const ReportTarget& target : settings.targets) {
    if (target.path == "-") {
      write_stdout(report_text(report, target.format));
    }
  }
}

void print_annotations(const Report& report, const ReportSettings& settings, bool stdout_taken) {
  if (settings.annotate) {
    (stdout_taken ? write_stderr : write_stdout)(to_github_annotations(report));
  }
}

Result<void> write_reports(const Report& report, const ReportSettings& settings) {
  auto files = stage_reports(report, settings);
  print_report(report, settings);
  print_annotations(report, settings, settings.on_stdout());
  return files ? commit_all(*files) : std::unexpected(files.error());
}

}  // namespace rigpack::cli

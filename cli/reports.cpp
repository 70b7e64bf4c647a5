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

Result<std::vector<OutputFile>> stage_reports(const Report& report, const CheckSettings& settings) {
  std::vector<OutputFile> files;
  for (const std::string& path : settings.report_paths) {
    if (path == "-") {
      continue;
    }
    auto file = OutputFile::stage(path, to_json(report));
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

Result<void> write_reports(const Report& report, const CheckSettings& settings) {
  auto files = stage_reports(report, settings);
  if (!files) {
    return std::unexpected(files.error());
  }
  if (settings.report_on_stdout()) {
    write_stdout(to_json(report));
  }
  return commit_all(*files);
}

}  // namespace rigpack::cli

#pragma once
/// Writing reports where --report and --annotate ask for them.

#include <string>
#include <vector>

#include "rigpack/formats/report.h"

#include "output_file.h"
#include "report_options.h"

namespace rigpack::cli {

/// Errors (invalid_argument) when `output` is one of `inputs`: an input is never written.
Result<void> refuse_input_as_output(const std::string& output,
                                    const std::vector<std::string>& inputs);

/// Stages every report that goes to a file: all are on the disk before one gets its name. Errors:
/// unwritable.
Result<std::vector<OutputFile>> stage_reports(const Report& report, const ReportSettings& settings);
/// Puts staged files in place, in order. Errors: unwritable.
Result<void> commit_all(std::vector<OutputFile>& files);
/// The report that goes to stdout, if there is one.
void print_report(const Report& report, const ReportSettings& settings);
/// Annotations, if they are asked for: behind the table on stdout, or on stderr where stdout holds
/// something else. The runner of a CI reads both.
void print_annotations(const Report& report, const ReportSettings& settings, bool stdout_taken);

/// All of it: what `check` and `verify` do at their end. Errors as above; stdout gets its report
/// even where a file cannot be written.
Result<void> write_reports(const Report& report, const ReportSettings& settings);

}  // namespace rigpack::cli

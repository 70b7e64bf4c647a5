#pragma once
/// Writing reports where --report asks for them.

#include <string>
#include <vector>

#include "rigpack/formats/report.h"

#include "check_settings.h"
#include "output_file.h"

namespace rigpack::cli {

/// Errors (invalid_argument) when `output` is one of `inputs`: an input is never written.
Result<void> refuse_input_as_output(const std::string& output,
                                    const std::vector<std::string>& inputs);

/// Stages the JSON of `report` for every path but stdout. Errors: unwritable.
Result<std::vector<OutputFile>> stage_reports(const Report& report, const CheckSettings& settings);
/// Puts staged files in place, in order. Errors: unwritable.
Result<void> commit_all(std::vector<OutputFile>& files);

/// All of it, and stdout's report: what `check` and `verify` do at their end. Errors as above.
Result<void> write_reports(const Report& report, const CheckSettings& settings);

}  // namespace rigpack::cli

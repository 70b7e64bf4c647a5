#pragma once
/// What the sinks for people say of one asset; plain text, to be escaped line by line.

#include <string>
#include <string_view>
#include <vector>

#include "rigpack/formats/report.h"

namespace rigpack {

/// What a package's size and proof come to, a line each; empty for `check`.
std::vector<std::string> package_lines(const AssetReport& asset);

/// Where a finding stands and what to do, a line each: "at ...", "to fix: ...".
std::vector<std::string> remedy_lines(const Finding& finding, const PartNames& names);

/// `findings` in the order of reports.
Findings sorted(Findings findings);

}  // namespace rigpack

#pragma once

#include <string>

#include "rigpack/formats/report.h"

namespace rigpack::cli {

/// Lines for the table that say what hid findings of the asset, and which config; empty when there
/// was none.
std::string judged_by_text(const AssetReport& report);

}  // namespace rigpack::cli

#pragma once
/// What people read: findings, stats, the verdict.

#include <string>
#include <vector>

#include "asset.h"
#include "check_settings.h"

namespace rigpack::cli {

/// One asset: a headline with its verdict and key numbers, then each finding with where and what to
/// do. Every name in it is safe to print.
std::string asset_table(const AssetReport& report);

/// `rigpack: 3 of 120 assets fail: 5 errors, 2 warnings`; without findings the part from the colon
/// on is left out.
std::string verdict_line(const Report& report, const CheckSettings& settings);

/// The exit code that the assets' verdicts and --max-warnings come to.
int exit_code(const Report& report, const CheckSettings& settings);

}  // namespace rigpack::cli

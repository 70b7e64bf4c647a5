#pragma once
/// What pack and verify tell people about a package.

#include <string>

#include "rigpack/formats/report.h"

namespace rigpack::cli {

/// Bytes by part, vertices, repairs and errors of a packed asset.
std::string pack_summary(const AssetReport& report, const std::string& output);
/// The two errors beside their bounds, with where each is worst; what is missing.
std::string verify_summary(const VerifyReport& verify);
/// For a proof that failed: which options would meet what was measured.
std::string verify_advice(const VerifyReport& verify);

}  // namespace rigpack::cli

#pragma once
/// Reports: what happened to each asset, as JSON (`rigpack.report` 1.0).

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rigpack/formats/package.h"
#include "rigpack/pipeline.h"
#include "rigpack/verify.h"

namespace rigpack {

enum class Verdict : std::uint8_t { pass, fail, unreadable };

struct AssetReport {
  std::string path;  ///< as given
  std::string sha256;
  std::uint64_t bytes = 0;
  std::string format;
  Verdict verdict = Verdict::pass;
  CheckResult check;
  std::optional<StageReport> stages;       ///< pack
  std::vector<ClipReport> clips;           ///< pack
  std::vector<PackagePart> package_parts;  ///< pack
  std::uint64_t package_bytes = 0;
  std::optional<VerifyReport> verify;
};

struct Report {
  std::string tool_version;
  std::string profile = "default";
  std::vector<AssetReport> assets;
};

/// The JSON document: fixed key order, findings sorted, non-finite numbers as strings, no clock, no
/// absolute path of ours. Ends with a newline. Invalid UTF-8 in names becomes U+FFFD.
std::string to_json(const Report& report);

/// `text` made safe for a terminal: control characters and invalid UTF-8 shown as \xNN.
std::string escape_terminal(std::string_view text);

}  // namespace rigpack

#pragma once
/// The pieces of JSON that several sinks write.

#include <string>

#include <nlohmann/json.hpp>

#include "rigpack/formats/report.h"

namespace rigpack {

/// One entry of the report's `assets`.
nlohmann::ordered_json asset_json(const AssetReport& asset);

/// `document` as text, `indent` spaces a level. Invalid UTF-8 becomes U+FFFD; characters that are
/// not printable are \u escapes, so that showing a report on a terminal is safe.
std::string json_text(const nlohmann::ordered_json& document, int indent);

}  // namespace rigpack

#pragma once
/// The parts of a report's asset that pack and verify fill.

#include <nlohmann/json.hpp>

#include "rigpack/formats/report.h"

namespace rigpack {

/// JSON has no NaN or infinity: "NaN", "Infinity", "-Infinity".
nlohmann::ordered_json number_json(double value);
/// One object a source clip: what was read, and, when packed or verified, sizes and errors.
nlohmann::ordered_json clips_json(const AssetReport& asset);
/// Adds `package`, `repairs` and `verify` where `asset` has them.
void put_pack(nlohmann::ordered_json& out, const AssetReport& asset);

}  // namespace rigpack

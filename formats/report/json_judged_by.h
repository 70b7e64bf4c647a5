#pragma once

#include <nlohmann/json_fwd.hpp>

#include "rigpack/formats/report.h"

namespace rigpack {

/// What the asset was judged by, what that muted and what a baseline hid; null where it is unset.
nlohmann::ordered_json judged_by_json(const AssetReport& asset);
/// Entries of the baselines that nothing answers to.
nlohmann::ordered_json stale_entries_json(const Report& report);

}  // namespace rigpack

#pragma once
/// Proving a package that was meant to hold some clips of its source alone.

#include <vector>

#include "rigpack/scene.h"
#include "rigpack/verify.h"

namespace rigpack::cli {

/// Compares `package` with `source` as if `source` had the clips `kept` (ascending) alone: a kept
/// clip that is missing is a mismatch, and so is any other clip. `clips` of the report is one a
/// kept clip.
VerifyReport verify_clips(const Scene& source,
                          const std::vector<std::vector<Influences>>& influences,
                          const DecodedAsset& package, const std::vector<std::size_t>& kept,
                          const VerifyPolicy& policy);

}  // namespace rigpack::cli

#pragma once
/// The catalogue: which rules the library judges by.

#include <vector>

#include "rigpack/findings.h"

namespace rigpack {

/// Every rule of the library, sorted by id. The readers' own rules (asset/*, import/*) are theirs.
const std::vector<const Rule*>& all_rules();

}  // namespace rigpack

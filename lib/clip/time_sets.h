#pragma once
/// Key times that tracks share, kept bit for bit.

#include <cstdint>
#include <span>
#include <vector>

#include "rigpack/package.h"

namespace rigpack {

/// `times` (finite, increasing) as a time set: a grid when one reproduces every time exactly.
TimeSet make_time_set(std::span<const float> times);

/// Index of `times` in `sets`, added at the end when it is new.
std::uint32_t intern_time_set(std::vector<TimeSet>& sets, std::span<const float> times);

}  // namespace rigpack

#pragma once
/// When to look.

#include <vector>

#include "rigpack/scene.h"

namespace rigpack::proof {

/// Every key of `clip` and the middle of every interval, the last float before each STEP key (where
/// the key before it still holds), and a second before the first and after the last key, where
/// tracks are clamped; with `exhaustive` also 240 Hz, at most a million steps. Ascending. A clip
/// without keys is looked at once, at 0.
std::vector<double> verify_times(const Clip& clip, bool exhaustive);

/// At most `count` of `times`, evenly chosen, the first and the last among them.
std::vector<double> spread(const std::vector<double>& times, std::size_t count);

}  // namespace rigpack::proof

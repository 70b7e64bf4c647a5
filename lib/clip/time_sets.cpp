#include "clip/time_sets.h"

#include <algorithm>
#include <cmath>

namespace rigpack {
namespace {

constexpr std::uint32_t kMaxRate = 1000;  ///< keys a second that are tried for a grid
constexpr double kMaxFirst = 1U << 24U;   ///< larger numerators are not exact in the formula

bool grid_reproduces(const TimeSet& grid, std::span<const float> times) {
  for (std::size_t k = 0; k < times.size(); ++k) {
    const double numerator = static_cast<double>(k + grid.first) * grid.num;
    if (static_cast<float>(numerator / grid.den) != times[k]) {
      return false;
    }
  }
  return true;
}

}  // namespace

TimeSet make_time_set(std::span<const float> times) {
  TimeSet set;
  set.count = static_cast<std::uint32_t>(times.size());
  set.times.assign(times.begin(), times.end());
  if (times.size() < 2) {
    return set;
  }
  const double interval =
      (static_cast<double>(times.back()) - times.front()) / static_cast<double>(times.size() - 1);
  for (std::uint32_t rate = 1; rate <= kMaxRate; ++rate) {
    const double steps = std::round(interval * rate);
    if (steps < 1 || steps > kMaxRate) {
      continue;
    }
    const double first = std::round(static_cast<double>(times.front()) * rate / steps);
    if (first < 0 || first > kMaxFirst) {
      continue;
    }
    TimeSet grid = set;
    grid.first = static_cast<std::uint32_t>(first);
    grid.num = static_cast<std::uint32_t>(steps);
    grid.den = rate;
    if (grid_reproduces(grid, times)) {
      return grid;
    }
  }
  return set;
}

std::uint32_t intern_time_set(std::vector<TimeSet>& sets, std::span<const float> times) {
  const auto known = std::ranges::find_if(
      sets, [&](const TimeSet& set) { return std::ranges::equal(set.times, times); });
  if (known == sets.end()) {
    sets.push_back(make_time_set(times));
    return static_cast<std::uint32_t>(sets.size() - 1);
  }
  return static_cast<std::uint32_t>(known - sets.begin());
}

}  // namespace rigpack

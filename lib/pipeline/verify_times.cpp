#include "pipeline/verify_times.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rigpack/pose.h"

namespace rigpack::proof {
namespace {

constexpr double kExhaustiveRate = 240;
constexpr double kMostSteps = 1e6;

void add_before_steps(const Clip& clip, std::vector<double>& times) {
  for (const Track& track : clip.tracks) {
    if (track.poisoned || track.interpolation != Interpolation::step) {
      continue;
    }
    for (const float time : track.times) {
      if (std::isfinite(time)) {
        // A float, since that is what engines sample with.
        times.push_back(std::nextafter(time, -std::numeric_limits<float>::max()));
      }
    }
  }
}

void add_steps(double first, double last, std::vector<double>& times) {
  const double steps = std::min((last - first) * kExhaustiveRate, kMostSteps);
  for (double i = 1; i < steps; i += 1) {
    times.push_back(first + i / kExhaustiveRate);
  }
}

}  // namespace

std::vector<double> verify_times(const Clip& clip, bool exhaustive) {
  std::vector<double> times = key_times(clip, true);
  if (times.empty()) {
    return {0};
  }
  const double first = times.front(), last = times.back();
  add_before_steps(clip, times);
  if (exhaustive) {
    add_steps(first, last, times);
  }
  times.push_back(first - 1);
  times.push_back(last + 1);
  std::ranges::sort(times);
  const auto repeated = std::ranges::unique(times);
  times.erase(repeated.begin(), repeated.end());
  return times;
}

std::vector<double> spread(const std::vector<double>& times, std::size_t count) {
  if (times.size() <= count || count < 2) {
    return times;
  }
  std::vector<double> chosen;
  chosen.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    chosen.push_back(times[i * (times.size() - 1) / (count - 1)]);
  }
  return chosen;
}

}  // namespace rigpack::proof

#pragma once
/// Counts what one rule sees in one object, so that it ends as one finding.

#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "rigpack/findings.h"

namespace rigpack {

struct Tally {
  std::uint64_t count = 0;
  double low = std::numeric_limits<double>::infinity();    ///< smallest value met
  double high = -std::numeric_limits<double>::infinity();  ///< largest value met
  double worst = 0;                                        ///< value of the greatest badness
  std::uint64_t worst_index = 0;
  double worst_badness = -1;
  std::vector<Sample> samples;

  /// One offender. A badness that is no number counts as the greatest.
  void add(std::uint64_t index, double value, double badness) {
    ++count;
    low = value < low ? value : low;
    high = value > high ? value : high;
    if (!(badness <= worst_badness)) {
      worst = value;
      worst_index = index;
      worst_badness = badness == badness ? badness : std::numeric_limits<double>::infinity();
    }
    if (samples.size() < kMaxSamples) {
      samples.push_back({index, value});
    }
  }

  /// The finding; the tally must have counted something.
  Finding finding(const Rule& rule, std::string message, Location location) const {
    Finding result = make_finding(rule, std::move(message), std::move(location));
    result.count = count;
    result.worst = worst;
    result.samples = samples;
    return result;
  }
};

}  // namespace rigpack

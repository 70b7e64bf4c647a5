#include <algorithm>
#include <cmath>
#include <span>

#include "rigpack/weights.h"

namespace rigpack {
namespace {

/// Half an ulp below 1: rounding n scaled weights to float leaves their sum within this of 1, as
/// the relative errors add up to at most 2^-24 of the sum.
constexpr double kRoundOff = 0x1p-24;

double sum_of(std::span<const float> weights) {
  double total = 0;
  for (const float weight : weights) {
    total += weight;
  }
  return total;
}

}  // namespace

NormalizeReport normalize_weights(Influences& influences) {
  NormalizeReport report;
  for (std::size_t v = 0; v < influences.vertex_count(); ++v) {
    const auto weights =
        std::span(influences.weights).subspan(v * influences.slots, influences.slots);
    const double total = sum_of(weights);
    const double off = std::abs(total - 1);
    if (!(total > 0) || off <= kRoundOff) {
      continue;
    }
    for (float& weight : weights) {
      weight = static_cast<float>(weight / total);
    }
    ++report.vertices_changed;
    report.largest_change = std::max(report.largest_change, off);
  }
  return report;
}

}  // namespace rigpack

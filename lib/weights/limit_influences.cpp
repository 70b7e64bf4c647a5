#include <algorithm>
#include <cassert>
#include <span>

#include "rigpack/weights.h"

namespace rigpack {
namespace {

/// Cuts one vertex, whose weights run heaviest first; returns the share that went.
double cut_vertex(std::span<PaletteSlot> joints, std::span<float> weights,
                  const LimitPolicy& policy) {
  double total = 0;
  for (const float weight : weights) {
    total += weight;
  }
  double dropped = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double share = weights[i] > 0 ? weights[i] / total : 0;
    // Shares of what is left only grow by a cut, so that a second run finds nothing to drop.
    if (i >= policy.max_influences || share < policy.drop_below) {
      dropped += share;
      weights[i] = 0;
      joints[i] = PaletteSlot{};
    }
  }
  return dropped;
}

std::uint32_t widest_vertex(const Influences& influences) {
  std::uint32_t widest = 0;
  for (std::size_t i = 0; i < influences.weights.size(); ++i) {
    if (influences.weights[i] > 0) {
      widest = std::max(widest, static_cast<std::uint32_t>(i % influences.slots + 1));
    }
  }
  return widest;
}

void resize_slots(Influences& influences, std::uint32_t slots) {
  Influences resized;
  resized.slots = slots;
  const std::size_t vertices = influences.vertex_count();
  const std::uint32_t kept = std::min(slots, influences.slots);
  resized.joints.resize(vertices * slots);
  resized.weights.resize(vertices * slots);
  for (std::size_t v = 0; v < vertices; ++v) {
    for (std::size_t i = 0; i < kept; ++i) {
      resized.joints[v * slots + i] = influences.joints[v * influences.slots + i];
      resized.weights[v * slots + i] = influences.weights[v * influences.slots + i];
    }
  }
  influences = std::move(resized);
}

/// 1, 2 or a multiple of 4.
std::uint32_t round_slots(std::uint32_t widest) {
  return widest <= 2 ? std::max(widest, 1U) : (widest + 3) / 4 * 4;
}

double percentile_99(std::vector<double>& values) {
  if (values.empty()) {
    return 0;
  }
  std::ranges::sort(values);
  const std::size_t rank = (99 * values.size() + 99) / 100;  // nearest rank, from 1
  return values[rank - 1];
}

}  // namespace

LimitReport limit_influences(Influences& influences, const LimitPolicy& policy) {
  assert(policy.max_influences > 0);
  LimitReport report;
  if (influences.slots == 0) {
    return report;
  }
  std::vector<double> dropped;
  for (std::size_t v = 0; v < influences.vertex_count(); ++v) {
    const std::size_t first = v * influences.slots;
    const double share =
        cut_vertex(std::span(influences.joints).subspan(first, influences.slots),
                   std::span(influences.weights).subspan(first, influences.slots), policy);
    if (share > 0) {
      dropped.push_back(share);
    }
  }
  report.vertices_cut = static_cast<std::uint32_t>(dropped.size());
  report.dropped_p99 = percentile_99(dropped);
  report.dropped_max = dropped.empty() ? 0 : dropped.back();
  resize_slots(influences, round_slots(widest_vertex(influences)));
  return report;
}

}  // namespace rigpack

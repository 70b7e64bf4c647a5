#include <algorithm>
#include <cmath>
#include <numeric>

#include "rigpack/weights.h"
#include "weights/nearest_vertex.h"

namespace rigpack {
namespace {

void clear_faulty(Influences& influences, std::uint32_t palette_size, RepairReport& report) {
  for (std::size_t i = 0; i < influences.weights.size(); ++i) {
    float& weight = influences.weights[i];
    const bool outside = palette_size != 0 && influences.joints[i].value >= palette_size;
    const bool faulty = outside || !std::isfinite(weight) || weight < 0;
    report.out_of_range += outside ? 1U : 0U;
    report.non_finite += std::isfinite(weight) ? 0U : 1U;
    report.negative += weight < 0 && std::isfinite(weight) ? 1U : 0U;
    if (faulty) {
      influences.joints[i] = PaletteSlot{};
    }
    if (faulty || weight == 0) {
      weight = 0;  // -0 too, which would not compare bit-equal later
    }
  }
}

std::span<float> weights_of(Influences& influences, std::size_t vertex) {
  return std::span(influences.weights).subspan(vertex * influences.slots, influences.slots);
}

/// Vertices with and without weight, each ascending.
struct Split {
  std::vector<std::uint32_t> weighted, unweighted;
};

Split split_vertices(Influences& influences) {
  Split split;
  for (std::size_t v = 0; v < influences.vertex_count(); ++v) {
    const bool weighted =
        std::ranges::any_of(weights_of(influences, v), [](float w) { return w > 0; });
    (weighted ? split.weighted : split.unweighted).push_back(static_cast<std::uint32_t>(v));
  }
  return split;
}

void bind_to(Influences& influences, std::size_t vertex, PaletteSlot slot) {
  influences.joints[vertex * influences.slots] = slot;
  influences.weights[vertex * influences.slots] = 1;
}

void copy_vertex(Influences& influences, std::size_t from, std::size_t to) {
  for (std::size_t i = 0; i < influences.slots; ++i) {
    influences.joints[to * influences.slots + i] = influences.joints[from * influences.slots + i];
    influences.weights[to * influences.slots + i] = influences.weights[from * influences.slots + i];
  }
}

void bind_nearest(Influences& influences, const Split& split, const RepairPolicy& policy) {
  const NearestVertex search(policy.positions, split.weighted);
  for (const std::uint32_t vertex : split.unweighted) {
    if (const auto nearest = search.find(policy.positions[vertex])) {
      copy_vertex(influences, *nearest, vertex);
    } else {
      bind_to(influences, vertex, policy.root_slot);
    }
  }
}

}  // namespace

RepairReport repair_influences(Influences& influences, const RepairPolicy& policy) {
  RepairReport report;
  clear_faulty(influences, policy.palette_size, report);
  const Split split = split_vertices(influences);
  const auto unweighted = static_cast<std::uint32_t>(split.unweighted.size());
  switch (policy.zero_weights) {
    case ZeroWeights::keep:
      report.zero_sum_left = unweighted;
      break;
    case ZeroWeights::root:
      for (const std::uint32_t vertex : split.unweighted) {
        bind_to(influences, vertex, policy.root_slot);
      }
      report.zero_sum_bound = unweighted;
      break;
    case ZeroWeights::nearest:
      bind_nearest(influences, split, policy);
      report.zero_sum_bound = unweighted;
      break;
  }
  return report;
}

}  // namespace rigpack

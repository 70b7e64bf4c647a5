#include <algorithm>

#include "pipeline/palettes.h"
#include "rigpack/pipeline.h"

namespace rigpack {
namespace {

ZeroWeights zero_weights_of(ZeroWeightsMode mode) {
  switch (mode) {
    case ZeroWeightsMode::root:
      return ZeroWeights::root;
    case ZeroWeightsMode::nearest:
      return ZeroWeights::nearest;
    case ZeroWeightsMode::reject:
      break;
  }
  return ZeroWeights::keep;
}

/// The palette slot whose joint stands highest in the hierarchy.
PaletteSlot root_slot(const Skin& skin, const std::vector<std::uint32_t>& rank) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < skin.joints.size(); ++i) {
    if (rank[skin.joints[i].value] < rank[skin.joints[best].value]) {
      best = i;
    }
  }
  return PaletteSlot{best};
}

/// Position of each node in parents-first order; unusable nodes last.
std::vector<std::uint32_t> rank_nodes(const Scene& scene) {
  std::vector<std::uint32_t> rank(scene.nodes.size(), ~0U);
  const auto order = parents_first(scene);
  for (std::size_t i = 0; i < order.size(); ++i) {
    rank[order[i].value] = static_cast<std::uint32_t>(i);
  }
  return rank;
}

void add_reports(const RepairReport& repair, const MergeReport& merge, const LimitReport& limit,
                 const NormalizeReport& normalize, StageReport& into) {
  into.repair.negative += repair.negative;
  into.repair.non_finite += repair.non_finite;
  into.repair.out_of_range += repair.out_of_range;
  into.repair.zero_sum_bound += repair.zero_sum_bound;
  into.repair.zero_sum_left += repair.zero_sum_left;
  into.merge.vertices_merged += merge.vertices_merged;
  into.limit.vertices_cut += limit.vertices_cut;
  into.limit.dropped_max = std::max(into.limit.dropped_max, limit.dropped_max);
  into.limit.dropped_p99 = std::max(into.limit.dropped_p99, limit.dropped_p99);
  into.normalize.vertices_changed += normalize.vertices_changed;
  into.normalize.largest_change = std::max(into.normalize.largest_change, normalize.largest_change);
}

Influences prepare_primitive(const Primitive& primitive, RepairPolicy policy,
                             std::uint32_t max_influences, double& dropped_max,
                             StageReport& report) {
  Influences influences = gather_influences(primitive);
  policy.positions = primitive.positions;
  const RepairReport repair = repair_influences(influences, policy);
  const MergeReport merge = merge_influences(influences);
  const LimitReport limit = limit_influences(influences, {.max_influences = max_influences});
  const NormalizeReport normalize = normalize_weights(influences);
  add_reports(repair, merge, limit, normalize, report);
  dropped_max = std::max(dropped_max, limit.dropped_max);
  return influences;
}

}  // namespace

std::uint32_t influence_limit(const PackPolicy& policy) {
  return policy.max_influences.value_or(
      std::clamp(policy.check.warn_influences, 1U, kMostInfluences));
}

std::vector<std::vector<Influences>> prepare_influences(const Scene& scene,
                                                        const PackPolicy& policy,
                                                        StageReport& report) {
  const auto skins = smallest_skins(scene);
  const auto rank = rank_nodes(scene);
  std::vector<std::vector<Influences>> prepared(scene.meshes.size());
  std::vector<double> dropped(scene.meshes.size());
  for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
    prepared[m].resize(scene.meshes[m].primitives.size());
    if (!skins[m] || scene.skins[skins[m]->value].joints.empty()) {
      continue;
    }
    const Skin& skin = scene.skins[skins[m]->value];
    RepairPolicy repair;
    repair.zero_weights = zero_weights_of(policy.zero_weights);
    repair.root_slot = root_slot(skin, rank);
    repair.palette_size = static_cast<std::uint32_t>(skin.joints.size());
    for (std::size_t p = 0; p < prepared[m].size(); ++p) {
      const Primitive& primitive = scene.meshes[m].primitives[p];
      if (!primitive.poisoned) {
        prepared[m][p] =
            prepare_primitive(primitive, repair, influence_limit(policy), dropped[m], report);
      }
    }
  }
  report.dropped_of_skin.assign(scene.skins.size(), 0);
  for (const Node& node : scene.nodes) {
    if (node.mesh && node.skin) {
      double& share = report.dropped_of_skin[node.skin->value];
      share = std::max(share, dropped[node.mesh->value]);
    }
  }
  return prepared;
}

}  // namespace rigpack

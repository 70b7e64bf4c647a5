#pragma once
/// Which skins draw which mesh.

#include <optional>
#include <vector>

#include "rigpack/scene.h"

namespace rigpack {

/// The skin with the fewest joints among those that draw a mesh: the one its weights are judged
/// and repaired against. One a mesh; none where no readable skin draws it. Ties: the lower index.
inline std::vector<std::optional<SkinIndex>> smallest_skins(const Scene& scene) {
  std::vector<std::optional<SkinIndex>> smallest(scene.meshes.size());
  for (const Node& node : scene.nodes) {
    if (!node.mesh || !node.skin || scene.skins[node.skin->value].poisoned) {
      continue;
    }
    auto& best = smallest[node.mesh->value];
    const auto size = [&](SkinIndex skin) { return scene.skins[skin.value].joints.size(); };
    if (!best || size(*node.skin) < size(*best) ||
        (size(*node.skin) == size(*best) && *node.skin < *best)) {
      best = node.skin;
    }
  }
  return smallest;
}

}  // namespace rigpack

#include "skinning/vertex_transforms.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace rigpack {

VertexTransforms::VertexTransforms(const Scene& scene, const Instance& instance,
                                   const Influences& influences, const Pose& pose,
                                   SkinningMethod method)
    : influences_(influences), rigid_(pose.globals[instance.node.value]) {
  if (!instance.skin) {
    return;
  }
  is_skinned_ = true;
  palette_ = skin_matrices(scene, scene.skins[instance.skin->value], pose);
  if (method == SkinningMethod::dual_quaternions) {
    std::ranges::transform(palette_, std::back_inserter(split_palette_), split);
  }
}

affined VertexTransforms::operator[](std::size_t vertex) const {
  if (!is_skinned_) {
    return rigid_;
  }
  std::vector<BlendTerm> terms;
  affined sum;
  sum.rows = {};
  const std::size_t first = vertex * influences_.slots;
  const std::size_t end = std::min(first + influences_.slots, influences_.joints.size());
  for (std::size_t i = first; i < end; ++i) {
    const auto weight = static_cast<double>(influences_.weights[i]);
    const std::size_t slot = influences_.joints[i].value;
    if (weight == 0 || !std::isfinite(weight) || slot >= palette_.size()) {
      continue;
    }
    if (!split_palette_.empty()) {
      terms.push_back({&split_palette_[slot], weight});
      continue;
    }
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t c = 0; c < 4; ++c) {
        sum.rows[r][c] += weight * palette_[slot].rows[r][c];
      }
    }
  }
  return terms.empty() ? sum : blend(terms);
}

}  // namespace rigpack

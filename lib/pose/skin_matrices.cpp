#include <algorithm>

#include "rigpack/pose.h"

namespace rigpack {

std::vector<affined> skin_matrices(const Scene& scene, const Skin& skin, const Pose& pose) {
  std::vector<affined> matrices = inverse_binds(skin);
  matrices.resize(skin.joints.size());
  for (std::size_t slot = 0; slot < matrices.size(); ++slot) {
    const NodeIndex joint = skin.joints[slot];
    if (joint.value < scene.nodes.size()) {
      matrices[slot] = pose.globals[joint.value] * matrices[slot];
    }
  }
  return matrices;
}

}  // namespace rigpack

#pragma once
/// The matrix that moves each vertex of one instance.

#include <vector>

#include "rigpack/skinning.h"
#include "skinning/dual_quaternion.h"

namespace rigpack {

class VertexTransforms {
 public:
  VertexTransforms(const Scene& scene, const Instance& instance, const Influences& influences,
                   const Pose& pose, SkinningMethod method);
  affined operator[](std::size_t vertex) const;

 private:
  const Influences& influences_;
  affined rigid_;
  bool is_skinned_ = false;
  std::vector<affined> palette_;
  std::vector<StretchedRigid> split_palette_;  ///< for dual quaternions
};

}  // namespace rigpack

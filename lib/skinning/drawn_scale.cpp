#include <algorithm>

#include "rigpack/skinning.h"

namespace rigpack {

double drawn_scale(const Scene& scene, const Instance& instance, const Pose& rest) {
  if (!instance.skin) {
    return largest_axis(rest.globals[instance.node.value]);
  }
  double scale = 0;
  for (const affined& matrix : skin_matrices(scene, scene.skins[instance.skin->value], rest)) {
    scale = std::max(scale, largest_axis(matrix));
  }
  return scale;
}

}  // namespace rigpack

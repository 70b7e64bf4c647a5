#include <algorithm>
#include <cmath>
#include <limits>

#include "rigpack/vertex.h"

namespace rigpack {
namespace {

struct Box {
  float3 low, high;
  bool empty = true;

  void add(const float3& p) {
    low = empty ? p : float3{std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = empty ? p : float3{std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    empty = false;
  }
};

}  // namespace

PositionGrid position_grid(const Mesh& mesh) {
  Box box;
  for (const Primitive& primitive : mesh.primitives) {
    if (!primitive.poisoned) {
      for (const float3& position : primitive.positions) {
        box.add(position);
      }
    }
  }
  const double3 extent = to_double(box.high) - to_double(box.low);
  const double side = std::max({extent.x, extent.y, extent.z});
  constexpr float kLargest = std::numeric_limits<float>::max();
  // The cube must reach the far corner: round the side up, not to nearest.
  auto scale = static_cast<float>(std::min(side, double{kLargest}));
  if (scale < side && scale < kLargest) {
    scale = std::nextafter(scale, kLargest);
  }
  return {box.low, scale};
}

}  // namespace rigpack

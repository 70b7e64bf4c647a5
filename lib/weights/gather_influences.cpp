#include <algorithm>

#include "rigpack/weights.h"

namespace rigpack {
namespace {

bool is_usable(const InfluenceSet& set) {
  return set.has_joints && set.has_weights && !set.poisoned;
}

}  // namespace

Influences gather_influences(const Primitive& primitive) {
  Influences out;
  const auto sets =
      static_cast<std::uint32_t>(std::ranges::count_if(primitive.influences, is_usable));
  const std::size_t vertices = primitive.positions.size();
  out.slots = 4 * sets;
  out.joints.resize(vertices * out.slots);
  out.weights.resize(vertices * out.slots);
  std::size_t first = 0;
  for (const InfluenceSet& set : primitive.influences) {
    if (!is_usable(set)) {
      continue;
    }
    const std::size_t stored = std::min({vertices, set.joints.size() / 4, set.weights.size() / 4});
    for (std::size_t i = 0; i < 4 * stored; ++i) {
      const std::size_t to = i / 4 * out.slots + first + i % 4;
      out.joints[to] = PaletteSlot{set.joints[i]};
      out.weights[to] = set.weights[i];
    }
    first += 4;
  }
  return out;
}

}  // namespace rigpack

#include "assimp/scale_inheritance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace rigpack::assimp {
namespace {

constexpr float kTolerance = 1e-4F;

/// What FBX calls InheritType.
enum class Inheritance : std::int32_t { after_rotation = 0, product = 1, none = 2 };

/// The scales that a node takes on, at rest and in all clips.
struct Scales {
  bool any = false;     ///< one of them is not 1
  bool uneven = false;  ///< one differs between axes
};

void add(std::span<const float> scale, Scales& to) {
  const auto [low, high] = std::ranges::minmax(scale);
  to.any |= std::abs(low - 1) > kTolerance || std::abs(high - 1) > kTolerance;
  to.uneven |= high - low > kTolerance * std::abs(high);
}

std::vector<Scales> scales_of(const Scene& scene) {
  std::vector<Scales> scales(scene.nodes.size());
  for (std::size_t i = 0; i < scales.size(); ++i) {
    const float3& rest = scene.nodes[i].rest.scale;
    add(std::array{rest.x, rest.y, rest.z}, scales[i]);
  }
  for (const Clip& clip : scene.clips) {
    for (const Track& track : clip.tracks) {
      for (std::size_t k = 0; track.path == TrackPath::scale && k < key_count(track); ++k) {
        add(std::span(track.values).subspan(3 * k, 3), scales[track.node.value]);
      }
    }
  }
  return scales;
}

/// FBX's own default is the first of the three.
Inheritance inheritance_of(const aiNode& node) {
  std::int32_t type = 0;
  if (node.mMetaData != nullptr) {
    node.mMetaData->Get("InheritType", type);
  }
  return static_cast<Inheritance>(type);
}

}  // namespace

std::size_t count_other_inheritance(const SourceTree& tree, const Scene& scene) {
  const std::vector<Scales> scales = scales_of(scene);
  return static_cast<std::size_t>(std::ranges::count_if(tree.nodes, [&](const SourceNode& node) {
    if (node.is_helper || !node.parent) {
      return false;
    }
    const Scales& above = scales[tree.nodes[*node.parent].target];
    switch (inheritance_of(*node.node)) {
      case Inheritance::after_rotation:
        return above.uneven;
      case Inheritance::none:
        return above.any;
      case Inheritance::product:
        break;
    }
    return false;
  }));
}

}  // namespace rigpack::assimp

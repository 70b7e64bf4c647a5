#include <algorithm>
#include <cmath>
#include <limits>

#include "math/parallel.h"
#include "rigpack/skinning.h"

namespace rigpack {
namespace {

struct Box {
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double3 low{kInfinity, kInfinity, kInfinity};
  double3 high{-kInfinity, -kInfinity, -kInfinity};

  /// Points that are not finite are left out.
  void add(const double3& p) {
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z)) {
      return;
    }
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  bool is_empty() const { return low.x > high.x; }
  double largest_side() const {
    const double3 size = high - low;
    return std::max({size.x, size.y, size.z});
  }
};

/// Weights that sum to 1, so that a bad sum does not change the size: the bound that follows from
/// it must not depend on what a repair will do. False for a vertex without weights.
bool normalize(Influences& influences, std::size_t vertex) {
  const std::size_t first = vertex * influences.slots;
  double sum = 0;
  for (std::size_t i = first; i < first + influences.slots; ++i) {
    float& weight = influences.weights[i];
    weight = std::isfinite(weight) && weight > 0 ? weight : 0;
    sum += static_cast<double>(weight);
  }
  for (std::size_t i = first; i < first + influences.slots && sum > 0; ++i) {
    influences.weights[i] = static_cast<float>(static_cast<double>(influences.weights[i]) / sum);
  }
  return sum > 0;
}

void add_instance(const Scene& scene, const Instance& instance, const Pose& rest, Box& box) {
  const Primitive& primitive = scene.meshes[instance.mesh.value].primitives[instance.primitive];
  Influences influences;
  std::vector<char> is_placed(primitive.positions.size(), 1);
  if (instance.skin) {
    influences = gather_influences(primitive);
    for (std::size_t v = 0; v < is_placed.size(); ++v) {
      is_placed[v] = v < influences.vertex_count() && normalize(influences, v) ? 1 : 0;
    }
  }
  const auto positions = skin_positions(scene, instance, influences, rest);
  for (std::size_t v = 0; v < positions.size(); ++v) {
    if (is_placed[v] != 0) {
      box.add(positions[v]);
    }
  }
}

double3 origin_of(const affined& m) {
  return {m.rows[0][3], m.rows[1][3], m.rows[2][3]};
}

/// The joints of every skin, or every node where there is no skin.
void add_joints(const Scene& scene, const Pose& rest, Box& box) {
  for (const Skin& skin : scene.skins) {
    for (const NodeIndex joint : skin.joints) {
      if (joint.value < rest.globals.size()) {
        box.add(origin_of(rest.globals[joint.value]));
      }
    }
  }
  if (box.is_empty()) {
    for (const affined& global : rest.globals) {
      box.add(origin_of(global));
    }
  }
}

}  // namespace

double asset_size_m(const Scene& scene, unsigned threads) {
  Pose rest;
  Poser(scene).rest(rest);
  const std::vector<Instance> drawn = instances(scene);
  std::vector<Box> boxes(drawn.size());
  parallel_for(drawn.size(), threads,
               [&](std::size_t i) { add_instance(scene, drawn[i], rest, boxes[i]); });
  Box box;
  for (const Box& part : boxes) {
    if (!part.is_empty()) {
      box.add(part.low);
      box.add(part.high);
    }
  }
  if (box.is_empty()) {
    add_joints(scene, rest, box);
  }
  const double size = box.is_empty() ? 0 : box.largest_side();
  return size > 0 && std::isfinite(size) ? size : 1;
}

}  // namespace rigpack

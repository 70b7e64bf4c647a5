#pragma once
/// A tube along x whose rings follow two joints that twist against each other.

#include <cmath>
#include <numbers>
#include <vector>

#include "rigpack/skinning.h"

namespace rigpack::test {

/// Rings of `kRingVertices` around x with radius 1; ring i stands at x = i and follows joint 1
/// (node 2) by `shares[i]`, joint 0 (node 1) by the rest. Node 0 draws the mesh. Normals point
/// outwards, tangents along x.
class TwistTube {
 public:
  static constexpr std::size_t kRingVertices = 12;

  explicit TwistTube(const std::vector<float>& shares) {
    scene.nodes.resize(3);
    scene.nodes[0].mesh = MeshIndex(0);
    scene.nodes[0].skin = SkinIndex(0);
    scene.skins.emplace_back().joints = {NodeIndex(1), NodeIndex(2)};
    Primitive& primitive = scene.meshes.emplace_back().primitives.emplace_back();
    influences.slots = 2;
    for (std::size_t ring = 0; ring < shares.size(); ++ring) {
      for (std::size_t i = 0; i < kRingVertices; ++i) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(i) / kRingVertices;
        const float y = static_cast<float>(std::cos(angle)),
                    z = static_cast<float>(std::sin(angle));
        primitive.positions.push_back({static_cast<float>(ring), y, z});
        primitive.normals.push_back({0, y, z});
        primitive.tangents.push_back({1, 0, 0, 1});
        influences.joints.insert(influences.joints.end(), {PaletteSlot(0), PaletteSlot(1)});
        influences.weights.insert(influences.weights.end(), {1 - shares[ring], shares[ring]});
      }
    }
    Poser(scene).rest(pose);
  }

  /// Turns joint 1 about x.
  void twist(double degrees) {
    const double half = degrees * std::numbers::pi / 360;
    pose.globals[2] =
        to_affine(trsd{.translation = {}, .rotation = {std::sin(half), 0, 0, std::cos(half)}});
  }

  Instance instance() const { return {NodeIndex(0), MeshIndex(0), 0, SkinIndex(0)}; }
  std::vector<double3> positions(const SkinningOptions& options = {}) const {
    return skin_positions(scene, instance(), influences, pose, options);
  }
  std::vector<double3> normals(const SkinningOptions& options = {}) const {
    return skin_normals(scene, instance(), influences, pose, options);
  }
  std::vector<double3> tangents(const SkinningOptions& options = {}) const {
    return skin_tangents(scene, instance(), influences, pose, options);
  }

  Scene scene;
  Influences influences;
  Pose pose;
};

}  // namespace rigpack::test

#pragma once
/// The smallest skinned assets: one triangle under two joints, and parts to break them with.

#include <array>
#include <initializer_list>
#include <string_view>

#include "rigpack/scene.h"

namespace rigpack::test {

using Joints4 = std::array<std::uint16_t, 4>;
using Weights4 = std::array<float, 4>;

/// An influence set in which every vertex has the same four influences.
inline InfluenceSet uniform_set(std::uint32_t number, std::size_t vertices, Joints4 joints,
                                Weights4 weights) {
  InfluenceSet set;
  set.set = number;
  set.has_joints = set.has_weights = true;
  for (std::size_t i = 0; i < vertices; ++i) {
    set.joints.insert(set.joints.end(), joints.begin(), joints.end());
    set.weights.insert(set.weights.end(), weights.begin(), weights.end());
  }
  return set;
}

/// Gives one vertex of `set` other influences.
inline void set_vertex(InfluenceSet& set, std::size_t vertex, Joints4 joints, Weights4 weights) {
  for (std::size_t i = 0; i < 4; ++i) {
    set.joints[4 * vertex + i] = joints[i];
    set.weights[4 * vertex + i] = weights[i];
  }
}

/// (0,0,0) (1,0,0) (0,1,0), every vertex half on joint 0 and half on joint 1.
inline Primitive skinned_triangle() {
  Primitive primitive;
  primitive.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  primitive.influences = {uniform_set(0, 3, {0, 1, 0, 0}, {.5F, .5F, 0, 0})};
  primitive.pointer = "/meshes/0/primitives/0";
  return primitive;
}

/// Nodes 0 (draws the triangle), 1 and 2 (joints, 2 under 1), all in one scene, without clips.
inline Scene skinned_scene() {
  Scene scene;
  scene.nodes.resize(3);
  scene.nodes[0].mesh = MeshIndex{0};
  scene.nodes[0].skin = SkinIndex{0};
  scene.nodes[1].children = {NodeIndex{2}};
  scene.nodes[2].parent = NodeIndex{1};
  scene.nodes[1].name = "upper";
  scene.nodes[2].name = "lower";
  scene.meshes.resize(1);
  scene.meshes[0].primitives = {skinned_triangle()};
  scene.skins.resize(1);
  scene.skins[0].joints = {NodeIndex{1}, NodeIndex{2}};
  scene.skins[0].inverse_binds.resize(2);
  scene.skins[0].has_inverse_binds = true;
  scene.scenes = {{NodeIndex{0}, NodeIndex{1}}};
  return scene;
}

/// A linear rotation track of `node` that stays at the identity.
inline Track still_rotation(NodeIndex node, std::initializer_list<float> times) {
  Track track;
  track.node = node;
  track.path = TrackPath::rotation;
  track.components = 4;
  track.times = times;
  for (std::size_t i = 0; i < times.size(); ++i) {
    track.values.insert(track.values.end(), {0, 0, 0, 1});
  }
  return track;
}

}  // namespace rigpack::test

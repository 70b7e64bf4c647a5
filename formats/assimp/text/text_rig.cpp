#include "assimp/text/text_rig.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rigpack::assimp::text {
namespace {

/// Z up to Y up; both formats look along X.
affined upright(double unit_m) {
  affined turn;
  turn.rows = {{{unit_m, 0, 0, 0}, {0, 0, unit_m, 0}, {0, -unit_m, 0, 0}}};
  return turn;
}

affined inverse_or_identity(const affined& m) {
  const double det = determinant(m);
  return std::isfinite(det) && det != 0 ? inverse(m) : affined{};
}

}  // namespace

NodeIndex add_rig(const std::vector<TextJoint>& joints, std::optional<double> unit_m,
                  Imported& out) {
  if (!unit_m) {
    out.notes.emplace_back(kNoUnit);
  }
  const NodeIndex root = add_node(out.scene, std::string(kConversionNode), std::nullopt);
  set_rest(out.scene.nodes[root.value], upright(unit_m.value_or(1)));
  const NodeIndex first(out.scene.nodes.size());
  Skin skin;
  std::size_t not_finite = 0;
  for (const TextJoint& joint : joints) {
    const NodeIndex above = joint.parent ? NodeIndex(first.value + *joint.parent) : root;
    const NodeIndex node = add_node(out.scene, joint.name, above);
    const affined outer = joint.parent ? joints[*joint.parent].world : affined{};
    not_finite += !set_rest(out.scene.nodes[node.value], inverse_or_identity(outer) * joint.world);
    skin.joints.push_back(node);
    skin.inverse_binds.push_back(to_float4x4(inverse_or_identity(joint.world)));
  }
  if (not_finite != 0) {
    out.notes.push_back(fmt::format("{} {}", not_finite, kNotFinite));
  }
  skin.has_inverse_binds = true;
  if (!joints.empty()) {
    out.scene.skins.push_back(std::move(skin));
  }
  return first;
}

void add_mesh(Mesh mesh, Imported& out) {
  if (mesh.primitives.empty()) {
    return;
  }
  const NodeIndex node = add_node(out.scene, mesh.name, NodeIndex(0));
  out.scene.nodes[node.value].mesh = MeshIndex(out.scene.meshes.size());
  if (!out.scene.skins.empty()) {
    out.scene.nodes[node.value].skin = SkinIndex(0);
  }
  out.scene.meshes.push_back(std::move(mesh));
}

Track frame_track(NodeIndex node, TrackPath path, std::vector<float> values, double rate) {
  Track track;
  track.node = node;
  track.path = path;
  track.components = path == TrackPath::rotation ? 4 : 3;
  for (std::size_t i = 0; i < values.size() / track.components; ++i) {
    track.times.push_back(static_cast<float>(static_cast<double>(i) / rate));
  }
  track.values = std::move(values);
  return track;
}

std::uint16_t slot_of(std::uint32_t joint) {
  return static_cast<std::uint16_t>(std::min(joint, std::uint32_t{UINT16_MAX}));
}

}  // namespace rigpack::assimp::text

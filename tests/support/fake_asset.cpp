#include "support/fake_asset.h"

#include "rigpack/package.h"
#include "rigpack/pose.h"
#include "rigpack/skeleton.h"
#include "rigpack/skinning.h"

namespace rigpack {
namespace {

DecodedAsset::Geometry geometry_of(const Primitive& primitive) {
  DecodedAsset::Geometry geometry;
  geometry.positions = primitive.positions;
  geometry.normals = primitive.normals;
  geometry.tangents = primitive.tangents;
  geometry.texcoords = primitive.texcoords;
  geometry.colors = primitive.colors;
  geometry.influences = gather_influences(primitive);
  geometry.indices = triangle_list(primitive);
  geometry.morph_targets = primitive.morph_targets;
  return geometry;
}

Pose pose_of(const Scene& scene, std::size_t clip, double t_s) {
  const Poser poser(scene);
  Pose pose;
  if (clip == kRestPose) {
    poser.rest(pose);
  } else {
    poser.sample(clip, t_s, pose);
  }
  return pose;
}

}  // namespace

FakeAsset::FakeAsset(const Scene& source)
    : decoded(source),
      skin_matrix([](const affined& global, const affined& bind) { return global * bind; }),
      after_pose([](double, std::vector<affinef>&) {}) {
  for (std::uint32_t n = 0; n < source.nodes.size(); ++n) {
    const Node& node = source.nodes[n];
    node_infos.push_back({node.name, node.parent ? node.parent->value : kNone, n});
  }
  for (std::uint32_t c = 0; c < source.clips.size(); ++c) {
    names.push_back(source.clips[c].name);
    sources.push_back(c);
  }
  for (const Instance& instance : instances(source)) {
    const Primitive& primitive = source.meshes[instance.mesh.value].primitives[instance.primitive];
    const auto vertices = static_cast<std::uint32_t>(primitive.positions.size());
    primitive_infos.push_back({instance.node.value, instance.node.value,
                               instance.skin ? instance.skin->value : kNone, instance.mesh.value,
                               instance.primitive, vertices});
    geometries.push_back(geometry_of(primitive));
  }
}

void FakeAsset::pose(std::size_t clip, double t_s, std::vector<affinef>& globals) const {
  globals.clear();
  for (const affined& global : pose_of(decoded, clip, t_s).globals) {
    globals.push_back(to_float(global));
  }
  after_pose(t_s, globals);
}

void FakeAsset::palette(std::uint32_t skin, const std::vector<affinef>& globals,
                        std::vector<affinef>& out) const {
  const std::vector<affined> binds = inverse_binds(decoded.skins[skin]);
  out.clear();
  for (std::size_t slot = 0; slot < binds.size(); ++slot) {
    const std::uint32_t joint = decoded.skins[skin].joints[slot].value;
    out.push_back(to_float(skin_matrix(to_double(globals[joint]), binds[slot])));
  }
}

std::vector<float> FakeAsset::morph_weights(std::size_t clip, double t_s,
                                            std::uint32_t instance) const {
  const auto weights = pose_of(decoded, clip, t_s).morph_weights[instance];
  return {weights.begin(), weights.end()};
}

}  // namespace rigpack

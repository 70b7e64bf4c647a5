#include "posed_asset.h"

#include <algorithm>

#include <fmt/format.h>

#include "rigpack/pose.h"
#include "rigpack/skinning.h"

namespace rigpack::cli {
namespace {

PosedPart pose_part(const Scene& scene, const Instance& instance, const Influences& influences,
                    const Pose& pose, const SkinningOptions& skinning) {
  const Mesh& mesh = scene.meshes[instance.mesh.value];
  const Primitive& primitive = mesh.primitives[instance.primitive];
  PosedPart part{.name = mesh.name,
                 .positions = skin_positions(scene, instance, influences, pose, skinning),
                 .normals = skin_normals(scene, instance, influences, pose, skinning),
                 .tangents = skin_tangents(scene, instance, influences, pose, skinning),
                 .handedness = {},
                 .indices = triangle_list(primitive)};
  for (const float4& tangent : primitive.tangents) {
    part.handedness.push_back(tangent.w);
  }
  return part;
}

/// One decoded primitive as a scene of its own: a node a palette slot, with the slot's skin matrix
/// as its global transform and no inverse binds, so that the reference skinner does the rest.
PosedPart pose_decoded(DecodedAsset::Geometry geometry, const std::vector<affinef>& matrices,
                       const std::vector<float>& morph_weights, bool skinned,
                       const SkinningOptions& skinning) {
  Scene scene;
  scene.nodes.resize(matrices.size());
  Pose pose;
  std::ranges::transform(matrices, std::back_inserter(pose.globals),
                         [](const affinef& m) { return to_double(m); });
  pose.morph_weights.resize(matrices.size());
  if (!matrices.empty()) {
    pose.morph_weights.front().assign(morph_weights.begin(), morph_weights.end());
  }
  Skin& skin = scene.skins.emplace_back();
  for (std::size_t slot = 0; slot < matrices.size(); ++slot) {
    skin.joints.emplace_back(slot);
  }
  Primitive& primitive = scene.meshes.emplace_back().primitives.emplace_back();
  primitive.positions = std::move(geometry.positions);
  primitive.normals = std::move(geometry.normals);
  primitive.tangents = std::move(geometry.tangents);
  primitive.indices = std::move(geometry.indices);
  primitive.indexed = true;
  primitive.morph_targets = std::move(geometry.morph_targets);
  Instance instance{NodeIndex(0), MeshIndex(0), 0, std::nullopt};
  if (skinned) {
    instance.skin = SkinIndex(0);
  }
  return pose_part(scene, instance, geometry.influences, pose, skinning);
}

}  // namespace

std::vector<PosedPart> pose_source(const Scene& scene, const Moment& moment,
                                   const SkinningOptions& skinning, const PackPolicy* repair) {
  const Poser poser(scene);
  Pose pose;
  if (moment.clip == kRestPose) {
    poser.rest(pose);
  } else {
    poser.sample(moment.clip, moment.time_s, pose);
  }
  StageReport stages;
  const auto repaired = repair != nullptr ? prepare_influences(scene, *repair, stages)
                                          : std::vector<std::vector<Influences>>{};
  std::vector<PosedPart> parts;
  for (const Instance& instance : instances(scene)) {
    const Primitive& primitive = scene.meshes[instance.mesh.value].primitives[instance.primitive];
    const Influences influences = repair != nullptr
                                      ? repaired[instance.mesh.value][instance.primitive]
                                      : gather_influences(primitive);
    parts.push_back(pose_part(scene, instance, influences, pose, skinning));
  }
  return parts;
}

Result<std::vector<PosedPart>> pose_package(const DecodedAsset& package, const Moment& moment,
                                            const SkinningOptions& skinning) {
  std::vector<affinef> globals, palette;
  package.pose(moment.clip, moment.time_s, globals);
  std::vector<PosedPart> parts;
  const auto primitives = package.primitives();
  for (std::size_t i = 0; i < primitives.size(); ++i) {
    const DecodedAsset::PrimitiveInfo& info = primitives[i];
    auto geometry = package.geometry(i);
    if (!geometry) {
      return std::unexpected(geometry.error());
    }
    const auto morphs = package.morph_weights(moment.clip, moment.time_s, info.instance);
    const bool skinned = info.skin != kNone;
    if (skinned) {
      package.palette(info.skin, globals, palette);
    } else {
      palette.assign(1, globals[info.node]);
    }
    parts.push_back(pose_decoded(std::move(*geometry), palette, morphs, skinned, skinning));
    parts.back().name = fmt::format("mesh{}_{}", info.source_mesh, info.source_primitive);
  }
  return parts;
}

}  // namespace rigpack::cli

#include "rigpack/deform.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "deform/rules.h"
#include "math/parallel.h"
#include "rigpack/skinning.h"

namespace rigpack {
namespace {

/// Whether an inverse bind matrix can be one: what follows from another is no news.
bool is_sound(const float4x4& matrix) {
  constexpr double kAffine = 1e-3;
  const double off = std::max({std::abs(double{matrix.m[3]}), std::abs(double{matrix.m[7]}),
                               std::abs(double{matrix.m[11]}), std::abs(double{matrix.m[15]} - 1)});
  const double volume = determinant(to_affine(matrix));
  return off <= kAffine && std::isfinite(volume) && volume != 0 &&
         std::ranges::all_of(matrix.m, [](float x) { return std::isfinite(x); });
}

/// A part can be judged when each of its joints is there, once, and bound.
bool is_sound(const Scene& scene, const Instance& instance) {
  const Skin& skin = scene.skins[instance.skin->value];
  const std::set<NodeIndex> joints(skin.joints.begin(), skin.joints.end());
  const bool is_bound = !skin.has_inverse_binds || skin.inverse_binds.size() == skin.joints.size();
  return !skin.poisoned && !skin.joints.empty() && joints.size() == skin.joints.size() &&
         is_bound &&
         std::ranges::all_of(skin.inverse_binds, [](const float4x4& m) { return is_sound(m); }) &&
         std::ranges::all_of(skin.joints, [&](NodeIndex joint) {
           return joint.value < scene.nodes.size() && !scene.nodes[joint.value].poisoned;
         });
}

}  // namespace

void for_each_part(const PosedAsset& asset, Findings& out, const PartRules& rules) {
  std::set<std::tuple<MeshIndex, std::uint32_t, SkinIndex>> seen;
  std::vector<Instance> parts;
  for (const Instance& instance : instances(asset.scene)) {
    if (instance.skin && is_sound(asset.scene, instance) &&
        seen.emplace(instance.mesh, instance.primitive, *instance.skin).second) {
      parts.push_back(instance);
    }
  }
  if (parts.empty()) {
    return;
  }
  constexpr std::size_t kFewestTriangles = 256;
  const Motion motion(asset.scene, asset.limits);
  const DeformContext context{
      asset.scene, asset.limits, motion, asset.size_m,
      std::max(kFewestTriangles, asset.limits.looked_at_triangles / parts.size())};
  std::vector<Findings> found(parts.size());
  std::vector<BindPose> bind_poses(parts.size());
  parallel_for(parts.size(), asset.threads, [&](std::size_t i) {
    const SkinnedPart part(context, parts[i]);
    rules(context, part, found[i], bind_poses[i]);
  });
  std::map<SkinIndex, BindPose> by_skin;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::ranges::move(found[i], std::back_inserter(out));
    by_skin[*parts[i].skin].add(bind_poses[i]);
  }
  for (const auto& [skin, bind_pose] : by_skin) {
    bind_pose.report(out);
  }
}

void check_deformation(const PosedAsset& asset, Findings& out) {
  for_each_part(asset, out,
                [](const DeformContext& context, const SkinnedPart& part, Findings& found,
                   BindPose& bind_pose) {
                  for (const auto check : {check_volume, check_reach, check_triangle_sides,
                                           check_normals, check_seam_gap, check_distant_joints}) {
                    check(context, part, found);
                  }
                  bind_pose.look_at(context, part);
                });
}

}  // namespace rigpack

#include "rigpack/deform.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "deform/rules.h"
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

void check_deformation(const Scene& scene, const DeformLimits& limits, double size_m,
                       Findings& out) {
  std::set<std::tuple<MeshIndex, std::uint32_t, SkinIndex>> seen;
  std::vector<Instance> parts;
  for (const Instance& instance : instances(scene)) {
    if (instance.skin && is_sound(scene, instance) &&
        seen.emplace(instance.mesh, instance.primitive, *instance.skin).second) {
      parts.push_back(instance);
    }
  }
  if (parts.empty()) {
    return;
  }
  const Motion motion(scene, limits);
  const DeformContext context{scene, limits, motion, size_m};
  std::map<SkinIndex, BindPose> bind_poses;
  for (const Instance& instance : parts) {
    const SkinnedPart part(context, instance);
    for (const auto check : {check_volume, check_reach, check_triangle_sides, check_normals,
                             check_seam_gap, check_distant_joints}) {
      check(context, part, out);
    }
    bind_poses[part.skin()].look_at(context, part);
  }
  for (const auto& [skin, bind_pose] : bind_poses) {
    bind_pose.report(out);
  }
}

}  // namespace rigpack

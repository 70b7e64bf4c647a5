#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <numbers>

#include "rigpack/pipeline.h"
#include "rigpack/skeleton.h"
#include "rigpack/skinning.h"
#include "rigpack/verify.h"

namespace rigpack {
namespace {

/// What `--weights fix` repairs. A zero sum has a policy of its own.
constexpr std::array kRepairedByFix{
    &rules::weights_not_normalized,     &rules::weights_negative,
    &rules::weights_non_finite,         &rules::weights_above_one,
    &rules::weights_joint_out_of_range, &rules::weights_joint_out_of_range_unused,
    &rules::weights_duplicate_joint};
/// What every pack puts right.
constexpr std::array kAlwaysRepaired{&rules::weights_imprecise_sum,
                                     &rules::weights_unused_slot_not_zero};

bool names(const auto& set, const Finding& finding) {
  return std::ranges::any_of(set, [&](const Rule* rule) { return rule->id == finding.rule; });
}

/// Cutting influences is lossy: past the profile's error limit only who asks for it gets it.
bool is_cut(const Finding& finding, const PackPolicy& policy) {
  const bool agreed = policy.max_influences.has_value() || finding.severity < Severity::error;
  return agreed && influence_limit(policy) <= policy.check.warn_influences;
}

bool is_repaired(const Finding& finding, const PackPolicy& policy) {
  if (finding.rule == rules::weights_too_many_influences.id) {
    return is_cut(finding, policy);
  }
  if (finding.rule == rules::weights_zero_sum.id) {
    return policy.zero_weights != ZeroWeightsMode::reject;
  }
  const bool may_fix = policy.weights == WeightsMode::fix || finding.severity < Severity::error;
  return names(kAlwaysRepaired, finding) || (may_fix && names(kRepairedByFix, finding));
}

/// Marks what the stages repair; true when an error is left.
bool judge(Findings& findings, const PackPolicy& policy) {
  bool refused = false;
  for (Finding& finding : findings) {
    finding.fixed = is_repaired(finding, policy);
    refused |= finding.severity == Severity::error && !finding.fixed;
  }
  return refused;
}

std::vector<PackedNode> pack_nodes(const Scene& scene, const Skeleton& skeleton) {
  std::vector<PackedNode> out;
  for (const Joint& joint : skeleton.joints) {
    const Node& source = scene.nodes[joint.node.value];
    PackedNode& node = out.emplace_back();
    node.name = source.name;
    node.parent = joint.parent < 0 ? kNone : static_cast<std::uint32_t>(joint.parent);
    node.roles = (joint.roles.joint ? kRoleJoint : 0U) |
                 (joint.roles.animated ? kRoleAnimated : 0U) |
                 (joint.roles.attachment ? kRoleAttachment : 0U) |
                 (joint.roles.ancestor ? kRoleAncestor : 0U);
    node.source_node = joint.node.value;
    node.rest = packed_rest(source);
  }
  return out;
}

PackedSkin pack_skin(const Skin& skin, const Skeleton& skeleton) {
  PackedSkin out;
  out.name = skin.name;
  for (const NodeIndex node : skin.joints) {
    out.palette.push_back(static_cast<std::uint32_t>(skeleton.joint_of_node[node.value]));
  }
  for (const affined& bind : inverse_binds(skin)) {
    out.inverse_binds.push_back(to_float(bind));
  }
  return out;
}

/// Share of the static bound that rounding positions to the mesh's grid may take; weights need the
/// rest. Beyond it the positions stay floats.
constexpr double kGridShare = 0.7;

/// How far the grid's rounding moves a position at most: half a step along each axis.
double corner_error(const Mesh& mesh) {
  return std::numbers::sqrt3 / 2 * static_cast<double>(position_grid(mesh).scale) / 65535;
}

PackedMesh pack_mesh(const Scene& scene, std::size_t index,
                     const std::vector<Influences>& influences, const VertexPolicy& policy,
                     VertexReport& report) {
  const Mesh& mesh = scene.meshes[index];
  const PositionGrid grid = position_grid(mesh);
  PackedMesh out;
  out.name = mesh.name;
  out.source_mesh = static_cast<std::uint32_t>(index);
  out.grid_offset = grid.offset;
  out.grid_scale = grid.scale;
  out.morph_weights = mesh.morph_weights;
  for (std::size_t i = 0; i < mesh.primitives.size(); ++i) {
    if (mesh.primitives[i].poisoned) {
      continue;
    }
    PackedPrimitive primitive =
        build_primitive(mesh.primitives[i], influences[i], grid, policy, report);
    if (primitive.vertex_count > 0) {
      primitive.source_primitive = static_cast<std::uint32_t>(i);
      out.primitives.push_back(std::move(primitive));
    }
  }
  return out;
}

/// By mesh: metres that a unit of its space measures at most wherever it is drawn.
std::vector<double> drawn_scales(const Scene& scene) {
  Pose rest;
  Poser(scene).rest(rest);
  std::vector<double> scales(scene.meshes.size(), 0);
  for (const Instance& instance : instances(scene)) {
    double& scale = scales[instance.mesh.value];
    scale = std::max(scale, drawn_scale(scene, instance, rest));
  }
  return scales;
}

/// Drawn meshes, each once, and the nodes that draw them. Meshes without a triangle are left out.
void pack_meshes(const Scene& scene, const Skeleton& skeleton, const PackPolicy& policy,
                 PackResult& result) {
  std::vector<std::uint32_t> packed_mesh(scene.meshes.size(), kNone);
  std::vector<bool> tried(scene.meshes.size(), false);
  const std::vector<double> scales = drawn_scales(scene);
  Package& package = result.package;
  for (const Node& node : scene.nodes) {
    if (!node.mesh || node.poisoned) {
      continue;
    }
    const std::uint32_t mesh = node.mesh->value;
    if (!tried[mesh]) {
      tried[mesh] = true;
      VertexPolicy vertex = policy.vertex;
      vertex.float_positions |= corner_error(scene.meshes[mesh]) * scales[mesh] >
                                kGridShare * package.certificate.static_bound_m;
      PackedMesh packed =
          pack_mesh(scene, mesh, result.influences[mesh], vertex, result.stages.vertex);
      if (!packed.primitives.empty()) {
        packed_mesh[mesh] = static_cast<std::uint32_t>(package.meshes.size());
        package.meshes.push_back(std::move(packed));
      }
    }
    if (packed_mesh[mesh] != kNone) {
      PackedInstance& instance = package.instances.emplace_back();
      const auto index = static_cast<std::size_t>(&node - scene.nodes.data());
      instance.node = static_cast<std::uint32_t>(skeleton.joint_of_node[index]);
      instance.mesh = packed_mesh[mesh];
      instance.skin = node.skin ? node.skin->value : kNone;
      instance.morph_weights = node.morph_weights;
    }
  }
}

PackResult refuse(PackResult result, std::string message, std::string pointer = {}) {
  Location at;
  at.pointer = std::move(pointer);
  result.check.findings.push_back(
      make_finding(rules::pack_refused, std::move(message), std::move(at)));
  sort_findings(result.check.findings);
  result.refused = true;
  result.package = {};
  return result;
}

double bound_or(double asked_m, double share, double size_m) {
  return asked_m > 0 ? asked_m : share * size_m;
}

}  // namespace

std::vector<std::size_t> selected_clips(const Scene& scene, const PackPolicy& policy) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < scene.clips.size() && !policy.no_clips; ++i) {
    if (policy.clips_glob.empty() ||
        fnmatch(policy.clips_glob.c_str(), scene.clips[i].name.c_str(), 0) == 0) {
      out.push_back(i);
    }
  }
  return out;
}

PackResult pack_scene(const Scene& scene, Findings from_reader, const PackPolicy& policy) {
  PackResult result;
  result.check = check_scene(scene, std::move(from_reader), policy.check);
  result.refused = judge(result.check.findings, policy);
  if (result.refused) {
    return result;
  }
  result.influences = prepare_influences(scene, policy, result.stages);
  if (result.stages.repair.zero_sum_left > 0) {
    std::string message = fmt::format(
        "{} vertices follow no joint after repair; --zero-weights root or nearest binds them",
        result.stages.repair.zero_sum_left);
    return refuse(std::move(result), std::move(message));
  }
  const Skeleton skeleton = build_skeleton(scene);
  if (skeleton.joints.empty()) {
    return refuse(std::move(result),
                  "the asset draws no mesh, has no joints and no clips: nothing to pack");
  }
  result.size_m = asset_size_m(scene);
  Package& package = result.package;
  package.certificate.size_m = result.size_m;
  package.certificate.clip_bound_m = bound_or(policy.max_error_m, kDefaultClipShare, result.size_m);
  package.certificate.static_bound_m =
      bound_or(policy.max_static_error_m, kDefaultStaticShare, result.size_m);

  package.nodes = pack_nodes(scene, skeleton);
  for (const Skin& skin : scene.skins) {
    package.skins.push_back(pack_skin(skin, skeleton));
  }
  pack_meshes(scene, skeleton, policy, result);
  if (package.instances.empty() && !instances(scene).empty()) {
    return refuse(std::move(result),
                  "no mesh of the asset has a triangle with three different corners: nothing to "
                  "draw");
  }

  const ClipPolicy clip_policy{.max_error_m = package.certificate.clip_bound_m,
                               .keep_constant = policy.keep_constant,
                               .threads = policy.threads};
  Result<EncodedClips> clips =
      encode_clips(scene, skeleton, result.influences, selected_clips(scene, policy), clip_policy);
  if (!clips) {
    return refuse(std::move(result), clips.error().message, clips.error().where);
  }
  package.clips = std::move(clips->clips);
  result.clips = std::move(clips->reports);
  return result;
}

}  // namespace rigpack

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "findings/tally.h"
#include "rigpack/skeleton.h"

namespace rigpack {
namespace {

/// A 3x3 part is singular when its determinant is this small beside the product of its columns'
/// lengths: double's noise over float input, far below any scale that artists use.
constexpr double kSingularShare = 1e-10;

constexpr std::uint32_t kNoRoot = 0xFFFFFFFFU;

/// The root above every node (itself for roots); kNoRoot for poisoned nodes and what hangs below.
std::vector<std::uint32_t> find_roots(const Scene& scene) {
  std::vector<std::uint32_t> roots(scene.nodes.size(), kNoRoot);
  for (const NodeIndex node : parents_first(scene)) {
    const auto& parent = scene.nodes[node.value].parent;
    roots[node.value] = parent ? roots[parent->value] : node.value;
  }
  return roots;
}

Location at_skin(const Scene& scene, std::size_t skin) {
  Location at;
  at.skin = static_cast<std::uint32_t>(skin);
  at.pointer = scene.skins[skin].pointer;
  return at;
}

bool all_finite(const float4x4& matrix) {
  return std::ranges::all_of(matrix.m, [](float value) { return std::isfinite(value); });
}

/// How far the last row is from 0 0 0 1.
double last_row_error(const float4x4& matrix) {
  const auto off = [&](std::size_t i, double expected) {
    return std::abs(double{matrix.m[i]} - expected);
  };
  return std::max({off(3, 0), off(7, 0), off(11, 0), off(15, 1)});
}

double column_length(const float4x4& matrix, std::size_t column) {
  const float* c = &matrix.m[4 * column];
  return length(double3{c[0], c[1], c[2]});
}

bool is_singular(const float4x4& matrix) {
  const double volume =
      column_length(matrix, 0) * column_length(matrix, 1) * column_length(matrix, 2);
  return !(std::abs(determinant(to_affine(matrix))) > kSingularShare * volume);
}

void check_inverse_bind_values(const Scene& scene, std::size_t index, const SkeletonLimits& limits,
                               Findings& out) {
  const Skin& skin = scene.skins[index];
  const std::size_t count = std::min(skin.joints.size(), skin.inverse_binds.size());
  Tally non_finite, not_affine, singular;
  for (std::size_t slot = 0; slot < count; ++slot) {
    const float4x4& matrix = skin.inverse_binds[slot];
    if (!all_finite(matrix)) {
      non_finite.add(slot, 0, 0);
      continue;
    }
    const double off = last_row_error(matrix);
    if (is_singular(matrix)) {  // zeros have no last row either: one cause
      singular.add(slot, determinant(to_affine(matrix)), 0);
    } else if (off > limits.last_row_warning) {
      not_affine.add(slot, off, off);
    }
  }
  const auto say = [&](const Tally& tally, const Rule& rule, const std::string& what) {
    if (tally.count != 0) {
      out.push_back(tally.finding(
          rule, fmt::format("{} of {} inverse bind matrices {}", tally.count, count, what),
          at_skin(scene, index)));
    }
  };
  say(non_finite, rules::skin_inverse_bind_non_finite,
      fmt::format("are not finite, first is joint {}", non_finite.worst_index));
  say(singular, rules::skin_inverse_bind_singular,
      fmt::format("have no inverse, first is joint {}", singular.worst_index));
  say(not_affine, rules::skin_inverse_bind_not_affine,
      fmt::format("have a last row that is not 0 0 0 1, worst is joint {}, off by {:.3g}",
                  not_affine.worst_index, not_affine.worst));
  if (not_affine.count != 0 && !(not_affine.worst > limits.last_row_error)) {
    out.back().severity = Severity::warning;
  }
}

void check_inverse_bind_count(const Scene& scene, std::size_t index, Findings& out) {
  const Skin& skin = scene.skins[index];
  if (!skin.has_inverse_binds) {
    out.push_back(make_finding(
        rules::skin_inverse_bind_missing,
        fmt::format("no inverse bind matrices for {} joints: identity", skin.joints.size()),
        at_skin(scene, index)));
  } else if (skin.inverse_binds.size() < skin.joints.size()) {
    out.push_back(make_finding(rules::skin_inverse_bind_count,
                               fmt::format("{} inverse bind matrices for {} joints",
                                           skin.inverse_binds.size(), skin.joints.size()),
                               at_skin(scene, index)));
  }
}

void check_joint_list(const Scene& scene, std::size_t index, Findings& out) {
  const Skin& skin = scene.skins[index];
  if (skin.joints.empty()) {
    out.push_back(
        make_finding(rules::skin_joints_invalid, "the skin has no joints", at_skin(scene, index)));
    return;
  }
  std::vector<NodeIndex> sorted = skin.joints;
  std::ranges::sort(sorted);
  Tally repeated;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i] == sorted[i - 1]) {
      repeated.add(sorted[i].value, sorted[i].value, 0);
    }
  }
  if (repeated.count != 0) {
    out.push_back(
        repeated.finding(rules::skin_joints_invalid,
                         fmt::format("{} of {} joints repeat a node, first is node {}",
                                     repeated.count, skin.joints.size(), repeated.worst_index),
                         at_skin(scene, index)));
  }
}

/// The root that all joints share; kNoRoot when there is none or a joint is unusable.
std::uint32_t check_common_root(const Scene& scene, std::size_t index,
                                const std::vector<std::uint32_t>& roots, Findings& out) {
  const Skin& skin = scene.skins[index];
  std::set<std::uint32_t> met;
  for (const NodeIndex joint : skin.joints) {
    met.insert(roots[joint.value]);
  }
  if (met.empty() || met.contains(kNoRoot)) {
    return kNoRoot;  // the reader has reported the cycle
  }
  if (met.size() == 1) {
    return *met.begin();
  }
  Finding finding = make_finding(
      rules::skin_no_common_root,
      fmt::format("{} joints stand under {} different roots", skin.joints.size(), met.size()),
      at_skin(scene, index));
  finding.count = met.size();
  for (const std::uint32_t root : met) {
    add_sample(finding, root, root);
  }
  out.push_back(finding);
  return kNoRoot;
}

/// For every node, the scenes that list it, ascending.
std::vector<std::vector<std::uint32_t>> scenes_by_root(const Scene& scene,
                                                       const std::vector<std::uint32_t>& roots) {
  std::vector<std::vector<std::uint32_t>> listed(scene.nodes.size());
  for (std::size_t i = 0; i < scene.scenes.size(); ++i) {
    for (const NodeIndex node : scene.scenes[i]) {
      if (roots[node.value] != kNoRoot) {
        listed[roots[node.value]].push_back(static_cast<std::uint32_t>(i));
      }
    }
  }
  for (auto& scenes : listed) {
    scenes.erase(std::ranges::unique(scenes).begin(), scenes.end());
  }
  return listed;
}

/// Every scene that draws a skinned node must hold the skin's joints too.
void check_scene_membership(const Scene& scene, const std::vector<std::uint32_t>& roots,
                            const std::vector<std::uint32_t>& skin_roots, Findings& out) {
  const auto listed = scenes_by_root(scene, roots);
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;  // (root of the node, skin)
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    if (!node.mesh || !node.skin || roots[i] == kNoRoot) {
      continue;
    }
    const std::uint32_t skin = node.skin->value;
    const std::uint32_t joints_root = skin_roots[skin];
    if (joints_root == kNoRoot || joints_root == roots[i] ||
        !seen.insert({roots[i], skin}).second) {
      continue;
    }
    if (!std::ranges::includes(listed[joints_root], listed[roots[i]])) {
      out.push_back(make_finding(
          rules::skin_joint_outside_scene,
          fmt::format("node {} draws the skin in a scene that does not hold its {} joints", i,
                      scene.skins[skin].joints.size()),
          at_skin(scene, skin)));
    }
  }
}

/// Which meshes are drawn with a skin, and by which first; and which by a faulty node.
struct MeshUse {
  std::vector<std::optional<SkinIndex>> skin;
  std::vector<bool> uncertain;  ///< a poisoned node draws it: its skin may have been lost
};

MeshUse find_mesh_use(const Scene& scene) {
  MeshUse use;
  use.skin.resize(scene.meshes.size());
  use.uncertain.resize(scene.meshes.size());
  for (const Node& node : scene.nodes) {
    if (!node.mesh) {
      continue;
    }
    if (node.skin && !use.skin[node.mesh->value]) {
      use.skin[node.mesh->value] = node.skin;
    }
    if (node.poisoned) {
      use.uncertain[node.mesh->value] = true;
    }
  }
  return use;
}

/// Meshes and skins must go together: weights need a skin, and a skin needs weights.
void check_mesh_pairing(const Scene& scene, Findings& out) {
  const MeshUse use = find_mesh_use(scene);
  for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
    for (std::size_t p = 0; p < scene.meshes[m].primitives.size(); ++p) {
      const Primitive& primitive = scene.meshes[m].primitives[p];
      const bool weighted = !primitive.influences.empty();
      if (primitive.poisoned || weighted == use.skin[m].has_value() ||
          (weighted && use.uncertain[m])) {
        continue;
      }
      Location at;
      at.mesh = static_cast<std::uint32_t>(m);
      at.primitive = static_cast<std::uint32_t>(p);
      at.pointer = primitive.pointer;
      const std::string size = fmt::format("{} vertices", primitive.positions.size());
      if (weighted) {
        out.push_back(make_finding(rules::skin_weights_without_skin,
                                   size + " have weights that no skin uses", at));
      } else {
        at.skin = use.skin[m]->value;
        out.push_back(make_finding(rules::skin_mesh_without_weights,
                                   size + " are drawn with a skin but have no weights", at));
      }
    }
  }
}

Location at_node(const Scene& scene, std::uint64_t node) {
  Location at;
  at.pointer = scene.nodes[node].pointer;
  return at;
}

void check_rotations(const Scene& scene, const SkeletonLimits& limits, Findings& out) {
  Tally tally;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    if (node.poisoned || node.matrix) {
      continue;
    }
    const double size = length(to_double(node.rest.rotation));
    const double off = std::abs(size - 1);
    if (!(off <= limits.unit_warning)) {
      tally.add(i, size, off);
    }
  }
  if (tally.count == 0) {
    return;
  }
  out.push_back(tally.finding(
      rules::skeleton_rotation_not_unit,
      fmt::format("{} of {} nodes have a rotation that is no unit quaternion, worst is node {} of "
                  "length {:.6g}",
                  tally.count, scene.nodes.size(), tally.worst_index, tally.worst),
      at_node(scene, tally.worst_index)));
  if (tally.worst_badness <= limits.unit_error) {
    out.back().severity = Severity::warning;
  }
}

void check_matrices(const Scene& scene, const SkeletonLimits& limits, Findings& out) {
  Tally tally;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    trsd ignored;
    if (!node.poisoned && node.matrix && !rest_trs(node, limits.shear_tolerance, ignored)) {
      tally.add(i, determinant(to_affine(*node.matrix)), 0);
    }
  }
  if (tally.count != 0) {
    out.push_back(tally.finding(
        rules::skeleton_matrix_not_decomposable,
        fmt::format("{} of {} nodes have a matrix with shear or a zero axis, first is node {}",
                    tally.count, scene.nodes.size(), tally.worst_index),
        at_node(scene, tally.worst_index)));
  }
}

/// `skeleton`, a hint that engines leave alone, must name a node above all joints.
void check_skeleton_root(const Scene& scene, std::size_t index, Findings& out) {
  const Skin& skin = scene.skins[index];
  if (!skin.root) {
    return;
  }
  Finding finding = make_finding(rules::skin_skeleton_not_common_root, {}, at_skin(scene, index));
  finding.count = 0;
  // Nodes below the root, or it, found from above: linear however deep the tree is.
  std::vector<bool> below(scene.nodes.size(), false);
  for (const NodeIndex node : parents_first(scene)) {
    const auto& parent = scene.nodes[node.value].parent;
    below[node.value] = node == *skin.root || (parent && below[parent->value]);
  }
  for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
    if (!below[skin.joints[slot].value]) {
      ++finding.count;
      add_sample(finding, slot, skin.joints[slot].value);
    }
  }
  if (finding.count != 0) {
    finding.message =
        fmt::format("{} of {} joints do not stand below node {}, which skeleton names",
                    finding.count, skin.joints.size(), skin.root->value);
    out.push_back(std::move(finding));
  }
}

}  // namespace

void check_skins(const Scene& scene, const SkeletonLimits& limits, Findings& out) {
  const std::vector<std::uint32_t> roots = find_roots(scene);
  std::vector<std::uint32_t> skin_roots(scene.skins.size(), kNoRoot);
  for (std::size_t i = 0; i < scene.skins.size(); ++i) {
    if (scene.skins[i].poisoned) {
      continue;
    }
    check_joint_list(scene, i, out);
    check_inverse_bind_count(scene, i, out);
    check_inverse_bind_values(scene, i, limits, out);
    if (!scene.hierarchy_uncertain) {
      skin_roots[i] = check_common_root(scene, i, roots, out);
      check_skeleton_root(scene, i, out);
    }
  }
  check_scene_membership(scene, roots, skin_roots, out);
  check_mesh_pairing(scene, out);
  check_rotations(scene, limits, out);
  check_matrices(scene, limits, out);
}

}  // namespace rigpack

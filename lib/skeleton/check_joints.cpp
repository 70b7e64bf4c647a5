#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "findings/tally.h"
#include "rigpack/skeleton.h"
#include "skeleton/check_inverse_binds.h"

namespace rigpack {
namespace {

Location at_skin(const Scene& scene, std::size_t skin) {
  Location at;
  at.skin = static_cast<std::uint32_t>(skin);
  at.pointer = scene.skins[skin].pointer;
  return at;
}

/// How many nodes stand above each node.
std::vector<std::uint32_t> depths(const Scene& scene) {
  std::vector<std::uint32_t> depth(scene.nodes.size());
  for (const NodeIndex node : parents_first(scene)) {
    const auto& parent = scene.nodes[node.value].parent;
    depth[node.value] = parent ? depth[parent->value] + 1 : 0;
  }
  return depth;
}

void check_joint_count(const Scene& scene, std::size_t index, const SkeletonLimits& limits,
                       Findings& out) {
  const std::size_t count = scene.skins[index].joints.size();
  const bool error = limits.error_joints != 0 && count > limits.error_joints;
  if (!error && (limits.warn_joints == 0 || count <= limits.warn_joints)) {
    return;
  }
  const std::uint32_t limit = error ? limits.error_joints : limits.warn_joints;
  Finding finding = make_finding(rules::skin_too_many_joints,
                                 fmt::format("{} joints; the profile takes {}", count, limit),
                                 at_skin(scene, index));
  finding.severity = error ? Severity::error : Severity::warning;
  finding.worst = static_cast<double>(count);
  out.push_back(std::move(finding));
}

void check_names(const Scene& scene, std::size_t index, Findings& out) {
  const Skin& skin = scene.skins[index];
  std::map<std::string_view, std::uint32_t> first;
  Tally empty, repeated;
  for (std::uint32_t slot = 0; slot < skin.joints.size(); ++slot) {
    const NodeIndex node = skin.joints[slot];
    const std::string_view name = scene.nodes[node.value].name;
    if (name.empty()) {
      empty.add(slot, slot, 0);
    } else if (const auto [at, fresh] = first.emplace(name, node.value);
               !fresh && at->second != node.value) {
      repeated.add(slot, slot, 0);
    }
  }
  if (empty.count != 0) {
    out.push_back(empty.finding(rules::skin_empty_joint_name,
                                fmt::format("{} of {} joints have no name, first is joint {}",
                                            empty.count, skin.joints.size(), empty.worst_index),
                                at_skin(scene, index)));
  }
  if (repeated.count != 0) {
    out.push_back(
        repeated.finding(rules::skin_duplicate_joint_name,
                         fmt::format("{} of {} joints have the name of another, first is joint {}",
                                     repeated.count, skin.joints.size(), repeated.worst_index),
                         at_skin(scene, index)));
  }
}

/// Marks the slots that weights of `primitive` follow; false when they cannot be read.
bool mark_used(const Primitive& primitive, std::vector<bool>& used) {
  for (const InfluenceSet& set : primitive.influences) {
    if (set.poisoned || set.joints.size() != set.weights.size()) {
      return false;
    }
    for (std::size_t i = 0; i < set.joints.size(); ++i) {
      if (set.weights[i] != 0 && set.joints[i] < used.size()) {
        used[set.joints[i]] = true;
      }
    }
  }
  return !primitive.poisoned;
}

/// Joints that no vertex follows, and skins that draw nothing.
void check_use(const Scene& scene, std::size_t index, Findings& out) {
  const Skin& skin = scene.skins[index];
  std::vector<bool> used(skin.joints.size());
  bool drawn = false;
  bool readable = true;
  for (const Node& node : scene.nodes) {
    readable = readable && !node.poisoned;
    if (!node.mesh || !node.skin || node.skin->value != index) {
      continue;
    }
    drawn = true;
    for (const Primitive& primitive : scene.meshes[node.mesh->value].primitives) {
      readable = mark_used(primitive, used) && readable;
    }
  }
  if (!readable) {
    return;
  }
  if (!drawn) {
    out.push_back(make_finding(rules::skin_skin_without_mesh,
                               fmt::format("a skin of {} joints draws no mesh", skin.joints.size()),
                               at_skin(scene, index)));
    return;
  }
  Tally unused;
  for (std::size_t slot = 0; slot < used.size(); ++slot) {
    if (!used[slot]) {
      unused.add(slot, static_cast<double>(slot), 0);
    }
  }
  if (unused.count != 0) {
    out.push_back(unused.finding(rules::skin_unused_joint,
                                 fmt::format("{} of {} joints move no vertex, first is joint {}",
                                             unused.count, used.size(), unused.worst_index),
                                 at_skin(scene, index)));
  }
}

bool is_identity(const Node& node) {
  const auto off = [](float value, double expected) { return std::abs(double{value} - expected); };
  if (node.matrix) {
    const float4x4 identity;
    double most = 0;
    for (std::size_t i = 0; i < 16; ++i) {
      most = std::max(most, off(node.matrix->m[i], identity.m[i]));
    }
    return most <= 1e-6;
  }
  const trsf& t = node.rest;
  return std::max({off(t.translation.x, 0), off(t.translation.y, 0), off(t.translation.z, 0),
                   off(t.rotation.x, 0), off(t.rotation.y, 0), off(t.rotation.z, 0),
                   off(t.scale.x, 1), off(t.scale.y, 1), off(t.scale.z, 1)}) <= 1e-6;
}

void check_skinned_nodes(const Scene& scene, Findings& out) {
  Tally moved;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    if (!node.poisoned && node.mesh && node.skin && !is_identity(node)) {
      moved.add(i, static_cast<double>(i), 0);
    }
  }
  if (moved.count != 0) {
    Location at;
    at.pointer = scene.nodes[moved.worst_index].pointer;
    out.push_back(moved.finding(
        rules::skin_node_transform_ignored,
        fmt::format(
            "{} nodes that draw a skinned mesh have a transform of their own, first is node "
            "{}",
            moved.count, moved.worst_index),
        at));
  }
}

struct ScaleTallies {
  Tally uneven, negative, zero, deep;
};

void judge_joint(const Scene& scene, std::size_t index, std::uint32_t depth,
                 const SkeletonLimits& limits, ScaleTallies& out) {
  const Node& node = scene.nodes[index];
  if (limits.warn_depth != 0 && depth >= limits.warn_depth) {
    out.deep.add(index, depth + 1, depth);
  }
  trsd rest;
  if (node.poisoned || !rest_trs(node, limits.shear_tolerance, rest)) {
    return;
  }
  const double3& s = rest.scale;
  const double low = std::min({std::abs(s.x), std::abs(s.y), std::abs(s.z)});
  const double high = std::max({std::abs(s.x), std::abs(s.y), std::abs(s.z)});
  if (low == 0) {
    out.zero.add(index, low, 0);
  } else if (high > (1 + limits.scale_tolerance) * low) {
    out.uneven.add(index, high / low, high / low);
  }
  if (std::min({s.x, s.y, s.z}) < 0) {
    out.negative.add(index, std::min({s.x, s.y, s.z}), 0);
  }
}

void check_rest_scales(const Scene& scene, const SkeletonLimits& limits, Findings& out) {
  std::vector<bool> is_joint(scene.nodes.size());
  for (const Skin& skin : scene.skins) {
    for (const NodeIndex joint : skin.joints) {
      is_joint[joint.value] = true;
    }
  }
  const std::vector<std::uint32_t> depth = depths(scene);
  ScaleTallies tallies;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    if (is_joint[i]) {
      judge_joint(scene, i, depth[i], limits, tallies);
    }
  }
  const auto say = [&](const Tally& tally, const Rule& rule, const std::string& what) {
    if (tally.count != 0) {
      Location at;
      at.pointer = scene.nodes[tally.worst_index].pointer;
      out.push_back(tally.finding(rule, fmt::format("{} joints {}", tally.count, what), at));
    }
  };
  say(tallies.uneven, rules::skeleton_joint_scale_non_uniform,
      fmt::format("rest at a scale that differs between axes, worst is node {} with a ratio of "
                  "{:.4g}",
                  tallies.uneven.worst_index, tallies.uneven.worst));
  say(tallies.negative, rules::skeleton_negative_scale,
      fmt::format("rest at a negative scale, first is node {}", tallies.negative.worst_index));
  say(tallies.zero, rules::skeleton_zero_scale,
      fmt::format("rest at a scale of zero, first is node {}", tallies.zero.worst_index));
  say(tallies.deep, rules::skeleton_too_deep,
      fmt::format("stand more than {} deep, deepest is node {} at {}", limits.warn_depth,
                  tallies.deep.worst_index, tallies.deep.worst));
}

}  // namespace

void check_joints(const Scene& scene, const SkeletonLimits& limits, Findings& out) {
  for (std::size_t i = 0; i < scene.skins.size(); ++i) {
    if (!scene.skins[i].poisoned) {
      check_joint_count(scene, i, limits, out);
      check_names(scene, i, out);
      check_use(scene, i, out);
      check_inverse_bind_quality(scene.skins[i], at_skin(scene, i), limits, out);
    }
  }
  check_skinned_nodes(scene, out);
  check_rest_scales(scene, limits, out);
}

}  // namespace rigpack

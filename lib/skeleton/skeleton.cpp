#include "rigpack/skeleton.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>

namespace rigpack {
namespace {

double3 column(const affined& m, std::size_t c) {
  return {m.rows[0][c], m.rows[1][c], m.rows[2][c]};
}

void set_column(affined& m, std::size_t c, const double3& v) {
  m.rows[0][c] = v.x;
  m.rows[1][c] = v.y;
  m.rows[2][c] = v.z;
}

/// `v` without its parts along `a` and `b`, unit length; `fallback` treated so when nothing is
/// left.
double3 orthonormal(double3 v, const double3& a, const double3& b, const double3& fallback) {
  v = v - a * dot(v, a) - b * dot(v, b);
  const double size = length(v);
  if (size > 0 && std::isfinite(size)) {
    return v * (1 / size);
  }
  return fallback;
}

/// A unit vector across `v`.
double3 across(const double3& v) {
  const double3 axis = std::abs(v.x) < 0.9 ? double3{1, 0, 0} : double3{0, 1, 0};
  const double3 side = cross(v, axis);
  return side * (1 / length(side));
}

/// The rotation and scale of Gram-Schmidt's frame of `m`: what is left when shear is taken out.
trsd nearest_trs(const affined& m) {
  const double3 x = orthonormal(column(m, 0), {}, {}, {1, 0, 0});
  const double3 y = orthonormal(column(m, 1), x, {}, across(x));
  const double3 z = cross(x, y);
  affined frame;
  set_column(frame, 0, x);
  set_column(frame, 1, y);
  set_column(frame, 2, z);
  trsd out;
  decompose(frame, 1, out);
  out.translation = column(m, 3);
  out.scale = {dot(column(m, 0), x), dot(column(m, 1), y), dot(column(m, 2), z)};
  return out;
}

void mark_joints(const Scene& scene, std::vector<JointRoles>& roles, std::vector<bool>& kept) {
  for (const Skin& skin : scene.skins) {
    if (skin.poisoned) {
      continue;
    }
    for (const NodeIndex node : skin.joints) {
      roles[node.value].joint = true;
      kept[node.value] = true;
    }
  }
}

void mark_animated(const Scene& scene, std::vector<JointRoles>& roles, std::vector<bool>& kept) {
  for (const Clip& clip : scene.clips) {
    for (const Track& track : clip.tracks) {
      if (!track.poisoned) {
        roles[track.node.value].animated = true;
        kept[track.node.value] = true;
      }
    }
  }
}

void mark_attachments(const Scene& scene, std::vector<JointRoles>& roles, std::vector<bool>& kept) {
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    if (scene.nodes[i].mesh) {
      roles[i].attachment = true;
      kept[i] = true;
    }
  }
}

/// Keeps the ancestors of everything kept; `order` runs parents first.
void mark_ancestors(const Scene& scene, const std::vector<NodeIndex>& order,
                    std::vector<JointRoles>& roles, std::vector<bool>& kept) {
  for (const NodeIndex node : std::views::reverse(order)) {
    const auto& parent = scene.nodes[node.value].parent;
    if (kept[node.value] && parent) {
      roles[parent->value].ancestor = true;
      kept[parent->value] = true;
    }
  }
}

}  // namespace

affined rest_transform(const Node& node) {
  if (node.matrix) {
    return to_affine(*node.matrix);
  }
  trsd trs;
  rest_trs(node, 0, trs);
  return to_affine(trs);
}

bool rest_trs(const Node& node, double shear_tolerance, trsd& out) {
  if (!node.matrix) {
    out.translation = to_double(node.rest.translation);
    out.rotation = normalized(to_double(node.rest.rotation));
    out.scale = to_double(node.rest.scale);
    return true;
  }
  const affined m = to_affine(*node.matrix);
  if (decompose(m, shear_tolerance, out)) {
    return true;
  }
  out = nearest_trs(m);
  return false;
}

std::vector<affined> inverse_binds(const Skin& skin) {
  std::vector<affined> binds(skin.joints.size());
  for (std::size_t i = 0; i < std::min(binds.size(), skin.inverse_binds.size()); ++i) {
    binds[i] = to_affine(skin.inverse_binds[i]);
  }
  return binds;
}

Skeleton build_skeleton(const Scene& scene) {
  std::vector<JointRoles> roles(scene.nodes.size());
  std::vector<bool> kept(scene.nodes.size());
  mark_joints(scene, roles, kept);
  mark_animated(scene, roles, kept);
  mark_attachments(scene, roles, kept);
  const std::vector<NodeIndex> order = parents_first(scene);
  mark_ancestors(scene, order, roles, kept);

  Skeleton skeleton;
  skeleton.joint_of_node.assign(scene.nodes.size(), -1);
  for (const NodeIndex node : order) {
    if (!kept[node.value]) {
      continue;
    }
    Joint joint{.node = node, .parent = -1, .roles = roles[node.value]};
    if (const auto& parent = scene.nodes[node.value].parent) {
      joint.parent = skeleton.joint_of_node[parent->value];
    }
    skeleton.joint_of_node[node.value] = static_cast<std::int32_t>(skeleton.joints.size());
    skeleton.joints.push_back(joint);
  }
  return skeleton;
}

}  // namespace rigpack

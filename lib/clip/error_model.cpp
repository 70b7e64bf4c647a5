#include "clip/error_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "rigpack/pose.h"
#include "rigpack/skinning.h"

namespace rigpack {
namespace {

constexpr double kShellShare = 0.017;  ///< of the size: 30 mm on 1750 mm, ACL's default shell

/// One vertex on its way into a group.
struct Entry {
  std::uint32_t joint = 0;
  double weight = 0;
  double3 place;
};

void widen(double3& low, double3& high, const double3& p) {
  low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
  high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
}

class GroupBuilder {
 public:
  void add(std::vector<Entry>& entries) {
    std::ranges::sort(entries, {}, &Entry::joint);
    std::vector<std::uint32_t> key;
    key.reserve(entries.size());
    for (const Entry& entry : entries) {
      key.push_back(entry.joint);
    }
    VertexGroup& group = groups_[key];
    if (group.joints.empty()) {
      constexpr double kInfinity = std::numeric_limits<double>::infinity();
      group.joints = key;
      group.heaviest.assign(key.size(), 0);
      group.low.assign(key.size(), {kInfinity, kInfinity, kInfinity});
      group.high.assign(key.size(), {-kInfinity, -kInfinity, -kInfinity});
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
      group.places.push_back(entries[i].place);
      group.weights.push_back(entries[i].weight);
      group.heaviest[i] = std::max(group.heaviest[i], entries[i].weight);
      widen(group.low[i], group.high[i], entries[i].place);
    }
  }

  std::vector<VertexGroup> take() {
    std::vector<VertexGroup> out;
    out.reserve(groups_.size());
    for (auto& [key, group] : groups_) {
      out.push_back(std::move(group));
    }
    return out;
  }

 private:
  std::map<std::vector<std::uint32_t>, VertexGroup> groups_;
};

/// The places one vertex can take: at rest, and with each morph target fully on.
std::vector<double3> vertex_places(const Primitive& primitive, std::size_t vertex) {
  std::vector<double3> places{to_double(primitive.positions[vertex])};
  for (const MorphTarget& target : primitive.morph_targets) {
    if (vertex < target.positions.size() && target.positions[vertex] != float3{}) {
      places.push_back(places.front() + to_double(target.positions[vertex]));
    }
  }
  return places;
}

void add_skinned(const Scene& scene, const Skeleton& skeleton, const Instance& instance,
                 const Influences& influences, GroupBuilder& groups) {
  const Primitive& primitive = scene.meshes[instance.mesh.value].primitives[instance.primitive];
  const Skin& skin = scene.skins[instance.skin->value];
  const std::vector<affined> binds = inverse_binds(skin);
  const std::size_t vertices = std::min(primitive.positions.size(), influences.vertex_count());
  std::vector<Entry> entries;
  for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
    for (const double3& place : vertex_places(primitive, vertex)) {
      entries.clear();
      for (std::size_t i = 0; i < influences.slots; ++i) {
        const std::size_t at = vertex * influences.slots + i;
        const std::uint32_t slot = influences.joints[at].value;
        if (influences.weights[at] > 0 && slot < binds.size() && slot < skin.joints.size()) {
          const std::int32_t joint = skeleton.joint_of_node[skin.joints[slot].value];
          entries.push_back({static_cast<std::uint32_t>(joint), influences.weights[at],
                             transform_point(binds[slot], place)});
        }
      }
      if (!entries.empty()) {
        groups.add(entries);
      }
    }
  }
}

void add_rigid(const Scene& scene, const Skeleton& skeleton, const Instance& instance,
               GroupBuilder& groups) {
  const Primitive& primitive = scene.meshes[instance.mesh.value].primitives[instance.primitive];
  const auto joint = static_cast<std::uint32_t>(skeleton.joint_of_node[instance.node.value]);
  std::vector<Entry> entries;
  for (std::size_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
    for (const double3& place : vertex_places(primitive, vertex)) {
      entries.assign({{joint, 1, place}});
      groups.add(entries);
    }
  }
}

void add_shell(const std::vector<affined>& globals, double radius_m, GroupBuilder& groups) {
  std::vector<Entry> entries;
  for (std::size_t joint = 0; joint < globals.size(); ++joint) {
    const double scale = std::cbrt(std::abs(determinant(globals[joint])));
    const double r = scale > 0 ? radius_m / scale : radius_m;
    for (const double3& axis : {double3{r, 0, 0}, double3{-r, 0, 0}, double3{0, r, 0},
                                double3{0, -r, 0}, double3{0, 0, r}, double3{0, 0, -r}}) {
      entries.assign({{static_cast<std::uint32_t>(joint), 1, axis}});
      groups.add(entries);
    }
  }
}

/// Largest |delta| of each target, added up, in the primitive's own units.
double delta_sum(const Primitive& primitive) {
  double sum = 0;
  for (const MorphTarget& target : primitive.morph_targets) {
    double longest = 0;
    for (const float3& delta : target.positions) {
      longest = std::max(longest, length(to_double(delta)));
    }
    sum += longest;
  }
  return sum;
}

/// Upper bound of |m p| for p in the box: a convex function takes its maximum at a corner.
double corner_bound(const affined& m, const double3& low, const double3& high) {
  double worst = 0;
  for (unsigned corner = 0; corner < 8; ++corner) {
    const double3 p{(corner & 1U) != 0 ? high.x : low.x, (corner & 2U) != 0 ? high.y : low.y,
                    (corner & 4U) != 0 ? high.z : low.z};
    const double3 moved = transform_point(m, p);
    worst = std::max(worst, dot(moved, moved));
  }
  return std::sqrt(worst);
}

/// Upper bound of the error of any vertex of `group`: weights sum to 1, so the worst joint bounds
/// it, and so does the sum of each joint's bound times its heaviest weight.
double group_bound(const VertexGroup& group, const std::vector<affined>& differences) {
  double heaviest = 0;
  double sum = 0;
  for (std::size_t i = 0; i < group.joints.size(); ++i) {
    const double bound = corner_bound(differences[group.joints[i]], group.low[i], group.high[i]);
    heaviest = std::max(heaviest, bound);
    sum += group.heaviest[i] * bound;
  }
  return std::min(sum, heaviest);
}

bool is_finite(const affined& m) {
  return std::ranges::all_of(m.rows, [](const auto& row) {
    return std::ranges::all_of(row, [](double x) { return std::isfinite(x); });
  });
}

double group_worst(const VertexGroup& group, const std::vector<affined>& differences) {
  const std::size_t joints = group.joints.size();
  double worst = 0;
  for (std::size_t at = 0; at < group.weights.size(); at += joints) {
    double3 moved;
    for (std::size_t i = 0; i < joints; ++i) {
      moved = moved + transform_point(differences[group.joints[i]], group.places[at + i]) *
                          group.weights[at + i];
    }
    worst = std::max(worst, dot(moved, moved));
  }
  return std::sqrt(worst);
}

}  // namespace

ErrorModel::ErrorModel(const Scene& scene, const Skeleton& skeleton,
                       const std::vector<std::vector<Influences>>& influences, double size_m)
    : reach_(skeleton.joints.size()), morph_reach_(scene.nodes.size(), 0) {
  Pose rest;
  Poser(scene).rest(rest);
  std::vector<affined> globals;
  for (const Joint& joint : skeleton.joints) {
    globals.push_back(rest.globals[joint.node.value]);
    const affined& m = globals.back();
    origins_.push_back({m.rows[0][3], m.rows[1][3], m.rows[2][3]});
  }

  GroupBuilder groups;
  const std::vector<Instance> drawn = instances(scene);
  for (const Instance& instance : drawn) {
    const Primitive& primitive = scene.meshes[instance.mesh.value].primitives[instance.primitive];
    const Influences& own = influences[instance.mesh.value][instance.primitive];
    if (instance.skin && own.slots > 0) {
      add_skinned(scene, skeleton, instance, own, groups);
    } else {
      add_rigid(scene, skeleton, instance, groups);
    }
    double& reach = morph_reach_[instance.node.value];
    reach = std::max(reach, delta_sum(primitive) * drawn_scale(scene, instance, rest));
  }
  if (drawn.empty()) {
    add_shell(globals, kShellShare * size_m, groups);
  }
  groups_ = groups.take();

  for (std::size_t joint = 0; joint < reach_.size(); ++joint) {
    const std::int32_t parent = skeleton.joints[joint].parent;
    reach_[joint].rotation = kShellShare * size_m;
    reach_[joint].linear_scale =
        parent < 0 ? 1 : largest_axis(globals[static_cast<std::size_t>(parent)]);
  }
  for (const VertexGroup& group : groups_) {
    for (std::size_t at = 0; at < group.weights.size(); ++at) {
      const std::uint32_t joint = group.joints[at % group.joints.size()];
      const double3 offset = transform_vector(globals[joint], group.places[at]);
      JointReach& reach = reach_[joint];
      reach.rotation = std::max(reach.rotation, group.weights[at] * length(offset));
      reach.weight = std::max(reach.weight, group.weights[at]);
    }
  }
  subtree_reach_.assign(reach_.size(), 0);
  for (std::size_t joint = 0; joint < reach_.size(); ++joint) {
    for (auto up = static_cast<std::int32_t>(joint); up >= 0;
         up = skeleton.joints[static_cast<std::size_t>(up)].parent) {
      const auto above = static_cast<std::size_t>(up);
      const double far = length(origins_[joint] - origins_[above]);
      subtree_reach_[above] =
          std::max(subtree_reach_[above], reach_[joint].rotation + reach_[joint].weight * far);
    }
  }
}

double ErrorModel::worst(const std::vector<affined>& differences, double floor) const {
  if (!std::ranges::all_of(differences, is_finite)) {
    return std::numeric_limits<double>::infinity();
  }
  double worst = floor;
  for (const VertexGroup& group : groups_) {
    const double bound = group_bound(group, differences);
    if (bound > worst) {
      worst = std::max(worst, group_worst(group, differences));
    }
  }
  return worst;
}

}  // namespace rigpack

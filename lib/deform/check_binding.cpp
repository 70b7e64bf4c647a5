/// What is wrong before any clip plays: weights/distant-joint, skin/bind-pose-mismatch.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "deform/rules.h"
#include "findings/tally.h"

namespace rigpack {
namespace {

/// Edges of the node tree from `a` to `b`; more than `most` counts as most + 1.
std::uint32_t edges_between(const Scene& scene, NodeIndex a, NodeIndex b, std::uint32_t most) {
  std::map<NodeIndex, std::uint32_t> above_a;
  std::optional<NodeIndex> node = a;
  for (std::uint32_t up = 0; node && up <= most; ++up) {
    above_a.emplace(*node, up);
    node = scene.nodes[node->value].parent;
  }
  node = b;
  for (std::uint32_t up = 0; node && up <= most; ++up) {
    if (const auto found = above_a.find(*node); found != above_a.end()) {
      return std::min(up + found->second, most + 1);
    }
    node = scene.nodes[node->value].parent;
  }
  return most + 1;
}

/// Edges between joints of one skin, worked out once a pair.
class JointEdges {
 public:
  JointEdges(const Scene& scene, const Skin& skin, std::uint32_t most)
      : scene_(scene), skin_(skin), most_(most) {}
  bool are_far(std::uint32_t a, std::uint32_t b) {
    const auto [at, is_new] = known_.emplace(std::minmax(a, b), false);
    if (is_new) {
      at->second = edges_between(scene_, skin_.joints[a], skin_.joints[b], most_) > most_;
    }
    return at->second;
  }

 private:
  const Scene& scene_;
  const Skin& skin_;
  std::uint32_t most_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> known_;
};

/// Whether `joint` is far from all others that a vertex follows: a long chain of joints may well
/// share a vertex, a stray one stands alone.
bool stands_alone(JointEdges& edges, const SkinnedPart& part, std::uint32_t vertex,
                  std::uint32_t joint) {
  return std::ranges::all_of(part.shares(vertex), [&](const Share& used) {
    return used.joint == joint || edges.are_far(used.joint, joint);
  });
}

double distance_to_segment(const double3& p, const double3& a, const double3& b) {
  const double3 along = b - a;
  const double size = dot(along, along);
  const double share = size > 0 ? std::clamp(dot(p - a, along) / size, 0.0, 1.0) : 0;
  return length(p - (a + along * share));
}

/// Where a joint's bones lie in the rest pose: from it to each of its child joints.
struct Bones {
  double3 head;
  std::vector<double3> tails;

  double distance_to(const double3& p) const {
    double nearest = length(p - head);
    for (const double3& tail : tails) {
      nearest = std::min(nearest, distance_to_segment(p, head, tail));
    }
    return nearest;
  }
};

Bones bones_of(const DeformContext& context, const SkinnedPart& part, std::uint32_t joint) {
  const Skin& skin = context.scene.skins[part.skin().value];
  const std::vector<affined>& rest = context.motion.palette(part.skin(), 0);
  const auto& origins = context.motion.bind_origins(part.skin());
  const auto stands_at = [&](std::uint32_t slot) {
    return transform_point(rest[slot], origins[slot].value_or(double3{}));
  };
  Bones bones{stands_at(joint), {}};
  for (std::uint32_t slot = 0; slot < skin.joints.size(); ++slot) {
    if (context.scene.nodes[skin.joints[slot].value].parent == skin.joints[joint]) {
      bones.tails.push_back(stands_at(slot));
    }
  }
  return bones;
}

/// The joint that most vertices follow most.
std::uint32_t busiest_joint(const SkinnedPart& part, std::size_t joints) {
  std::vector<std::size_t> counts(joints, 0);
  for (const std::uint32_t joint : part.heaviest()) {
    if (joint != SkinnedPart::kNoJoint) {
      ++counts[joint];
    }
  }
  return static_cast<std::uint32_t>(std::ranges::max_element(counts) - counts.begin());
}

bool are_alike(const affined& a, const affined& b) {
  constexpr double kRounding = 1e-6;
  double largest = 0, off = 0;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      largest = std::max(largest, std::abs(a.rows[r][c]));
      off = std::max(off, std::abs(a.rows[r][c] - b.rows[r][c]));
    }
  }
  return off <= kRounding * largest;
}

}  // namespace

void check_distant_joints(const DeformContext& context, const SkinnedPart& part, Findings& out) {
  const Skin& skin = context.scene.skins[part.skin().value];
  const std::vector<affined>& rest = context.motion.palette(part.skin(), 0);
  VertexTally stray(part.primitive().positions.size());
  const JointPair* worst = nullptr;
  double worst_share = 0;
  JointEdges edges(context.scene, skin, context.limits.distant_edges);
  for (const JointPair& pair : part.pairs()) {
    if (!edges.are_far(pair.heaviest, pair.other) ||
        !context.motion.bind_origins(part.skin())[pair.other]) {
      continue;
    }
    const Bones bones = bones_of(context, part, pair.other);
    for (const PairVertex& vertex : pair.vertices) {
      const double away =
          bones.distance_to(transform_point(rest[pair.heaviest], part.position(vertex.vertex)));
      if (away > context.limits.distant_share * context.size_m &&
          stands_alone(edges, part, vertex.vertex, pair.other)) {
        if (stray.add(vertex.vertex, away, away * vertex.other)) {
          worst = &pair;
          worst_share = vertex.other;
        }
      }
    }
  }
  if (worst != nullptr) {
    out.push_back(stray.tally().finding(
        rules::weights_distant_joint,
        fmt::format("{} of {} vertices follow a joint far from them: vertex {} at {} follows {} by "
                    "{:.3g}, which is {:.3g} m away",
                    stray.tally().count, part.primitive().positions.size(),
                    stray.tally().worst_index, part.joint_name(worst->heaviest),
                    part.joint_name(worst->other), worst_share, stray.tally().worst),
        part.at(worst->other, 0)));
  }
}

void BindPose::look_at(const DeformContext& context, const SkinnedPart& part) {
  const std::vector<affined>& rest = context.motion.palette(part.skin(), 0);
  vertices_ += part.heaviest().size();
  // The whole mesh may be placed anywhere: the joint that most vertices follow says where.
  const affined& placed = rest[busiest_joint(part, rest.size())];
  if (std::ranges::all_of(rest, [&](const affined& m) { return are_alike(m, placed); })) {
    return;
  }
  for (std::uint32_t v = 0; v < part.heaviest().size(); ++v) {
    const std::uint32_t joint = part.heaviest()[v];
    if (joint == SkinnedPart::kNoJoint) {
      continue;
    }
    const double3 p = part.position(v);
    const double off = length(transform_point(rest[joint], p) - transform_point(placed, p));
    if (off > context.limits.bind_share * context.size_m) {
      if (off > moved_.worst_badness) {
        worst_joint_ = part.joint_name(joint);
        at_ = part.at(joint, 0);
      }
      moved_.add(v, off, off);
    }
  }
}

void BindPose::add(const BindPose& part) {
  vertices_ += part.vertices_;
  if (part.moved_.worst_badness > moved_.worst_badness) {
    moved_.worst = part.moved_.worst;
    moved_.worst_index = part.moved_.worst_index;
    moved_.worst_badness = part.moved_.worst_badness;
    worst_joint_ = part.worst_joint_;
    at_ = part.at_;
  }
  moved_.count += part.moved_.count;
  for (const Sample& sample : part.moved_.samples) {
    if (moved_.samples.size() < kMaxSamples) {
      moved_.samples.push_back(sample);
    }
  }
}

void BindPose::report(Findings& out) const {
  if (moved_.count != 0) {
    out.push_back(moved_.finding(
        rules::skin_bind_pose_mismatch,
        fmt::format(
            "{} of {} vertices stand elsewhere in the rest pose than they were bound: vertex "
            "{}, which follows {}, is {:.3g} m off",
            moved_.count, vertices_, moved_.worst_index, worst_joint_, moved_.worst),
        at_));
  }
}

}  // namespace rigpack

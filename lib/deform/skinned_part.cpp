#include "deform/skinned_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace rigpack {

SkinnedPart::SkinnedPart(const DeformContext& context, const Instance& instance)
    : context_(&context),
      primitive_(&context.scene.meshes[instance.mesh.value].primitives[instance.primitive]),
      mesh_(instance.mesh),
      index_(instance.primitive),
      skin_(*instance.skin),
      joints_(context.scene.skins[instance.skin->value].joints.size()),
      heaviest_(primitive_->positions.size(), kNoJoint) {
  read_shares();
  group();
}

void SkinnedPart::read_shares() {
  first_share_.reserve(heaviest_.size() + 1);
  shares_.reserve(heaviest_.size() * 4);
  for (std::size_t v = 0; v < heaviest_.size(); ++v) {
    const std::size_t first = shares_.size();
    first_share_.push_back(static_cast<std::uint32_t>(first));
    double sum = 0;
    for (const InfluenceSet& set : primitive_->influences) {
      const std::size_t end = std::min({4 * v + 4, set.joints.size(), set.weights.size()});
      for (std::size_t i = 4 * v; i < end; ++i) {
        const auto weight = static_cast<double>(set.weights[i]);
        if (weight > 0 && std::isfinite(weight) && set.joints[i] < joints_) {
          shares_.push_back({set.joints[i], weight});
          sum += weight;
        }
      }
    }
    for (std::size_t i = first; i < shares_.size(); ++i) {
      shares_[i].weight /= sum;
    }
  }
  first_share_.push_back(static_cast<std::uint32_t>(shares_.size()));
}

void SkinnedPart::group() {
  std::unordered_map<std::uint64_t, std::size_t> known;
  std::uint64_t last_key = 0;
  std::size_t last_pair = 0;
  for (std::uint32_t v = 0; v < heaviest_.size(); ++v) {
    const std::span<const Share> used = shares(v);
    if (used.empty()) {
      continue;
    }
    const Share most = *std::ranges::max_element(used, {}, &Share::weight);
    heaviest_[v] = most.joint;
    for (const Share& share : used) {
      if (share.joint == most.joint || share.weight < context_->limits.distant_weight) {
        continue;
      }
      // Neighbours mostly follow the same joints.
      const std::uint64_t key = (std::uint64_t{most.joint} << 32U) | share.joint;
      if (pairs_.empty() || key != last_key) {
        const auto [at, is_new] = known.emplace(key, pairs_.size());
        if (is_new) {
          pairs_.push_back({most.joint, share.joint, {}});
        }
        last_key = key;
        last_pair = at->second;
      }
      pairs_[last_pair].vertices.push_back({v, most.weight, share.weight});
    }
  }
}

affined SkinnedPart::transform(std::uint32_t vertex, const std::vector<affined>& palette) const {
  affined sum;
  sum.rows = {};
  for (const Share& share : shares(vertex)) {
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t c = 0; c < 4; ++c) {
        sum.rows[r][c] += share.weight * palette[share.joint].rows[r][c];
      }
    }
  }
  return sum;
}

Location SkinnedPart::at(std::uint32_t joint, std::size_t time) const {
  const MotionTime& when = context_->motion.times()[time];
  Location at;
  at.mesh = static_cast<std::uint32_t>(mesh_.value);
  at.primitive = index_;
  at.skin = static_cast<std::uint32_t>(skin_.value);
  at.joint = joint;
  at.clip = when.clip;
  if (when.clip) {
    at.time_s = when.time_s;
  }
  at.pointer = primitive_->pointer;
  return at;
}

std::string SkinnedPart::joint_name(std::uint32_t joint) const {
  const NodeIndex node = context_->scene.skins[skin_.value].joints[joint];
  const std::string& name = context_->scene.nodes[node.value].name;
  return name.empty() ? fmt::format("joint {}", joint) : fmt::format("'{}'", name);
}

std::string SkinnedPart::time_text(std::size_t time) const {
  const MotionTime& when = context_->motion.times()[time];
  if (!when.clip) {
    return "in the rest pose";
  }
  const std::string& name = context_->scene.clips[*when.clip].name;
  return fmt::format("in clip {} at {:.4g} s",
                     name.empty() ? fmt::format("{}", *when.clip) : fmt::format("'{}'", name),
                     when.time_s);
}

}  // namespace rigpack

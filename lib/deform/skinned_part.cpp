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
  group();
}

std::vector<std::pair<std::uint32_t, double>> SkinnedPart::shares(std::uint32_t vertex) const {
  std::vector<std::pair<std::uint32_t, double>> used;
  double sum = 0;
  for (const InfluenceSet& set : primitive_->influences) {
    for (std::size_t i = std::size_t{vertex} * 4;
         i < std::size_t{vertex} * 4 + 4 && i < set.joints.size() && i < set.weights.size(); ++i) {
      const auto weight = static_cast<double>(set.weights[i]);
      if (weight > 0 && std::isfinite(weight) && set.joints[i] < joints_) {
        used.emplace_back(set.joints[i], weight);
        sum += weight;
      }
    }
  }
  for (auto& [joint, weight] : used) {
    weight /= sum;
  }
  return used;
}

void SkinnedPart::group() {
  std::unordered_map<std::uint64_t, std::size_t> known;
  for (std::uint32_t v = 0; v < heaviest_.size(); ++v) {
    const auto used = shares(v);
    if (used.empty()) {
      continue;
    }
    const auto most =
        *std::ranges::max_element(used, {}, &std::pair<std::uint32_t, double>::second);
    heaviest_[v] = most.first;
    for (const auto& [joint, share] : used) {
      if (joint == most.first || share < context_->limits.distant_weight) {
        continue;
      }
      const std::uint64_t key = (std::uint64_t{most.first} << 32U) | joint;
      const auto [at, is_new] = known.emplace(key, pairs_.size());
      if (is_new) {
        pairs_.push_back({most.first, joint, {}});
      }
      pairs_[at->second].vertices.push_back({v, most.second, share});
    }
  }
}

affined SkinnedPart::transform(std::uint32_t vertex, const std::vector<affined>& palette) const {
  affined sum;
  sum.rows = {};
  for (const auto& [joint, share] : shares(vertex)) {
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t c = 0; c < 4; ++c) {
        sum.rows[r][c] += share * palette[joint].rows[r][c];
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

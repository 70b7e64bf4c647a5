#pragma once
/// The deformation rules, each with findings of its own about one part.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "deform/skinned_part.h"
#include "findings/tally.h"
#include "rigpack/findings.h"

namespace rigpack {

void check_volume(const DeformContext& context, const SkinnedPart& part, Findings& out);
void check_reach(const DeformContext& context, const SkinnedPart& part, Findings& out);
void check_triangle_sides(const DeformContext& context, const SkinnedPart& part, Findings& out);
void check_normals(const DeformContext& context, const SkinnedPart& part, Findings& out);
void check_seam_gap(const DeformContext& context, const SkinnedPart& part, Findings& out);
void check_distant_joints(const DeformContext& context, const SkinnedPart& part, Findings& out);

/// Collects over the parts of one skin how far the rest pose is from the pose that was bound.
class BindPose {
 public:
  void look_at(const DeformContext& context, const SkinnedPart& part);
  /// Adds what another part of the skin has.
  void add(const BindPose& part);
  void report(Findings& out) const;

 private:
  Tally moved_;
  std::uint64_t vertices_ = 0;
  std::string worst_joint_;
  Location at_;
};

/// Counts offending vertices once, however many pairs of joints pull at them.
class VertexTally {
 public:
  explicit VertexTally(std::size_t vertices) : told_(vertices, false) {}
  /// True when this is the worst so far.
  bool add(std::uint32_t vertex, double value, double badness) {
    const bool is_worst = badness > tally_.worst_badness;
    if (!told_[vertex]) {
      told_[vertex] = true;
      tally_.add(vertex, value, badness);
    } else if (is_worst) {
      tally_.worst = value;
      tally_.worst_index = vertex;
      tally_.worst_badness = badness;
    }
    return is_worst;
  }
  const Tally& tally() const { return tally_; }

 private:
  Tally tally_;
  std::vector<bool> told_;
};

using PartRules =
    std::function<void(const DeformContext&, const SkinnedPart&, Findings&, BindPose&)>;
/// Calls `rules` with every sound, skinned primitive that is drawn, each once, on the asset's
/// threads; findings are strung together in the order of the primitives.
void for_each_part(const PosedAsset& asset, Findings& out, const PartRules& rules);

}  // namespace rigpack

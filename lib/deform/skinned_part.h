#pragma once
/// One primitive under one skin, its vertices grouped by the joints that pull at them.

#include <cstdint>
#include <span>
#include <vector>

#include "deform/motion.h"
#include "rigpack/skinning.h"

namespace rigpack {

struct DeformContext {
  const Scene& scene;
  const DeformLimits& limits;
  const Motion& motion;
  double size_m = 0;
  std::size_t triangles_of_part = 0;  ///< that may be looked at
};

/// Weights are shares of the vertex's sum; joints are palette slots that the skin has.
struct Share {
  std::uint32_t joint = 0;
  double weight = 0;
  friend auto operator<=>(const Share&, const Share&) = default;
};
struct PairVertex {
  std::uint32_t vertex = 0;
  double heaviest = 0, other = 0;
  /// Share of the second joint among the two.
  double mix() const { return other / (heaviest + other); }
};

/// The vertices that follow `heaviest` most, and `other` as well.
struct JointPair {
  std::uint32_t heaviest = 0, other = 0;
  std::vector<PairVertex> vertices;
};

class SkinnedPart {
 public:
  SkinnedPart(const DeformContext& context, const Instance& instance);

  const Primitive& primitive() const { return *primitive_; }
  SkinIndex skin() const { return skin_; }
  const std::vector<JointPair>& pairs() const { return pairs_; }
  /// The heaviest joint of each vertex; kNoJoint for a vertex without weights.
  const std::vector<std::uint32_t>& heaviest() const { return heaviest_; }
  static constexpr std::uint32_t kNoJoint = 0xFFFFFFFFU;

  double3 position(std::uint32_t vertex) const { return to_double(primitive_->positions[vertex]); }
  /// The influences of a vertex as shares of their sum.
  std::span<const Share> shares(std::uint32_t vertex) const {
    return std::span(shares_).subspan(first_share_[vertex],
                                      first_share_[vertex + 1] - first_share_[vertex]);
  }
  /// The matrix that `palette` and the shares make for a vertex.
  affined transform(std::uint32_t vertex, const std::vector<affined>& palette) const;

  /// Where it is in the file.
  Location at(std::uint32_t joint, std::size_t time) const;
  /// "'thigh.L'" or "joint 3".
  std::string joint_name(std::uint32_t joint) const;
  /// "in clip 'walk' at 0.5 s" or "in the rest pose".
  std::string time_text(std::size_t time) const;

 private:
  void read_shares();
  void group();

  const DeformContext* context_;
  const Primitive* primitive_;
  MeshIndex mesh_;
  std::uint32_t index_;
  SkinIndex skin_;
  std::size_t joints_;
  std::vector<Share> shares_;               ///< of all vertices, one after another
  std::vector<std::uint32_t> first_share_;  ///< by vertex, and the end
  std::vector<std::uint32_t> heaviest_;
  std::vector<JointPair> pairs_;
};

}  // namespace rigpack

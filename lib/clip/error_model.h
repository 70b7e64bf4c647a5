#pragma once
/// What an error of the posed skeleton does to real vertices.

#include <cstdint>
#include <vector>

#include "rigpack/math.h"
#include "rigpack/scene.h"
#include "rigpack/skeleton.h"
#include "rigpack/weights.h"

namespace rigpack {

/// Vertices that follow the same joints, with what bounds their error from above.
struct VertexGroup {
  std::vector<std::uint32_t> joints;  ///< skeleton joints, ascending
  std::vector<double> heaviest;       ///< by joint: largest weight of any vertex
  std::vector<double3> low, high;     ///< by joint: box of the vertices in that joint's space
  /// A vertex is one entry a joint, in `joints` order: its place in that joint's space, and weight.
  std::vector<double3> places;
  std::vector<double> weights;
  std::size_t vertex_count() const { return joints.empty() ? 0 : weights.size() / joints.size(); }
};

/// The largest displacement w |p - origin| that a unit error of each joint can cause, rest pose.
struct JointReach {
  double rotation = 0;      ///< metres a radian, of the vertices that follow the joint itself
  double weight = 0;        ///< heaviest weight of a vertex on the joint itself
  double linear_scale = 1;  ///< metres a unit of the joint's own translation
};

class ErrorModel {
 public:
  /// `influences` are `[mesh][primitive]`, repaired; `size_m` the asset's size. A scene without
  /// drawn vertices gets a shell of 1.7 % of its size around each joint instead.
  ErrorModel(const Scene& scene, const Skeleton& skeleton,
             const std::vector<std::vector<Influences>>& influences, double size_m);

  /// The larger of `floor` and the farthest that `differences` (decoded minus source global
  /// transform, by joint) moves any vertex. NaN counts as infinite.
  double worst(const std::vector<affined>& differences, double floor) const;

  const std::vector<JointReach>& reach() const { return reach_; }
  /// By joint: metres a radian about it that the farthest vertex of all its descendants moves.
  const std::vector<double>& subtree_reach() const { return subtree_reach_; }
  /// Rest positions of the joints, metres.
  const std::vector<double3>& origins() const { return origins_; }
  /// Largest |delta| over the targets of the meshes at `node`, summed over targets, metres.
  double morph_reach(NodeIndex node) const { return morph_reach_[node.value]; }

 private:
  std::vector<VertexGroup> groups_;
  std::vector<JointReach> reach_;
  std::vector<double> subtree_reach_;
  std::vector<double3> origins_;
  std::vector<double> morph_reach_;
};

}  // namespace rigpack

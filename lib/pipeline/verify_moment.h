#pragma once
/// One moment of a clip on both sides, and the matrices that a Displacement asks of it.

#include <map>
#include <span>
#include <vector>

#include "pipeline/displacement.h"
#include "rigpack/pose.h"
#include "rigpack/verify.h"

namespace rigpack::proof {

/// A clip of the source and its counterpart; kRestPose on both sides: the rest pose.
struct ClipPair {
  std::size_t source = kRestPose, package = kRestPose;
};

struct Moment {
  Pose source;
  std::vector<affined> decoded;                               ///< global, by source node
  std::map<std::uint32_t, std::vector<affinef>> palettes;     ///< by package skin
  std::map<std::uint32_t, std::vector<float>> morph_weights;  ///< by package instance
  bool is_finite = true;                                      ///< every decoded number is
  std::vector<affinef> globals;                               ///< by package node
};

/// What stands on both sides, shared by all threads.
struct BothSides {
  const Scene& scene;
  const Poser& poser;
  const DecodedAsset& package;
  std::span<const std::uint32_t> package_node;  ///< by source node
};

/// Poses both sides at `t_s`, with the palettes and morph weights that `displacement` needs. A node
/// that the package lacks stands where the source has it: its absence is reported elsewhere.
void sample_moment(const BothSides& sides, const Displacement& displacement, const ClipPair& clip,
                   double t_s, Moment& out);

/// The matrix of `recipe` at `moment`; NaN where the package gives none.
affined matrix_at(const MatrixRecipe& recipe, const Moment& moment);

}  // namespace rigpack::proof

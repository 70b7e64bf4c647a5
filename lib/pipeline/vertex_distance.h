#pragma once
/// The attributes that tell vertices apart, and the distance between two vertices in units of what
/// quantisation may move each attribute.

#include <span>
#include <vector>

#include "rigpack/scene.h"
#include "rigpack/weights.h"

namespace rigpack::proof {

/// One side's vertices. Empty spans and null pointers: without.
struct VertexAttributes {
  std::span<const float3> positions;
  std::span<const float3> normals;
  std::span<const float2> texcoords;  ///< set 0
  const Influences* influences = nullptr;
  std::span<const MorphTarget> morph_targets;
};

/// What one unit of distance is for each attribute.
struct DistanceUnits {
  double position = 1;   ///< and morph deltas
  double normal = 0.02;  ///< 8-bit octahedral normals are off by up to 0.011
  double texcoord = 1;
  double weight = 2.0 / 255;
};

/// Two units in each of the five attributes; one decoded vertex that is nearest to a source vertex
/// and the one that was made from it are at most this far apart (square of the distance).
inline constexpr double kSameVertex = 20;

/// Square of the distance of vertex `i` of `a` and vertex `j` of `b`, over the attributes that both
/// have. Not finite when an attribute is not.
double squared_distance(const VertexAttributes& a, std::size_t i, const VertexAttributes& b,
                        std::size_t j, const DistanceUnits& units);

}  // namespace rigpack::proof

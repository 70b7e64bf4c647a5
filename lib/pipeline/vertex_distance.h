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
  std::span<const float4> tangents;
  std::span<const std::vector<float2>> texcoords;  ///< by set
  std::span<const std::vector<float4>> colors;     ///< by set
  const Influences* influences = nullptr;
  std::span<const MorphTarget> morph_targets;
};

/// What one unit of distance is for each attribute.
struct DistanceUnits {
  double position = 1;            ///< and morph deltas
  double normal = 0.02;           ///< 8-bit octahedral normals are off by up to 0.011; and tangents
  std::vector<double> texcoords;  ///< by set
  double color = 1.0 / 65535;
  double weight = 2.0 / 255;
};

/// Two units in each of the seven attributes; one decoded vertex that is nearest to a source vertex
/// and the one that was made from it are at most this far apart (square of the distance).
inline constexpr double kSameVertex = 28;
/// Units that one attribute of a vertex may be off. Rounding takes one at most, and the vertex that
/// is nearest over all attributes may be a little farther in one of them.
inline constexpr double kAttributeLimit = 3;

/// Square of the distance of `a` and `b`, measured in `unit`.
double square_of(const float3& a, const float3& b, double unit);
double square_of(const float2& a, const float2& b, double unit);
double square_of(const float4& a, const float4& b, double unit);
/// Each number held inside 0 to 1, as glTF 2.0 (3.7.2.1) asks of vertex colours; NaN stays.
float4 clamped(const float4& color);

/// Square of the distance of vertex `i` of `a` and vertex `j` of `b`, over the attributes that both
/// have. Not finite when an attribute is not.
double squared_distance(const VertexAttributes& a, std::size_t i, const VertexAttributes& b,
                        std::size_t j, const DistanceUnits& units);

}  // namespace rigpack::proof

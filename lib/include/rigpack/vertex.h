#pragma once
/// Vertices: joining equal ones, ordering for caches, and quantised streams.

#include <vector>

#include "rigpack/findings.h"
#include "rigpack/package.h"
#include "rigpack/scene.h"
#include "rigpack/weights.h"

namespace rigpack {

namespace rules {
inline constexpr Rule mesh_degenerate_triangle{"mesh/degenerate-triangle", Severity::info,
                                               "triangles without area"};
inline constexpr Rule mesh_normal_not_unit{"mesh/normal-not-unit", Severity::warning,
                                           "normals are not unit vectors"};
inline constexpr Rule mesh_tangent_invalid{"mesh/tangent-invalid", Severity::warning,
                                           "tangents are not unit vectors with w 1 or -1"};
inline constexpr Rule mesh_unused_vertex{"mesh/unused-vertex", Severity::info,
                                         "vertices that no triangle names"};
}  // namespace rules

struct MeshLimits {
  double unit_tolerance = 0.01;  ///< of lengths: three signed bytes are off by up to 0.0068
};
/// Judges triangles, normals and tangents of every readable primitive, a finding a rule and
/// primitive.
void check_meshes(const Scene& scene, const MeshLimits& limits, Findings& out);

struct VertexPolicy {
  std::uint32_t normal_bits = 8;  ///< 8 or 16: octahedral
  std::uint32_t weight_bits = 0;  ///< 8, 16, or 0: 8 where every weight is exact in 8 bits, else 16
  bool float_positions = false;   ///< for meshes whose grid of 65535 steps is too coarse
};
struct VertexReport {
  std::uint32_t vertices_in = 0, vertices_out = 0, triangles_in = 0, triangles_out = 0;
  std::uint32_t degenerate_triangles = 0;  ///< dropped: two corners joined into one vertex
};

/// Position grid of a whole mesh: corner and side of the smallest cube that holds every position
/// of its readable primitives, so that seams between them stay shut. Decoded: offset + scale *
/// integer / 65535; at most half a step off.
struct PositionGrid {
  float3 offset{};
  float scale = 0;
};
PositionGrid position_grid(const Mesh& mesh);

/// Joins vertices whose every attribute, weights, joints and morph deltas included, is bit-equal
/// (-0 and 0 are equal), drops unused vertices and degenerate triangles, orders triangles for the
/// vertex cache and vertices for fetching, and quantises. Deterministic. Influences must be
/// repaired, merged, limited and normalised, every vertex weighted; empty (slots 0) for an
/// unskinned primitive. Non-finite attributes and indices out of range must have been refused
/// before.
///
/// Positions: unorm16 on `grid`, or floats as the policy says. Texcoords: unorm16 on a grid a
/// stream, floats where that step would pass 1/4096. Colours: 8 bits where exact, else 16. Joints:
/// 8 bits where every slot is below 256. Weights sum to 255 or 65535 exactly, in as many sets of
/// four as the slots need. Morph deltas: positions and normals; tangent deltas are left out. Adds
/// to `report`. Points, lines, and triangles that all degenerate give an empty primitive
/// (`vertex_count` 0). The caller sets `source_primitive`.
PackedPrimitive build_primitive(const Primitive& primitive, const Influences& influences,
                                const PositionGrid& grid, const VertexPolicy& policy,
                                VertexReport& report);

/// Octahedral mapping of a unit vector to [-1, 1]^2, and back (unit length).
float2 octahedral_encode(const float3& unit);
float3 octahedral_decode(const float2& oct);

}  // namespace rigpack

#pragma once
/// Vertices: joining equal ones, ordering for caches, and quantised streams.

#include <vector>

#include "rigpack/package.h"
#include "rigpack/scene.h"
#include "rigpack/weights.h"

namespace rigpack {

struct VertexPolicy {
  std::uint32_t normal_bits = 8;  ///< 8 or 16: octahedral
  std::uint32_t weight_bits = 0;  ///< 8, 16, or 0: 8 where every weight is exact in 8 bits, else 16
};
struct VertexReport {
  std::uint32_t vertices_in = 0, vertices_out = 0, triangles_in = 0, triangles_out = 0;
  std::uint32_t degenerate_triangles = 0;  ///< dropped: two corners joined into one vertex
};

/// Position grid of a whole mesh: corner and side of the smallest cube that holds every position
/// and, with it, every primitive's seams.
struct PositionGrid {
  float3 offset{};
  float scale = 0;
};
PositionGrid position_grid(const Mesh& mesh);

/// Joins vertices whose every attribute, weights, joints and morph deltas included, is bit-equal
/// (-0 and 0 are equal), drops unused vertices and degenerate triangles, orders triangles for the
/// vertex cache and vertices for fetching, and quantises. Deterministic. Influences must be
/// repaired, merged, limited and normalised; empty (slots 0) for an unskinned primitive.
/// Non-finite attributes must have been refused before.
PackedPrimitive build_primitive(const Primitive& primitive, const Influences& influences,
                                const PositionGrid& grid, const VertexPolicy& policy,
                                VertexReport& report);

/// Octahedral mapping of a unit vector to [-1, 1]^2, and back (unit length).
float2 octahedral_encode(const float3& unit);
float3 octahedral_decode(const float2& oct);

}  // namespace rigpack

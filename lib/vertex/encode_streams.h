#pragma once
/// Attributes of chosen vertices as quantised streams.

#include <cstdint>
#include <span>
#include <vector>

#include "rigpack/vertex.h"

namespace rigpack {

/// The streams of the vertices that `order` lists (source indices, in package order), sorted by
/// semantic and set.
std::vector<PackedStream> encode_streams(const Primitive& primitive, const Influences& influences,
                                         std::span<const std::uint32_t> order,
                                         const PositionGrid& grid, const VertexPolicy& policy);

/// One packed morph a target; vertex numbers are positions in `order`.
std::vector<PackedMorph> encode_morphs(const Primitive& primitive,
                                       std::span<const std::uint32_t> order);

}  // namespace rigpack

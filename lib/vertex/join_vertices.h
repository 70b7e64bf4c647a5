#pragma once
/// Which vertices of a primitive are one and the same.

#include <cstdint>
#include <vector>

#include "rigpack/scene.h"
#include "rigpack/weights.h"

namespace rigpack {

/// For every vertex the lowest vertex that equals it in every attribute, joint, weight and morph
/// delta, bit for bit but that -0 equals 0.
std::vector<std::uint32_t> join_vertices(const Primitive& primitive, const Influences& influences);

}  // namespace rigpack

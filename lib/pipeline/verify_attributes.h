#pragma once
/// How far decoded normals, tangents, texture coordinates and colours lie from the source's.

#include <cstdint>
#include <span>
#include <string_view>

#include "pipeline/verify_structure.h"
#include "pipeline/vertex_distance.h"
#include "rigpack/verify.h"

namespace rigpack::proof {

/// Worst errors over the vertices `v` with a counterpart `package_vertex[v]` (kNone: without).
/// Attributes that one side lacks are left out. An attribute that lies more than kAttributeLimit
/// units off at some vertex, or is NaN there, becomes a line headed by `label`.
AttributeErrors compare_attributes(const VertexAttributes& source, const VertexAttributes& decoded,
                                   std::span<const std::uint32_t> package_vertex,
                                   const DistanceUnits& units, std::string_view label,
                                   Mismatches& out);

}  // namespace rigpack::proof

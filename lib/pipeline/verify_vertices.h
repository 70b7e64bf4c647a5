#pragma once
/// Which decoded vertex belongs to which source vertex, told from their attributes alone.
///
/// Joining and reordering leave no trace in a package, and a map made by pack would only prove
/// itself. So each source vertex takes the decoded vertex that is nearest over all attributes, each
/// measured in units of what its quantisation may move it. Decoded vertices that this measure
/// cannot tell apart count as one when triangles are compared.

#include <cstdint>
#include <string_view>
#include <vector>

#include "pipeline/verify_structure.h"
#include "rigpack/scene.h"
#include "rigpack/verify.h"
#include "rigpack/weights.h"

namespace rigpack::proof {

/// How far decoding may move a position, in the mesh's own units.
struct MatchPolicy {
  double position_unit = 0;  ///< one step of the position grid, or the static bound if larger
};
/// The largest side of the mesh's box times the larger of 1/65535 and `static_share` (the static
/// bound as a share of the asset's size): a vertex that is moved farther than a few of these breaks
/// the static bound anyway.
MatchPolicy match_policy(const Mesh& mesh, double static_share);

struct VertexMatch {
  std::vector<std::uint32_t> package_vertex;  ///< by source vertex; kNone: no counterpart
  std::vector<char> is_used;                  ///< by source vertex: some triangle draws it
  AttributeErrors errors;
};

/// Matches the vertices that triangles use, then the triangles as a multiset. `influences` are the
/// repaired ones, null for a rigid primitive. What does not fit, attributes that are farther off
/// than rounding explains among it, becomes lines headed by `label`.
VertexMatch match_vertices(const Primitive& source, const Influences* influences,
                           const DecodedAsset::Geometry& decoded, const MatchPolicy& policy,
                           std::string_view label, Mismatches& out);

}  // namespace rigpack::proof

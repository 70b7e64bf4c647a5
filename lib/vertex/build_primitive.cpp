#include <meshoptimizer.h>

#include <algorithm>

#include "rigpack/vertex.h"
#include "vertex/encode_streams.h"
#include "vertex/join_vertices.h"

namespace rigpack {
namespace {

/// Triangles between joined vertices, without those that lost an edge.
std::vector<std::uint32_t> join_triangles(const std::vector<std::uint32_t>& corners,
                                          const std::vector<std::uint32_t>& joined) {
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
    const std::uint32_t a = joined[corners[i]];
    const std::uint32_t b = joined[corners[i + 1]];
    const std::uint32_t c = joined[corners[i + 2]];
    if (a != b && b != c && c != a) {
      out.insert(out.end(), {a, b, c});
    }
  }
  return out;
}

/// Renumbers `indices` densely, in ascending order; returns the old number of each new one.
std::vector<std::uint32_t> compact(std::vector<std::uint32_t>& indices) {
  std::vector<std::uint32_t> kept = indices;
  std::ranges::sort(kept);
  kept.erase(std::ranges::unique(kept).begin(), kept.end());
  for (std::uint32_t& index : indices) {
    index = static_cast<std::uint32_t>(std::ranges::lower_bound(kept, index) - kept.begin());
  }
  return kept;
}

/// Triangles for the post-transform cache, then vertices in order of first use; `vertices` follows.
void reorder(std::vector<std::uint32_t>& indices, std::vector<std::uint32_t>& vertices) {
  std::vector<std::uint32_t> triangles(indices.size());
  meshopt_optimizeVertexCache(triangles.data(), indices.data(), indices.size(), vertices.size());
  std::vector<std::uint32_t> remap(vertices.size());
  meshopt_optimizeVertexFetchRemap(remap.data(), triangles.data(), triangles.size(),
                                   vertices.size());
  std::vector<std::uint32_t> ordered(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    ordered[remap[i]] = vertices[i];
  }
  for (std::size_t i = 0; i < indices.size(); ++i) {
    indices[i] = remap[triangles[i]];
  }
  vertices = std::move(ordered);
}

}  // namespace

PackedPrimitive build_primitive(const Primitive& primitive, const Influences& influences,
                                const PositionGrid& grid, const VertexPolicy& policy,
                                VertexReport& report) {
  const std::vector<std::uint32_t> corners = triangle_list(primitive);
  PackedPrimitive packed;
  packed.material = primitive.material;
  packed.indices = join_triangles(corners, join_vertices(primitive, influences));
  std::vector<std::uint32_t> order = compact(packed.indices);
  const auto triangles_in = static_cast<std::uint32_t>(corners.size() / 3);
  const auto triangles_out = static_cast<std::uint32_t>(packed.indices.size() / 3);
  report.vertices_in += static_cast<std::uint32_t>(primitive.positions.size());
  report.vertices_out += static_cast<std::uint32_t>(order.size());
  report.triangles_in += triangles_in;
  report.triangles_out += triangles_out;
  report.degenerate_triangles += triangles_in - triangles_out;
  if (order.empty()) {
    return packed;
  }
  reorder(packed.indices, order);
  packed.vertex_count = static_cast<std::uint32_t>(order.size());
  packed.streams = encode_streams(primitive, influences, order, grid, policy);
  packed.morphs = encode_morphs(primitive, order);
  return packed;
}

}  // namespace rigpack

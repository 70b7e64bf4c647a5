#pragma once
/// One aiMesh: triangles of corners, their weights, and the vertices that they are joined to.

#include <assimp/mesh.h>

#include <cstdint>
#include <span>
#include <vector>

#include "rigpack/scene.h"

namespace rigpack::assimp {

struct CornerWeight {
  std::uint16_t slot = 0;
  float weight = 0;
};

/// Weights of every corner, as one list with a start each.
struct CornerWeights {
  std::vector<std::uint32_t> starts;  ///< one more than corners; empty without weights
  std::vector<CornerWeight> weights;

  std::span<const CornerWeight> of(std::uint32_t corner) const {
    return starts.empty()
               ? std::span<const CornerWeight>()
               : std::span(weights).subspan(starts[corner], starts[corner + 1] - starts[corner]);
  }
};

/// Corners of the triangles of `mesh`, three each. Quads are split along the diagonal that keeps
/// both triangles facing one way, larger polygons as fans. `skipped` counts points, lines and faces
/// that name corners which are not there.
std::vector<std::uint32_t> triangulate(const aiMesh& mesh, std::size_t& skipped);

/// The primitive that `corners` (of `mesh`) make. Corners become one vertex when every attribute,
/// every morph delta and every weight is the same bit for bit.
Primitive join_corners(const aiMesh& mesh, std::span<const std::uint32_t> corners,
                       const CornerWeights& weights, bool skinned);

/// Sets `out.influences` to `weights`, whose corners are the vertices of `out`.
void fill_influences(const CornerWeights& weights, Primitive& out);

}  // namespace rigpack::assimp

#pragma once
/// The reference skinner, in double: u = sum over i of w_i B_i M_i^-1 p, weights taken as they are;
/// or the same joints blended as dual quaternions.

#include <cstdint>
#include <optional>
#include <vector>

#include "rigpack/pose.h"
#include "rigpack/scene.h"
#include "rigpack/weights.h"

namespace rigpack {

/// One drawn primitive: a node that carries a mesh, and one of the mesh's primitives.
struct Instance {
  NodeIndex node;
  MeshIndex mesh;
  std::uint32_t primitive = 0;
  std::optional<SkinIndex> skin;  ///< none: the node's own transform moves it rigidly
};
/// Every drawn, readable primitive: nodes in index order, primitives in order. A primitive with a
/// skin but without readable weights is drawn rigidly by its node, as engines do.
std::vector<Instance> instances(const Scene& scene);

/// The vertices of `primitive` after its morph targets, morph first, then skin.
std::vector<double3> morphed_positions(const Primitive& primitive,
                                       const std::vector<double>& weights);

enum class SkinningMethod : std::uint8_t {
  linear,           ///< matrices are summed: what engines do
  dual_quaternions  ///< scales are summed, then rotations and translations blended rigidly
};
/// How a normal follows the matrix M that moves its vertex.
enum class NormalTransform : std::uint8_t {
  inverse_transpose,  ///< stays perpendicular whatever M scales
  blended             ///< M's own 3x3 part: what engines do, right while M does not scale
};
struct SkinningOptions {
  SkinningMethod method = SkinningMethod::linear;
  NormalTransform normals = NormalTransform::inverse_transpose;
};

/// Posed world positions of one instance, in source vertex order. `influences` must belong to the
/// instance's primitive; slots beyond the palette and weights that are not finite count as zero.
/// The transform of a skinned mesh's own node is ignored (glTF 2.0, 3.7.3.3).
std::vector<double3> skin_positions(const Scene& scene, const Instance& instance,
                                    const Influences& influences, const Pose& pose,
                                    const SkinningOptions& options = {});

/// Posed normals, unit length (zero where the matrix flattens them); empty without normals.
std::vector<double3> skin_normals(const Scene& scene, const Instance& instance,
                                  const Influences& influences, const Pose& pose,
                                  const SkinningOptions& options = {});

/// Posed tangents, unit length: they lie in the surface, so M's own 3x3 part moves them. Empty
/// without tangents; the handedness stays as stored.
std::vector<double3> skin_tangents(const Scene& scene, const Instance& instance,
                                   const Influences& influences, const Pose& pose,
                                   const SkinningOptions& options = {});

/// Metres that a unit of the instance's own space measures at most, posed at `rest`.
double drawn_scale(const Scene& scene, const Instance& instance, const Pose& rest);

/// The asset's size in metres: the largest side of the skinned rest pose's box, weights taken as
/// shares of their sum and vertices without weights left out; without a mesh, of the joints' box,
/// or of all nodes' where there is no skin. Never 0: an asset without extent has size 1.
double asset_size_m(const Scene& scene, unsigned threads = 1);

}  // namespace rigpack

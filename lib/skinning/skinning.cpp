#include "rigpack/skinning.h"

#include <algorithm>

#include "skinning/vertex_transforms.h"

namespace rigpack {
namespace {

bool has_readable_weights(const Primitive& primitive) {
  return std::ranges::any_of(primitive.influences, [](const InfluenceSet& set) {
    return set.has_joints && set.has_weights && !set.poisoned;
  });
}

bool is_readable(const Scene& scene, const Node& node) {
  return !node.poisoned && node.mesh && node.mesh->value < scene.meshes.size();
}

const Primitive& primitive_of(const Scene& scene, const Instance& instance) {
  return scene.meshes[instance.mesh.value].primitives[instance.primitive];
}

/// base + sum of weight * delta, over the targets that have as many deltas as there are vertices.
std::vector<double3> morphed(const std::vector<float3>& base, const Primitive& primitive,
                             std::vector<float3> MorphTarget::* stream,
                             const std::vector<double>& weights) {
  std::vector<double3> out(base.size());
  std::ranges::transform(base, out.begin(), [](const float3& v) { return to_double(v); });
  const std::size_t targets = std::min(weights.size(), primitive.morph_targets.size());
  for (std::size_t t = 0; t < targets; ++t) {
    const std::vector<float3>& deltas = primitive.morph_targets[t].*stream;
    if (weights[t] == 0 || deltas.size() != base.size()) {
      continue;
    }
    for (std::size_t v = 0; v < base.size(); ++v) {
      out[v] = out[v] + to_double(deltas[v]) * weights[t];
    }
  }
  return out;
}

/// Inverse transpose of the 3x3 part, times |determinant|: the cofactors, which exist even where
/// the inverse does not.
double3 transform_normal(const affined& m, const double3& n) {
  const auto column = [&](std::size_t c) {
    return double3{m.rows[0][c], m.rows[1][c], m.rows[2][c]};
  };
  const double3 x = column(0), y = column(1), z = column(2);
  const double3 out = cross(y, z) * n.x + cross(z, x) * n.y + cross(x, y) * n.z;
  return out * (determinant(m) < 0 ? -1.0 : 1.0);
}

double3 unit(const double3& v) {
  const double size = length(v);
  return size > 0 ? v * (1 / size) : v;
}

}  // namespace

std::vector<Instance> instances(const Scene& scene) {
  std::vector<Instance> drawn;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (!is_readable(scene, node)) {
      continue;
    }
    const bool has_skin = node.skin && node.skin->value < scene.skins.size() &&
                          !scene.skins[node.skin->value].poisoned;
    const auto& primitives = scene.meshes[node.mesh->value].primitives;
    for (std::uint32_t p = 0; p < primitives.size(); ++p) {
      if (!primitives[p].poisoned) {
        const bool is_skinned = has_skin && has_readable_weights(primitives[p]);
        drawn.push_back({NodeIndex(n), *node.mesh, p, is_skinned ? node.skin : std::nullopt});
      }
    }
  }
  return drawn;
}

std::vector<double3> morphed_positions(const Primitive& primitive,
                                       const std::vector<double>& weights) {
  return morphed(primitive.positions, primitive, &MorphTarget::positions, weights);
}

std::vector<double3> skin_positions(const Scene& scene, const Instance& instance,
                                    const Influences& influences, const Pose& pose,
                                    const SkinningOptions& options) {
  const VertexTransforms transforms(scene, instance, influences, pose, options.method);
  auto positions =
      morphed_positions(primitive_of(scene, instance), pose.morph_weights[instance.node.value]);
  for (std::size_t v = 0; v < positions.size(); ++v) {
    positions[v] = transform_point(transforms[v], positions[v]);
  }
  return positions;
}

std::vector<double3> skin_normals(const Scene& scene, const Instance& instance,
                                  const Influences& influences, const Pose& pose,
                                  const SkinningOptions& options) {
  const VertexTransforms transforms(scene, instance, influences, pose, options.method);
  const Primitive& primitive = primitive_of(scene, instance);
  auto normals = morphed(primitive.normals, primitive, &MorphTarget::normals,
                         pose.morph_weights[instance.node.value]);
  const bool blended = options.normals == NormalTransform::blended;
  for (std::size_t v = 0; v < normals.size(); ++v) {
    const affined transform = transforms[v];
    normals[v] = unit(blended ? transform_vector(transform, normals[v])
                              : transform_normal(transform, normals[v]));
  }
  return normals;
}

std::vector<double3> skin_tangents(const Scene& scene, const Instance& instance,
                                   const Influences& influences, const Pose& pose,
                                   const SkinningOptions& options) {
  const VertexTransforms transforms(scene, instance, influences, pose, options.method);
  const Primitive& primitive = primitive_of(scene, instance);
  std::vector<float3> directions;
  directions.reserve(primitive.tangents.size());
  for (const float4& tangent : primitive.tangents) {
    directions.push_back({tangent.x, tangent.y, tangent.z});
  }
  auto tangents = morphed(directions, primitive, &MorphTarget::tangents,
                          pose.morph_weights[instance.node.value]);
  for (std::size_t v = 0; v < tangents.size(); ++v) {
    tangents[v] = unit(transform_vector(transforms[v], tangents[v]));
  }
  return tangents;
}

}  // namespace rigpack

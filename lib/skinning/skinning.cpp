#include "rigpack/skinning.h"

#include <algorithm>
#include <cmath>
#include <span>

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

/// The matrix that moves each vertex of one instance.
class VertexTransforms {
 public:
  VertexTransforms(const Scene& scene, const Instance& instance, const Influences& influences,
                   const Pose& pose)
      : influences_(influences), rigid_(pose.globals[instance.node.value]) {
    if (instance.skin) {
      is_skinned_ = true;
      palette_ = skin_matrices(scene, scene.skins[instance.skin->value], pose);
    }
  }

  affined operator[](std::size_t vertex) const {
    if (!is_skinned_) {
      return rigid_;
    }
    affined sum;
    sum.rows = {};
    const std::size_t first = vertex * influences_.slots;
    for (std::size_t i = first; i < first + influences_.slots; ++i) {
      if (i < influences_.joints.size()) {
        add(influences_.joints[i], static_cast<double>(influences_.weights[i]), sum);
      }
    }
    return sum;
  }

 private:
  void add(PaletteSlot slot, double weight, affined& sum) const {
    if (weight == 0 || !std::isfinite(weight) || slot.value >= palette_.size()) {
      return;
    }
    const affined& matrix = palette_[slot.value];
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t c = 0; c < 4; ++c) {
        sum.rows[r][c] += weight * matrix.rows[r][c];
      }
    }
  }

  const Influences& influences_;
  affined rigid_;
  bool is_skinned_ = false;
  std::vector<affined> palette_;
};

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
                                    const Influences& influences, const Pose& pose) {
  const VertexTransforms transforms(scene, instance, influences, pose);
  auto positions =
      morphed_positions(primitive_of(scene, instance), pose.morph_weights[instance.node.value]);
  for (std::size_t v = 0; v < positions.size(); ++v) {
    positions[v] = transform_point(transforms[v], positions[v]);
  }
  return positions;
}

std::vector<double3> skin_normals(const Scene& scene, const Instance& instance,
                                  const Influences& influences, const Pose& pose) {
  const VertexTransforms transforms(scene, instance, influences, pose);
  const Primitive& primitive = primitive_of(scene, instance);
  auto normals = morphed(primitive.normals, primitive, &MorphTarget::normals,
                         pose.morph_weights[instance.node.value]);
  for (std::size_t v = 0; v < normals.size(); ++v) {
    normals[v] = unit(transform_normal(transforms[v], normals[v]));
  }
  return normals;
}

}  // namespace rigpack

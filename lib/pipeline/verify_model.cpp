#include "pipeline/verify_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "pipeline/verify_vertices.h"
#include "rigpack/pose.h"
#include "rigpack/skeleton.h"

namespace rigpack::proof {
namespace {

/// The repaired influences of one primitive; null where there are none.
const Influences* influences_of(const ModelInput& input, const Instance& instance) {
  const auto& all = input.influences;
  return instance.mesh.value < all.size() && instance.primitive < all[instance.mesh.value].size()
             ? &all[instance.mesh.value][instance.primitive]
             : nullptr;
}

/// Builds the displacements of one pair after another.
class ModelBuilder {
 public:
  explicit ModelBuilder(const ModelInput& input) : input_(input) {
    for (const Skin& skin : input.source.skins) {
      binds_.push_back(inverse_binds(skin));
      binds_.back().resize(skin.joints.size());
    }
  }
  void add_pair(const PrimitivePair& pair, Mismatches& out);
  void add_shells(const Pose& rest);
  ProofModel take() { return {clip_.take(), fixed_.take(), attributes_}; }

 private:
  PosedSide source_side(const PrimitivePair& pair) const;
  PosedSide package_side(const PrimitivePair& pair, const DecodedAsset::Geometry& decoded) const;
  VertexRef reference(const PosedSide& side, const Instance& instance, std::uint32_t vertex) const;

  const ModelInput& input_;
  std::vector<std::vector<affined>> binds_;  ///< by source skin
  DisplacementBuilder clip_, fixed_;
  AttributeErrors attributes_;
};

PosedSide ModelBuilder::source_side(const PrimitivePair& pair) const {
  const Instance& instance = pair.instance;
  const Primitive& primitive =
      input_.source.meshes[instance.mesh.value].primitives[instance.primitive];
  PosedSide side;
  side.node = instance.node.value;
  side.package_instance = pair.info.instance;
  side.positions = primitive.positions;
  side.morph_targets = primitive.morph_targets;
  if (instance.skin) {
    side.skin = instance.skin->value;
    side.joints = input_.source.skins[side.skin].joints;
    side.inverse_binds = binds_[side.skin];
    side.influences = influences_of(input_, instance);
  }
  return side;
}

PosedSide ModelBuilder::package_side(const PrimitivePair& pair,
                                     const DecodedAsset::Geometry& decoded) const {
  PosedSide side;
  side.kind = MatrixKind::package;
  side.node = pair.instance.node.value;
  side.package_instance = pair.info.instance;
  side.positions = decoded.positions;
  side.morph_targets = decoded.morph_targets;
  if (pair.instance.skin) {
    side.skin = pair.info.skin;
    side.influences = &decoded.influences;
  }
  return side;
}

VertexRef ModelBuilder::reference(const PosedSide& side, const Instance& instance,
                                  std::uint32_t vertex) const {
  VertexRef ref{instance.mesh.value, instance.primitive, vertex, side.node};
  float heaviest = 0;
  for (std::size_t i = 0; side.skin != kNone && i < side.influences->slots; ++i) {
    const std::size_t at = std::size_t{vertex} * side.influences->slots + i;
    const PaletteSlot slot = side.influences->joints[at];
    if (side.influences->weights[at] > heaviest && slot.value < side.joints.size()) {
      heaviest = side.influences->weights[at];
      ref.node = side.joints[slot.value].value;
    }
  }
  return ref;
}

void ModelBuilder::add_pair(const PrimitivePair& pair, Mismatches& out) {
  const Instance& instance = pair.instance;
  const std::string label =
      fmt::format("mesh {} primitive {}", instance.mesh.value, instance.primitive);
  const auto decoded = input_.package.geometry(pair.package_index);
  const Mesh& mesh = input_.source.meshes[instance.mesh.value];
  PosedSide source = source_side(pair);
  if (!decoded || decoded->positions.size() != pair.info.vertex_count ||
      (source.skin == kNone) != (pair.info.skin == kNone) ||
      (source.skin != kNone && source.influences == nullptr)) {
    out.push_back(
        fmt::format("{}: {}", label, decoded ? "cannot be compared" : decoded.error().message));
    return;
  }
  const VertexMatch match =
      match_vertices(mesh.primitives[instance.primitive], source.influences, *decoded,
                     match_policy(mesh, input_.static_share), label, out);
  attributes_.normal_rad = std::max(attributes_.normal_rad, match.errors.normal_rad);
  attributes_.tangent_rad = std::max(attributes_.tangent_rad, match.errors.tangent_rad);
  attributes_.texcoord = std::max(attributes_.texcoord, match.errors.texcoord);
  attributes_.color = std::max(attributes_.color, match.errors.color);
  const PosedSide package = package_side(pair, *decoded);
  PosedSide posed_by_package = source;
  posed_by_package.kind = MatrixKind::source;
  posed_by_package.sign = -1;
  for (std::uint32_t v = 0; v < match.package_vertex.size(); ++v) {
    if (match.is_used[v] == 0 || match.package_vertex[v] == kNone) {
      continue;
    }
    const VertexRef ref = reference(source, instance, v);
    clip_.add(source, v);
    clip_.finish_vertex(ref);
    fixed_.add(posed_by_package, v);
    fixed_.add(package, match.package_vertex[v]);
    fixed_.finish_vertex(ref);
  }
}

/// Six points on the axes of every node, `shell_m` away in the rest pose.
void ModelBuilder::add_shells(const Pose& rest) {
  for (std::uint32_t n = 0; n < rest.globals.size(); ++n) {
    const auto& rows = rest.globals[n].rows;
    std::vector<float3> points;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double stretch = length(double3{rows[0][axis], rows[1][axis], rows[2][axis]});
      const auto reach =
          static_cast<float>(stretch > 0 ? input_.shell_m / stretch : input_.shell_m);
      for (const float r : {reach, -reach}) {
        points.push_back({axis == 0 ? r : 0, axis == 1 ? r : 0, axis == 2 ? r : 0});
      }
    }
    PosedSide side;
    side.node = n;
    side.positions = points;
    for (std::uint32_t p = 0; p < points.size(); ++p) {
      clip_.add(side, p);
      clip_.finish_vertex({0, 0, p, n});
    }
  }
}

}  // namespace

ProofModel build_model(const ModelInput& input, const std::vector<PrimitivePair>& pairs,
                       Mismatches& out) {
  ModelBuilder builder(input);
  for (const PrimitivePair& pair : pairs) {
    builder.add_pair(pair, out);
  }
  if (instances(input.source).empty()) {
    Pose rest;
    Poser(input.source).rest(rest);
    builder.add_shells(rest);
  }
  return builder.take();
}

}  // namespace rigpack::proof

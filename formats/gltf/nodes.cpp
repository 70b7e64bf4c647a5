#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gltf/document.h"
#include "gltf/streams.h"
#include "rigpack/skeleton.h"

namespace rigpack::gltf {
namespace {

/// The rest pose: TRS, or a matrix that replaces it.
void read_transform(Object& object, Node& node) {
  if (const auto t = object.numbers("translation", 3); !t.empty()) {
    node.rest.translation = {t[0], t[1], t[2]};
  }
  if (const auto r = object.numbers("rotation", 4); !r.empty()) {
    node.rest.rotation = {r[0], r[1], r[2], r[3]};
  }
  if (const auto s = object.numbers("scale", 3); !s.empty()) {
    node.rest.scale = {s[0], s[1], s[2]};
  }
  if (const auto m = object.numbers("matrix", 16); !m.empty()) {
    std::ranges::copy(m, node.matrix.emplace().m.begin());
  }
}

void read_morph_weights(Document& document, Object& object, Node& node) {
  node.morph_weights = object.numbers("weights");
  if (node.morph_weights.empty()) {
    return;
  }
  if (!node.mesh) {
    object.report(rules::asset_schema, "morph weights on a node without a mesh", "weights");
    node.morph_weights.clear();
    return;
  }
  const std::vector<Primitive>& primitives = document.scene.meshes[node.mesh->value].primitives;
  const std::size_t targets = primitives.empty() ? 0 : primitives[0].morph_targets.size();
  if (node.morph_weights.size() != targets && !document.morphs_reported[node.mesh->value]) {
    object.report(
        rules::mesh_morph_target_invalid,
        fmt::format("{} weights for {} morph targets", node.morph_weights.size(), targets),
        "weights");
  }
}

Node read_node(Document& document, Object object, std::size_t node_count) {
  Node node;
  node.pointer = object.pointer();
  read_transform(object, node);
  if (const auto mesh = object.index("mesh", document.scene.meshes.size())) {
    node.mesh = MeshIndex(*mesh);
  }
  if (const auto skin = object.index("skin", document.skin_count)) {
    node.skin = SkinIndex(*skin);
  }
  read_morph_weights(document, object, node);
  node.poisoned = object.faulty();
  if (node.matrix && (object.has("translation") || object.has("rotation") || object.has("scale"))) {
    object.report(rules::skeleton_matrix_not_decomposable,
                  "a matrix stands beside translation, rotation or scale", "matrix");
  }
  // A wrong name or child leaves the node itself as it is.
  node.name = object.text("name");
  object.forbid_empty("children");
  for (const auto child : object.indices("children", node_count)) {
    if (child) {
      node.children.emplace_back(*child);
    }
  }
  document.scene.hierarchy_uncertain |= object.faulty() && object.has("children");
  return node;
}

void read_joints(Document& document, Object& object, Skin& skin) {
  if (!object.has("joints")) {
    object.missing("joints");
  }
  for (const auto joint : object.indices("joints", document.scene.nodes.size())) {
    if (joint) {
      skin.joints.emplace_back(*joint);
      // What a broken node does to its skin is the node's finding.
      skin.poisoned |= document.scene.nodes[*joint].poisoned;
    }
  }
  skin.poisoned |= object.faulty();
}

void read_inverse_binds(Document& document, Object& object, Skin& skin) {
  if (!object.has("inverseBindMatrices")) {
    return;
  }
  skin.has_inverse_binds = true;
  const Accessor* accessor =
      find_accessor(document, object, "inverseBindMatrices", {Shape::mat4, formats::f32});
  auto matrices = accessor == nullptr
                      ? std::nullopt
                      : read_stream<float4x4>(document, object, "inverseBindMatrices", *accessor);
  if (!matrices) {
    skin.poisoned = true;
    return;
  }
  check_packed(document, *accessor);
  skin.inverse_binds = std::move(*matrices);
}

Skin read_skin(Document& document, Object& object) {
  Skin skin;
  skin.pointer = object.pointer();
  read_joints(document, object, skin);
  read_inverse_binds(document, object, skin);
  skin.name = object.text("name");
  // `skeleton` is a hint: a wrong one is reported, the skin works without.
  if (const auto root = object.index("skeleton", document.scene.nodes.size())) {
    skin.root = NodeIndex(*root);
  }
  return skin;
}

std::vector<NodeIndex> read_scene(Document& document, Object object) {
  std::vector<NodeIndex> roots;
  std::vector<bool> listed(document.scene.nodes.size());
  object.forbid_empty("nodes");
  const auto nodes = object.indices("nodes", document.scene.nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!nodes[i] || document.scene.nodes[*nodes[i]].poisoned) {
      continue;
    }
    const std::string key = fmt::format("nodes/{}", i);
    if (listed[*nodes[i]]) {
      object.report(rules::asset_schema, fmt::format("node {} is listed twice", *nodes[i]), key);
      continue;
    }
    listed[*nodes[i]] = true;
    if (const auto parent = document.scene.nodes[*nodes[i]].parent) {
      object.report(
          rules::asset_schema,
          fmt::format("node {} is no root: it is a child of node {}", *nodes[i], parent->value),
          key);
    }
    roots.emplace_back(*nodes[i]);
  }
  document.scene.hierarchy_uncertain |= object.faulty();
  return roots;
}

}  // namespace

void read_nodes(Document& document, const Array& list) {
  std::vector<Node>& nodes = document.scene.nodes;
  nodes.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    nodes.push_back(read_node(document, list[i], list.size()));
  }
  document.scene.hierarchy_uncertain |=
      !build_forest(nodes, document.reporter, document.limits.node_depth);
}

void read_skins(Document& document, const Array& list) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    Object object = list[i];
    object.location().skin = static_cast<std::uint32_t>(i);
    document.scene.skins.push_back(read_skin(document, object));
  }
}

void read_scenes(Document& document, const Array& list) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    document.scene.scenes.push_back(read_scene(document, list[i]));
  }
}

}  // namespace rigpack::gltf

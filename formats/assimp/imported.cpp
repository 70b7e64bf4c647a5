#include "assimp/imported.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rigpack::assimp {
namespace {

constexpr double kDecomposable = 1e-5;  ///< importers multiply in float
constexpr double kLargest = 1e30;       ///< products of a few of them stay finite

}  // namespace

float3 to_float(const double3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

trsf to_float(const trsd& t) {
  return {to_float(t.translation),
          {static_cast<float>(t.rotation.x), static_cast<float>(t.rotation.y),
           static_cast<float>(t.rotation.z), static_cast<float>(t.rotation.w)},
          to_float(t.scale)};
}

float4x4 to_float4x4(const affined& m) {
  float4x4 out;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      out.m[4 * column + row] = static_cast<float>(m.rows[row][column]);
    }
  }
  return out;
}

NodeIndex add_node(Scene& scene, std::string name, std::optional<NodeIndex> parent) {
  const NodeIndex index(scene.nodes.size());
  Node& node = scene.nodes.emplace_back();
  node.name = std::move(name);
  node.parent = parent;
  if (parent) {
    scene.nodes[parent->value].children.push_back(index);
  }
  return index;
}

bool set_rest(Node& node, const affined& local) {
  trsd rest;
  const bool finite = std::ranges::all_of(local.rows, [](const auto& row) {
    return std::ranges::all_of(row, [](double value) { return std::abs(value) < kLargest; });
  });
  if (!finite) {
    node.rest = {};
    return false;
  }
  if (decompose(local, kDecomposable, rest)) {
    node.rest = to_float(rest);
    return true;
  }
  node.matrix = to_float4x4(local);
  return true;
}

void close_scene(Scene& scene) {
  std::vector<NodeIndex> roots;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    if (!scene.nodes[i].parent) {
      roots.emplace_back(i);
    }
  }
  scene.scenes.push_back(std::move(roots));
  scene.default_scene = 0;
}

}  // namespace rigpack::assimp

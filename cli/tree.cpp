#include "tree.h"

#include <algorithm>

#include <fmt/format.h>

#include "terminal.h"

namespace rigpack::cli {
namespace {

std::string node_text(std::size_t index, const std::string& name) {
  return name.empty() ? fmt::format("node {}", index) : fmt::format("{} '{}'", index, safe(name));
}

}  // namespace

std::vector<TreeNode> tree_of(const Scene& scene) {
  std::vector<TreeNode> out;
  std::vector<std::uint32_t> depths(scene.nodes.size(), 0);
  for (const NodeIndex index : parents_first(scene)) {
    const Node& node = scene.nodes[index.value];
    if (node.parent) {
      depths[index.value] = depths[node.parent->value] + 1;
    }
    std::string text = node_text(index.value, node.name);
    text += node.mesh ? fmt::format(", mesh {}", node.mesh->value) : "";
    text += node.skin ? fmt::format(", skin {}", node.skin->value) : "";
    out.push_back({std::move(text), depths[index.value]});
  }
  return out;
}

std::vector<TreeNode> tree_of(const Package& package) {
  std::vector<TreeNode> out;
  for (std::size_t i = 0; i < package.nodes.size(); ++i) {
    const PackedNode& node = package.nodes[i];
    std::string text = node_text(i, node.name);
    text += (node.roles & kRoleJoint) != 0 ? ", joint" : "";
    text += (node.roles & kRoleAttachment) != 0 ? ", carries a mesh" : "";
    // The reader has proved that parents come first.
    out.push_back({std::move(text), node.parent < i ? out[node.parent].depth + 1 : 0});
  }
  return out;
}

std::string tree_text(const std::vector<TreeNode>& nodes, std::size_t max_nodes) {
  constexpr std::uint32_t kDeepest = 40;
  std::string out;
  for (std::size_t i = 0; i < std::min(nodes.size(), max_nodes); ++i) {
    const std::size_t indent = 2 + 2 * std::min(nodes[i].depth, kDeepest);
    out += std::string(indent, ' ') + nodes[i].text + "\n";
  }
  if (nodes.size() > max_nodes) {
    out += fmt::format("  ... {} more (--max-nodes)\n", nodes.size() - max_nodes);
  }
  return out;
}

}  // namespace rigpack::cli

#pragma once
/// Node hierarchies as indented text.

#include <cstdint>
#include <string>
#include <vector>

#include "rigpack/package.h"
#include "rigpack/scene.h"

namespace rigpack::cli {

struct TreeNode {
  std::string text;  ///< safe to print
  std::uint32_t depth = 0;
};

/// Nodes in the order of a walk from the roots; nodes in cycles are left out.
std::vector<TreeNode> tree_of(const Scene& scene);
std::vector<TreeNode> tree_of(const Package& package);

/// At most `max_nodes` lines, then how many more there are. Depth is shown up to 40 levels.
std::string tree_text(const std::vector<TreeNode>& nodes, std::size_t max_nodes);

}  // namespace rigpack::cli

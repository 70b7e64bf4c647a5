#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gltf/document.h"

namespace rigpack::gltf {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

struct Edge {
  std::uint32_t parent = 0, child = 0;
  std::size_t position = 0;  ///< among the parent's existing children
};

/// The nodes while they become a forest. `enter` and `leave` number a depth-first walk, so that
/// "is an ancestor of" takes no walk of its own; `enter` kNone: not reached from any root.
struct Forest {
  std::vector<Node>& nodes;
  Reporter& reporter;
  std::vector<Edge> dropped = {};  ///< edges to a child that had a parent already, or to itself
  std::vector<std::uint32_t> enter = {}, leave = {};
  std::uint32_t clock = 0;

  void report(const Rule& rule, std::string message, std::string pointer) {
    Location at;
    at.pointer = std::move(pointer);
    reporter.add(make_finding(rule, std::move(message), std::move(at)));
  }
  bool is_ancestor(std::uint32_t above, std::uint32_t below) const {
    return enter[above] <= enter[below] && leave[below] <= leave[above];
  }
};

std::string edge_pointer(const Edge& edge) {
  return fmt::format("/nodes/{}/children/{}", edge.parent, edge.position);
}

/// The first node that lists a child becomes its parent; other edges are dropped.
void choose_parents(Forest& forest) {
  for (std::size_t i = 0; i < forest.nodes.size(); ++i) {
    std::vector<NodeIndex> kept;
    const std::vector<NodeIndex>& children = forest.nodes[i].children;
    for (std::size_t position = 0; position < children.size(); ++position) {
      const NodeIndex child = children[position];
      Node& node = forest.nodes[child.value];
      if (child.value == i || node.parent) {
        forest.dropped.push_back({static_cast<std::uint32_t>(i), child.value, position});
      } else {
        node.parent = NodeIndex(i);
        kept.push_back(child);
      }
    }
    forest.nodes[i].children = std::move(kept);
  }
}

/// Numbers everything below `root`; gives the greatest depth met, the root being 1 deep.
std::size_t walk(Forest& forest, std::uint32_t root, bool poison) {
  struct Step {
    std::uint32_t node;
    std::size_t next_child;
  };
  std::vector<Step> path{{root, 0}};
  std::size_t deepest = 1;
  forest.enter[root] = forest.clock++;
  while (!path.empty()) {
    Step& step = path.back();
    Node& node = forest.nodes[step.node];
    if (step.next_child == node.children.size()) {
      node.poisoned |= poison;
      forest.leave[step.node] = forest.clock++;
      path.pop_back();
      continue;
    }
    const std::uint32_t child = node.children[step.next_child++].value;
    forest.enter[child] = forest.clock++;
    path.push_back({child, 0});
    deepest = std::max(deepest, path.size());
  }
  return deepest;
}

/// A node that no root reaches stands on or below exactly one cycle, for each node has at most one
/// parent here. Finds that cycle, reports it and cuts it at its lowest node.
std::uint32_t cut_cycle(Forest& forest, std::uint32_t start, std::vector<bool>& seen) {
  std::uint32_t at = start;
  while (!seen[at]) {
    seen[at] = true;
    at = forest.nodes[at].parent->value;
  }
  std::uint32_t lowest = at;
  std::size_t length = 1;
  for (std::uint32_t i = forest.nodes[at].parent->value; i != at;
       i = forest.nodes[i].parent->value) {
    lowest = std::min(lowest, i);
    ++length;
  }
  const std::uint32_t parent = forest.nodes[lowest].parent->value;
  std::vector<NodeIndex>& siblings = forest.nodes[parent].children;
  const auto edge = std::ranges::find(siblings, NodeIndex(lowest));
  forest.report(rules::skeleton_cycle,
                fmt::format("node {} is below itself: {} nodes form a cycle", lowest, length),
                edge_pointer({parent, lowest, static_cast<std::size_t>(edge - siblings.begin())}));
  siblings.erase(edge);
  forest.nodes[lowest].parent.reset();
  return lowest;
}

void cut_cycles(Forest& forest) {
  std::vector<bool> seen(forest.nodes.size());
  for (std::uint32_t i = 0; i < forest.nodes.size(); ++i) {
    if (forest.enter[i] == kNone) {
      walk(forest, cut_cycle(forest, i, seen), true);
    }
  }
}

/// Each dropped edge either closed a cycle or gave a child a second parent; once a child.
void report_dropped(Forest& forest) {
  std::vector<bool> reported(forest.nodes.size());
  for (const Edge& edge : forest.dropped) {
    Node& child = forest.nodes[edge.child];
    const bool follows = child.poisoned || forest.nodes[edge.parent].poisoned;
    if (follows || reported[edge.child]) {
      continue;
    }
    reported[edge.child] = true;
    if (forest.is_ancestor(edge.child, edge.parent)) {
      forest.report(rules::skeleton_cycle,
                    edge.child == edge.parent ? fmt::format("node {} is its own child", edge.child)
                                              : fmt::format("node {} is below itself", edge.child),
                    edge_pointer(edge));
      child.poisoned = true;
    } else {
      forest.report(rules::skeleton_not_a_tree,
                    fmt::format("node {} is a child of node {} and of node {}", edge.child,
                                child.parent->value, edge.parent),
                    edge_pointer(edge));
    }
  }
}

}  // namespace

bool build_forest(std::vector<Node>& nodes, Reporter& reporter, std::uint32_t max_depth) {
  Forest forest{nodes, reporter};
  forest.enter.assign(nodes.size(), kNone);
  forest.leave.assign(nodes.size(), kNone);
  choose_parents(forest);
  std::size_t deepest = 0;
  std::uint32_t root_of_deepest = 0;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (!nodes[i].parent) {
      const std::size_t depth = walk(forest, i, false);
      if (depth > deepest) {
        deepest = depth;
        root_of_deepest = i;
      }
    }
  }
  cut_cycles(forest);
  report_dropped(forest);
  if (deepest > max_depth) {
    forest.report(rules::asset_limit,
                  fmt::format("nodes are {} deep, the limit is {}", deepest, max_depth),
                  fmt::format("/nodes/{}", root_of_deepest));
  }
  return forest.dropped.empty();
}

}  // namespace rigpack::gltf

#include "rigpack/scene.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rigpack {
namespace {

/// Children of every node in one array: those of node n stand at [first[n], first[n + 1]), in index
/// order. Built from the parents, which are single by construction.
struct ChildLists {
  std::vector<std::uint32_t> first;
  std::vector<NodeIndex> children;
};

ChildLists list_children(const std::vector<Node>& nodes) {
  ChildLists lists;
  lists.first.assign(nodes.size() + 1, 0);
  for (const Node& node : nodes) {
    if (node.parent) {
      ++lists.first[node.parent->value + 1];
    }
  }
  std::partial_sum(lists.first.begin(), lists.first.end(), lists.first.begin());
  lists.children.resize(lists.first.back());
  std::vector<std::uint32_t> next(lists.first.begin(), lists.first.end() - 1);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].parent) {
      lists.children[next[nodes[i].parent->value]++] = NodeIndex{i};
    }
  }
  return lists;
}

std::vector<std::uint32_t> unroll_strip(const std::vector<std::uint32_t>& corners) {
  std::vector<std::uint32_t> list;
  for (std::size_t i = 0; i + 2 < corners.size(); ++i) {
    // Every other triangle of a strip is turned round, so that all face one way (glTF 3.7.2.1).
    const std::size_t odd = i % 2;
    list.insert(list.end(), {corners[i], corners[i + 1 + odd], corners[i + 2 - odd]});
  }
  return list;
}

std::vector<std::uint32_t> unroll_fan(const std::vector<std::uint32_t>& corners) {
  std::vector<std::uint32_t> list;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    list.insert(list.end(), {corners[i], corners[i + 1], corners[0]});
  }
  return list;
}

}  // namespace

double duration_s(const Clip& clip) {
  double last = 0;
  for (const Track& track : clip.tracks) {
    if (track.poisoned) {
      continue;
    }
    for (const float time : track.times) {
      if (std::isfinite(time)) {
        last = std::max(last, double{time});
      }
    }
  }
  return last;
}

std::vector<NodeIndex> parents_first(const Scene& scene) {
  const ChildLists lists = list_children(scene.nodes);
  std::vector<NodeIndex> order;
  std::vector<NodeIndex> stack;
  order.reserve(scene.nodes.size());
  for (std::size_t i = scene.nodes.size(); i-- > 0;) {
    if (!scene.nodes[i].parent) {
      stack.emplace_back(i);
    }
  }
  while (!stack.empty()) {
    const NodeIndex node = stack.back();
    stack.pop_back();
    if (scene.nodes[node.value].poisoned) {
      continue;
    }
    order.push_back(node);
    for (std::uint32_t i = lists.first[node.value + 1]; i-- > lists.first[node.value];) {
      stack.push_back(lists.children[i]);
    }
  }
  return order;
}

std::vector<std::uint32_t> triangle_list(const Primitive& primitive) {
  std::vector<std::uint32_t> corners = primitive.indices;
  if (!primitive.indexed) {
    corners.resize(primitive.positions.size());
    std::iota(corners.begin(), corners.end(), 0U);
  }
  switch (primitive.topology) {
    case Topology::triangles:
      corners.resize(corners.size() / 3 * 3);
      return corners;
    case Topology::triangle_strip:
      return unroll_strip(corners);
    case Topology::triangle_fan:
      return unroll_fan(corners);
    case Topology::points:
    case Topology::lines:
    case Topology::line_loop:
    case Topology::line_strip:
      break;
  }
  return {};
}

}  // namespace rigpack

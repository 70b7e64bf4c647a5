#include "weights/nearest_vertex.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace rigpack {
namespace {

bool is_finite(const float3& p) {
  return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

float coordinate(const float3& p, unsigned axis) {
  return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

double squared_distance(const float3& a, const float3& b) {
  const double3 d = to_double(a) - to_double(b);
  return dot(d, d);
}

/// A part of the tree still to be searched, and how near it can be at best.
struct Range {
  std::size_t begin = 0, end = 0;
  unsigned axis = 0;
  double at_least = 0;  ///< squared
};

struct Best {
  std::uint32_t vertex = 0;
  double distance = std::numeric_limits<double>::infinity();  ///< squared

  void offer(std::uint32_t candidate, double d) {
    if (d < distance || (d == distance && candidate < vertex)) {
      vertex = candidate;
      distance = d;
    }
  }
};

}  // namespace

NearestVertex::NearestVertex(std::span<const float3> positions,
                             std::vector<std::uint32_t> candidates)
    : positions_(positions), tree_(std::move(candidates)) {
  std::erase_if(tree_, [&](std::uint32_t v) { return !is_finite(positions[v]); });
  // Points at one place would all have to be visited to find the lowest index.
  std::ranges::sort(tree_, {}, [&](std::uint32_t v) {
    return std::tuple{positions[v].x, positions[v].y, positions[v].z, v};
  });
  const auto repeats = std::ranges::unique(
      tree_, [&](std::uint32_t a, std::uint32_t b) { return positions[a] == positions[b]; });
  tree_.erase(repeats.begin(), repeats.end());
  build(0, tree_.size(), 0);
}

void NearestVertex::build(std::size_t begin, std::size_t end, unsigned axis) {
  if (end - begin < 2) {
    return;
  }
  const std::size_t middle = begin + (end - begin) / 2;
  const auto at = [&](std::size_t i) { return tree_.begin() + static_cast<std::ptrdiff_t>(i); };
  std::ranges::nth_element(at(begin), at(middle), at(end), {}, [&](std::uint32_t v) {
    return std::pair{coordinate(positions_[v], axis), v};
  });
  build(begin, middle, (axis + 1) % 3);
  build(middle + 1, end, (axis + 1) % 3);
}

std::optional<std::uint32_t> NearestVertex::find(const float3& point) const {
  if (tree_.empty() || !is_finite(point)) {
    return std::nullopt;
  }
  Best best;
  std::vector<Range> open{{0, tree_.size(), 0, 0}};
  while (!open.empty()) {
    const Range range = open.back();
    open.pop_back();
    if (range.begin == range.end || range.at_least > best.distance) {
      continue;
    }
    const std::size_t middle = range.begin + (range.end - range.begin) / 2;
    const float3& split = positions_[tree_[middle]];
    best.offer(tree_[middle], squared_distance(point, split));
    const double side =
        double{coordinate(point, range.axis)} - double{coordinate(split, range.axis)};
    const unsigned next = (range.axis + 1) % 3;
    Range near{range.begin, middle, next, range.at_least};
    Range far{middle + 1, range.end, next, std::max(range.at_least, side * side)};
    if (side > 0) {
      std::swap(near.begin, far.begin);
      std::swap(near.end, far.end);
    }
    open.push_back(far);
    open.push_back(near);
  }
  return best.vertex;
}

}  // namespace rigpack

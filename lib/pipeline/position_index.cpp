#include "pipeline/position_index.h"

#include <algorithm>
#include <cmath>

namespace rigpack::proof {

PositionIndex::PositionIndex(std::span<const float3> points, const float3& origin, double radius)
    : origin_(to_double(origin)), radius_(radius) {
  entries_.reserve(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    Entry entry{{}, static_cast<std::uint32_t>(i)};
    if (cell_of(points[i], entry.cell)) {
      entries_.push_back(entry);
    }
  }
  std::ranges::sort(entries_);
}

bool PositionIndex::cell_of(const float3& p, Cell& out) const {
  const double3 offset = (to_double(p) - origin_) * (1 / radius_);
  const std::array<double, 3> axes{offset.x, offset.y, offset.z};
  for (std::size_t i = 0; i < 3; ++i) {
    if (!(std::fabs(axes[i]) < 1e9)) {
      return false;
    }
    out[i] = static_cast<std::int32_t>(std::floor(axes[i]));
  }
  return true;
}

std::span<const PositionIndex::Entry> PositionIndex::entries_of(const Cell& cell) const {
  const auto range = std::ranges::equal_range(entries_, cell, {}, &Entry::cell);
  return std::span(range).first(std::min<std::size_t>(range.size(), kMostPerCell));
}

}  // namespace rigpack::proof

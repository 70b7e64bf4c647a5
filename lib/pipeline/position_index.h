#pragma once
/// Finds the points near a place: a grid of cubes as wide as the search radius, kept as one sorted
/// array.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "rigpack/math.h"

namespace rigpack::proof {

class PositionIndex {
 public:
  /// Points that are not finite, or absurdly far from the rest, are never found.
  PositionIndex(std::span<const float3> points, const float3& origin, double radius);

  /// Calls `visit(index)` for every point that may lie within the radius of `place`, and for some
  /// that do not; at most kMostPerCell a cell, so that a million points in one place cannot make
  /// the search quadratic.
  template <class Visit>
  void visit_near(const float3& place, Visit visit) const;

 private:
  static constexpr std::size_t kMostPerCell = 4096;
  using Cell = std::array<std::int32_t, 3>;
  struct Entry {
    Cell cell{};
    std::uint32_t point = 0;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };
  /// False when there is no cell for `p`.
  bool cell_of(const float3& p, Cell& out) const;
  std::span<const Entry> entries_of(const Cell& cell) const;

  double3 origin_;
  double radius_;
  std::vector<Entry> entries_;
};

template <class Visit>
void PositionIndex::visit_near(const float3& place, Visit visit) const {
  Cell centre{};
  if (!cell_of(place, centre)) {
    return;
  }
  for (std::int32_t i = 0; i < 27; ++i) {
    const Cell cell{centre[0] + i % 3 - 1, centre[1] + i / 3 % 3 - 1, centre[2] + i / 9 - 1};
    for (const Entry& entry : entries_of(cell)) {
      visit(entry.point);
    }
  }
}

}  // namespace rigpack::proof

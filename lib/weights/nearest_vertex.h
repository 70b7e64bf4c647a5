#pragma once
/// Nearest-point search over some of a primitive's vertices.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rigpack/math.h"

namespace rigpack {

/// A k-d tree without pointers: the median of each range is its node, halves lie on either side.
class NearestVertex {
 public:
  /// `candidates` are vertex indices; those whose position is not finite are left out, and of
  /// several at one position only the lowest index stays.
  NearestVertex(std::span<const float3> positions, std::vector<std::uint32_t> candidates);

  /// The candidate nearest to `point`, the lowest index when several are; none when there are no
  /// candidates or the point is not finite.
  std::optional<std::uint32_t> find(const float3& point) const;

 private:
  void build(std::size_t begin, std::size_t end, unsigned axis);

  std::span<const float3> positions_;
  std::vector<std::uint32_t> tree_;
};

}  // namespace rigpack

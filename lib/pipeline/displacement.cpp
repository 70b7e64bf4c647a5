#include "pipeline/displacement.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace rigpack::proof {
namespace {

void add_term(const std::array<Lanes, 12>& m, const DisplacementTerm& t,
              std::array<Lanes, 3>& sum) {
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      sum[r][lane] += m[4 * r][lane] * t.x + m[4 * r + 1][lane] * t.y + m[4 * r + 2][lane] * t.z +
                      m[4 * r + 3][lane] * t.w;
    }
  }
}

/// The worst of each lane of one batch.
struct LaneExtent {
  Lanes worst{};
  Lanes sum{};
  std::array<std::size_t, kLanes> vertex;

  void add(const Lanes& squares, std::size_t v) {
    bool is_worse = false;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      sum[lane] += squares[lane];
      is_worse |= !(squares[lane] <= worst[lane]);
    }
    for (std::size_t lane = 0; is_worse && lane < kLanes; ++lane) {
      if (!(squares[lane] <= worst[lane])) {
        worst[lane] =
            std::isnan(squares[lane]) ? std::numeric_limits<double>::infinity() : squares[lane];
        vertex[lane] = v;
      }
    }
  }
};

}  // namespace

std::uint32_t DisplacementBuilder::matrix(const PosedSide& side, PaletteSlot slot,
                                          const MorphRef& morph) {
  const bool is_skinned = side.skin != kNone;
  const std::uint32_t element = is_skinned ? slot.value : side.node;
  const auto next = static_cast<std::uint32_t>(built_.matrices.size());
  const auto [entry, is_new] = matrix_of_.try_emplace({side.kind, side.skin, element, morph}, next);
  if (is_new) {
    MatrixRecipe recipe{side.kind, side.node, side.skin, slot.value, morph, {}};
    if (is_skinned && side.kind != MatrixKind::package) {
      recipe.node = side.joints[slot.value].value;
      recipe.inverse_bind = side.inverse_binds[slot.value];
    }
    built_.matrices.push_back(recipe);
  }
  return entry->second;
}

void DisplacementBuilder::add_vector(const PosedSide& side, std::size_t vertex, const float3& v,
                                     const MorphRef& morph) {
  const double is_point = morph.package_instance == kNone ? 1 : 0;
  const auto add = [&](PaletteSlot slot, double weight) {
    const double3 scaled = to_double(v) * weight;
    built_.terms.push_back(
        {matrix(side, slot, morph), scaled.x, scaled.y, scaled.z, weight * is_point});
  };
  if (side.skin == kNone) {
    add(PaletteSlot{}, side.sign);
    return;
  }
  const Influences& influences = *side.influences;
  for (std::size_t i = vertex * influences.slots; i < (vertex + 1) * influences.slots; ++i) {
    const PaletteSlot slot = influences.joints[i];
    const bool is_there = side.kind == MatrixKind::package || slot.value < side.joints.size();
    if (influences.weights[i] != 0 && is_there) {
      add(slot, static_cast<double>(influences.weights[i]) * side.sign);
    }
  }
}

void DisplacementBuilder::add(const PosedSide& side, std::size_t vertex) {
  add_vector(side, vertex, side.positions[vertex], {});
  for (std::uint32_t t = 0; t < side.morph_targets.size(); ++t) {
    const auto& deltas = side.morph_targets[t].positions;
    if (vertex < deltas.size() && deltas[vertex] != float3{}) {
      add_vector(side, vertex, deltas[vertex], {side.package_instance, side.node, t});
    }
  }
}

void DisplacementBuilder::finish_vertex(const VertexRef& ref) {
  built_.ends.push_back(built_.terms.size());
  built_.vertices.push_back(ref);
}

void MatrixTable::resize(std::size_t count) {
  matrices.assign(count, {});
  is_zero.assign(count, 0);
}

void MatrixTable::set(std::size_t matrix, std::size_t lane, const affined& value) {
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      matrices[matrix][4 * r + c][lane] = value.rows[r][c];
    }
  }
}

void MatrixTable::find_zeros() {
  for (std::size_t m = 0; m < matrices.size(); ++m) {
    is_zero[m] = std::ranges::all_of(matrices[m], [](const Lanes& l) { return l == Lanes{}; });
  }
}

// Bin 0 holds what is below 2^-160, bins from 1 on a quarter of an octave of the square each.
constexpr std::uint64_t kFirstKey = (1023U - 160U) * std::uint64_t{4};

std::size_t SquareCounts::bin_of(double square) {
  constexpr unsigned kDropped = 50;  // leaves the exponent and two bits of the mantissa
  const std::uint64_t key = std::bit_cast<std::uint64_t>(square) >> kDropped;
  const std::uint64_t bin = key - std::min(key, kFirstKey);
  return std::min<std::size_t>(bin, kBins - 1);
}

double SquareCounts::upper_end(std::size_t bin) {
  return bin == 0          ? 0
         : bin < kBins - 1 ? std::sqrt(std::bit_cast<double>((kFirstKey + bin + 1) << 50U))
                           : std::numeric_limits<double>::infinity();
}

void SquareCounts::add(const SquareCounts& other) {
  for (std::size_t i = 0; i < kBins; ++i) {
    counts_[i] += other.counts_[i];
  }
}

double SquareCounts::quantile(double share) const {
  std::uint64_t all = 0;
  for (const std::uint64_t count : counts_) {
    all += count;
  }
  const double wanted = share * static_cast<double>(all);
  std::uint64_t below = 0;
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    below += counts_[bin];
    if (below != 0 && static_cast<double>(below) >= wanted) {
      return upper_end(bin);
    }
  }
  return 0;
}

void measure(const Displacement& displacement, const MatrixTable& table,
             std::span<const double> times, Extent& out) {
  LaneExtent extent;
  extent.vertex.fill(kNone);
  std::size_t term = 0;
  std::size_t unmoved = 0;
  for (std::size_t v = 0; v < displacement.vertices.size(); ++v) {
    std::array<Lanes, 3> sum{};
    bool is_moved = false;
    for (; term < displacement.ends[v]; ++term) {
      const DisplacementTerm& t = displacement.terms[term];
      if (table.is_zero[t.matrix] == 0) {
        add_term(table.matrices[t.matrix], t, sum);
        is_moved = true;
      }
    }
    if (is_moved) {
      Lanes squares;
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        squares[lane] =
            sum[0][lane] * sum[0][lane] + sum[1][lane] * sum[1][lane] + sum[2][lane] * sum[2][lane];
      }
      extent.add(squares, v);
      for (std::size_t lane = 0; lane < times.size(); ++lane) {
        out.counts.add(squares[lane]);
      }
    } else {
      ++unmoved;
    }
  }
  out.counts.add_zeros(unmoved * times.size());
  for (std::size_t lane = 0; lane < times.size(); ++lane) {
    if (extent.worst[lane] > out.worst_square) {
      out.worst_square = extent.worst[lane];
      out.vertex = extent.vertex[lane];
      out.time_s = times[lane];
    }
    out.sum_of_squares += extent.sum[lane];
  }
  out.samples += displacement.vertices.size() * times.size();
}

}  // namespace rigpack::proof

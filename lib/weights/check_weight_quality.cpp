#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "findings/tally.h"
#include "rigpack/weights.h"

namespace rigpack {
namespace {

/// One vertex's weights as they are stored, unused slots left out.
struct VertexWeights {
  std::vector<std::pair<std::uint32_t, double>> used;
  bool sound = true;   ///< finite, not negative, sum within the tolerance
  bool sorted = true;  ///< heaviest first
};

/// Whether every set is readable and holds four influences a vertex.
bool is_whole(const Primitive& primitive) {
  const std::size_t numbers = 4 * primitive.positions.size();
  return !primitive.poisoned && !primitive.influences.empty() &&
         std::ranges::all_of(primitive.influences, [&](const InfluenceSet& set) {
           return !set.poisoned && set.joints.size() == numbers && set.weights.size() == numbers;
         });
}

void load(const Primitive& primitive, std::size_t vertex, double tolerance, VertexWeights& out) {
  out.used.clear();
  out.sorted = true;
  double sum = 0;
  double before = HUGE_VAL;
  bool fine = true;
  for (const InfluenceSet& set : primitive.influences) {
    for (std::size_t i = 4 * vertex; i < 4 * vertex + 4; ++i) {
      const double weight = set.weights[i];
      fine = fine && weight >= 0;
      out.sorted = out.sorted && weight <= before;
      before = weight;
      sum += weight;
      if (weight > 0) {
        out.used.emplace_back(set.joints[i], weight);
      }
    }
  }
  out.sound = fine && std::abs(sum - 1) <= tolerance;
}

double weight_of(const VertexWeights& weights, std::uint32_t joint) {
  double sum = 0;
  for (const auto& [other, weight] : weights.used) {
    sum += other == joint ? weight : 0;
  }
  return sum;
}

/// The largest difference of any joint's weight.
double difference(const VertexWeights& a, const VertexWeights& b) {
  double largest = 0;
  for (const auto& [joint, weight] : a.used) {
    largest = std::max(largest, std::abs(weight_of(a, joint) - weight_of(b, joint)));
  }
  for (const auto& [joint, weight] : b.used) {
    largest = std::max(largest, std::abs(weight_of(a, joint) - weight_of(b, joint)));
  }
  return largest;
}

Location at_primitive(const Primitive& primitive, const WeightContext& context) {
  Location at;
  at.mesh = context.mesh;
  at.primitive = context.primitive;
  if (context.palette_size != 0) {
    at.skin = context.skin;
  }
  at.pointer = primitive.pointer;
  return at;
}

/// The first vertex at each position: open addressing over the bits of the positions.
class FirstAtPosition {
 public:
  explicit FirstAtPosition(const std::vector<float3>& positions)
      : positions_(positions), table_(std::bit_ceil(2 * positions.size() + 1), kFree) {}

  /// The vertex met first at the place of `vertex`: itself, for a new place.
  std::uint32_t find_or_add(std::uint32_t vertex) {
    std::size_t slot = hash(positions_[vertex]) & (table_.size() - 1);
    while (table_[slot] != kFree && !(positions_[table_[slot]] == positions_[vertex])) {
      slot = (slot + 1) & (table_.size() - 1);
    }
    if (table_[slot] == kFree) {
      table_[slot] = vertex;
    }
    return table_[slot];
  }

 private:
  static constexpr std::uint32_t kFree = 0xFFFFFFFFU;

  static std::size_t hash(const float3& p) {
    std::uint64_t hash = 0xCBF29CE484222325ULL;
    for (const float value : {p.x, p.y, p.z}) {
      // + 0: both zeros are one place.
      hash = (hash ^ std::bit_cast<std::uint32_t>(value + 0.0F)) * 0x9E3779B97F4A7C15ULL;
      hash ^= hash >> 29U;
    }
    return static_cast<std::size_t>(hash);
  }

  const std::vector<float3>& positions_;
  std::vector<std::uint32_t> table_;
};

bool is_finite(const float3& p) {
  return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

void check_seams(const Primitive& primitive, const WeightContext& context,
                 const WeightLimits& limits, Findings& out) {
  Tally apart;
  VertexWeights here, first;
  for (const SharedPosition& seam : shared_positions(primitive)) {
    load(primitive, seam.vertex, limits.sum_tolerance, here);
    load(primitive, seam.first, limits.sum_tolerance, first);
    const double gap = difference(here, first);
    if (here.sound && first.sound && gap > limits.seam_tolerance) {
      apart.add(seam.vertex, gap, gap);
    }
  }
  if (apart.count != 0) {
    out.push_back(apart.finding(
        rules::weights_seam_mismatch,
        fmt::format("{} of {} vertices share a position with another but not its weights, worst is "
                    "vertex {}, {:.3g} of its weight apart",
                    apart.count, primitive.positions.size(), apart.worst_index, apart.worst),
        at_primitive(primitive, context)));
  }
}

void check_order(const Primitive& primitive, const WeightContext& context,
                 const WeightLimits& limits, Findings& out) {
  const double quantum = 1.0 / (limits.weight_bits == 8 ? 255 : 65535);
  Tally unsorted, vanishing;
  VertexWeights here;
  for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
    load(primitive, v, limits.sum_tolerance, here);
    if (!here.sound) {
      continue;
    }
    double smallest = 1;
    for (const auto& [joint, weight] : here.used) {
      smallest = std::min(smallest, weight);
    }
    if (!here.sorted) {
      unsorted.add(v, here.used.front().second, 0);
    }
    if (smallest < quantum / 2) {
      vanishing.add(v, smallest, -smallest);
    }
  }
  const auto say = [&](const Tally& tally, const Rule& rule, const std::string& what) {
    if (tally.count != 0) {
      out.push_back(tally.finding(
          rule, fmt::format("{} of {} vertices {}", tally.count, primitive.positions.size(), what),
          at_primitive(primitive, context)));
    }
  };
  say(unsorted, rules::weights_unsorted,
      fmt::format("do not store their heaviest weight first, first is vertex {}",
                  unsorted.worst_index));
  say(vanishing, rules::weights_below_quantum,
      fmt::format("have weights that vanish in {} bits, first is vertex {} with {:.3g}",
                  limits.weight_bits, vanishing.samples.empty() ? 0 : vanishing.samples[0].index,
                  vanishing.samples.empty() ? 0 : vanishing.samples[0].value));
}

}  // namespace

std::vector<SharedPosition> shared_positions(const Primitive& primitive) {
  FirstAtPosition places(primitive.positions);
  std::vector<SharedPosition> shared;
  for (std::uint32_t v = 0; v < primitive.positions.size(); ++v) {
    if (is_finite(primitive.positions[v])) {
      const std::uint32_t first = places.find_or_add(v);
      if (first != v) {
        shared.push_back({v, first});
      }
    }
  }
  return shared;
}

void check_weight_quality(const Primitive& primitive, const WeightContext& context,
                          const WeightLimits& limits, Findings& out) {
  if (is_whole(primitive)) {
    check_order(primitive, context, limits, out);
    if (!context.posed) {
      check_seams(primitive, context, limits, out);
    }
  }
}

}  // namespace rigpack

#include "pipeline/vertex_distance.h"

#include <algorithm>

namespace rigpack::proof {

double square_of(const float3& a, const float3& b, double unit) {
  const double3 d = (to_double(a) - to_double(b)) * (1 / unit);
  return dot(d, d);
}

double square_of(const float2& a, const float2& b, double unit) {
  const double u = (static_cast<double>(a.x) - static_cast<double>(b.x)) / unit;
  const double v = (static_cast<double>(a.y) - static_cast<double>(b.y)) / unit;
  return u * u + v * v;
}

double square_of(const float4& a, const float4& b, double unit) {
  return square_of(float2{a.x, a.y}, float2{b.x, b.y}, unit) +
         square_of(float2{a.z, a.w}, float2{b.z, b.w}, unit);
}

float4 clamped(const float4& color) {
  const auto hold = [](float c) { return std::clamp(c, 0.0F, 1.0F); };
  return {hold(color.x), hold(color.y), hold(color.z), hold(color.w)};
}

namespace {

double weight_of(const Influences& influences, std::size_t vertex, PaletteSlot joint) {
  double sum = 0;
  const std::size_t first = vertex * influences.slots;
  for (std::size_t i = first; i < first + influences.slots; ++i) {
    sum += influences.joints[i] == joint ? static_cast<double>(influences.weights[i]) : 0.0;
  }
  return sum;
}

/// Over the joints that `a` names; with `unshared_only`, those that weigh nothing in `b`.
double weight_square(const Influences& a, std::size_t i, const Influences& b, std::size_t j,
                     bool unshared_only) {
  double sum = 0;
  for (std::size_t k = i * a.slots; k < (i + 1) * a.slots; ++k) {
    const double weight = static_cast<double>(a.weights[k]);
    if (weight == 0) {
      continue;
    }
    const double other = weight_of(b, j, a.joints[k]);
    if (!unshared_only || other == 0) {
      sum += (weight - other) * (weight - other);
    }
  }
  return sum;
}

/// Deltas of target `t`, zero where a side lacks them.
float3 delta_of(std::span<const MorphTarget> targets, std::size_t t, std::size_t vertex) {
  return vertex < targets[t].positions.size() ? targets[t].positions[vertex] : float3{};
}

}  // namespace

double squared_distance(const VertexAttributes& a, std::size_t i, const VertexAttributes& b,
                        std::size_t j, const DistanceUnits& units) {
  double sum = square_of(a.positions[i], b.positions[j], units.position);
  if (i < a.normals.size() && j < b.normals.size()) {
    sum += square_of(a.normals[i], b.normals[j], units.normal);
  }
  if (i < a.tangents.size() && j < b.tangents.size()) {
    sum += square_of(a.tangents[i], b.tangents[j], units.normal);
  }
  for (std::size_t set = 0; set < std::min(a.texcoords.size(), b.texcoords.size()); ++set) {
    if (i < a.texcoords[set].size() && j < b.texcoords[set].size()) {
      sum += square_of(a.texcoords[set][i], b.texcoords[set][j], units.texcoords[set]);
    }
  }
  for (std::size_t set = 0; set < std::min(a.colors.size(), b.colors.size()); ++set) {
    if (i < a.colors[set].size() && j < b.colors[set].size()) {
      sum += square_of(clamped(a.colors[set][i]), clamped(b.colors[set][j]), units.color);
    }
  }
  if (a.influences != nullptr && b.influences != nullptr) {
    const double weights = weight_square(*a.influences, i, *b.influences, j, false) +
                           weight_square(*b.influences, j, *a.influences, i, true);
    sum += weights / (units.weight * units.weight);
  }
  const std::size_t targets = std::min(a.morph_targets.size(), b.morph_targets.size());
  for (std::size_t t = 0; t < targets; ++t) {
    sum +=
        square_of(delta_of(a.morph_targets, t, i), delta_of(b.morph_targets, t, j), units.position);
  }
  return sum;
}

}  // namespace rigpack::proof

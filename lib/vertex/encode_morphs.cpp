#include <algorithm>
#include <cmath>

#include "vertex/encode_streams.h"

namespace rigpack {
namespace {

using Order = std::span<const std::uint32_t>;
using Triple = std::array<std::int16_t, 3>;

constexpr double kLimit = 32767;

/// Largest coordinate, as a magnitude, over the vertices that are kept.
float largest_coordinate(const std::vector<float3>& deltas, Order order) {
  float largest = 0;
  if (!deltas.empty()) {
    for (const std::uint32_t v : order) {
      const float3& d = deltas[v];
      largest = std::max({largest, std::abs(d.x), std::abs(d.y), std::abs(d.z)});
    }
  }
  return largest;
}

Triple quantize_delta(const std::vector<float3>& deltas, std::uint32_t vertex, float scale) {
  if (scale == 0) {
    return {};
  }
  const auto round = [&](float value) {
    return static_cast<std::int16_t>(std::floor(value / double{scale} * kLimit + 0.5));
  };
  const float3& d = deltas[vertex];
  return {round(d.x), round(d.y), round(d.z)};
}

PackedMorph encode_target(const MorphTarget& target, Order order) {
  PackedMorph morph;
  morph.position_scale = largest_coordinate(target.positions, order);
  morph.normal_scale = largest_coordinate(target.normals, order);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Triple position = quantize_delta(target.positions, order[i], morph.position_scale);
    const Triple normal = quantize_delta(target.normals, order[i], morph.normal_scale);
    if (position == Triple{} && normal == Triple{}) {
      continue;
    }
    morph.vertices.push_back(static_cast<std::uint32_t>(i));
    morph.positions.push_back(position);
    if (morph.normal_scale > 0) {
      morph.normals.push_back(normal);
    }
  }
  return morph;
}

}  // namespace

std::vector<PackedMorph> encode_morphs(const Primitive& primitive, Order order) {
  std::vector<PackedMorph> morphs;
  morphs.reserve(primitive.morph_targets.size());
  for (const MorphTarget& target : primitive.morph_targets) {
    morphs.push_back(encode_target(target, order));
  }
  return morphs;
}

}  // namespace rigpack

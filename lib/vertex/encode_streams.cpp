#include "vertex/encode_streams.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

#include "vertex/octahedral.h"
#include "vertex/stream_bytes.h"

namespace rigpack {
namespace {

using Order = std::span<const std::uint32_t>;

/// A texcoord grid coarser than this is not used: a quarter texel of a 1024 texture.
constexpr double kTexcoordStep = 1.0 / 4096;

PackedStream start_stream(Semantic semantic, std::size_t set, ElementFormat format) {
  PackedStream stream;
  stream.semantic = semantic;
  stream.set = static_cast<std::uint8_t>(set);
  stream.format = format;
  return stream;
}

std::uint32_t on_grid(float value, float offset, float scale) {
  return scale > 0 ? to_steps((double{value} - offset) / scale, 65535) : 0;
}

PackedStream encode_float_positions(const std::vector<float3>& positions, Order order) {
  PackedStream stream = start_stream(Semantic::position, 0, ElementFormat::f32x3);
  for (const std::uint32_t v : order) {
    for (const float number : {positions[v].x, positions[v].y, positions[v].z}) {
      put_u32(stream.bytes, std::bit_cast<std::uint32_t>(number));
    }
  }
  return stream;
}

PackedStream encode_positions(const std::vector<float3>& positions, Order order,
                              const PositionGrid& grid) {
  PackedStream stream = start_stream(Semantic::position, 0, ElementFormat::unorm16x4);
  for (const std::uint32_t v : order) {
    put_u16(stream.bytes, on_grid(positions[v].x, grid.offset.x, grid.scale));
    put_u16(stream.bytes, on_grid(positions[v].y, grid.offset.y, grid.scale));
    put_u16(stream.bytes, on_grid(positions[v].z, grid.offset.z, grid.scale));
    put_u16(stream.bytes, 0);
  }
  return stream;
}

/// Four snorm integers a vertex: octahedral x and y, `sign` (-1, 0 or 1) times the limit, 0.
void put_octahedral(PackedStream& stream, const float3& vector, std::int32_t sign) {
  const bool narrow = stream.format == ElementFormat::oct8x4;
  const std::int32_t limit = narrow ? 127 : 32767;
  const auto [x, y] = quantize_octahedral(vector, limit);
  for (const std::int32_t value : {x, y, sign * limit, 0}) {
    const auto bits = static_cast<std::uint32_t>(value);
    narrow ? put_u8(stream.bytes, bits & 0xFFU) : put_u16(stream.bytes, bits & 0xFFFFU);
  }
}

ElementFormat octahedral_format(const VertexPolicy& policy) {
  assert(policy.normal_bits == 8 || policy.normal_bits == 16);
  return policy.normal_bits == 8 ? ElementFormat::oct8x4 : ElementFormat::oct16x4;
}

PackedStream encode_normals(const std::vector<float3>& normals, Order order,
                            const VertexPolicy& policy) {
  PackedStream stream = start_stream(Semantic::normal, 0, octahedral_format(policy));
  for (const std::uint32_t v : order) {
    put_octahedral(stream, normals[v], 0);
  }
  return stream;
}

PackedStream encode_tangents(const std::vector<float4>& tangents, Order order,
                             const VertexPolicy& policy) {
  PackedStream stream = start_stream(Semantic::tangent, 0, octahedral_format(policy));
  for (const std::uint32_t v : order) {
    const float4& t = tangents[v];
    put_octahedral(stream, {t.x, t.y, t.z}, t.w < 0 ? -1 : 1);
  }
  return stream;
}

/// Smallest value and extent of one coordinate; the extent is rounded up.
struct Range {
  float low = 0, extent = 0;
};

Range range_of(const std::vector<float2>& values, Order order, float float2::* member) {
  float low = values[order.front()].*member;
  float high = low;
  for (const std::uint32_t v : order) {
    low = std::min(low, values[v].*member);
    high = std::max(high, values[v].*member);
  }
  const double exact = double{high} - low;
  auto extent = static_cast<float>(exact);
  if (extent < exact) {
    extent = std::nextafter(extent, std::numeric_limits<float>::infinity());
  }
  return {low, extent};
}

PackedStream encode_texcoords(const std::vector<float2>& values, std::size_t set, Order order) {
  const Range u = range_of(values, order, &float2::x);
  const Range v = range_of(values, order, &float2::y);
  const double step = std::max(u.extent, v.extent) / 65535.0;
  if (!(step <= kTexcoordStep)) {
    PackedStream stream = start_stream(Semantic::texcoord, set, ElementFormat::f32x2);
    for (const std::uint32_t i : order) {
      put_u32(stream.bytes, std::bit_cast<std::uint32_t>(values[i].x));
      put_u32(stream.bytes, std::bit_cast<std::uint32_t>(values[i].y));
    }
    return stream;
  }
  PackedStream stream = start_stream(Semantic::texcoord, set, ElementFormat::unorm16x2);
  stream.grid_offset = {u.low, v.low};
  stream.grid_scale = {u.extent, v.extent};
  for (const std::uint32_t i : order) {
    put_u16(stream.bytes, on_grid(values[i].x, u.low, u.extent));
    put_u16(stream.bytes, on_grid(values[i].y, v.low, v.extent));
  }
  return stream;
}

bool is_exact_in_8_bits(const float4& color) {
  return std::ranges::all_of(std::array{color.x, color.y, color.z, color.w}, [](float c) {
    return static_cast<float>(to_steps(c, 255)) / 255.0F == c;
  });
}

PackedStream encode_colors(const std::vector<float4>& colors, std::size_t set, Order order) {
  const bool narrow =
      std::ranges::all_of(order, [&](std::uint32_t v) { return is_exact_in_8_bits(colors[v]); });
  PackedStream stream = start_stream(Semantic::color, set,
                                     narrow ? ElementFormat::unorm8x4 : ElementFormat::unorm16x4w);
  for (const std::uint32_t v : order) {
    for (const float c : {colors[v].x, colors[v].y, colors[v].z, colors[v].w}) {
      narrow ? put_u8(stream.bytes, to_steps(c, 255)) : put_u16(stream.bytes, to_steps(c, 65535));
    }
  }
  return stream;
}

Influences select(const Influences& influences, Order order) {
  Influences selected;
  selected.slots = influences.slots;
  for (const std::uint32_t v : order) {
    for (std::size_t i = v * std::size_t{influences.slots};
         i < (v + std::size_t{1}) * influences.slots; ++i) {
      selected.joints.push_back(influences.joints[i]);
      selected.weights.push_back(influences.weights[i]);
    }
  }
  return selected;
}

/// Whether every weight is a multiple of 1/255, but for the rounding of the float that held it.
bool weights_fit_8_bits(const Influences& influences) {
  return std::ranges::all_of(influences.weights, [](float weight) {
    return std::abs(weight - to_steps(weight, 255) / 255.0) <= 0x1p-24;
  });
}

/// Calls `put` with element `i` of every vertex's set `set`, or 0 where the slots end.
template <class Values, class Put>
void put_set(const Values& values, std::uint32_t slots, std::size_t set, Put put) {
  for (std::size_t first = 0; first < values.size(); first += slots) {
    for (std::size_t i = 4 * set; i < 4 * set + 4; ++i) {
      put(i < slots ? std::uint32_t{values[first + i]} : 0U);
    }
  }
}

void encode_influences(const Influences& influences, Order order, const VertexPolicy& policy,
                       std::vector<PackedStream>& out) {
  Influences selected = select(influences, order);
  const bool narrow_weights =
      policy.weight_bits == 8 || (policy.weight_bits == 0 && weights_fit_8_bits(selected));
  const auto weights = quantize_weights(selected, narrow_weights ? 255 : 65535);
  std::vector<std::uint32_t> joints;
  joints.reserve(selected.joints.size());
  for (const PaletteSlot joint : selected.joints) {
    joints.push_back(joint.value);
  }
  const bool narrow_joints = std::ranges::all_of(joints, [](std::uint32_t j) { return j < 256; });
  const std::size_t sets = (selected.slots + 3U) / 4;
  for (std::size_t set = 0; set < sets; ++set) {
    PackedStream stream = start_stream(Semantic::joints, set,
                                       narrow_joints ? ElementFormat::u8x4 : ElementFormat::u16x4);
    put_set(joints, selected.slots, set, [&](std::uint32_t joint) {
      narrow_joints ? put_u8(stream.bytes, joint) : put_u16(stream.bytes, joint);
    });
    out.push_back(std::move(stream));
  }
  for (std::size_t set = 0; set < sets; ++set) {
    PackedStream stream =
        start_stream(Semantic::weights, set,
                     narrow_weights ? ElementFormat::unorm8x4 : ElementFormat::unorm16x4w);
    put_set(weights, selected.slots, set, [&](std::uint32_t weight) {
      narrow_weights ? put_u8(stream.bytes, weight) : put_u16(stream.bytes, weight);
    });
    out.push_back(std::move(stream));
  }
}

}  // namespace

std::vector<PackedStream> encode_streams(const Primitive& primitive, const Influences& influences,
                                         Order order, const PositionGrid& grid,
                                         const VertexPolicy& policy) {
  std::vector<PackedStream> streams{policy.float_positions
                                        ? encode_float_positions(primitive.positions, order)
                                        : encode_positions(primitive.positions, order, grid)};
  if (!primitive.normals.empty()) {
    streams.push_back(encode_normals(primitive.normals, order, policy));
  }
  if (!primitive.tangents.empty()) {
    streams.push_back(encode_tangents(primitive.tangents, order, policy));
  }
  for (std::size_t set = 0; set < primitive.texcoords.size(); ++set) {
    if (!primitive.texcoords[set].empty()) {
      streams.push_back(encode_texcoords(primitive.texcoords[set], set, order));
    }
  }
  for (std::size_t set = 0; set < primitive.colors.size(); ++set) {
    if (!primitive.colors[set].empty()) {
      streams.push_back(encode_colors(primitive.colors[set], set, order));
    }
  }
  if (influences.slots != 0) {
    encode_influences(influences, order, policy, streams);
  }
  return streams;
}

}  // namespace rigpack

#include "vertex/octahedral.h"

#include <algorithm>
#include <cmath>

#include "rigpack/vertex.h"

namespace rigpack {
namespace {

float3 unit_or_up(const float3& v) {
  const double size = length(to_double(v));
  if (!(size > 0) || !std::isfinite(size)) {
    return {0, 0, 1};
  }
  return {static_cast<float>(v.x / size), static_cast<float>(v.y / size),
          static_cast<float>(v.z / size)};
}

float with_sign_of(float magnitude, float sign) {
  return sign < 0 ? -magnitude : magnitude;
}

/// Squared distance, in double: a dot product near 1 could not tell 16-bit neighbours apart.
double distance(const float3& a, const float3& b) {
  const double3 d = to_double(a) - to_double(b);
  return dot(d, d);
}

}  // namespace

float2 octahedral_encode(const float3& unit) {
  const float sum = std::abs(unit.x) + std::abs(unit.y) + std::abs(unit.z);
  const float x = unit.x / sum;
  const float y = unit.y / sum;
  if (unit.z >= 0) {
    return {x, y};
  }
  return {with_sign_of(1 - std::abs(y), x), with_sign_of(1 - std::abs(x), y)};
}

float3 octahedral_decode(const float2& oct) {
  const float z = 1 - std::abs(oct.x) - std::abs(oct.y);
  const float fold = std::max(-z, 0.0F);
  const float x = oct.x - with_sign_of(fold, oct.x);
  const float y = oct.y - with_sign_of(fold, oct.y);
  const float size = std::sqrt(x * x + y * y + z * z);
  return {x / size, y / size, z / size};
}

std::array<std::int32_t, 2> quantize_octahedral(const float3& vector, std::int32_t limit) {
  const float3 unit = unit_or_up(vector);
  const float2 exact = octahedral_encode(unit);
  const auto scale = static_cast<float>(limit);
  const auto x0 = static_cast<std::int32_t>(std::floor(exact.x * scale));
  const auto y0 = static_cast<std::int32_t>(std::floor(exact.y * scale));
  std::array<std::int32_t, 2> best{};
  double best_distance = 5;  // two unit vectors are at most 2 apart, squared 4
  for (const std::int32_t x : {x0, std::min(x0 + 1, limit)}) {
    for (const std::int32_t y : {y0, std::min(y0 + 1, limit)}) {
      const float2 grid{static_cast<float>(x) / scale, static_cast<float>(y) / scale};
      const double d = distance(octahedral_decode(grid), unit);
      if (d < best_distance) {
        best = {x, y};
        best_distance = d;
      }
    }
  }
  return best;
}

}  // namespace rigpack

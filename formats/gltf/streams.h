#pragma once
/// Accessors -> the vectors of a Scene.

#include <optional>
#include <string_view>
#include <vector>

#include "gltf/document.h"

namespace rigpack::gltf {

/// Decodes the accessor that `object`.`key` names into vectors of floats; `Vector` is float,
/// float2, float3, float4 or float4x4. Nothing when the accessor cannot be used, which has been
/// reported.
template <class Vector>
std::optional<std::vector<Vector>> read_stream(Document& document, Object& object,
                                               std::string_view key, const Accessor& accessor) {
  static_assert(sizeof(Vector) % sizeof(float) == 0);
  const std::uint64_t numbers = std::uint64_t{accessor.count} * component_count(accessor.shape);
  if (!charge(document, object, numbers * sizeof(float), key)) {
    return std::nullopt;
  }
  std::vector<Vector> out(numbers * sizeof(float) / sizeof(Vector));
  decode_floats(accessor, {reinterpret_cast<float*>(out.data()), numbers});
  return out;
}

/// Reports mesh/non-finite at `object`.`key`, the samples being vertices, when one of `values`
/// (`components` numbers a vertex) is NaN or infinite. True when all are finite.
bool check_finite(Reporter& reporter, const Object& object, std::string_view key,
                  std::span<const float> values, std::size_t components);

template <class Vector>
std::span<const float> numbers_of(const std::vector<Vector>& vectors) {
  return {reinterpret_cast<const float*>(vectors.data()),
          vectors.size() * (sizeof(Vector) / sizeof(float))};
}

}  // namespace rigpack::gltf

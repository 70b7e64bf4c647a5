#pragma once
/// Accessors: typed, bounded views of bytes, and their decoding.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gltf/json_value.h"
#include "rigpack/scene.h"

namespace rigpack::gltf {

struct Document;

enum class Component : std::uint8_t { i8, u8, i16, u16, u32, f32 };
enum class Shape : std::uint8_t { scalar, vec2, vec3, vec4, mat2, mat3, mat4 };

std::uint32_t component_bytes(Component component);
std::uint32_t component_count(Shape shape);
/// Bytes of one element, with the column padding of small matrices (glTF 2.0, 3.6.2.4).
std::uint32_t element_bytes(Shape shape, Component component);

/// Substitutes of a sparse accessor; indices strictly increase and are below `count`.
struct Sparse {
  std::vector<std::uint32_t> indices;
  std::span<const std::byte> values;  ///< packed elements
};

/// One accessor, checked: every element that `count` promises lies in `data`.
struct Accessor {
  Component component = Component::f32;
  Shape shape = Shape::scalar;
  bool normalized = false;
  bool aligned4 = true;  ///< offset and stride are multiples of 4, as vertex attributes must be
  bool backed = false;   ///< has a bufferView or substitutes
  bool usable = false;   ///< false: why has been reported
  bool hidden = false;   ///< not usable, for its data is compressed; `count` is right
  std::uint32_t count = 0;
  std::optional<std::uint32_t> view = {};
  std::uint32_t stride = 0;
  std::span<const std::byte> data;  ///< from the first element on; empty: all zeros
  Sparse sparse;
  std::vector<float> low, high;  ///< as declared; empty: not, or not readable
  bool needs_bounds = false;     ///< something uses it that must have both
  bool coded = false;            ///< its data come from somewhere else, perhaps with loss
};

/// "VEC3 of u16 normalised"
std::string format_name(const Accessor& accessor);
/// How the numbers of `accessor` were stored; un-normalised integers have no name of their own and
/// count as f32, which holds them exactly.
Encoding encoding_of(const Accessor& accessor);

/// A set of component formats, one bit each.
using Formats = std::uint32_t;
constexpr Formats format_bit(Component component, bool normalized = false) {
  return 1U << (static_cast<unsigned>(component) * 2U + (normalized ? 1U : 0U));
}
namespace formats {
inline constexpr Formats f32 = format_bit(Component::f32);
inline constexpr Formats u8 = format_bit(Component::u8), u8n = format_bit(Component::u8, true);
inline constexpr Formats i8 = format_bit(Component::i8), i8n = format_bit(Component::i8, true);
inline constexpr Formats u16 = format_bit(Component::u16), u16n = format_bit(Component::u16, true);
inline constexpr Formats i16 = format_bit(Component::i16), i16n = format_bit(Component::i16, true);
inline constexpr Formats u32 = format_bit(Component::u32);
}  // namespace formats

/// What a property may point at.
struct Use {
  Shape shape = Shape::scalar;
  Formats allowed = formats::f32;
  std::optional<Shape> other_shape = {};
};

/// The accessor that `object`.`key` names, when it is usable and fits `use`; otherwise nullptr, and
/// the reason has been reported (asset/schema, asset/reference, asset/accessor-type, or earlier at
/// the accessor itself).
const Accessor* find_accessor(Document& document, Object& object, std::string_view key,
                              const Use& use);

/// Elements of the accessor that `object`.`key` names when its data cannot be read because of a
/// required extension that has been reported; 0 for any other.
std::uint32_t hidden_count(const Document& document, Object& object, std::string_view key);

/// Reports the bufferView of `accessor`, once, when it sets a byteStride: only vertex attributes
/// may. The data can be read all the same.
void check_packed(Document& document, const Accessor& accessor);

/// Decodes all elements: count * component_count numbers into `out`, which has that size.
/// Normalised integers become c / max, signed ones at least -1 (glTF 2.0, 3.11); others keep their
/// value.
void decode_floats(const Accessor& accessor, std::span<float> out);
/// Writes those sparse substitutes over `out`, the decoded elements from `first` on, that lie
/// there; `next` is the first that may, and the result the first of those that lie behind.
std::uint32_t substitute(const Accessor& accessor, std::uint32_t first, std::uint32_t next,
                         std::span<float> out);
/// Decodes unsigned integers of at most 16, or 32, bits.
void decode_u16(const Accessor& accessor, std::span<std::uint16_t> out);
void decode_u32(const Accessor& accessor, std::span<std::uint32_t> out);

}  // namespace rigpack::gltf

#include "gltf/accessor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "gltf/bounds.h"
#include "gltf/document.h"

namespace rigpack::gltf {
namespace {

constexpr std::array<std::string_view, 7> kShapeNames{"SCALAR", "VEC2", "VEC3", "VEC4",
                                                      "MAT2",   "MAT3", "MAT4"};
constexpr std::array<std::string_view, 6> kComponentNames{"i8", "u8", "i16", "u16", "u32", "f32"};

std::optional<Component> component_of(std::uint64_t code) {
  switch (code) {
    case 5120:
      return Component::i8;
    case 5121:
      return Component::u8;
    case 5122:
      return Component::i16;
    case 5123:
      return Component::u16;
    case 5125:
      return Component::u32;
    case 5126:
      return Component::f32;
    default:
      return std::nullopt;
  }
}

std::optional<Component> read_component(Object& object) {
  const auto code = object.required("componentType", {});
  if (!code) {
    return std::nullopt;
  }
  const auto component = component_of(*code);
  if (!component) {
    object.report(rules::asset_schema, fmt::format("componentType {} is unknown", *code),
                  "componentType");
  }
  return component;
}

std::optional<Shape> read_shape(Object& object) {
  if (!object.has("type")) {
    object.missing("type");
    return std::nullopt;
  }
  const std::string name = object.text("type");
  for (std::size_t i = 0; i < kShapeNames.size(); ++i) {
    if (name == kShapeNames[i]) {
      return static_cast<Shape>(i);
    }
  }
  if (!object.faulty()) {
    object.report(rules::asset_schema, fmt::format("type \"{:.16}\" is unknown", name), "type");
  }
  return std::nullopt;
}

/// Elements of `bytes` each, `stride` apart, from `offset` in a view of `length`.
struct Extent {
  std::uint64_t offset = 0, count = 0, stride = 0, bytes = 0, length = 0;
};

/// Whether all elements lie inside; never overflows.
bool fits(const Extent& extent) {
  if (extent.offset > extent.length || extent.bytes > extent.length - extent.offset) {
    return false;
  }
  return extent.count - 1 <= (extent.length - extent.offset - extent.bytes) / extent.stride;
}

bool check_fits(Object& object, const Extent& extent) {
  if (fits(extent)) {
    return true;
  }
  object.report(
      rules::asset_accessor_out_of_bounds,
      fmt::format("{} elements of {} bytes, {} apart, from byte {} do not fit the "
                  "bufferView's {} bytes",
                  extent.count, extent.bytes, extent.stride, extent.offset, extent.length));
  return false;
}

/// Points `accessor` into its bufferView after checking bounds and alignment.
bool place_in_view(const Document& document, Object& object, std::uint64_t count,
                   Accessor& accessor) {
  const auto view_index = object.index("bufferView", document.views.size());
  const std::uint64_t offset = object.integer_or("byteOffset", {}, 0);
  if (!view_index || object.faulty()) {
    return false;
  }
  const View& view = document.views[*view_index];
  if (view.length == 0) {
    return false;
  }
  accessor.view = view_index;
  const std::uint32_t bytes = element_bytes(accessor.shape, accessor.component);
  const std::uint32_t align = component_bytes(accessor.component);
  accessor.stride = view.stride == 0 ? bytes : view.stride;
  accessor.aligned4 = offset % 4 == 0 && (count == 1 || accessor.stride % 4 == 0);
  if (accessor.stride < bytes) {
    object.report(rules::asset_schema,
                  fmt::format("elements of {} bytes overlap at the bufferView's byteStride of {}",
                              bytes, accessor.stride));
    return false;
  }
  if (!check_fits(object, {offset, count, accessor.stride, bytes, view.length})) {
    return false;
  }
  if (offset % align != 0 || (view.offset + offset) % align != 0 || accessor.stride % align != 0) {
    object.report(rules::asset_accessor_alignment,
                  fmt::format("byte {} of the buffer, stride {}, is not a multiple of {}",
                              view.offset + offset, accessor.stride, align));
    return false;
  }
  accessor.hidden = view.hidden && count <= UINT32_MAX;
  accessor.count = accessor.hidden ? static_cast<std::uint32_t>(count) : 0;
  if (!view.usable) {
    return false;
  }
  accessor.data = view.bytes.subspan(offset);
  return true;
}

/// Bytes of `count` packed elements that a sparse part keeps in a view of its own.
std::optional<std::span<const std::byte>> sparse_bytes(const Document& document, Object& part,
                                                       std::uint64_t count, std::uint32_t bytes) {
  const auto view_index = part.required_index("bufferView", document.views.size());
  const std::uint64_t offset = part.integer_or("byteOffset", {}, 0);
  if (!view_index || part.faulty()) {
    return std::nullopt;
  }
  const View& view = document.views[*view_index];
  if (view.length == 0 || !check_fits(part, {offset, count, bytes, bytes, view.length}) ||
      !view.usable) {
    return std::nullopt;
  }
  return view.bytes.subspan(offset, count * bytes);
}

/// Reads and checks the indices: strictly increasing, below `limit`.
bool read_sparse_indices(Object& part, const Accessor& stored, std::uint64_t limit,
                         std::vector<std::uint32_t>& out) {
  out.resize(stored.count);
  decode_u32(stored, out);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (out[i] >= limit) {
      part.report(rules::asset_sparse,
                  fmt::format("index {} at {} of {} elements", out[i], i, limit));
      return false;
    }
    if (i > 0 && out[i] <= out[i - 1]) {
      part.report(
          rules::asset_sparse,
          fmt::format("index {} at {} follows {}: indices must increase", out[i], i, out[i - 1]));
      return false;
    }
  }
  return true;
}

bool read_sparse(Document& document, Object& sparse, std::uint64_t accessor_count,
                 Accessor& accessor) {
  const auto count = sparse.required("count", {1, accessor_count});
  std::optional<Object> indices = sparse.object("indices");
  std::optional<Object> values = sparse.object("values");
  if (!count || !indices || !values) {
    if (!sparse.faulty()) {
      sparse.missing(indices ? "values" : "indices");
    }
    return false;
  }
  Accessor stored;
  const auto component = read_component(*indices);
  if (!component) {
    return false;
  }
  stored.component = *component;
  if ((formats::u8 | formats::u16 | formats::u32) & format_bit(*component)) {
    const std::uint32_t bytes = component_bytes(*component);
    const auto index_bytes = sparse_bytes(document, *indices, *count, bytes);
    const auto value_bytes =
        sparse_bytes(document, *values, *count, element_bytes(accessor.shape, accessor.component));
    if (!index_bytes || !value_bytes || !charge(document, sparse, *count * sizeof(std::uint32_t))) {
      return false;
    }
    stored.count = static_cast<std::uint32_t>(*count);
    stored.stride = bytes;
    stored.data = *index_bytes;
    stored.usable = true;
    accessor.sparse.values = *value_bytes;
    return read_sparse_indices(*indices, stored, accessor_count, accessor.sparse.indices);
  }
  indices->report(rules::asset_sparse, "indices must be u8, u16 or u32", "componentType");
  return false;
}

Accessor read_accessor(Document& document, Object object) {
  Accessor accessor;
  const auto component = read_component(object);
  const auto shape = read_shape(object);
  const auto count = object.required("count", {1, UINT64_MAX});
  accessor.normalized = object.flag("normalized");
  if (!component || !shape || !count || object.faulty()) {
    return accessor;
  }
  accessor.component = *component;
  accessor.shape = *shape;
  if (accessor.normalized && (*component == Component::f32 || *component == Component::u32)) {
    object.report(rules::asset_schema, "f32 and u32 cannot be normalised", "normalized");
    return accessor;
  }
  const bool in_view = object.has("bufferView");
  if (in_view) {
    if (!place_in_view(document, object, *count, accessor)) {
      return accessor;
    }
  } else {
    if (object.has("byteOffset")) {
      object.remark(rules::asset_schema, "byteOffset without bufferView", "byteOffset");
    }
    // Zeros cost the file nothing: what they would cost here is judged before anyone allocates.
    const std::uint64_t bytes = std::uint64_t{component_count(*shape)} * sizeof(float);
    if (!affords(document, object, std::min(*count, UINT64_MAX / bytes) * bytes, "count")) {
      return accessor;
    }
    if (*count > UINT32_MAX) {
      object.report(rules::asset_limit, fmt::format("{} elements", *count), "count");
      return accessor;
    }
  }
  std::optional<Object> sparse = object.object("sparse");
  if (object.faulty() || (sparse && !read_sparse(document, *sparse, *count, accessor))) {
    return accessor;
  }
  accessor.count = static_cast<std::uint32_t>(*count);
  accessor.backed = in_view || sparse.has_value();
  accessor.usable = true;
  read_bounds(object, accessor);
  return accessor;
}

std::string allowed_names(Formats allowed) {
  std::string names;
  for (std::size_t i = 0; i < kComponentNames.size(); ++i) {
    for (const bool normalized : {false, true}) {
      if ((allowed & format_bit(static_cast<Component>(i), normalized)) != 0) {
        names += fmt::format("{}{}{}", names.empty() ? "" : ", ", kComponentNames[i],
                             normalized ? " normalised" : "");
      }
    }
  }
  return names;
}

}  // namespace

std::uint32_t component_bytes(Component component) {
  switch (component) {
    case Component::i8:
    case Component::u8:
      return 1;
    case Component::i16:
    case Component::u16:
      return 2;
    case Component::u32:
    case Component::f32:
      return 4;
  }
  return 4;
}

std::uint32_t component_count(Shape shape) {
  constexpr std::array<std::uint32_t, 7> kCounts{1, 2, 3, 4, 4, 9, 16};
  return kCounts[static_cast<std::size_t>(shape)];
}

std::uint32_t element_bytes(Shape shape, Component component) {
  const std::uint32_t bytes = component_bytes(component);
  const auto padded = [bytes](std::uint32_t rows) { return (rows * bytes + 3) / 4 * 4 * rows; };
  switch (shape) {
    case Shape::mat2:
      return padded(2);
    case Shape::mat3:
      return padded(3);
    case Shape::mat4:
      return padded(4);
    default:
      return component_count(shape) * bytes;
  }
}

std::string format_name(const Accessor& accessor) {
  return fmt::format("{} of {}{}", kShapeNames[static_cast<std::size_t>(accessor.shape)],
                     kComponentNames[static_cast<std::size_t>(accessor.component)],
                     accessor.normalized ? " normalised" : "");
}

Encoding encoding_of(const Accessor& accessor) {
  if (!accessor.normalized) {
    return Encoding::f32;
  }
  switch (accessor.component) {
    case Component::i8:
      return Encoding::snorm8;
    case Component::u8:
      return Encoding::unorm8;
    case Component::i16:
      return Encoding::snorm16;
    case Component::u16:
      return Encoding::unorm16;
    default:
      return Encoding::f32;
  }
}

const Accessor* find_accessor(Document& document, Object& object, std::string_view key,
                              const Use& use) {
  const auto index = object.required_index(key, document.accessors.size());
  if (!index) {
    return nullptr;
  }
  const Accessor& accessor = document.accessors[*index];
  if (!accessor.usable) {
    return nullptr;
  }
  const bool shape_fits = accessor.shape == use.shape || accessor.shape == use.other_shape;
  if (!shape_fits || (use.allowed & format_bit(accessor.component, accessor.normalized)) == 0) {
    object.report(
        rules::asset_accessor_type,
        fmt::format("accessor {} is {}, {} needs {} of {}", *index, format_name(accessor), key,
                    kShapeNames[static_cast<std::size_t>(use.shape)], allowed_names(use.allowed)),
        key);
    return nullptr;
  }
  return &accessor;
}

std::uint32_t hidden_count(const Document& document, Object& object, std::string_view key) {
  const auto index = object.index(key, document.accessors.size());
  return index && document.accessors[*index].hidden ? document.accessors[*index].count : 0;
}

void check_packed(Document& document, const Accessor& accessor) {
  if (!accessor.view || document.views[*accessor.view].stride == 0 ||
      document.views[*accessor.view].stride_reported) {
    return;
  }
  document.views[*accessor.view].stride_reported = true;
  Location at;
  at.pointer = fmt::format("/bufferViews/{}/byteStride", *accessor.view);
  document.reporter.add(make_finding(
      rules::asset_schema, "byteStride on data that is no vertex attribute", std::move(at)));
}

void read_accessors(Document& document, const Array& list) {
  document.accessors.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    document.accessors.push_back(read_accessor(document, list[i]));
  }
}

}  // namespace rigpack::gltf

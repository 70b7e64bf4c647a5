#include "gltf/primitive.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>

#include "gltf/bounds.h"
#include "gltf/draco_primitive.h"
#include "gltf/streams.h"

namespace rigpack::gltf {
namespace {

using namespace formats;

constexpr Formats kQuantizedPosition = f32 | i8 | i8n | u8 | u8n | i16 | i16n | u16 | u16n;
constexpr Formats kQuantizedNormal = f32 | i8n | i16n;
constexpr Formats kTexcoord = f32 | u8n | u16n;
constexpr Formats kQuantizedTexcoord = kTexcoord | i8 | i8n | i16 | i16n | u8 | u16;
constexpr Formats kColor = f32 | u8n | u16n;

/// One attribute that is decoded into floats, and what became of it.
struct Attribute {
  Document& document;
  Object& attributes;
  Primitive& primitive;
  std::string_view key;

  /// Decodes into `out`; poisons the primitive when that fails or a value is not finite.
  template <class Vector>
  void read(const Use& use, std::vector<Vector>& out) {
    const Accessor* accessor = find_accessor(document, attributes, key, use);
    if (accessor == nullptr) {
      primitive.poisoned = true;
      return;
    }
    check_attribute_alignment(attributes, key, *accessor);
    if (key == "POSITION") {
      require_bounds(document, *accessor);
    }
    auto values = read_stream<Vector>(document, attributes, key, *accessor);
    if (!values) {
      primitive.poisoned = true;
      return;
    }
    out = std::move(*values);
    primitive.poisoned |= !check_finite(document.reporter, attributes, key, numbers_of(out),
                                        sizeof(Vector) / sizeof(float));
  }
};

/// COLOR_n may have three components; alpha is 1 then.
void read_color(Attribute& attribute, std::vector<float4>& out) {
  const Use use{Shape::vec4, kColor, Shape::vec3};
  const Accessor* accessor =
      find_accessor(attribute.document, attribute.attributes, attribute.key, use);
  if (accessor == nullptr || accessor->shape == Shape::vec4) {
    if (accessor == nullptr) {
      attribute.primitive.poisoned = true;
      return;
    }
    attribute.read(use, out);
    return;
  }
  std::vector<float3> rgb;
  attribute.read(use, rgb);
  out.reserve(rgb.size());
  for (const float3& color : rgb) {
    out.push_back({color.x, color.y, color.z, 1});
  }
}

/// Numbers of the sets "<semantic>_n" present; reports those that do not follow on from 0.
std::uint32_t count_sets(Object& attributes, std::string_view semantic) {
  std::uint32_t count = 0;
  while (attributes.has(fmt::format("{}_{}", semantic, count))) {
    ++count;
  }
  for (const std::string& key : attributes.keys()) {
    const auto set = set_number(key, semantic);
    if (set && *set >= count) {
      attributes.report(
          rules::asset_schema,
          fmt::format("{} without {}_{}: sets must follow on from 0", key, semantic, count), key);
    }
  }
  return count;
}

void read_attributes(Document& document, Object& attributes, Primitive& primitive) {
  const bool quantized = document.extensions.quantization;
  const auto read = [&](std::string_view key, const Use& use, auto& out) {
    if (attributes.has(key)) {
      Attribute{document, attributes, primitive, key}.read(use, out);
    }
  };
  read("POSITION", {Shape::vec3, quantized ? kQuantizedPosition : f32}, primitive.positions);
  read("NORMAL", {Shape::vec3, quantized ? kQuantizedNormal : f32}, primitive.normals);
  read("TANGENT", {Shape::vec4, quantized ? kQuantizedNormal : f32}, primitive.tangents);
  primitive.texcoords.resize(count_sets(attributes, "TEXCOORD"));
  for (std::size_t set = 0; set < primitive.texcoords.size(); ++set) {
    read(fmt::format("TEXCOORD_{}", set), {Shape::vec2, quantized ? kQuantizedTexcoord : kTexcoord},
         primitive.texcoords[set]);
  }
  primitive.colors.resize(count_sets(attributes, "COLOR"));
  for (std::size_t set = 0; set < primitive.colors.size(); ++set) {
    const std::string key = fmt::format("COLOR_{}", set);
    Attribute attribute{document, attributes, primitive, key};
    read_color(attribute, primitive.colors[set]);
  }
}

/// Every stream is as long as the positions. Influences are lib's to judge.
void check_counts(Object& attributes, Primitive& primitive) {
  const std::size_t vertices = primitive.positions.size();
  const auto check = [&](const std::string& key, std::size_t size) {
    if (size != 0 && size != vertices) {
      attributes.report(rules::asset_schema,
                        fmt::format("{} has {} elements, POSITION {}", key, size, vertices), key);
      primitive.poisoned = true;
    }
  };
  check("NORMAL", primitive.normals.size());
  check("TANGENT", primitive.tangents.size());
  for (std::size_t set = 0; set < primitive.texcoords.size(); ++set) {
    check(fmt::format("TEXCOORD_{}", set), primitive.texcoords[set].size());
  }
  for (std::size_t set = 0; set < primitive.colors.size(); ++set) {
    check(fmt::format("COLOR_{}", set), primitive.colors[set].size());
  }
}

void check_names(Object& attributes) {
  for (const std::string& key : attributes.keys()) {
    bool known = key.starts_with('_') || key == "POSITION" || key == "NORMAL" || key == "TANGENT";
    for (const std::string_view semantic : {"TEXCOORD", "COLOR", "JOINTS", "WEIGHTS"}) {
      known |= set_number(key, semantic).has_value();
    }
    if (!known) {
      attributes.report(rules::asset_schema, fmt::format("attribute \"{:.32}\" is unknown", key),
                        pointer_token(key));
    }
  }
}

void check_index_range(Object& object, Primitive& primitive) {
  const std::size_t vertices = primitive.positions.size();
  std::uint64_t count = 0;
  std::uint32_t worst = 0;
  Finding finding;
  for (std::size_t i = 0; i < primitive.indices.size(); ++i) {
    if (primitive.indices[i] >= vertices) {
      ++count;
      worst = std::max(worst, primitive.indices[i]);
      add_sample(finding, i, primitive.indices[i]);
    }
  }
  if (count != 0) {
    finding.count = count;
    finding.worst = worst;
    primitive.poisoned = true;
    object.report(rules::mesh_index_out_of_range,
                  fmt::format("{} of {} indices name none of {} vertices, the largest is {}", count,
                              primitive.indices.size(), vertices, worst),
                  "indices", finding);
  }
}

void read_indices(Document& document, Object& object, Primitive& primitive) {
  primitive.indexed = true;
  const Accessor* accessor =
      find_accessor(document, object, "indices", {Shape::scalar, u8 | u16 | u32});
  if (accessor == nullptr ||
      !charge(document, object, accessor->count * sizeof(std::uint32_t), "indices")) {
    primitive.poisoned = true;
    return;
  }
  check_packed(document, *accessor);
  primitive.indices.resize(accessor->count);
  decode_u32(*accessor, primitive.indices);
  if (!primitive.positions.empty()) {
    check_index_range(object, primitive);
  }
}

/// A Draco primitive's streams are hidden where this build cannot decode them.
bool is_hidden(const Document& document, Object& object) {
  return document.extensions.draco_unreadable && object.extension("KHR_draco_mesh_compression");
}

/// The number of vertices is known even where the data are not: zeros stand in for them.
void fill_hidden(Document& document, Object& attributes, Primitive& primitive, std::size_t count) {
  primitive.poisoned = true;
  if (charge(document, attributes, count * sizeof(float3), "POSITION")) {
    primitive.positions.resize(count);
  }
}

/// The stream could not be decoded: what is known without it.
void read_undecoded(Document& document, Object& object, Object& attributes, Primitive& primitive) {
  primitive.poisoned = true;
  primitive.morph_targets.resize(object.array("targets").size());
  const Accessor* accessor =
      attributes.has("POSITION")
          ? find_accessor(document, attributes, "POSITION", {Shape::vec3, f32})
          : nullptr;
  fill_hidden(document, attributes, primitive, accessor == nullptr ? 0 : accessor->count);
}

void read_material(Document& document, Object& object, Primitive& primitive) {
  if (const auto material = object.index("material", document.materials.size())) {
    primitive.material = document.materials[*material];
  }
}

}  // namespace

std::optional<std::uint32_t> set_number(std::string_view name, std::string_view semantic) {
  if (!name.starts_with(semantic) || name.size() < semantic.size() + 2 ||
      name[semantic.size()] != '_') {
    return std::nullopt;
  }
  const std::string_view digits = name.substr(semantic.size() + 1);
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool padded = digits.size() > 1 && digits[0] == '0';
  if (error != std::errc{} || end != digits.data() + digits.size() || padded) {
    return std::nullopt;
  }
  return number;
}

void check_attribute_alignment(Object& attributes, std::string_view key, const Accessor& accessor) {
  if (!accessor.aligned4) {
    attributes.report(rules::asset_accessor_alignment,
                      fmt::format("{} does not lie on multiples of 4 bytes", key), key);
  }
}

bool check_finite(Reporter& reporter, const Object& object, std::string_view key,
                  std::span<const float> values, std::size_t components) {
  constexpr std::uint32_t kExponent = 0x7F800000;
  std::size_t bad = 0;
  for (const float value : values) {
    bad += (std::bit_cast<std::uint32_t>(value) & kExponent) == kExponent ? 1 : 0;
  }
  if (bad == 0) {
    return true;
  }
  Finding finding = make_finding(rules::mesh_non_finite,
                                 fmt::format("{} of {} numbers are not finite", bad, values.size()),
                                 object.where(key));
  finding.count = bad;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if ((std::bit_cast<std::uint32_t>(values[i]) & kExponent) == kExponent) {
      add_sample(finding, i / components, values[i]);
    }
  }
  reporter.add(std::move(finding));
  return false;
}

Primitive read_primitive(Document& document, Object& object) {
  Primitive primitive;
  primitive.pointer = object.pointer();
  primitive.topology = static_cast<Topology>(
      object.integer_or("mode", {0, 6}, static_cast<std::uint64_t>(Topology::triangles)));
  std::optional<Object> attributes = object.object("attributes");
  if (!attributes && !object.faulty()) {
    object.missing("attributes");
  }
  primitive.poisoned = object.faulty();
  if (!attributes) {
    return primitive;
  }
  read_material(document, object, primitive);
  const DracoSubstitutes draco(document, object);
  if (draco.failed() || is_hidden(document, object)) {
    read_undecoded(document, object, *attributes, primitive);
    return primitive;
  }
  check_names(*attributes);
  read_attributes(document, *attributes, primitive);
  if (const std::uint32_t count = hidden_count(document, *attributes, "POSITION"); count != 0) {
    fill_hidden(document, *attributes, primitive, count);
  }
  if (!primitive.positions.empty()) {
    check_counts(*attributes, primitive);
  }
  read_influences(document, *attributes, primitive);
  if (object.has("indices")) {
    read_indices(document, object, primitive);
  }
  read_morph_targets(document, object, primitive);
  return primitive;
}

}  // namespace rigpack::gltf

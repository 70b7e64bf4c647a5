#include "gltf/draco_primitive.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <ranges>

#include "gltf/draco/draco_mesh.h"

namespace rigpack::gltf {
namespace {

constexpr std::string_view kName = "KHR_draco_mesh_compression";
/// A face takes half a bit at the very least in the streams of real encoders.
constexpr std::uint64_t kFacesPerByte = 64;

/// Elements that the accessor `object`.`key` promises; 0 when it is absent or unusable.
std::uint64_t promised(const Document& document, Object& object, std::string_view key) {
  const auto index = object.index(key, document.accessors.size());
  return index && document.accessors[*index].usable ? document.accessors[*index].count : 0;
}

/// The stream's bytes; nothing when their bufferView is unusable, which has been reported.
std::optional<std::span<const std::byte>> stream_of(const Document& document, Object& extension) {
  const auto view = extension.required_index("bufferView", document.views.size());
  if (!view || !document.views[*view].usable) {
    return std::nullopt;
  }
  return document.views[*view].bytes;
}

/// The extension holds triangles, as a list or (never seen) a strip.
bool check_mode(Object& primitive) {
  constexpr std::uint64_t kTriangles = 4, kStrip = 5;
  const std::uint64_t mode = primitive.integer_or("mode", {0, 6}, kTriangles);
  if (mode == kStrip) {
    primitive.report(rules::asset_limit, "triangle strips in Draco streams are not read", "mode");
  } else if (mode != kTriangles) {
    primitive.report(rules::asset_schema,
                     fmt::format("mode {}: Draco streams hold triangles, mode 4", mode), "mode");
  }
  return mode == kTriangles;
}

/// What the accessors say; nothing, reported, when they cannot be right.
std::optional<DracoExpectation> expectation(Document& document, Object& primitive,
                                            Object& extension, std::size_t stream_bytes) {
  std::optional<Object> attributes = primitive.object("attributes");
  const std::uint64_t vertices = promised(document, *attributes, "POSITION");
  const std::uint64_t corners = promised(document, primitive, "indices");
  if (vertices == 0 || corners == 0) {
    if (!primitive.has("indices")) {
      primitive.missing("indices");
    }
    return std::nullopt;
  }
  if (corners % 3 != 0) {
    primitive.report(
        rules::asset_schema,
        fmt::format("{} indices make no whole triangles, which is all that Draco holds", corners),
        "indices");
    return std::nullopt;
  }
  if (corners / 3 / kFacesPerByte > stream_bytes) {
    extension.report(rules::asset_bomb,
                     fmt::format("{} bytes cannot hold {} triangles", stream_bytes, corners / 3));
    return std::nullopt;
  }
  return DracoExpectation{vertices, corners / 3, affordable(document)};
}

}  // namespace

DracoSubstitutes::DracoSubstitutes(Document& document, Object& primitive) : document_(document) {
  if (!can_decode_draco()) {
    return;
  }
  if (std::optional<Object> extension = primitive.extension(kName)) {
    failed_ = !decode(primitive, *extension);
  }
}

DracoSubstitutes::~DracoSubstitutes() {
  // Backwards: one accessor may have been replaced twice.
  for (auto& [index, original] : std::views::reverse(originals_)) {
    original.needs_bounds = document_.accessors[index].needs_bounds;
    original.coded = true;
    document_.accessors[index] = std::move(original);
  }
}

void DracoSubstitutes::substitute(std::uint32_t accessor, Accessor decoded,
                                  std::vector<std::byte> bytes) {
  bytes_.push_back(std::move(bytes));
  decoded.data = bytes_.back();
  decoded.stride = element_bytes(decoded.shape, decoded.component);
  decoded.view.reset();
  decoded.sparse = {};
  decoded.aligned4 = decoded.backed = true;
  originals_.emplace_back(accessor, std::exchange(document_.accessors[accessor], decoded));
}

bool DracoSubstitutes::decode(Object& primitive, Object& extension) {
  std::optional<Object> attributes = primitive.object("attributes");
  std::optional<Object> ids = extension.object("attributes");
  const auto stream = stream_of(document_, extension);
  if (!check_mode(primitive) || !attributes || !stream) {
    return false;
  }
  if (!ids) {
    if (!extension.faulty()) {
      extension.missing("attributes");
    }
    return false;
  }
  const auto expected = expectation(document_, primitive, extension, stream->size());
  if (!expected) {
    return false;
  }
  auto mesh = decode_draco(*stream, *expected);
  if (!mesh) {
    extension.report(rules::asset_truncated, "Draco: " + mesh.error());
    return false;
  }
  if (!place_attributes(*attributes, *ids, *mesh)) {
    return false;
  }
  place_indices(primitive, mesh->indices);
  return true;
}

bool DracoSubstitutes::place_attributes(Object& attributes, Object& ids, DracoMesh& mesh) {
  bool sound = true;
  for (const std::string& key : ids.keys()) {
    const auto id = ids.integer(key, {0, UINT32_MAX});
    const auto index = attributes.required_index(key, document_.accessors.size());
    if (!id || !index || !document_.accessors[*index].usable) {
      sound = false;
      continue;
    }
    const auto found = std::ranges::find(mesh.attributes, *id, &DracoAttribute::id);
    if (found == mesh.attributes.end()) {
      ids.report(rules::asset_reference, fmt::format("the Draco stream has no attribute {}", *id),
                 key);
      sound = false;
      continue;
    }
    const Accessor& described = document_.accessors[*index];
    if (found->component != described.component ||
        found->components != component_count(described.shape)) {
      ids.report(rules::asset_accessor_type,
                 fmt::format("the Draco stream holds {} numbers of {} bytes, accessor {} is {}",
                             found->components, component_bytes(found->component), *index,
                             format_name(described)),
                 key);
      sound = false;
      continue;
    }
    Accessor decoded = described;
    decoded.count = mesh.vertices;
    substitute(*index, std::move(decoded), found->bytes);
  }
  return sound;
}

void DracoSubstitutes::place_indices(Object& primitive, const std::vector<std::uint32_t>& indices) {
  const auto index = primitive.required_index("indices", document_.accessors.size());
  Accessor decoded = document_.accessors[*index];
  decoded.component = Component::u32;
  decoded.normalized = false;
  std::vector<std::byte> bytes(indices.size() * sizeof(std::uint32_t));
  std::memcpy(bytes.data(), indices.data(), bytes.size());
  substitute(*index, std::move(decoded), std::move(bytes));
}

}  // namespace rigpack::gltf

#include <fmt/format.h>

#include <algorithm>

#include "gltf/bounds.h"
#include "gltf/primitive.h"
#include "gltf/streams.h"

namespace rigpack::gltf {
namespace {

using namespace formats;

/// A target's attribute has other legal formats than the base's: deltas are signed.
constexpr Formats kQuantizedDelta = f32 | i8 | i8n | i16 | i16n;
constexpr Formats kQuantizedNormalDelta = f32 | i8n | i16n;

void read_delta(Document& document, Object& target, Primitive& primitive, std::string_view key,
                Formats allowed, std::vector<float3>& out) {
  if (!target.has(key)) {
    return;
  }
  const Accessor* accessor = find_accessor(document, target, key, {Shape::vec3, allowed});
  if (accessor != nullptr && key == "POSITION") {
    require_bounds(document, *accessor);
  }
  auto deltas =
      accessor == nullptr ? std::nullopt : read_stream<float3>(document, target, key, *accessor);
  if (!deltas) {
    primitive.poisoned = true;
    return;
  }
  if (!primitive.positions.empty() && deltas->size() != primitive.positions.size()) {
    target.report(
        rules::mesh_morph_target_invalid,
        fmt::format("{} deltas for {} vertices", deltas->size(), primitive.positions.size()), key);
    primitive.poisoned = true;
    return;
  }
  out = std::move(*deltas);
  primitive.poisoned |= !check_finite(document.reporter, target, key, numbers_of(out), 3);
}

Mesh read_mesh(Document& document, Object& object) {
  Mesh mesh;
  document.morphs_reported.push_back(false);
  mesh.pointer = object.pointer();
  mesh.name = object.text("name");
  const Array primitives = object.array("primitives");
  if (primitives.size() == 0 && !object.faulty()) {
    object.missing("primitives");
  }
  for (std::size_t i = 0; i < primitives.size(); ++i) {
    Object primitive = primitives[i];
    primitive.location().primitive = static_cast<std::uint32_t>(i);
    mesh.primitives.push_back(read_primitive(document, primitive));
    document.morphs_reported.back() = document.morphs_reported.back() || primitive.faulty();
  }
  mesh.morph_weights = object.numbers("weights");
  return mesh;
}

/// All sound primitives of a mesh have as many targets, and the default weights fit. True when one
/// does not.
bool check_target_counts(Object& object, Mesh& mesh) {
  const auto sound = [](const Primitive& primitive) { return !primitive.poisoned; };
  const auto first = std::ranges::find_if(mesh.primitives, sound);
  if (first == mesh.primitives.end()) {
    return false;
  }
  bool reported = false;
  const std::size_t targets = first->morph_targets.size();
  for (std::size_t i = 0; i < mesh.primitives.size(); ++i) {
    Primitive& primitive = mesh.primitives[i];
    if (!primitive.poisoned && primitive.morph_targets.size() != targets) {
      object.report(
          rules::mesh_morph_target_invalid,
          fmt::format("primitive {} has {} morph targets, primitive {} has {}", i,
                      primitive.morph_targets.size(), first - mesh.primitives.begin(), targets),
          fmt::format("primitives/{}", i));
      primitive.poisoned = true;
      reported = true;
    }
  }
  if (!mesh.morph_weights.empty() && mesh.morph_weights.size() != targets) {
    object.report(
        rules::mesh_morph_target_invalid,
        fmt::format("{} default weights for {} morph targets", mesh.morph_weights.size(), targets),
        "weights");
    mesh.morph_weights.clear();
    reported = true;
  }
  return reported;
}

}  // namespace

void read_morph_targets(Document& document, Object& object, Primitive& primitive) {
  const bool quantized = document.extensions.quantization;
  const Array targets = object.array("targets");
  for (std::size_t i = 0; i < targets.size(); ++i) {
    Object target = targets[i];
    MorphTarget& out = primitive.morph_targets.emplace_back();
    read_delta(document, target, primitive, "POSITION", quantized ? kQuantizedDelta : f32,
               out.positions);
    read_delta(document, target, primitive, "NORMAL", quantized ? kQuantizedNormalDelta : f32,
               out.normals);
    read_delta(document, target, primitive, "TANGENT", quantized ? kQuantizedNormalDelta : f32,
               out.tangents);
  }
}

void read_materials(Document& document, const Array& list) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    document.materials.push_back(list[i].text("name"));
  }
}

void read_meshes(Document& document, const Array& list) {
  document.scene.meshes.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    Object object = list[i];
    object.location().mesh = static_cast<std::uint32_t>(i);
    Mesh& mesh = document.scene.meshes.emplace_back(read_mesh(document, object));
    if (!document.morphs_reported[i]) {
      document.morphs_reported[i] = check_target_counts(object, mesh);
    }
  }
}

}  // namespace rigpack::gltf

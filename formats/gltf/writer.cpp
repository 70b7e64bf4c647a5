#include "gltf/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>

namespace rigpack::gltf {
namespace {

using nlohmann::ordered_json;

constexpr int kU16 = 5123, kU32 = 5125, kF32 = 5126;

/// The binary part and the views and accessors into it.
class Streams {
 public:
  /// Adds `bytes` as one accessor of `count` elements; returns its index.
  std::size_t add(std::span<const std::byte> bytes, int component, const char* type,
                  std::size_t count) {
    data_.resize((data_.size() + 3) / 4 * 4);
    views_.push_back({{"buffer", 0}, {"byteOffset", data_.size()}, {"byteLength", bytes.size()}});
    data_.insert(data_.end(), bytes.begin(), bytes.end());
    accessors_.push_back({{"bufferView", views_.size() - 1},
                          {"componentType", component},
                          {"count", count},
                          {"type", type}});
    return accessors_.size() - 1;
  }
  /// Floats, `width` an element, with the bounds that POSITION and key times must have.
  std::size_t add_floats(std::span<const float> values, const char* type, std::size_t width,
                         bool bounds = false) {
    const std::size_t index = add(std::as_bytes(values), kF32, type, values.size() / width);
    if (bounds) {
      add_bounds(values, width);
    }
    return index;
  }
  ordered_json& last() { return accessors_.back(); }
  std::vector<std::byte>& data() { return data_; }
  ordered_json& views() { return views_; }
  ordered_json& accessors() { return accessors_; }

 private:
  void add_bounds(std::span<const float> values, std::size_t width) {
    std::vector<float> low(width, std::numeric_limits<float>::max());
    std::vector<float> high(width, std::numeric_limits<float>::lowest());
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!std::isfinite(values[i])) {
        return;  // a finding for the reader; JSON has no such number
      }
      low[i % width] = std::min(low[i % width], values[i]);
      high[i % width] = std::max(high[i % width], values[i]);
    }
    last()["min"] = low;
    last()["max"] = high;
  }

  std::vector<std::byte> data_;
  ordered_json views_ = ordered_json::array();
  ordered_json accessors_ = ordered_json::array();
};

template <class T>
std::span<const float> floats(const std::vector<T>& values) {
  static_assert(sizeof(T) % sizeof(float) == 0);
  return {reinterpret_cast<const float*>(values.data()), values.size() * (sizeof(T) / 4)};
}

ordered_json targets_json(Streams& streams, const Primitive& primitive) {
  ordered_json targets = ordered_json::array();
  for (const MorphTarget& target : primitive.morph_targets) {
    ordered_json json = ordered_json::object();
    const auto add = [&](const char* name, const std::vector<float3>& deltas, bool bounds) {
      if (!deltas.empty()) {
        json[name] = streams.add_floats(floats(deltas), "VEC3", 3, bounds);
      }
    };
    add("POSITION", target.positions, true);
    add("NORMAL", target.normals, false);
    add("TANGENT", target.tangents, false);
    targets.push_back(std::move(json));
  }
  return targets;
}

ordered_json attributes_json(Streams& streams, const Primitive& primitive) {
  ordered_json json;
  json["POSITION"] = streams.add_floats(floats(primitive.positions), "VEC3", 3, true);
  if (!primitive.normals.empty()) {
    json["NORMAL"] = streams.add_floats(floats(primitive.normals), "VEC3", 3);
  }
  if (!primitive.tangents.empty()) {
    json["TANGENT"] = streams.add_floats(floats(primitive.tangents), "VEC4", 4);
  }
  for (std::size_t i = 0; i < primitive.texcoords.size(); ++i) {
    json[fmt::format("TEXCOORD_{}", i)] =
        streams.add_floats(floats(primitive.texcoords[i]), "VEC2", 2);
  }
  for (std::size_t i = 0; i < primitive.colors.size(); ++i) {
    json[fmt::format("COLOR_{}", i)] = streams.add_floats(floats(primitive.colors[i]), "VEC4", 4);
  }
  for (const InfluenceSet& set : primitive.influences) {
    json[fmt::format("JOINTS_{}", set.set)] =
        streams.add(std::as_bytes(std::span(set.joints)), kU16, "VEC4", set.joints.size() / 4);
    json[fmt::format("WEIGHTS_{}", set.set)] = streams.add_floats(set.weights, "VEC4", 4);
  }
  return json;
}

/// Meshes and the materials that their primitives name, each material once.
ordered_json meshes_json(Streams& streams, const Scene& scene, ordered_json& materials) {
  std::vector<std::string> names;
  ordered_json meshes = ordered_json::array();
  for (const Mesh& mesh : scene.meshes) {
    assert(!mesh.primitives.empty());
    ordered_json json{{"name", mesh.name}, {"primitives", ordered_json::array()}};
    for (const Primitive& primitive : mesh.primitives) {
      ordered_json part{{"attributes", attributes_json(streams, primitive)}};
      if (primitive.indexed) {
        part["indices"] = streams.add(std::as_bytes(std::span(primitive.indices)), kU32, "SCALAR",
                                      primitive.indices.size());
      }
      if (!primitive.morph_targets.empty()) {
        part["targets"] = targets_json(streams, primitive);
      }
      part["mode"] = static_cast<int>(primitive.topology);
      if (!primitive.material.empty()) {
        const auto found = std::ranges::find(names, primitive.material);
        part["material"] = found - names.begin();
        if (found == names.end()) {
          names.push_back(primitive.material);
          materials.push_back({{"name", primitive.material}});
        }
      }
      json["primitives"].push_back(std::move(part));
    }
    if (!mesh.morph_weights.empty()) {
      json["weights"] = mesh.morph_weights;
    }
    meshes.push_back(std::move(json));
  }
  return meshes;
}

void write_transform(const Node& node, ordered_json& json) {
  if (node.matrix) {
    json["matrix"] = node.matrix->m;
    return;
  }
  const trsf& t = node.rest;
  if (t.translation != float3{}) {
    json["translation"] = std::array{t.translation.x, t.translation.y, t.translation.z};
  }
  if (t.rotation != quatf{}) {
    json["rotation"] = std::array{t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w};
  }
  if (t.scale != float3{1, 1, 1}) {
    json["scale"] = std::array{t.scale.x, t.scale.y, t.scale.z};
  }
}

ordered_json indices_json(const std::vector<NodeIndex>& nodes) {
  ordered_json json = ordered_json::array();
  for (const NodeIndex node : nodes) {
    json.push_back(node.value);
  }
  return json;
}

ordered_json nodes_json(const Scene& scene) {
  ordered_json nodes = ordered_json::array();
  for (const Node& node : scene.nodes) {
    ordered_json json{{"name", node.name}};
    write_transform(node, json);
    if (!node.children.empty()) {
      json["children"] = indices_json(node.children);
    }
    if (node.mesh) {
      json["mesh"] = node.mesh->value;
    }
    if (node.skin) {
      json["skin"] = node.skin->value;
    }
    nodes.push_back(std::move(json));
  }
  return nodes;
}

ordered_json skins_json(Streams& streams, const Scene& scene) {
  ordered_json skins = ordered_json::array();
  for (const Skin& skin : scene.skins) {
    assert(!skin.joints.empty());
    ordered_json json{{"name", skin.name}, {"joints", indices_json(skin.joints)}};
    if (skin.has_inverse_binds) {
      json["inverseBindMatrices"] = streams.add_floats(floats(skin.inverse_binds), "MAT4", 16);
    }
    skins.push_back(std::move(json));
  }
  return skins;
}

ordered_json sampler_json(Streams& streams, const Track& track) {
  constexpr std::array kInterpolations{"STEP", "LINEAR", "CUBICSPLINE"};
  constexpr std::array kTypes{"VEC3", "VEC4", "VEC3", "SCALAR"};
  const auto path = static_cast<std::size_t>(track.path);
  const std::size_t width = track.path == TrackPath::weights ? 1U : track.components;
  ordered_json json;
  json["input"] = streams.add_floats(track.times, "SCALAR", 1, true);
  json["output"] = streams.add_floats(track.values, kTypes[path], width);
  json["interpolation"] = kInterpolations[static_cast<std::size_t>(track.interpolation)];
  return json;
}

ordered_json clips_json(Streams& streams, const Scene& scene) {
  constexpr std::array kPaths{"translation", "rotation", "scale", "weights"};
  ordered_json clips = ordered_json::array();
  for (const Clip& clip : scene.clips) {
    assert(!clip.tracks.empty());
    ordered_json channels = ordered_json::array(), samplers = ordered_json::array();
    for (const Track& track : clip.tracks) {
      channels.push_back(
          {{"sampler", samplers.size()},
           {"target",
            {{"node", track.node.value}, {"path", kPaths[static_cast<std::size_t>(track.path)]}}}});
      samplers.push_back(sampler_json(streams, track));
    }
    clips.push_back({{"name", clip.name},
                     {"channels", std::move(channels)},
                     {"samplers", std::move(samplers)}});
  }
  return clips;
}

void append_u32(std::vector<std::byte>& out, std::size_t value) {
  for (int shift = 0; shift < 32; shift += 8) {
    out.push_back(static_cast<std::byte>(value >> shift & 0xFF));
  }
}

void append_chunk(std::vector<std::byte>& out, const char* kind, std::span<const std::byte> data,
                  std::byte fill) {
  const std::size_t padding = (4 - data.size() % 4) % 4;
  append_u32(out, data.size() + padding);
  const auto kind_bytes = std::as_bytes(std::span(kind, 4));
  out.insert(out.end(), kind_bytes.begin(), kind_bytes.end());
  out.insert(out.end(), data.begin(), data.end());
  out.insert(out.end(), padding, fill);
}

void set_unless_empty(ordered_json& document, const char* key, ordered_json value) {
  if (!value.empty()) {
    document[key] = std::move(value);
  }
}

ordered_json document_json(Streams& streams, const Scene& scene, const ordered_json& extras) {
  ordered_json document;
  document["asset"] = {{"version", "2.0"}, {"generator", "rigpack"}};
  if (!extras.is_null()) {
    document["asset"]["extras"] = extras;
  }
  ordered_json materials = ordered_json::array(), scenes = ordered_json::array();
  for (const auto& roots : scene.scenes) {
    scenes.push_back({{"nodes", indices_json(roots)}});
  }
  if (scene.default_scene) {
    document["scene"] = *scene.default_scene;
  }
  set_unless_empty(document, "scenes", std::move(scenes));
  set_unless_empty(document, "nodes", nodes_json(scene));
  set_unless_empty(document, "meshes", meshes_json(streams, scene, materials));
  set_unless_empty(document, "materials", std::move(materials));
  set_unless_empty(document, "skins", skins_json(streams, scene));
  set_unless_empty(document, "animations", clips_json(streams, scene));
  if (!streams.data().empty()) {
    document["buffers"] = {{{"byteLength", streams.data().size()}}};
    document["bufferViews"] = std::move(streams.views());
    document["accessors"] = std::move(streams.accessors());
  }
  return document;
}

}  // namespace

Result<std::vector<std::byte>> write_glb(const Scene& scene, const ordered_json& extras) {
  Streams streams;
  const std::string json = document_json(streams, scene, extras)
                               .dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  constexpr std::size_t kHeaders = 12 + 8 + 8 + 6;
  constexpr std::size_t kMost = UINT32_MAX - kHeaders;
  if (json.size() > kMost || streams.data().size() > kMost - json.size()) {
    return std::unexpected(Error{ErrorCode::limit, "larger than the 4 GiB that a GLB holds"});
  }
  std::vector<std::byte> out;
  out.reserve(json.size() + streams.data().size() + kHeaders);
  const auto magic = std::as_bytes(std::span("glTF", 4));
  out.insert(out.end(), magic.begin(), magic.end());
  append_u32(out, 2);
  append_u32(out, 0);
  append_chunk(out, "JSON", std::as_bytes(std::span(json)), std::byte{' '});
  if (!streams.data().empty()) {
    append_chunk(out, "BIN\0", streams.data(), std::byte{0});
  }
  const auto total = static_cast<std::uint32_t>(out.size());
  for (std::size_t i = 0; i < 4; ++i) {
    out[8 + i] = static_cast<std::byte>(total >> (8 * i) & 0xFF);
  }
  return out;
}

}  // namespace rigpack::gltf

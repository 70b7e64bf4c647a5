#include <fmt/format.h>
#include <algorithm>

#include <array>
#include <utility>

#include "gltf/bounds.h"
#include "gltf/document.h"
#include "gltf/streams.h"

namespace rigpack::gltf {
namespace {

using namespace formats;

constexpr Formats kNormalizable = f32 | i8n | u8n | i16n | u16n;
constexpr std::array<std::string_view, 4> kPaths{"translation", "rotation", "scale", "weights"};
constexpr std::array<std::string_view, 3> kInterpolations{"STEP", "LINEAR", "CUBICSPLINE"};

/// A sampler as far as it can be judged without the channel that uses it.
struct Sampler {
  Object object;
  const Accessor* input = nullptr;
  Interpolation interpolation = Interpolation::linear;
};

/// One animation while its channels are read.
struct Animation {
  Document& document;
  std::vector<std::size_t> used = {};  ///< accessors that samplers name, some twice
  std::vector<Sampler> samplers = {};
};

Interpolation read_interpolation(Object& object) {
  if (!object.has("interpolation")) {
    return Interpolation::linear;
  }
  const std::string name = object.text("interpolation");
  for (std::size_t i = 0; i < kInterpolations.size(); ++i) {
    if (name == kInterpolations[i]) {
      return static_cast<Interpolation>(i);
    }
  }
  if (!object.faulty()) {
    object.report(rules::clip_interpolation_unknown,
                  fmt::format("interpolation \"{:.32}\" is unknown", name), "interpolation");
  }
  return Interpolation::linear;
}

void read_sampler(Animation& animation, Object object) {
  Document& document = animation.document;
  Sampler& sampler = animation.samplers.emplace_back(Sampler{std::move(object)});
  sampler.interpolation = read_interpolation(sampler.object);
  sampler.input = find_accessor(document, sampler.object, "input", {Shape::scalar, f32});
  if (sampler.input != nullptr) {
    require_bounds(document, *sampler.input);
  }
  if (sampler.input != nullptr) {
    animation.used.push_back(static_cast<std::size_t>(sampler.input - document.accessors.data()));
    check_packed(document, *sampler.input);
  }
  if (const auto output = sampler.object.required_index("output", document.accessors.size())) {
    animation.used.push_back(*output);
    check_packed(document, document.accessors[*output]);
  }
}

/// What `path` stores.
Use output_use(TrackPath path) {
  switch (path) {
    case TrackPath::rotation:
      return {Shape::vec4, kNormalizable};
    case TrackPath::weights:
      return {Shape::scalar, kNormalizable};
    case TrackPath::translation:
    case TrackPath::scale:
      break;
  }
  return {Shape::vec3, f32};
}

/// Fills the times; where their data are compressed out of reach, zeros stand in for them, for how
/// many keys there are is known. False when they cannot be used, which has been reported.
bool read_times(Document& document, Sampler& sampler, Track& track) {
  if (sampler.input == nullptr) {
    const std::uint64_t keys = hidden_count(document, sampler.object, "input");
    if (charge(document, sampler.object, keys * sizeof(float), "input")) {
      track.times.resize(keys);
    }
    return false;
  }
  auto times = read_stream<float>(document, sampler.object, "input", *sampler.input);
  if (times) {
    track.times = std::move(*times);
  }
  return times.has_value();
}

/// Fills times and values; false when either cannot be used, which has been reported.
bool read_keys(Document& document, Sampler& sampler, Track& track) {
  track.interpolation = sampler.interpolation;
  if (sampler.object.faulty() || !read_times(document, sampler, track)) {
    return false;
  }
  const Accessor* output =
      find_accessor(document, sampler.object, "output", output_use(track.path));
  auto values = output == nullptr ? std::nullopt
                                  : read_stream<float>(document, sampler.object, "output", *output);
  if (!values) {
    return false;
  }
  track.encoding = encoding_of(*output);
  track.values = std::move(*values);
  return true;
}

std::optional<TrackPath> read_path(Object& target) {
  if (!target.has("path")) {
    target.missing("path");
    return std::nullopt;
  }
  const std::string name = target.text("path");
  for (std::size_t i = 0; i < kPaths.size(); ++i) {
    if (name == kPaths[i]) {
      return static_cast<TrackPath>(i);
    }
  }
  if (!target.faulty()) {
    target.report(rules::asset_schema, fmt::format("path \"{:.32}\" is unknown", name), "path");
  }
  return std::nullopt;
}

std::uint32_t components_of(const Scene& scene, const Node& node, TrackPath path) {
  if (path != TrackPath::weights) {
    return path == TrackPath::rotation ? 4 : 3;
  }
  const std::vector<Primitive>* primitives =
      node.mesh ? &scene.meshes[node.mesh->value].primitives : nullptr;
  return primitives == nullptr || primitives->empty()
             ? 0
             : static_cast<std::uint32_t>(primitives->front().morph_targets.size());
}

/// Where a channel goes; nothing when a package cannot hold it, which has been reported.
std::optional<Track> read_target(Document& document, Object& target) {
  if (target.extension("KHR_animation_pointer")) {
    target.report(rules::clip_unsupported_channel,
                  "the channel drives a property through KHR_animation_pointer");
    return std::nullopt;
  }
  if (!target.has("node")) {
    target.report(rules::clip_target_missing, "the channel names no node");
    return std::nullopt;
  }
  const auto node = target.index("node", document.scene.nodes.size());
  const auto path = read_path(target);
  if (!node || !path) {
    return std::nullopt;
  }
  Track track;
  track.node = NodeIndex(*node);
  track.path = *path;
  track.components = components_of(document.scene, document.scene.nodes[*node], *path);
  if (track.components == 0) {
    const Node& driven = document.scene.nodes[*node];
    if (driven.poisoned || (driven.mesh && document.morphs_reported[driven.mesh->value])) {
      return std::nullopt;
    }
    target.report(rules::asset_reference,
                  fmt::format("the channel drives morph weights of node {}, which has none", *node),
                  "node");
    return std::nullopt;
  }
  return track;
}

/// Adds the channel's track to `clip`, or counts the keys of one that makes none.
void read_channel(Animation& animation, Object channel, Clip& clip) {
  const auto index = channel.required_index("sampler", animation.samplers.size());
  Sampler* sampler = index ? &animation.samplers[*index] : nullptr;
  std::optional<Object> target = channel.object("target");
  if (!target) {
    channel.missing("target");
  }
  std::optional<Track> track =
      target && !target->faulty() ? read_target(animation.document, *target) : std::nullopt;
  if (!track) {
    clip.ignored_keys +=
        sampler == nullptr || sampler->input == nullptr ? 0 : sampler->input->count;
    return;
  }
  track->pointer = channel.pointer();
  track->poisoned = animation.document.scene.nodes[track->node.value].poisoned ||
                    sampler == nullptr || !read_keys(animation.document, *sampler, *track);
  clip.tracks.push_back(std::move(*track));
}

/// Bytes of the accessors `used`, each counted once.
std::uint64_t bytes_of(const Document& document, std::vector<std::size_t> used) {
  std::ranges::sort(used);
  used.erase(std::ranges::unique(used).begin(), used.end());
  std::uint64_t bytes = 0;
  for (const std::size_t i : used) {
    const Accessor& accessor = document.accessors[i];
    bytes += accessor.backed
                 ? std::uint64_t{accessor.count} * element_bytes(accessor.shape, accessor.component)
                 : 0;
  }
  return bytes;
}

Clip read_clip(Document& document, Object& object, std::vector<std::size_t>& used) {
  Clip clip;
  clip.pointer = object.pointer();
  clip.name = object.text("name");
  const Array samplers = object.array("samplers");
  const Array channels = object.array("channels");
  for (const auto& [list, key] : {std::pair{&samplers, "samplers"}, {&channels, "channels"}}) {
    if (list->size() == 0 && !object.has(key)) {
      object.missing(key);
    }
  }
  Animation animation{document};
  for (std::size_t i = 0; i < samplers.size(); ++i) {
    read_sampler(animation, samplers[i]);
  }
  for (std::size_t i = 0; i < channels.size(); ++i) {
    read_channel(animation, channels[i], clip);
  }
  clip.source_bytes = bytes_of(document, animation.used);
  used.insert(used.end(), animation.used.begin(), animation.used.end());
  return clip;
}

}  // namespace

void read_animations(Document& document, const Array& list) {
  std::vector<std::size_t> used;
  for (std::size_t i = 0; i < list.size(); ++i) {
    Object object = list[i];
    object.location().clip = static_cast<std::uint32_t>(i);
    document.scene.clips.push_back(read_clip(document, object, used));
  }
  document.scene.source_clip_bytes = bytes_of(document, std::move(used));
}

}  // namespace rigpack::gltf

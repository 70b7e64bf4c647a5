#include "support/packages.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <random>

namespace rigpack::test {
namespace {

template <class T>
PackedStream stream(Semantic semantic, ElementFormat format, const std::vector<T>& numbers,
                    std::uint8_t set = 0) {
  PackedStream s;
  s.semantic = semantic;
  s.set = set;
  s.format = format;
  s.bytes.resize(numbers.size() * sizeof(T));
  if (!numbers.empty()) {
    std::memcpy(s.bytes.data(), numbers.data(), s.bytes.size());
  }
  return s;
}

PackedTrack track(std::uint32_t node, PackedPath path, TrackKind kind, std::vector<float> centre,
                  std::uint32_t width, std::vector<std::int32_t> integers) {
  PackedTrack t;
  t.node = node;
  t.path = path;
  t.kind = kind;
  t.components = static_cast<std::uint32_t>(centre.size());
  t.centre = std::move(centre);
  t.step = kind == TrackKind::constant ? 0.0F : 0.001F;
  t.width = width;
  t.integers = std::move(integers);
  return t;
}

TimeSet grid(std::uint32_t count, std::uint32_t num, std::uint32_t den) {
  TimeSet set;
  set.count = count;
  set.num = num;
  set.den = den;
  for (std::uint32_t k = 0; k < count; ++k) {
    set.times.push_back(static_cast<float>(double(k) * num / den));
  }
  return set;
}

TimeSet explicit_times(std::vector<float> times) {
  TimeSet set;
  set.count = static_cast<std::uint32_t>(times.size());
  set.times = std::move(times);
  return set;
}

std::vector<PackedNode> chain() {
  std::vector<PackedNode> nodes(3);
  nodes[0] = {"hip", kNone, kRoleJoint | kRoleAnimated, 4, {}};
  nodes[1] = {"knee", 0, kRoleJoint, 5, {{0, 1, 0}, {0, 0, 0, 1}, {1, 1, 1}}};
  nodes[2] = {"box", 1, kRoleAttachment, 6, {{0, 0.5F, 0}, {0, 0, 1, 0}, {1, 2, 1}}};
  return nodes;
}

PackedPrimitive quad() {
  PackedPrimitive p;
  p.material = "cloth";
  p.vertex_count = 4;
  p.streams.push_back(
      stream<std::uint16_t>(Semantic::position, ElementFormat::unorm16x4,
                            {0, 0, 0, 0, 65535, 0, 0, 0, 65535, 65535, 0, 0, 0, 65535, 32768, 0}));
  p.streams.push_back(
      stream<std::int8_t>(Semantic::normal, ElementFormat::oct8x4,
                          {0, 0, 0, 0, 127, 0, 0, 0, 0, -127, 0, 0, 127, 127, 0, 0}));
  p.streams.push_back(stream<std::uint8_t>(Semantic::joints, ElementFormat::u8x4,
                                           {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0}));
  p.streams.push_back(
      stream<std::uint8_t>(Semantic::weights, ElementFormat::unorm8x4,
                           {255, 0, 0, 0, 255, 0, 0, 0, 128, 127, 0, 0, 255, 0, 0, 0}));
  p.indices = {0, 1, 2, 0, 2, 3};
  PackedMorph morph;
  morph.position_scale = 0.5F;
  morph.normal_scale = 0.25F;
  morph.vertices = {1, 3};
  morph.positions = {{32767, 0, 0}, {0, -32767, 16384}};
  morph.normals = {{0, 32767, 0}, {1, 2, 3}};
  p.morphs.push_back(morph);
  return p;
}

PackedPrimitive rigid_triangle() {
  PackedPrimitive p;
  p.source_primitive = 1;
  p.vertex_count = 3;
  p.streams.push_back(
      stream<float>(Semantic::position, ElementFormat::f32x3, {0, 0, 0, 1, 0, 0, 0, 1, 0.25F}));
  PackedStream uv = stream<std::uint16_t>(Semantic::texcoord, ElementFormat::unorm16x2,
                                          {0, 0, 65535, 0, 0, 65535});
  uv.grid_offset = {-1, 2};
  uv.grid_scale = {2, 0.5F};
  p.streams.push_back(uv);
  p.indices = {0, 1, 2};
  return p;
}

std::vector<PackedClip> every_kind() {
  std::vector<PackedClip> clips(2);
  PackedClip& walk = clips[0];
  walk.name = "walk";
  walk.source_clip = 1;
  walk.duration_s = 1.0F;
  walk.time_sets = {grid(3, 1, 2), explicit_times({0.25F, 0.75F})};
  walk.tracks.push_back(track(0, PackedPath::translation, TrackKind::linear, {0, 1, 0}, 3,
                              {0, 0, 0, 1000, -500, 7, 2000, 3, 7}));
  walk.tracks.push_back(track(0, PackedPath::rotation, TrackKind::linear, {0, 0, 0, 1}, 3,
                              {0, 0, 0, 0, 0, 1571, 0, 0, -300}));
  walk.tracks.push_back(track(1, PackedPath::rotation, TrackKind::constant, {0, 0, 1, 0}, 0, {}));
  walk.tracks.push_back(
      track(1, PackedPath::scale, TrackKind::step, {1, 1, 1}, 3, {0, 0, 0, 1000, 1000, 1000}));
  walk.tracks[3].time_set = 1;
  walk.tracks.push_back(track(2, PackedPath::weights, TrackKind::linear, {0}, 1, {0, 500, 1000}));
  PackedClip& wave = clips[1];
  wave.name = "wave \"\x1b[0m";
  wave.duration_s = 0.75F;
  wave.time_sets = {explicit_times({0.25F, 0.75F})};
  wave.tracks.push_back(track(1, PackedPath::rotation, TrackKind::cubic, {0, 0, 0, 1}, 12,
                              {0, 0, 0, 0, 0,   0, 0, 0,    1, 2, 3, 4,  //
                               5, 6, 7, 8, 700, 0, 0, -300, 0, 0, 0, 0}));
  wave.tracks.push_back(track(2, PackedPath::translation, TrackKind::constant, {1, 2, 3}, 0, {}));
  return clips;
}

}  // namespace

Package small_package() {
  Package package;
  package.nodes = chain();
  package.skins.push_back({"body", {0, 1}, {affinef{}, affinef{}}});
  package.skins[0].inverse_binds[1].rows[1][3] = -1;
  PackedMesh body{"body", 0, {-1, 0, 0}, 2, {0.5F}, {quad()}};
  PackedMesh box{"box", 1, {}, 0, {}, {rigid_triangle()}};
  package.meshes = {body, box};
  package.instances = {{2, 0, 0, {}}, {2, 1, kNone, {0.25F}}};
  package.clips = every_kind();
  package.certificate = {1.75, 1e-4, 5e-5, 9e-5, 4e-5};
  package.provenance = R"({"tool":"test"})";
  return package;
}

namespace {

using Random = std::mt19937;

std::uint32_t below(Random& random, std::uint32_t limit) {
  return static_cast<std::uint32_t>(random() % limit);
}

std::vector<std::uint8_t> random_walk_bytes(Random& random, std::size_t count, std::size_t size) {
  std::vector<std::uint8_t> bytes(count * size);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::uint32_t spread = 1U << (i % size % 8);
    bytes[i] = static_cast<std::uint8_t>((i < size ? 0U : bytes[i - size]) + below(random, spread));
  }
  return bytes;
}

PackedPrimitive noisy_primitive(Random& random, std::uint32_t vertices, bool wide) {
  PackedPrimitive p;
  p.vertex_count = vertices;
  const auto add = [&](Semantic semantic, ElementFormat narrow_format, ElementFormat wide_format,
                       std::uint8_t set) {
    PackedStream s;
    s.semantic = semantic;
    s.set = set;
    s.format = wide ? wide_format : narrow_format;
    s.bytes = random_walk_bytes(random, vertices, element_size(s.format));
    if (s.format == ElementFormat::u16x4) {
      for (std::size_t i = 1; i < s.bytes.size(); i += 2) {
        s.bytes[i] &= 1;  // below 512
      }
    }
    p.streams.push_back(s);
  };
  constexpr std::array<std::uint8_t, 2> kSets{0, 1};
  add(Semantic::position, ElementFormat::unorm16x4, ElementFormat::unorm16x4, 0);
  add(Semantic::normal, ElementFormat::oct8x4, ElementFormat::oct16x4, 0);
  add(Semantic::tangent, ElementFormat::oct8x4, ElementFormat::oct16x4, 0);
  add(Semantic::texcoord, ElementFormat::unorm16x2, ElementFormat::unorm16x2, 0);
  p.streams.back().grid_scale = {1, 1};
  add(Semantic::color, ElementFormat::unorm8x4, ElementFormat::unorm16x4w, 0);
  for (const std::uint8_t set : kSets) {
    add(Semantic::joints, ElementFormat::u8x4, ElementFormat::u16x4, set);
  }
  for (const std::uint8_t set : kSets) {
    add(Semantic::weights, ElementFormat::unorm8x4, ElementFormat::unorm16x4w, set);
  }
  for (std::uint32_t i = 0; i < vertices; ++i) {
    for (std::uint32_t c = 0; c < 3; ++c) {
      p.indices.push_back(below(random, 8) == 0 ? below(random, vertices) : (i + c) % vertices);
    }
  }
  PackedMorph morph;
  morph.position_scale = 1;
  for (std::uint32_t v = below(random, 4); v < vertices; v += 1 + below(random, 3)) {
    morph.vertices.push_back(v);
    morph.positions.push_back({static_cast<std::int16_t>(v), static_cast<std::int16_t>(random()),
                               static_cast<std::int16_t>(below(random, 50))});
  }
  p.morphs.push_back(morph);
  return p;
}

PackedTrack noisy_track(Random& random, std::uint32_t node, PackedPath path, TrackKind kind,
                        std::uint32_t knots) {
  std::vector<float> centre(path == PackedPath::rotation ? 4 : 3, 0.0F);
  if (path == PackedPath::rotation) {
    centre[node % 4] = 1;
  }
  const std::uint32_t width =
      kind == TrackKind::cubic ? 3 * static_cast<std::uint32_t>(centre.size()) : 3U;
  PackedTrack t = track(node, path, kind, centre, width, {});
  // Some rotation vectors pass several turns.
  const std::uint32_t spread = 1 + below(random, node % 8 == 0 ? 20000 : 2000);
  std::vector<std::int32_t> now(width, 0);
  for (std::uint32_t k = 0; k < knots; ++k) {
    for (std::int32_t& v : now) {
      t.integers.push_back(v += static_cast<std::int32_t>(below(random, spread)) -
                                static_cast<std::int32_t>(spread / 2));
    }
  }
  return t;
}

}  // namespace

Package noisy_package(std::uint32_t seed, std::uint32_t vertices, std::uint32_t knots) {
  Random random(seed);
  Package package;
  PackedSkin skin{"skin", {}, {}};
  for (std::uint32_t i = 0; i < 40; ++i) {
    PackedNode node{"joint", i == 0 ? kNone : below(random, i), kRoleJoint, i, {}};
    node.rest.translation = {0, 0.1F, 0};
    package.nodes.push_back(node);
  }
  skin.palette.resize(512);
  for (std::uint32_t& node : skin.palette) {
    node = below(random, 40);
  }
  skin.inverse_binds.resize(skin.palette.size());
  package.skins.push_back(skin);
  PackedMesh mesh{"mesh", 0, {}, 1, {}, {}};
  mesh.primitives.push_back(noisy_primitive(random, vertices, false));
  mesh.primitives.push_back(noisy_primitive(random, vertices, true));
  package.meshes.push_back(mesh);
  package.instances.push_back({0, 0, 0, {}});
  PackedClip clip{"clip", 0, 0, {grid(knots, 1, 30), explicit_times({})}, {}};
  for (std::uint32_t k = 0; k < knots; ++k) {
    clip.time_sets[1].times.push_back(0.1F + 0.05F * static_cast<float>(k));
  }
  clip.time_sets[1].count = knots;
  for (std::uint32_t node = 0; node < 40; ++node) {
    for (const PackedPath path : {PackedPath::translation, PackedPath::rotation}) {
      clip.tracks.push_back(
          noisy_track(random, node, path, static_cast<TrackKind>(1 + below(random, 3)), knots));
      clip.tracks.back().time_set = below(random, 2);
    }
  }
  clip.duration_s = clip.time_sets[0].times.back();
  package.clips.push_back(clip);
  return package;
}

}  // namespace rigpack::test

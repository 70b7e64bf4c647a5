#include <cmath>
#include <numbers>
#include <random>

#include "clip/lattice.h"
#include "rigpack/clip.h"
#include "rigpack/pose.h"
#include "rigpack/skinning.h"
#include "support/catch.h"

using namespace rigpack;

namespace {

constexpr std::uint32_t kJoints = 8;

/// A chain of joints 0.2 m apart along y with a ring of vertices around each, blended with the
/// next.
Scene chain_scene() {
  Scene scene;
  Skin skin;
  Primitive primitive;
  InfluenceSet set;
  set.has_joints = set.has_weights = true;
  for (std::uint32_t j = 0; j < kJoints; ++j) {
    Node node;
    node.rest.translation = {0, j == 0 ? 0.0F : 0.2F, 0};
    if (j > 0) {
      node.parent = NodeIndex{j - 1};
      scene.nodes[j - 1].children.push_back(NodeIndex{j});
    }
    scene.nodes.push_back(node);
    skin.joints.push_back(NodeIndex{j});
    float4x4 bind;
    bind.m[13] = -0.2F * static_cast<float>(j);
    skin.inverse_binds.push_back(bind);
    for (int side = 0; side < 6; ++side) {
      const double angle = side * std::numbers::pi / 3;
      primitive.positions.push_back({static_cast<float>(0.08 * std::cos(angle)),
                                     0.2F * static_cast<float>(j) + 0.1F,
                                     static_cast<float>(0.08 * std::sin(angle))});
      const auto next = static_cast<std::uint16_t>(std::min(j + 1, kJoints - 1));
      set.joints.insert(set.joints.end(), {static_cast<std::uint16_t>(j), next, 0, 0});
      set.weights.insert(set.weights.end(),
                         {next == j ? 1.0F : 0.75F, next == j ? 0.0F : 0.25F, 0, 0});
    }
  }
  skin.has_inverse_binds = true;
  primitive.influences.push_back(set);
  Node body;
  body.mesh = MeshIndex{0U};
  body.skin = SkinIndex{0U};
  scene.nodes.push_back(body);
  scene.skins.push_back(skin);
  scene.meshes.emplace_back().primitives.push_back(primitive);
  return scene;
}

/// A bending chain: every joint swings about its own axis, with noise that no curve predicts.
Clip swinging_clip(Interpolation interpolation) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> noise(-0.02, 0.02);
  Clip clip;
  clip.name = "swing";
  for (std::uint32_t j = 0; j < kJoints; ++j) {
    Track track;
    track.node = NodeIndex{j};
    track.path = TrackPath::rotation;
    track.components = 4;
    track.interpolation = interpolation;
    for (int k = 0; k < 90; ++k) {
      track.times.push_back(static_cast<float>(k / 30.0));
      const double angle = 0.5 * std::sin(k * 0.1 + j) + noise(random);
      const double s = std::sin(angle / 2);
      const bool x = j % 2 == 0;
      const std::vector<double> q{x ? s : 0, 0, x ? 0 : s, std::cos(angle / 2)};
      const auto put = [&](bool value) {
        for (const double v : q) {
          track.values.push_back(value ? static_cast<float>(v) : 0.0F);
        }
      };
      if (interpolation == Interpolation::cubic) {
        put(false);
        put(true);
        put(false);
      } else {
        put(true);
      }
    }
    clip.tracks.push_back(track);
  }
  return clip;
}

/// The farthest any vertex lies from its source at 1000 samples a second, by the reference skinner.
double brute_force_error(const Scene& scene, const Skeleton& skeleton, const PackedClip& packed) {
  Scene decoded = scene;
  decoded.clips[packed.source_clip].tracks.clear();
  for (const PackedTrack& track : packed.tracks) {
    Track keys = decode_track(
        track, track.kind == TrackKind::constant ? TimeSet{} : packed.time_sets[track.time_set]);
    keys.node = skeleton.joints[track.node].node;
    decoded.clips[packed.source_clip].tracks.push_back(keys);
  }
  const Poser source_poser(scene), decoded_poser(decoded);
  const Influences influences = gather_influences(scene.meshes[0].primitives[0]);
  const Instance drawn = instances(scene).at(0);
  double worst = 0;
  for (int i = 0; i <= static_cast<int>(packed.duration_s * 1000); ++i) {
    Pose a, b;
    source_poser.sample(packed.source_clip, i / 1000.0, a);
    decoded_poser.sample(packed.source_clip, i / 1000.0, b);
    const auto u = skin_positions(scene, drawn, influences, a);
    const auto v = skin_positions(decoded, drawn, influences, b);
    for (std::size_t k = 0; k < u.size(); ++k) {
      worst = std::max(worst, length(u[k] - v[k]));
    }
  }
  return worst;
}

Track translation_track(NodeIndex node, std::vector<float> values) {
  Track track;
  track.node = node;
  track.times = {0, 1};
  track.values = std::move(values);
  return track;
}

std::vector<std::vector<Influences>> influences_of(const Scene& scene) {
  return {{gather_influences(scene.meshes[0].primitives[0])}};
}

}  // namespace

TEST_CASE("encode_clips keeps every vertex inside the bound, at 1000 samples a second") {
  for (const Interpolation interpolation :
       {Interpolation::linear, Interpolation::step, Interpolation::cubic}) {
    Scene scene = chain_scene();
    scene.clips.push_back(swinging_clip(interpolation));
    const Skeleton skeleton = build_skeleton(scene);
    for (const double bound : {1e-3, 1e-4}) {
      const auto encoded = encode_clips(scene, skeleton, influences_of(scene),
                                        std::vector<std::size_t>{0}, {.max_error_m = bound});
      REQUIRE(encoded);
      const double error = brute_force_error(scene, skeleton, encoded->clips.at(0));
      CHECK(error <= bound);
      CHECK(error >= bound / 2);  // bits that nobody asked for were not spent
    }
  }
}

TEST_CASE("encode_clips drops tracks at rest, keeps constants once, and can keep both") {
  Scene scene = chain_scene();
  Clip clip = swinging_clip(Interpolation::linear);
  clip.tracks.resize(2);
  const Track rest = translation_track(NodeIndex{3U}, {0, 0.2F, 0, 0, 0.2F, 0});
  const Track moved = translation_track(NodeIndex{4U}, {0, 0.3F, 0, 0, 0.3F, 0});
  clip.tracks.push_back(rest);
  clip.tracks.push_back(moved);
  scene.clips.push_back(clip);
  const Skeleton skeleton = build_skeleton(scene);
  const std::vector<std::size_t> all{0};
  auto encoded = encode_clips(scene, skeleton, influences_of(scene), all, {});
  REQUIRE(encoded);
  CHECK(encoded->reports[0].at_rest == 1);
  CHECK(encoded->reports[0].constant == 1);
  CHECK(encoded->reports[0].animated == 2);
  REQUIRE(encoded->clips[0].tracks.size() == 3);
  CHECK(encoded->clips[0].tracks[2].centre == std::vector<float>{0, 0.3F, 0});
  encoded = encode_clips(scene, skeleton, influences_of(scene), all, {.keep_constant = true});
  REQUIRE(encoded);
  CHECK(encoded->reports[0].constant == 2);
}

TEST_CASE("encode_clips gives the same integers on one thread and on two") {
  Scene scene = chain_scene();
  scene.clips.assign(5, swinging_clip(Interpolation::linear));
  const Skeleton skeleton = build_skeleton(scene);
  const std::vector<std::size_t> all{0, 1, 2, 3, 4};
  const auto one = encode_clips(scene, skeleton, influences_of(scene), all, {.threads = 1});
  const auto two = encode_clips(scene, skeleton, influences_of(scene), all, {.threads = 2});
  REQUIRE(one);
  REQUIRE(two);
  for (std::size_t c = 0; c < 5; ++c) {
    REQUIRE(one->clips[c].tracks.size() == two->clips[c].tracks.size());
    for (std::size_t t = 0; t < one->clips[c].tracks.size(); ++t) {
      CHECK(one->clips[c].tracks[t].integers == two->clips[c].tracks[t].integers);
      CHECK(one->clips[c].tracks[t].step == two->clips[c].tracks[t].step);
    }
  }
}

TEST_CASE("encode_clips says which node moves beyond 24 bits") {
  Scene scene = chain_scene();
  scene.nodes[0].name = "root";
  const Track far = translation_track(NodeIndex{0U}, {0, 0, 0, 1e6F, 0, 0});
  Clip& clip = scene.clips.emplace_back();
  clip.name = "launch";
  clip.tracks.push_back(far);
  const auto encoded = encode_clips(scene, build_skeleton(scene), influences_of(scene),
                                    std::vector<std::size_t>{0}, {});
  REQUIRE_FALSE(encoded);
  CHECK(encoded.error().code == ErrorCode::limit);
  CHECK(encoded.error().message.find("'root'") != std::string::npos);
}

TEST_CASE("encode_clips keeps eight morph weights inside their share of the bound, at any unit") {
  for (const float unit : {1.0F, 1000.0F}) {
    Scene scene;
    Primitive primitive;
    primitive.positions = {{0, 0, 0}, {unit, 0, 0}, {0, unit, 0}};
    for (int target = 0; target < 8; ++target) {
      primitive.morph_targets.emplace_back().positions = {{0, 0, 0.1F * unit}, {}, {}};
    }
    scene.meshes.emplace_back().primitives.push_back(primitive);
    Node node;
    node.mesh = MeshIndex{0U};
    node.rest.scale = {1 / unit, 1 / unit, 1 / unit};
    scene.nodes.push_back(node);
    Track track;
    track.node = NodeIndex{0U};
    track.path = TrackPath::weights;
    track.components = 8;
    track.times = {0, 1, 2};
    for (int i = 0; i < 24; ++i) {
      track.values.push_back(static_cast<float>((i % 7) / 7.0));
    }
    scene.clips.emplace_back().tracks.push_back(track);
    const auto encoded = encode_clips(scene, build_skeleton(scene), influences_of(scene),
                                      std::vector<std::size_t>{0}, {.max_error_m = 1e-4});
    REQUIRE(encoded);
    const PackedTrack& packed = encoded->clips.at(0).tracks.at(0);
    double moved_m = 0;
    for (std::size_t target = 0; target < 8; ++target) {
      const double decoded = static_cast<double>(packed.step) * packed.integers.at(target);
      moved_m += 0.1 * std::abs(decoded - static_cast<double>(track.values[target]));
    }
    CHECK(moved_m <= 0.2 * 1e-4);
    CHECK(packed.step > 1e-5);  // no bits that nobody sees
  }
}

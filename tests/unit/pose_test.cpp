#include "rigpack/pose.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "support/catch.h"

namespace rigpack {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr double kPi = std::numbers::pi;

quatf turn_z(double degrees) {
  return {0, 0, static_cast<float>(std::sin(degrees * kPi / 360)),
          static_cast<float>(std::cos(degrees * kPi / 360))};
}

Track make_track(TrackPath path, Interpolation interpolation, std::vector<float> times,
                 std::vector<float> values) {
  Track track;
  track.path = path;
  track.interpolation = interpolation;
  track.components = path == TrackPath::rotation ? 4 : 3;
  track.times = std::move(times);
  track.values = std::move(values);
  return track;
}

/// The x of a translation track whose y and z are 0.
Track make_x_track(Interpolation interpolation, std::vector<float> times,
                   const std::vector<float>& xs) {
  std::vector<float> values;
  for (const float x : xs) {
    values.insert(values.end(), {x, 0, 0});
  }
  return make_track(TrackPath::translation, interpolation, std::move(times), values);
}

double sample_x(const Track& track, double t_s) {
  std::array<double, 3> out{};
  sample_track(track, t_s, out);
  return out[0];
}

quatd sample_rotation(const Track& track, double t_s) {
  std::array<double, 4> out{};
  sample_track(track, t_s, out);
  return {out[0], out[1], out[2], out[3]};
}

Track make_turn_track(Interpolation interpolation, const std::vector<quatf>& turns) {
  std::vector<float> times, values;
  for (const quatf& q : turns) {
    times.push_back(static_cast<float>(times.size()));
    values.insert(values.end(), {q.x, q.y, q.z, q.w});
  }
  return make_track(TrackPath::rotation, interpolation, times, values);
}

/// Degrees about z, in (-180, 180].
double degrees_of(const quatd& q) {
  const double sign = q.w < 0 ? -1 : 1;
  return std::atan2(sign * q.z, sign * q.w) * 360 / kPi;
}

/// Node 0 above node 1, which is moved by (1, 0, 0) from it.
Scene make_chain() {
  Scene scene;
  scene.nodes.resize(2);
  scene.nodes[0].children = {NodeIndex(1)};
  scene.nodes[1].parent = NodeIndex(0);
  scene.nodes[1].rest.translation = {1, 0, 0};
  return scene;
}

double3 origin_of(const Pose& pose, std::size_t node) {
  return transform_point(pose.globals[node], {});
}

void check_near(const double3& a, const double3& b) {
  INFO(a.x << " " << a.y << " " << a.z << " against " << b.x << " " << b.y << " " << b.z);
  CHECK(length(a - b) < 1e-6);
}

Pose sample_clip(const Scene& scene, double t_s) {
  Pose pose;
  Poser(scene).sample(0, t_s, pose);
  return pose;
}

}  // namespace

TEST_CASE("a track is clamped before its first and after its last key") {
  for (const auto interpolation : {Interpolation::step, Interpolation::linear}) {
    const Track track = make_x_track(interpolation, {1, 2}, {10, 20});
    CHECK(sample_x(track, -5) == 10);
    CHECK(sample_x(track, 1) == 10);
    CHECK(sample_x(track, 2) == 20);
    CHECK(sample_x(track, 9) == 20);
  }
  const Track cubic = make_x_track(Interpolation::cubic, {1, 2}, {7, 10, 7, 7, 20, 7});
  CHECK(sample_x(cubic, 0) == 10);
  CHECK(sample_x(cubic, 1) == 10);
  CHECK(sample_x(cubic, 2) == 20);
  CHECK(sample_x(cubic, 3) == 20);
}

TEST_CASE("a single key is a constant") {
  for (const double t : {-1.0, 0.5, 7.0}) {
    CHECK(sample_x(make_x_track(Interpolation::linear, {0.5F}, {3}), t) == 3);
    CHECK(sample_x(make_x_track(Interpolation::step, {0.5F}, {3}), t) == 3);
    CHECK(sample_x(make_x_track(Interpolation::cubic, {0.5F}, {8, 3, 8}), t) == 3);
  }
}

TEST_CASE("STEP holds a key until the next one and takes that exactly at its time") {
  const Track track = make_x_track(Interpolation::step, {0, 0.1F, 1}, {1, 2, 3});
  const double key = static_cast<double>(0.1F);
  CHECK(sample_x(track, std::nextafter(key, 0.0)) == 1);
  CHECK(sample_x(track, key) == 2);
  CHECK(sample_x(track, std::nextafter(1.0, 0.0)) == 2);
  CHECK(sample_x(track, 1) == 3);
}

TEST_CASE("of keys at one time the later one counts") {
  const Track linear = make_x_track(Interpolation::linear, {0, 1, 1, 2}, {0, 10, 50, 60});
  CHECK(sample_x(linear, 0.5) == Approx(5));
  CHECK(sample_x(linear, std::nextafter(1.0, 0.0)) == Approx(10));
  CHECK(sample_x(linear, 1) == 50);
  CHECK(sample_x(linear, 1.5) == Approx(55));
  CHECK(sample_x(make_x_track(Interpolation::linear, {1, 1}, {1, 2}), 1) == 2);
}

TEST_CASE("LINEAR interpolates between keys of uneven distance") {
  const Track track = make_x_track(Interpolation::linear, {0, 1, 5}, {0, 10, 50});
  CHECK(sample_x(track, 0.25) == Approx(2.5));
  CHECK(sample_x(track, 2) == Approx(20));
}

TEST_CASE("CUBICSPLINE is glTF's Hermite spline, values worked out by hand") {
  // v0 = 0, out-tangent 4; v1 = 10, in-tangent -2; interval 2 s. At u = 1/2:
  // 0.5*0 + 2*0.125*4 + 0.5*10 - 2*0.125*(-2) = 6.5; at u = 1/4:
  // 0.84375*0 + 0.28125*4 + 0.15625*10 - 0.09375*(-2) = 2.875.
  const Track track = make_x_track(Interpolation::cubic, {0, 2}, {99, 0, 4, -2, 10, 99});
  CHECK(sample_x(track, 1) == Approx(6.5).epsilon(1e-14));
  CHECK(sample_x(track, 0.5) == Approx(2.875).epsilon(1e-14));
}

TEST_CASE("a CUBICSPLINE rotation is renormalised") {
  // Zero tangents: halfway the four numbers are the mean of identity and 90 degrees about z.
  const Track track = make_track(
      TrackPath::rotation, Interpolation::cubic, {0, 1},
      {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.70710678F, 0.70710678F, 0, 0, 0, 0});
  const quatd half = sample_rotation(track, 0.5);
  CHECK(length(half) == Approx(1).epsilon(1e-15));
  CHECK(degrees_of(half) == Approx(45).epsilon(1e-6));
}

TEST_CASE("LINEAR rotations take the shorter arc") {
  const Track plain = make_turn_track(Interpolation::linear, {turn_z(0), turn_z(120)});
  CHECK(degrees_of(sample_rotation(plain, 0.25)) == Approx(30).epsilon(1e-6));
  const Track around = make_turn_track(Interpolation::linear, {turn_z(0), turn_z(240)});
  CHECK(degrees_of(sample_rotation(around, 0.5)) == Approx(-60).epsilon(1e-6));
}

TEST_CASE("stored rotations that are not unit are normalised") {
  const quatf twice{0, 0, 2 * turn_z(60).z, 2 * turn_z(60).w};
  for (const auto interpolation : {Interpolation::linear, Interpolation::step}) {
    const Track track = make_turn_track(interpolation, {twice, twice});
    for (const double t : {0.0, 0.5, 1.0}) {
      CHECK(length(sample_rotation(track, t)) == Approx(1).epsilon(1e-14));
      CHECK(degrees_of(sample_rotation(track, t)) == Approx(60).epsilon(1e-6));
    }
  }
}

TEST_CASE("tracks that cannot be evaluated are not usable and are ignored") {
  Scene scene = make_chain();
  const Track good = make_x_track(Interpolation::linear, {0, 1}, {5, 6});
  REQUIRE(is_usable(scene, good));
  std::vector<Track> bad(9, good);
  bad[0].poisoned = true;
  bad[1].node = NodeIndex(2);
  bad[2].values.pop_back();
  bad[3].times.push_back(2);
  bad[4].times = {1, 0};
  bad[5].times = {0, kNan};
  bad[6].values[4] = kNan;
  bad[7] = make_x_track(Interpolation::linear, {}, {});
  bad[8].path = TrackPath::rotation;
  for (std::size_t i = 0; i < bad.size(); ++i) {
    INFO("track " << i);
    CHECK_FALSE(is_usable(scene, bad[i]));
    scene.clips = {Clip{"c", {bad[i]}, ""}};
    check_near(origin_of(sample_clip(scene, 0.5), 0), {0, 0, 0});
  }
}

TEST_CASE("a weights track must have a number for each target of its node's mesh") {
  Scene scene = make_chain();
  scene.meshes.resize(1);
  scene.meshes[0].primitives.resize(1);
  scene.meshes[0].primitives[0].morph_targets.resize(2);
  scene.meshes[0].morph_weights = {0.25F};
  scene.nodes[1].mesh = MeshIndex(0);
  Track track;
  track.node = NodeIndex(1);
  track.path = TrackPath::weights;
  track.components = 2;
  track.times = {0, 1};
  track.values = {0, 1, 1, 0};
  scene.clips = {Clip{"c", {track}, ""}};
  CHECK(sample_clip(scene, 0.25).morph_weights[1] == std::vector<double>{0.25, 0.75});

  track.components = 1;
  CHECK_FALSE(is_usable(scene, track));
  track.values = {0, 1};
  CHECK_FALSE(is_usable(scene, track));
  scene.clips[0].tracks = {track};
  CHECK(sample_clip(scene, 0.25).morph_weights[1] == std::vector<double>{0.25, 0});
  scene.nodes[1].morph_weights = {0.5F, 1};
  CHECK(sample_clip(scene, 0.25).morph_weights[1] == std::vector<double>{0.5, 1});
}

TEST_CASE("a global transform is the parent's times the local one") {
  Scene scene = make_chain();
  scene.nodes[0].rest.translation = {0, 0, 5};
  scene.nodes[0].rest.rotation = turn_z(90);
  scene.nodes[0].rest.scale = {2, 2, 2};
  Pose pose;
  Poser(scene).rest(pose);
  check_near(origin_of(pose, 1), {0, 2, 5});
}

TEST_CASE("a track moves its node and what hangs below it, the rest stays at rest") {
  Scene scene = make_chain();
  scene.clips.resize(2);
  scene.clips[1].tracks = {make_turn_track(Interpolation::linear, {turn_z(0), turn_z(90)})};
  const Poser poser(scene);
  Pose pose;
  poser.sample(1, 1, pose);
  check_near(origin_of(pose, 1), {0, 1, 0});
  poser.sample(0, 1, pose);
  check_near(origin_of(pose, 1), {1, 0, 0});
}

TEST_CASE("a child that is listed before its parent is posed after it") {
  Scene scene;
  scene.nodes.resize(2);
  scene.nodes[1].children = {NodeIndex(0)};
  scene.nodes[0].parent = NodeIndex(1);
  scene.nodes[0].rest.translation = {1, 0, 0};
  Track track = make_x_track(Interpolation::linear, {0}, {5});
  scene.clips = {Clip{"c", {track, track}, ""}};
  scene.clips[0].tracks[0].node = NodeIndex(1);
  scene.clips[0].tracks[1].node = NodeIndex(0);
  check_near(origin_of(sample_clip(scene, 0), 0), {10, 0, 0});
}

TEST_CASE("a track on a matrix node replaces its part of the matrix") {
  Scene scene = make_chain();
  float4x4 matrix;  // turns by 90 degrees about z, doubles, then moves by (3, 4, 0)
  matrix.m = {0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 3, 4, 0, 1};
  scene.nodes[0].matrix = matrix;
  check_near(origin_of(
                 [&] {
                   Pose rest;
                   Poser(scene).rest(rest);
                   return rest;
                 }(),
                 1),
             {3, 6, 0});
  scene.clips = {Clip{"c", {make_x_track(Interpolation::linear, {0}, {7})}, ""}};
  check_near(origin_of(sample_clip(scene, 0), 1), {7, 2, 0});
}

TEST_CASE("of two tracks on one property the last one wins") {
  Scene scene = make_chain();
  scene.clips = {Clip{"c",
                      {make_x_track(Interpolation::linear, {0}, {7}),
                       make_x_track(Interpolation::linear, {0}, {8})},
                      ""}};
  check_near(origin_of(sample_clip(scene, 0), 0), {8, 0, 0});
}

TEST_CASE("poisoned nodes are not posed") {
  Scene scene = make_chain();
  scene.nodes[1].poisoned = true;
  scene.clips = {Clip{"c", {make_x_track(Interpolation::linear, {0}, {7})}, ""}};
  scene.clips[0].tracks[0].node = NodeIndex(1);
  CHECK(sample_clip(scene, 0).globals[1] == affined{});
}

TEST_CASE("key times are the union of all tracks' times, ascending, with middles on request") {
  Clip clip;
  clip.tracks = {make_x_track(Interpolation::linear, {0, 2}, {0, 0}),
                 make_x_track(Interpolation::linear, {1, 2}, {0, 0}),
                 make_x_track(Interpolation::linear, {0.25F}, {0})};
  clip.tracks[2].poisoned = true;
  CHECK(key_times(clip, false) == std::vector<double>{0, 1, 2});
  CHECK(key_times(clip, true) == std::vector<double>{0, 0.5, 1, 1.5, 2});
  CHECK(key_times(Clip{}, true).empty());
}

TEST_CASE("the skin matrix is the joint times the inverse bind, not the other way round") {
  Scene scene;
  scene.nodes.resize(1);
  scene.nodes[0].rest.translation = {1, 0, 0};
  scene.skins.resize(1);
  scene.skins[0].joints = {NodeIndex(0)};
  scene.skins[0].has_inverse_binds = true;
  float4x4 inverse_bind;
  inverse_bind.m[12] = -1;
  scene.skins[0].inverse_binds = {inverse_bind};
  const auto posed = [&](const quatf& rotation) {
    scene.nodes[0].rest.rotation = rotation;
    Pose pose;
    Poser(scene).rest(pose);
    return transform_point(skin_matrices(scene, scene.skins[0], pose)[0], {1, 1, 0});
  };
  const float half = std::sqrt(0.5F);
  check_near(posed({half, 0, 0, half}), {1, 0, 1});
  check_near(posed({0, 0, half, half}), {0, 0, 0});  // the classic error gives (-1, 1, 0)
}

}  // namespace rigpack

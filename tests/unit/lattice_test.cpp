#include "clip/lattice.h"

#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "rigpack/pose.h"
#include "support/catch.h"

using namespace rigpack;

namespace {

constexpr double kPi = std::numbers::pi;

quatd turn(double x, double y, double z, double angle) {
  const double s = std::sin(angle / 2);
  return {x * s, y * s, z * s, std::cos(angle / 2)};
}

Track rotation_track(const std::vector<quatd>& keys) {
  Track track;
  track.path = TrackPath::rotation;
  track.components = 4;
  for (const quatd& q : keys) {
    track.times.push_back(static_cast<float>(track.times.size()));
    for (const double v : {q.x, q.y, q.z, q.w}) {
      track.values.push_back(static_cast<float>(v));
    }
  }
  return track;
}

constexpr std::array kIdentity{0.0, 0.0, 0.0, 1.0};

/// Packs `track` with `step` and decodes it again.
Track through_lattice(const CleanTrack& track, float step) {
  const Coordinates coordinates = to_coordinates(track);
  PackedTrack packed;
  packed.path = track.path;
  packed.kind = track.kind;
  packed.components = track.components;
  packed.step = step;
  packed.centre = coordinates.centre;
  packed.width = coordinates.width;
  REQUIRE(round_to_lattice(coordinates, step, packed.integers));
  TimeSet times;
  times.times = track.times;
  times.count = static_cast<std::uint32_t>(track.times.size());
  return decode_track(packed, times);
}

double angle_between(const quatd& a, const quatd& b) {
  return 2 * std::acos(std::min(1.0, std::abs(dot(a, b))));
}

}  // namespace

TEST_CASE("a rotation lattice errs by at most half a step in each axis") {
  std::mt19937 random(20261130);
  std::normal_distribution<double> normal;
  std::vector<quatd> keys;
  for (int i = 0; i < 2000; ++i) {
    keys.push_back(
        normalized(quatd{normal(random), normal(random), normal(random), normal(random)}));
  }
  CleanTrack clean = clean_track(rotation_track(keys), 0, kIdentity);
  clean.kind = TrackKind::step;  // far apart as they are, the keys alone are looked at
  for (const float step : {1e-2F, 1e-3F, 1e-4F}) {
    const Track decoded = through_lattice(clean, step);
    for (std::size_t k = 0; k < clean.times.size(); ++k) {
      std::array<double, 4> v{};
      sample_track(decoded, clean.times[k], v);
      const std::span<const double> wanted = clean.value(k);
      const double error =
          angle_between({v[0], v[1], v[2], v[3]}, {wanted[0], wanted[1], wanted[2], wanted[3]});
      // acos near 1 resolves about 1e-7
      REQUIRE(error <= static_cast<double>(step) * std::sqrt(3.0) / 2 + 1e-6);
    }
  }
}

TEST_CASE("a quarter turn about y is a rotation vector of pi/2 along y") {
  const CleanTrack clean =
      clean_track(rotation_track({turn(0, 1, 0, kPi / 2), turn(0, 1, 0, 0)}), 0, kIdentity);
  const Coordinates c = to_coordinates(clean);
  REQUIRE(c.numbers.size() == 6);
  CHECK(std::abs(c.numbers[0]) < 1e-7);
  CHECK(std::abs(c.numbers[1] - kPi / 2) < 1e-6);
  CHECK(std::abs(c.numbers[2]) < 1e-7);
}

TEST_CASE("rotation vectors run on past half a turn instead of jumping") {
  std::vector<quatd> keys;
  for (int i = 0; i <= 8; ++i) {
    keys.push_back(turn(0, 0, 1, i * 30.0 * kPi / 180));  // up to 240 degrees
  }
  const Coordinates c = rotation_coordinates(keys, {});
  for (std::size_t i = 0; i <= 8; ++i) {
    CHECK(std::abs(c.numbers[3 * i + 2] - static_cast<double>(i) * 30 * kPi / 180) < 1e-9);
  }
}

TEST_CASE("arcs over 150 degrees get keys in between, on the same slerp") {
  const Track track = rotation_track({turn(0, 0, 1, 0), turn(0, 0, 1, 170 * kPi / 180)});
  const CleanTrack clean = clean_track(track, 0, kIdentity);
  REQUIRE(clean.times.size() == 4);
  for (std::size_t k = 0; k < 4; ++k) {
    std::array<double, 4> v{};
    sample_track(track, clean.times[k], v);
    const std::span<const double> wanted = clean.value(k);
    CHECK(angle_between({v[0], v[1], v[2], v[3]}, {wanted[0], wanted[1], wanted[2], wanted[3]}) <
          1e-6);
  }
  CHECK(clean_track(rotation_track({turn(0, 0, 1, 0), turn(0, 0, 1, 2.5)}), 0, kIdentity)
            .times.size() == 2);
}

TEST_CASE("q and -q are one rotation") {
  const std::array a{0.0, 0.6, 0.0, 0.8}, b{0.0, -0.6, 0.0, -0.8};
  CHECK(value_distance(PackedPath::rotation, a, b) < 1e-12);
  CHECK(value_distance(PackedPath::translation, std::array{1.0, 2.0, 3.0},
                       std::array{1.0, 2.5, 2.0}) == 1.0);
}

TEST_CASE("cubic tracks keep values about rest and tangents about zero") {
  Track track;
  track.interpolation = Interpolation::cubic;
  track.times = {0, 1};
  track.values = {0, 0, 0, 1, 2, 3, 0.5F, 0, 0, /**/ 0, 0.25F, 0, 2, 2, 3, 0, 0, 0};
  const std::array rest{1.0, 2.0, 3.0};
  const CleanTrack clean = clean_track(track, 0, rest);
  const Coordinates c = to_coordinates(clean);
  CHECK(c.width == 9);
  CHECK(c.numbers ==
        std::vector<double>{0, 0, 0, 0, 0, 0, 0.5, 0, 0, 0, 0.25, 0, 1, 0, 0, 0, 0, 0});
  const Track decoded = through_lattice(clean, 0.25F);
  CHECK(decoded.values == track.values);
  CHECK(decoded.interpolation == Interpolation::cubic);
}

TEST_CASE("numbers that leave 24 bits are refused, NaN among them") {
  Coordinates c;
  std::vector<std::int32_t> integers;
  c.numbers = {8388607.0};
  CHECK(round_to_lattice(c, 1.0F, integers));
  c.numbers = {8388608.0};
  CHECK_FALSE(round_to_lattice(c, 1.0F, integers));
  c.numbers = {std::nan("")};
  CHECK_FALSE(round_to_lattice(c, 1.0F, integers));
}

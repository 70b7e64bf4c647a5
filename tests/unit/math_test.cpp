#include "rigpack/math.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "support/catch.h"

namespace rigpack {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPi = std::numbers::pi;

double distance(const double3& a, const double3& b) {
  return length(a - b);
}

double distance(const quatd& a, const quatd& b) {
  return length(quatd{a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w});
}

double distance(const affined& a, const affined& b) {
  double worst = 0;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      worst = std::max(worst, std::fabs(a.rows[r][c] - b.rows[r][c]));
    }
  }
  return worst;
}

quatd turn_z(double degrees) {
  return {0, 0, std::sin(degrees * kPi / 360), std::cos(degrees * kPi / 360)};
}

}  // namespace

TEST_CASE("exact sin and cos refuse what lies outside their domain") {
  for (const double x : {kNan, kInfinity, -kInfinity, 1.1e5, -1e300}) {
    CHECK(std::isnan(exact::sin(x)));
    CHECK(std::isnan(exact::cos(x)));
  }
}

TEST_CASE("exact sin and cos agree with long double over a million angles") {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> wide(-1e5, 1e5), turn(-7, 7);
  long double worst = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    const double x = i % 2 == 0 ? wide(random) : turn(random);
    worst = std::max(worst, std::fabs(exact::sin(x) - std::sin(static_cast<long double>(x))));
    worst = std::max(worst, std::fabs(exact::cos(x) - std::cos(static_cast<long double>(x))));
  }
  CHECK(worst < 4e-15L);
}

TEST_CASE("exact sin and cos hold next to every multiple of a quarter turn") {
  long double worst = 0;
  for (int k = -60'000; k <= 60'000; k += 7) {
    const double centre = k * (kPi / 2);
    for (const double x : {std::nextafter(centre, -1e6), centre, std::nextafter(centre, 1e6)}) {
      worst = std::max(worst, std::fabs(exact::sin(x) - std::sin(static_cast<long double>(x))));
      worst = std::max(worst, std::fabs(exact::cos(x) - std::cos(static_cast<long double>(x))));
    }
  }
  CHECK(worst < 4e-15L);
  CHECK(exact::sin(0.0) == 0.0);
  CHECK(exact::cos(0.0) == 1.0);
}

TEST_CASE("exact atan2 agrees with long double over a million directions") {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> unit(-1, 1), power(-300, 300);
  long double worst = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    const double scale = i % 2 == 0 ? 1 : std::pow(10, power(random));
    const double y = unit(random), x = unit(random) * scale;
    const long double truth = std::atan2(static_cast<long double>(y), static_cast<long double>(x));
    worst = std::max(worst, std::fabs(exact::atan2(y, x) - truth));
  }
  CHECK(worst < 4e-15L);
}

TEST_CASE("exact atan2 knows zeros, signs, infinities and tiny and huge numbers") {
  const double values[] = {0.0,    -0.0,    1.0,    -1.0,  kInfinity, -kInfinity,
                           1e-310, -1e-310, 4e-324, 1e308, -1.7e308,  0.5};
  for (const double y : values) {
    for (const double x : values) {
      INFO("atan2(" << y << ", " << x << ")");
      CHECK(std::fabs(exact::atan2(y, x) - std::atan2(y, x)) < 4e-15);
      CHECK(std::signbit(exact::atan2(y, x)) == std::signbit(y));
    }
    CHECK(std::isnan(exact::atan2(y, kNan)));
    CHECK(std::isnan(exact::atan2(kNan, y)));
  }
}

TEST_CASE("exact acos agrees with long double over a million cosines and clamps") {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> unit(-1, 1), power(-16, 0);
  long double worst = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    const double x = i % 2 == 0 ? unit(random) : 1 - std::pow(10, power(random));
    worst = std::max(worst, std::fabs(exact::acos(x) - std::acos(static_cast<long double>(x))));
  }
  CHECK(worst < 4e-15L);
  CHECK(exact::acos(1.5) == 0.0);
  CHECK(exact::acos(-1.5) == kPi);
  CHECK(std::isnan(exact::acos(kNan)));
}

TEST_CASE("exact functions have these bits on every machine") {
  // Recorded once; a change means that stored results change too. Glibc's last bits move when FMA
  // is masked, these must not.
  CHECK(exact::sin(1.0) == 0x1.aed548f090ceep-1);
  CHECK(exact::cos(12345.678) == 0x1.6b94c3bbe24b8p-1);
  CHECK(exact::atan2(0.3, -0.7) == 0x1.5e4c36ca0118ap+1);
  CHECK(exact::acos(0.1) == 0x1.787b22ce3f59p+0);
}

TEST_CASE("quaternion product rotates by the right factor first") {
  const quatd x90{std::sqrt(0.5), 0, 0, std::sqrt(0.5)};
  const affined m = to_affine(trsd{{}, turn_z(90) * x90, {1, 1, 1}});
  // y -> z by the first turn, and z stays under the second.
  CHECK(distance(transform_vector(m, {0, 1, 0}), {0, 0, 1}) < 1e-15);
  // x stays, then x -> y.
  CHECK(distance(transform_vector(m, {1, 0, 0}), {0, 1, 0}) < 1e-15);
  CHECK(distance(turn_z(50) * conjugate(turn_z(50)), quatd{}) < 1e-15);
}

TEST_CASE("normalized gives the identity for what has no direction") {
  CHECK(normalized({0, 0, 0, 0}) == quatd{});
  CHECK(normalized({kNan, 0, 0, 1}) == quatd{});
  CHECK(normalized({kInfinity, 0, 0, 1}) == quatd{});
  CHECK(normalized({0, 3, 0, 4}) == quatd{0, 0.6, 0, 0.8});
}

TEST_CASE("an affine product applies its right factor first and the inverse undoes it") {
  const affined a = to_affine(trsd{{1, 2, 3}, turn_z(90), {2, 3, -4}});
  CHECK(distance(transform_point(a, {1, 0, 0}), {1, 4, 3}) < 1e-15);
  CHECK(distance(transform_point(a, {0, 1, 1}), {-2, 2, -1}) < 1e-15);
  CHECK(determinant(a) == Approx(-24));
  const affined b = to_affine(trsd{{5, 0, 0}, {}, {1, 1, 1}});
  CHECK(distance(transform_point(a * b, {1, 0, 0}), transform_point(a, {6, 0, 0})) < 1e-15);
  CHECK(distance(a * inverse(a), affined{}) < 1e-14);
  CHECK(distance(inverse(a) * a, affined{}) < 1e-14);
}

TEST_CASE("a column-major 4x4 loses its last row and keeps its translation") {
  float4x4 m;
  m.m = {1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 10, 11, 12, 1};
  const affined a = to_affine(m);
  CHECK(a.rows[0] == std::array<double, 4>{1, 4, 7, 10});
  CHECK(a.rows[2] == std::array<double, 4>{3, 6, 9, 12});
  CHECK(to_double(to_float(a)) == a);
}

TEST_CASE("decompose refuses shear, zero axes and NaN, and leaves its output alone") {
  affined shear;
  shear.rows[0][1] = 0.01;
  affined flat;
  flat.rows[2][2] = 0;
  affined broken;
  broken.rows[1][1] = kNan;
  for (const affined& m : {shear, flat, broken}) {
    trsd out{{7, 7, 7}, {}, {}};
    CHECK_FALSE(decompose(m, 1e-4, out));
    CHECK(out.translation == double3{7, 7, 7});
  }
}

TEST_CASE("decompose gives back what was composed, for every octant of rotations") {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> unit(-1, 1), size(0.1, 3);
  for (int i = 0; i < 1000; ++i) {
    const quatd q = normalized({unit(random), unit(random), unit(random), unit(random) * (i % 3)});
    const double mirror = i % 2 == 0 ? 1 : -1;
    const trsd source{{unit(random), unit(random), unit(random)},
                      q,
                      {mirror * size(random), size(random), size(random)}};
    trsd out;
    REQUIRE(decompose(to_affine(source), 1e-12, out));
    CHECK(distance(to_affine(out), to_affine(source)) < 1e-13);
    CHECK(distance(out.scale, source.scale) < 1e-13);
    CHECK(std::fabs(dot(out.rotation, source.rotation)) == Approx(1).epsilon(1e-13));
  }
}

TEST_CASE("slerp turns evenly and takes the shorter arc") {
  for (const double degrees : {1e-7, 1e-4, 0.01, 1.0, 60.0, 120.0, 179.0}) {
    for (const double t : {0.0, 0.25, 0.5, 1.0}) {
      const quatd truth = turn_z(degrees * t);
      CHECK(distance(slerp({}, turn_z(degrees), t), truth) < 1e-14);
      const quatd b = turn_z(degrees);
      // -b is the same rotation: dot < 0, so its sign is flipped.
      CHECK(distance(slerp({}, {-b.x, -b.y, -b.z, -b.w}, t), truth) < 1e-14);
    }
  }
  // 200 degrees one way is 160 the other way.
  CHECK(distance(slerp({}, turn_z(200), 0.5), turn_z(-80)) < 1e-14);
  CHECK(distance(slerp({}, turn_z(200), 1), quatd{0, 0, -turn_z(200).z, -turn_z(200).w}) < 1e-14);
}

TEST_CASE("slerp is symmetric and stays unit for random rotations") {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> unit(-1, 1);
  double worst = 0;
  for (int i = 0; i < 10'000; ++i) {
    const quatd a = normalized({unit(random), unit(random), unit(random), unit(random)});
    const quatd b = normalized({unit(random), unit(random), unit(random), unit(random)});
    const double t = 0.5 + 0.5 * unit(random);
    const quatd forward = slerp(a, b, t);
    worst = std::max(worst, std::fabs(length(forward) - 1));
    worst = std::max(worst, 1 - std::fabs(dot(forward, slerp(b, a, 1 - t))));
  }
  CHECK(worst < 1e-13);
}

}  // namespace rigpack

/// Skinning against closed forms: how much of a radius survives a twist, by both methods.

#include <array>
#include <cmath>
#include <numbers>

#include "support/catch.h"
#include "support/twist_tube.h"

using namespace rigpack;
using namespace rigpack::test;

namespace {

constexpr SkinningOptions kDualQuaternions{SkinningMethod::dual_quaternions,
                                           NormalTransform::inverse_transpose};
constexpr std::array kShares{0.0F, 0.1F, 0.25F, 0.5F, 0.75F, 0.9F, 1.0F};

double degrees(double radians) {
  return radians * 180 / std::numbers::pi;
}
double radius(const double3& p) {
  return std::hypot(p.y, p.z);
}
double angle_of(const double3& p) {
  return degrees(std::atan2(p.z, p.y));
}
double angle_between(const double3& a, const double3& b) {
  return degrees(std::acos(dot(a, b) / (length(a) * length(b))));
}

/// One joint with `bind` as its inverse bind matrix, posed as `global`, moving one point.
double3 skin_one(const affined& bind, const affined& global, const float3& point) {
  Scene scene;
  scene.nodes.resize(2);
  scene.skins.emplace_back().joints = {NodeIndex(1)};
  float4x4 stored;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      stored.m[4 * c + r] = static_cast<float>(bind.rows[r][c]);
    }
  }
  scene.skins[0].inverse_binds = {stored};
  scene.skins[0].has_inverse_binds = true;
  scene.meshes.emplace_back().primitives.emplace_back().positions = {point};
  Pose pose;
  Poser(scene).rest(pose);
  pose.globals[1] = global;
  const Influences influences{1, {PaletteSlot(0)}, {1}};
  return skin_positions(scene, {NodeIndex(0), MeshIndex(0), 0, SkinIndex(0)}, influences, pose)[0];
}

affined moved_and_turned(const quatd& turn) {
  return to_affine(trsd{.translation = {1, 0, 0}, .rotation = turn});
}

}  // namespace

TEST_CASE("linear blending keeps the share of a twisted radius that the formula says") {
  const TwistTube straight({kShares.begin(), kShares.end()});
  // At half and half, by hand: |cos(angle / 2)|.
  const std::array<std::pair<double, double>, 7> halves{{{0, 1},
                                                         {30, .965926},
                                                         {60, .866025},
                                                         {90, .707107},
                                                         {120, .5},
                                                         {150, .258819},
                                                         {170, .087156}}};
  for (const auto& [twist, half_kept] : halves) {
    TwistTube tube = straight;
    tube.twist(twist);
    const auto posed = tube.positions();
    for (std::size_t ring = 0; ring < kShares.size(); ++ring) {
      const double w = static_cast<double>(kShares[ring]);
      const double kept =
          std::sqrt(1 - 2 * w * (1 - w) * (1 - std::cos(twist * std::numbers::pi / 180)));
      for (std::size_t i = 0; i < TwistTube::kRingVertices; ++i) {
        INFO(twist << " degrees, share " << w);
        CHECK(std::abs(radius(posed[ring * TwistTube::kRingVertices + i]) - kept) < 1e-6);
        if (kShares[ring] == 0.5F) {
          CHECK(std::abs(kept - half_kept) < 1e-6);
        }
      }
    }
  }
}

TEST_CASE("dual quaternions keep the radius, and turn as the nonlinear blend does") {
  TwistTube tube({kShares.begin(), kShares.end()});
  for (const double twist : {30.0, 90.0, 150.0, 170.0, -120.0}) {
    tube.twist(twist);
    for (const double3& p : tube.positions(kDualQuaternions)) {
      CHECK(std::abs(radius(p) - 1) < 1e-6);
    }
  }
  TwistTube quarter({0.25F});
  quarter.twist(120);
  // Not 30 degrees: the blend of quaternions is linear, not spherical.
  CHECK(std::abs(angle_of(quarter.positions(kDualQuaternions)[0]) - 27.80) < 0.005);
}

TEST_CASE("dual quaternions take the shorter way round, whichever sign a quaternion has") {
  TwistTube tube({0.5F, 0.25F});
  tube.twist(340);
  const auto posed = tube.positions(kDualQuaternions);
  CHECK(std::abs(angle_of(posed[0]) - -10) < 1e-6);
  CHECK(std::abs(radius(posed[TwistTube::kRingVertices]) - 1) < 1e-6);
}

TEST_CASE("dual quaternions scale first and move rigidly after") {
  TwistTube tube({0.0F, 0.5F, 1.0F});
  const double half = std::numbers::pi / 4;
  tube.pose.globals[2] = to_affine(trsd{.translation = {0, 0, 5},
                                        .rotation = {std::sin(half), 0, 0, std::cos(half)},
                                        .scale = {1, 3, 3}});
  const auto posed = tube.positions(kDualQuaternions);
  // One joint alone is its matrix; halfway the stretch is 2, and the rigid part keeps it.
  CHECK(length(posed[2 * TwistTube::kRingVertices] - double3{2, 0, 8}) < 1e-6);
  const double3 centre =
      (posed[TwistTube::kRingVertices] + posed[TwistTube::kRingVertices + 6]) * 0.5;
  CHECK(std::abs(length(posed[TwistTube::kRingVertices] - centre) - 2) < 1e-6);
}

TEST_CASE("dual quaternions follow a mirrored or flattened joint as its matrix does") {
  for (const double3& scale : {double3{-1, 1, 1}, double3{1, 0, 1}, double3{-2, -2, -2}}) {
    TwistTube tube({1.0F});
    tube.pose.globals[2] =
        to_affine(trsd{.translation = {1, 2, 3}, .rotation = {}, .scale = scale});
    const auto linear = tube.positions(), dual = tube.positions(kDualQuaternions);
    for (std::size_t v = 0; v < linear.size(); ++v) {
      CHECK(length(linear[v] - dual[v]) < 1e-9);
    }
  }
}

TEST_CASE("skin matrices are B times the inverse bind, not the other way round") {
  const affined bind = to_affine(trsd{.translation = {-1, 0, 0}});
  const double half = std::numbers::sqrt2 / 2;
  CHECK(length(skin_one(bind, moved_and_turned({half, 0, 0, half}), {1, 1, 0}) - double3{1, 0, 1}) <
        1e-6);
  const affined turned = moved_and_turned({0, 0, half, half});
  CHECK(length(skin_one(bind, turned, {1, 1, 0}) - double3{0, 0, 0}) < 1e-6);
  // The classic mistake.
  CHECK(length(transform_point(bind * turned, {1, 1, 0}) - double3{-1, 1, 0}) < 1e-6);
}

TEST_CASE("normals by both transforms agree on rigid joints and part on scaled ones") {
  TwistTube tube({0.0F, 1.0F});
  tube.twist(75);
  const SkinningOptions blended{SkinningMethod::linear, NormalTransform::blended};
  const auto a = tube.normals(), b = tube.normals(blended);
  for (std::size_t v = 0; v < a.size(); ++v) {
    CHECK(length(a[v] - b[v]) < 1e-6);
  }
  TwistTube scaled({1.0F});
  scaled.scene.meshes[0].primitives[0].normals[0] = {
      static_cast<float>(std::numbers::sqrt2 / 2), static_cast<float>(std::numbers::sqrt2 / 2), 0};
  scaled.pose.globals[2] = to_affine(trsd{.translation = {}, .rotation = {}, .scale = {1, 2, 1}});
  CHECK(std::abs(angle_between(scaled.normals()[0], scaled.normals(blended)[0]) - 36.87) < 0.005);
}

TEST_CASE("tangents lie in the surface that normals stand on") {
  TwistTube tube({0.5F});
  tube.twist(60);
  for (const SkinningOptions& options : {SkinningOptions{}, kDualQuaternions}) {
    const auto normals = tube.normals(options), tangents = tube.tangents(options);
    for (std::size_t v = 0; v < normals.size(); ++v) {
      CHECK(std::abs(dot(normals[v], tangents[v])) < 1e-6);
      CHECK(std::abs(length(tangents[v]) - 1) < 1e-9);
    }
  }
}

TEST_CASE("morph targets come before the skin") {
  TwistTube tube({1.0F});
  Primitive& primitive = tube.scene.meshes[0].primitives[0];
  primitive.morph_targets.resize(1);
  primitive.morph_targets[0].positions.assign(TwistTube::kRingVertices, {0, 1, 0});
  tube.pose.morph_weights[0] = {0.5};
  tube.twist(90);
  CHECK(length(tube.positions()[0] - double3{0, 0, 1.5}) < 1e-6);
}

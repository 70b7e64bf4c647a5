#include "rigpack/deform.h"

#include <cmath>
#include <numbers>

#include "support/catch.h"
#include "support/skinned_triangle.h"
#include "support/twist_tube.h"

using namespace rigpack;
using namespace rigpack::test;

namespace {

/// The tube of twist_tube.h as an asset: joint 1 turns about `axis` to `degrees` and back in the
/// clip, and vertices keep their influences as a file would hold them.
Scene twisting(const std::vector<float>& shares, double degrees, const double3& axis = {1, 0, 0}) {
  Scene scene = TwistTube(shares).scene;
  Primitive& primitive = scene.meshes[0].primitives[0];
  InfluenceSet set = uniform_set(0, primitive.positions.size(), {0, 1, 0, 0}, {1, 0, 0, 0});
  for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
    const float share = shares[v / TwistTube::kRingVertices];
    set_vertex(set, v, {0, 1, 0, 0}, {1 - share, share, 0, 0});
  }
  primitive.influences = {set};
  // The joints stand apart along x, the bone between them.
  scene.nodes[2].rest.translation = {1, 0, 0};
  scene.skins[0].inverse_binds.resize(2);
  scene.skins[0].inverse_binds[1].m[12] = -1;
  scene.skins[0].has_inverse_binds = true;
  const double half = degrees * std::numbers::pi / 360;
  Track track;
  track.node = NodeIndex(2);
  track.path = TrackPath::rotation;
  track.components = 4;
  track.times = {0, 0.5F, 1};
  track.values = {0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1};
  const double sine = std::sin(half);
  const std::array<double, 4> turned{axis.x * sine, axis.y * sine, axis.z * sine, std::cos(half)};
  for (std::size_t i = 0; i < 4; ++i) {
    track.values[4 + i] = static_cast<float>(turned[i]);
  }
  Clip& clip = scene.clips.emplace_back();
  clip.name = "wring";
  clip.tracks.push_back(track);
  scene.nodes[1].name = "upper";
  scene.nodes[2].name = "lower";
  return scene;
}

Findings of_rule(const Scene& scene, const Rule& rule, double size_m = 2) {
  Findings found;
  const DeformLimits limits;
  check_deformation({scene, limits, size_m}, found);
  std::erase_if(found, [&](const Finding& f) { return f.rule != rule.id; });
  return found;
}

}  // namespace

TEST_CASE("volume-loss names joints, angle, what is left, clip and time of the worst vertex") {
  const Findings found =
      of_rule(twisting({0.0F, 0.5F, 0.25F, 1.0F}, 170), rules::deform_volume_loss);
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::warning);
  // Half and half keeps .0872 of the radius; a quarter keeps .5092, which is under .7 as well.
  CHECK(found[0].count == 2 * TwistTube::kRingVertices);
  CHECK(std::abs(*found[0].worst - 0.087156) < 1e-4);
  for (const char* part : {"'upper' and 'lower'", "170 degrees apart", "in clip 'wring' at 0.5 s",
                           "twists", "loses 0.913 m"}) {
    INFO(found[0].message);
    CHECK(found[0].message.find(part) != std::string::npos);
  }
  CHECK(found[0].location.clip == 0U);
  CHECK(found[0].location.time_s == 0.5);
}

TEST_CASE("volume-loss is quiet where enough is left, and where nobody could see it") {
  CHECK(of_rule(twisting({0.5F}, 88), rules::deform_volume_loss).empty());
  CHECK(of_rule(twisting({0.5F}, 92), rules::deform_volume_loss).size() == 1);
  CHECK(of_rule(twisting({0.0F, 1.0F}, 170), rules::deform_volume_loss).empty());
  CHECK(of_rule(twisting({0.5F}, 170), rules::deform_volume_loss, 1000).empty());
}

TEST_CASE("a bend is an info, a twist a warning") {
  const Findings bend = of_rule(twisting({0.5F}, 120, {0, 0, 1}), rules::deform_volume_loss);
  REQUIRE(bend.size() == 1);
  CHECK(bend[0].severity == Severity::info);
  CHECK(bend[0].message.find("bends") != std::string::npos);
}

TEST_CASE("deformation does not depend on the sum of the weights, nor on zero sums") {
  Scene scene = twisting({0.5F}, 170);
  for (float& weight : scene.meshes[0].primitives[0].influences[0].weights) {
    weight *= 0.5F;
  }
  const Findings halved = of_rule(scene, rules::deform_volume_loss);
  REQUIRE(halved.size() == 1);
  CHECK(std::abs(*halved[0].worst - 0.087156) < 1e-4);
  set_vertex(scene.meshes[0].primitives[0].influences[0], 0, {0, 1, 0, 0}, {0, 0, 0, 0});
  CHECK(of_rule(scene, rules::deform_volume_loss).at(0).count == TwistTube::kRingVertices - 1);
}

TEST_CASE("poisoned and foreign parts are left alone") {
  Scene scene = twisting({0.5F}, 170);
  SECTION("a poisoned skin") {
    scene.skins[0].poisoned = true;
  }
  SECTION("a joint that is not there") {
    scene.skins[0].joints[1] = NodeIndex(77);
  }
  SECTION("a joint beyond the palette") {
    scene.meshes[0].primitives[0].influences[0].joints.assign(4 * TwistTube::kRingVertices, 9);
  }
  SECTION("an inverse bind of zeros") {
    scene.skins[0].inverse_binds[1].m = {};
    CHECK(of_rule(scene, rules::deform_far_flung).empty());
    return;
  }
  CHECK(of_rule(scene, rules::deform_volume_loss).empty());
}

TEST_CASE("a seam is judged by how far the clip opens it") {
  Scene scene = twisting({0.5F, 0.5F}, 90);
  Primitive& primitive = scene.meshes[0].primitives[0];
  primitive.positions[TwistTube::kRingVertices] = primitive.positions[0];
  CHECK(of_rule(scene, rules::weights_seam_mismatch).empty());
  set_vertex(primitive.influences[0], TwistTube::kRingVertices, {0, 1, 0, 0}, {.49F, .51F, 0, 0});
  const Findings found = of_rule(scene, rules::weights_seam_mismatch);
  REQUIRE(found.size() == 1);
  // One hundredth of the chord of a quarter turn at radius 1.
  CHECK(std::abs(*found[0].worst - 0.01 * std::numbers::sqrt2) < 1e-6);
}

TEST_CASE("far-flung and bind-pose-mismatch say how far, in metres") {
  Scene scene = twisting({0.5F}, 0);
  scene.nodes[2].rest.translation = {21, 0, 0};
  const Findings away = of_rule(scene, rules::skin_bind_pose_mismatch);
  CHECK(away.empty());  // every vertex follows joint 0 as much: it says where the mesh stands
  const Findings far = of_rule(scene, rules::deform_far_flung);
  REQUIRE(far.size() == 1);
  CHECK(far[0].count == TwistTube::kRingVertices);
  Scene moved = twisting({0.0F, 0.0F, 1.0F}, 0);
  moved.nodes[2].rest.translation = {1, 0.25F, 0};
  const Findings off = of_rule(moved, rules::skin_bind_pose_mismatch);
  REQUIRE(off.size() == 1);
  CHECK(*off[0].worst == 0.25);
  CHECK(off[0].count == TwistTube::kRingVertices);
}

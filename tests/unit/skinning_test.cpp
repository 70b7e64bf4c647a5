#include "rigpack/skinning.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "support/catch.h"

namespace rigpack {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr double kPi = std::numbers::pi;

/// Two joints at the origin (nodes 1 and 2, identity binds); node 0 draws one skinned vertex with
/// weights 1 - w and w, and stands far away, which must not matter.
Scene make_two_joints(const float3& position, float w) {
  Scene scene;
  scene.nodes.resize(3);
  scene.nodes[0].mesh = MeshIndex(0);
  scene.nodes[0].skin = SkinIndex(0);
  scene.nodes[0].rest.translation = {100, 0, 0};
  scene.skins.resize(1);
  scene.skins[0].joints = {NodeIndex(1), NodeIndex(2)};
  Primitive primitive;
  primitive.positions = {position};
  primitive.influences.resize(1);
  InfluenceSet& set = primitive.influences[0];
  set.joints = {0, 1, 0, 0};
  set.weights = {1 - w, w, 0, 0};
  set.has_joints = set.has_weights = true;
  scene.meshes.resize(1);
  scene.meshes[0].primitives = {primitive};
  return scene;
}

Pose rest_of(const Scene& scene) {
  Pose pose;
  Poser(scene).rest(pose);
  return pose;
}

std::vector<double3> skinned(const Scene& scene) {
  const Influences influences = gather_influences(scene.meshes[0].primitives[0]);
  return skin_positions(scene, instances(scene)[0], influences, rest_of(scene));
}

double angle_between(const double3& a, const double3& b) {
  return std::acos(dot(a, b) / (length(a) * length(b))) * 180 / kPi;
}

}  // namespace

TEST_CASE("linear blending keeps as much of the radius as the closed form says") {
  // Two rotations phi apart keep sqrt(1 - 2 w (1 - w) (1 - cos phi)).
  for (const double degrees : {0.0, 30.0, 60.0, 90.0, 120.0, 150.0, 170.0}) {
    for (const float w : {0.0F, 0.1F, 0.25F, 0.5F, 0.75F, 0.9F, 1.0F}) {
      Scene scene = make_two_joints({0, 1, 0}, w);
      const double half = degrees * kPi / 360;
      scene.nodes[2].rest.rotation = {static_cast<float>(std::sin(half)), 0, 0,
                                      static_cast<float>(std::cos(half))};
      const double share = static_cast<double>(w);
      const double kept =
          std::sqrt(1 - 2 * share * (1 - share) * (1 - std::cos(degrees * kPi / 180)));
      INFO(degrees << " degrees, weight " << w);
      CHECK(std::fabs(length(skinned(scene)[0]) - kept) < 1e-6);
    }
  }
}

TEST_CASE("half and half keeps the radii of the published table") {
  const double degrees[] = {0, 30, 60, 90, 120, 150, 170};
  const double kept[] = {1, .965926, .866025, .707107, .5, .258819, .087156};
  for (std::size_t i = 0; i < 7; ++i) {
    Scene scene = make_two_joints({0, 1, 0}, 0.5F);
    const double half = degrees[i] * kPi / 360;
    scene.nodes[2].rest.rotation = {static_cast<float>(std::sin(half)), 0, 0,
                                    static_cast<float>(std::cos(half))};
    CHECK(std::fabs(length(skinned(scene)[0]) - kept[i]) < 1e-6);
  }
}

TEST_CASE("weights are taken as they are") {
  Scene scene = make_two_joints({0, 1, 0}, 0.5F);
  auto& weights = scene.meshes[0].primitives[0].influences[0].weights;
  weights = {0.5F, 0.25F, 0, 0};
  CHECK(skinned(scene)[0].y == Approx(0.75));
  weights = {0, 0, 0, 0};
  CHECK(skinned(scene)[0] == double3{0, 0, 0});
  weights = {0.5F, kNan, 0, 0};
  CHECK(skinned(scene)[0].y == Approx(0.5));
}

TEST_CASE("a slot beyond the palette counts as no influence") {
  Scene scene = make_two_joints({0, 1, 0}, 0.5F);
  scene.meshes[0].primitives[0].influences[0].joints[1] = 2;
  CHECK(skinned(scene)[0].y == Approx(0.5));
}

TEST_CASE("influences that end before the vertices leave those unweighted") {
  const Scene scene = make_two_joints({0, 1, 0}, 0.5F);
  const auto posed = skin_positions(scene, instances(scene)[0], Influences{}, rest_of(scene));
  CHECK(posed == std::vector<double3>{{0, 0, 0}});
}

TEST_CASE("a skinned mesh's own node does not move it, an unskinned mesh's does") {
  Scene scene = make_two_joints({0, 1, 0}, 0);
  CHECK(skinned(scene)[0] == double3{0, 1, 0});
  scene.nodes[0].skin.reset();
  CHECK(skinned(scene)[0] == double3{100, 1, 0});
}

TEST_CASE("morph targets are added before the skin moves the vertex") {
  Scene scene = make_two_joints({0, 1, 0}, 1);
  scene.nodes[2].rest.rotation = {0, 0, 1, 0};
  MorphTarget bulge, empty, torn;
  bulge.positions = {{1, 0, 0}};
  torn.positions = {{9, 9, 9}, {9, 9, 9}};
  scene.meshes[0].primitives[0].morph_targets = {bulge, empty, torn};
  scene.meshes[0].morph_weights = {0.5F, 1, 1};
  const auto posed = skinned(scene);
  CHECK(length(posed[0] - double3{-0.5, -1, 0}) < 1e-7);
  CHECK(morphed_positions(scene.meshes[0].primitives[0], {2}) == std::vector<double3>{{2, 1, 0}});
}

TEST_CASE("normals follow the inverse transpose") {
  Scene scene = make_two_joints({0, 1, 0}, 1);
  auto& primitive = scene.meshes[0].primitives[0];
  const float half = std::sqrt(0.5F);
  primitive.normals = {{half, half, 0}};
  scene.nodes[2].rest.scale = {1, 2, 1};
  const Pose pose = rest_of(scene);
  const auto normals = skin_normals(scene, instances(scene)[0], gather_influences(primitive), pose);
  CHECK(length(normals[0]) == Approx(1));
  CHECK(normals[0].x / normals[0].y == Approx(2));
  // Engines blend the 3x3 part itself: 36.87 degrees away.
  const double3 engine = transform_vector(pose.globals[2], {0.5, 0.5, 0});
  CHECK(angle_between(normals[0], engine) == Approx(36.87).margin(0.005));

  scene.nodes[2].rest.scale = {-1, 1, 1};
  const auto mirrored =
      skin_normals(scene, instances(scene)[0], gather_influences(primitive), rest_of(scene));
  CHECK(mirrored[0].x == Approx(-static_cast<double>(half)));
  CHECK(mirrored[0].y == Approx(static_cast<double>(half)));

  scene.nodes[2].rest.scale = {0, 0, 1};
  CHECK(skin_normals(scene, instances(scene)[0], gather_influences(primitive), rest_of(scene))[0] ==
        double3{0, 0, 0});
}

TEST_CASE("a rigid palette turns normals as it turns vectors") {
  Scene scene = make_two_joints({0, 1, 0}, 1);
  auto& primitive = scene.meshes[0].primitives[0];
  primitive.normals = {{0.6F, 0.8F, 0}};
  scene.nodes[2].rest.rotation = {0.5F, 0.5F, 0.5F, 0.5F};
  const Pose pose = rest_of(scene);
  const auto normals = skin_normals(scene, instances(scene)[0], gather_influences(primitive), pose);
  CHECK(length(normals[0] - transform_vector(pose.globals[2], to_double(primitive.normals[0]))) <
        1e-7);
}

TEST_CASE("instances lists readable primitives in node order and skins only weighted ones") {
  Scene scene = make_two_joints({0, 1, 0}, 0);
  auto& primitives = scene.meshes[0].primitives;
  primitives.resize(3);
  primitives[1].poisoned = true;
  scene.nodes[2].mesh = MeshIndex(0);
  const auto drawn = instances(scene);
  REQUIRE(drawn.size() == 4);
  CHECK(drawn[0].skin.has_value());
  CHECK(drawn[1].primitive == 2);
  CHECK_FALSE(drawn[1].skin.has_value());
  CHECK(drawn[2].node == NodeIndex(2));
  CHECK_FALSE(drawn[2].skin.has_value());
  primitives[0].influences[0].poisoned = true;
  CHECK_FALSE(instances(scene)[0].skin.has_value());
  scene.nodes[0].poisoned = true;
  CHECK(instances(scene).size() == 2);
  scene.nodes[2].mesh = MeshIndex(7);
  CHECK(instances(scene).empty());
}

TEST_CASE("an asset's size is the largest side of its skinned rest pose") {
  Scene scene = make_two_joints({0, 1, 0}, 0.5F);
  auto& primitive = scene.meshes[0].primitives[0];
  primitive.positions = {{0, 0, 0}, {1, 3, 0}, {50, 0, 0}};
  // A sum of 0.5 does not shrink it, and the third vertex, unweighted, does not count.
  primitive.influences[0].joints.assign(12, 0);
  primitive.influences[0].weights = {1, 0, 0, 0, 0.5F, 0, 0, 0, 0, 0, 0, 0};
  CHECK(asset_size_m(scene) == Approx(3));
  scene.nodes[1].rest.scale = {2, 2, 2};
  CHECK(asset_size_m(scene) == Approx(6));
}

TEST_CASE("an asset's size without a mesh is its joints', and never 0") {
  Scene scene;
  CHECK(asset_size_m(scene) == 1);
  scene.nodes.resize(3);
  CHECK(asset_size_m(scene) == 1);
  scene.nodes[1].rest.translation = {0, 0, -4};
  CHECK(asset_size_m(scene) == 4);
  scene.skins.resize(1);
  scene.nodes[2].rest.translation = {0, 2, 0};
  scene.skins[0].joints = {NodeIndex(0), NodeIndex(2)};
  CHECK(asset_size_m(scene) == 2);
  scene.nodes[2].rest.translation = {0, kNan, 0};
  CHECK(asset_size_m(scene) == 1);
}

}  // namespace rigpack

#include "rigpack/skeleton.h"

#include "support/catch.h"
#include "support/skinned_triangle.h"

using namespace rigpack;
using namespace rigpack::test;

namespace {

/// 6 nodes: 0 armature -> 1 hips -> 2 hand -> 3 sword (mesh) -> 5 tip; 4 a lamp beside them.
Scene armed_scene() {
  Scene scene;
  scene.nodes.resize(6);
  for (const auto& [child, parent] : {std::pair{1U, 0U}, {2U, 1U}, {3U, 2U}, {5U, 3U}}) {
    scene.nodes[child].parent = NodeIndex{parent};
  }
  scene.nodes[3].mesh = MeshIndex{0};
  scene.meshes.resize(1);
  scene.skins.resize(1);
  scene.skins[0].joints = {NodeIndex{2}, NodeIndex{1}};
  return scene;
}

}  // namespace

TEST_CASE("build_skeleton keeps joints, what hangs on them, and all ancestors") {
  const Skeleton skeleton = build_skeleton(armed_scene());
  REQUIRE(skeleton.joints.size() == 4);
  CHECK(skeleton.joint_of_node == std::vector<std::int32_t>{0, 1, 2, 3, -1, -1});
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(skeleton.joints[i].parent == static_cast<std::int32_t>(i) - 1);
  }
  CHECK(skeleton.joints[0].roles.ancestor);
  CHECK_FALSE(skeleton.joints[0].roles.joint);
  CHECK(skeleton.joints[1].roles.joint);
  CHECK(skeleton.joints[2].roles.ancestor);
  CHECK(skeleton.joints[3].roles.attachment);
  CHECK_FALSE(skeleton.joints[3].roles.ancestor);
}

TEST_CASE("build_skeleton keeps what a clip moves") {
  Scene scene = armed_scene();
  scene.clips.resize(1);
  scene.clips[0].tracks = {still_rotation(NodeIndex{4}, {0}), still_rotation(NodeIndex{5}, {0})};
  scene.clips[0].tracks[1].poisoned = true;
  const Skeleton skeleton = build_skeleton(scene);
  CHECK(skeleton.joint_of_node == std::vector<std::int32_t>{0, 1, 2, 3, 4, -1});
  CHECK(skeleton.joints[4].roles.animated);
  CHECK(skeleton.joints[4].parent == -1);
}

TEST_CASE("rest_transform prefers the matrix and mends the rotation") {
  Node node;
  node.rest.translation = {1, 2, 3};
  node.rest.rotation = {0, 0, 0, 2};
  const double3 moved = transform_point(rest_transform(node), {1, 0, 0});
  CHECK(moved == double3{2, 2, 3});
  node.matrix = float4x4{};
  node.matrix->m[12] = 7;
  CHECK(transform_point(rest_transform(node), {1, 0, 0}) == double3{8, 0, 0});
}

TEST_CASE("rest_trs takes the shear out of a matrix it cannot split") {
  Node node;
  node.matrix = float4x4{};
  node.matrix->m = {2, 0, 0,  0, 1, 3, 0, 0,
                    0, 0, -1, 0, 5, 6, 7, 1};  // y leans along x; z mirrored
  trsd trs;
  CHECK_FALSE(rest_trs(node, 1e-4, trs));
  CHECK(trs.translation == double3{5, 6, 7});
  CHECK(trs.scale == double3{2, 3, -1});
  CHECK(trs.rotation == quatd{0, 0, 0, 1});
}

TEST_CASE("rest_trs survives a matrix of zeros") {
  Node node;
  node.matrix = float4x4{};
  node.matrix->m = {};
  trsd trs;
  CHECK_FALSE(rest_trs(node, 1e-4, trs));
  CHECK(trs.scale == double3{0, 0, 0});
  CHECK(length(trs.rotation) == Approx(1));
}

TEST_CASE("inverse_binds are the identity where the file has none") {
  Skin skin;
  skin.joints = {NodeIndex{0}, NodeIndex{1}};
  skin.inverse_binds.resize(1);
  skin.inverse_binds[0].m[13] = -4;
  const auto binds = inverse_binds(skin);
  REQUIRE(binds.size() == 2);
  CHECK(transform_point(binds[0], {0, 0, 0}) == double3{0, -4, 0});
  CHECK(binds[1] == affined{});
}

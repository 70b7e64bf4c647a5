#include "rigpack/skeleton.h"

#include <limits>

#include "support/catch.h"
#include "support/skinned_triangle.h"

using namespace rigpack;
using namespace rigpack::test;

namespace {

Findings judge(const Scene& scene) {
  Findings findings;
  check_skins(scene, {}, findings);
  return findings;
}

void require_only(const Findings& findings, const Rule& rule, Severity severity) {
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].rule == rule.id);
  CHECK(findings[0].severity == severity);
}

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("check_skins says nothing about a sound skin") {
  CHECK(judge(skinned_scene()).empty());
}

TEST_CASE("check_skins takes absent inverse binds as identity, and too few as an error") {
  Scene scene = skinned_scene();
  Skin& skin = scene.skins[0];
  SECTION("absent") {
    skin.inverse_binds.clear();
    skin.has_inverse_binds = false;
    require_only(judge(scene), rules::skin_inverse_bind_missing, Severity::info);
  }
  SECTION("one for two joints") {
    skin.inverse_binds.resize(1);
    require_only(judge(scene), rules::skin_inverse_bind_count, Severity::error);
  }
  SECTION("more than joints is legal") {
    skin.inverse_binds.resize(3);
    CHECK(judge(scene).empty());
  }
}

TEST_CASE("check_skins reads inverse binds") {
  Scene scene = skinned_scene();
  auto& m = scene.skins[0].inverse_binds[1].m;
  SECTION("NaN is named once") {
    m[5] = kNaN;
    require_only(judge(scene), rules::skin_inverse_bind_non_finite, Severity::error);
  }
  SECTION("a last row off by 6e-8, as exporters write, is nothing") {
    m[15] = 1 - 6e-8F;
    CHECK(judge(scene).empty());
  }
  SECTION("off by 1e-4 is a warning") {
    m[3] = 1e-4F;
    require_only(judge(scene), rules::skin_inverse_bind_not_affine, Severity::warning);
  }
  SECTION("off by 0.5 is an error") {
    m[7] = -.5F;
    const Findings findings = judge(scene);
    require_only(findings, rules::skin_inverse_bind_not_affine, Severity::error);
    CHECK(findings[0].message ==
          "1 of 2 inverse bind matrices have a last row that is not 0 0 0 1, worst is joint 1, "
          "off by 0.5");
  }
  SECTION("a zero axis has no inverse") {
    m[10] = 0;
    require_only(judge(scene), rules::skin_inverse_bind_singular, Severity::error);
  }
  SECTION("parallel axes have no inverse") {
    m = {1, 1, 0, 0, 2, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    require_only(judge(scene), rules::skin_inverse_bind_singular, Severity::error);
  }
  SECTION("shear is legal (glTF issue 1507)") {
    m[4] = .5F;
    CHECK(judge(scene).empty());
  }
  SECTION("a scale of 1e-4 on one axis is legal") {
    m[0] = 1e-4F;
    CHECK(judge(scene).empty());
  }
}

TEST_CASE("check_skins wants distinct joints") {
  Scene scene = skinned_scene();
  SECTION("empty") {
    scene.skins[0].joints.clear();
    require_only(judge(scene), rules::skin_joints_invalid, Severity::error);
  }
  SECTION("one node twice") {
    scene.skins[0].joints = {NodeIndex{2}, NodeIndex{2}};
    require_only(judge(scene), rules::skin_joints_invalid, Severity::error);
  }
}

TEST_CASE("check_skins wants one root above the joints, in the scene that draws the mesh") {
  Scene scene = skinned_scene();
  SECTION("two roots") {
    scene.nodes[2].parent.reset();
    scene.nodes[1].children.clear();
    scene.scenes[0].push_back(NodeIndex{2});
    require_only(judge(scene), rules::skin_no_common_root, Severity::error);
  }
  SECTION("joints in no scene") {
    scene.scenes[0] = {NodeIndex{0}};
    require_only(judge(scene), rules::skin_joint_outside_scene, Severity::error);
  }
  SECTION("neither can be told when a child or a scene's node could not be read") {
    scene.nodes[2].parent.reset();
    scene.nodes[1].children.clear();
    scene.scenes[0] = {NodeIndex{0}};
    scene.hierarchy_uncertain = true;
    CHECK(judge(scene).empty());
  }
  SECTION("joints in another scene") {
    scene.scenes = {{NodeIndex{0}}, {NodeIndex{1}}};
    require_only(judge(scene), rules::skin_joint_outside_scene, Severity::error);
  }
  SECTION("joints in this and another scene") {
    scene.scenes.push_back({NodeIndex{1}});
    CHECK(judge(scene).empty());
  }
  SECTION("no scenes at all") {
    scene.scenes.clear();
    CHECK(judge(scene).empty());
  }
}

TEST_CASE("check_skins pairs skins with weights") {
  Scene scene = skinned_scene();
  SECTION("a second primitive without weights") {
    scene.meshes[0].primitives.push_back(skinned_triangle());
    scene.meshes[0].primitives[1].influences.clear();
    const Findings findings = judge(scene);
    require_only(findings, rules::skin_mesh_without_weights, Severity::error);
    CHECK(findings[0].location.primitive == 1U);
  }
  SECTION("weights that no node gives a skin") {
    scene.nodes[0].skin.reset();
    require_only(judge(scene), rules::skin_weights_without_skin, Severity::info);
  }
  SECTION("a node whose skin could not be read") {
    scene.nodes[0].skin.reset();
    scene.nodes[0].poisoned = true;
    CHECK(judge(scene).empty());
  }
}

TEST_CASE("check_skins wants unit rotations") {
  Scene scene = skinned_scene();
  quatf& rotation = scene.nodes[2].rest.rotation;
  SECTION("rounding of normalised bytes is nothing") {
    rotation = {0, 0, 0, 1.0076F};
    CHECK(judge(scene).empty());
  }
  SECTION("5 % is a warning") {
    rotation = {0, 0, 0, .95F};
    require_only(judge(scene), rules::skeleton_rotation_not_unit, Severity::warning);
  }
  SECTION("length 2") {
    rotation = {2, 0, 0, 0};
    const Findings findings = judge(scene);
    require_only(findings, rules::skeleton_rotation_not_unit, Severity::error);
    CHECK(findings[0].worst == 2.0);
  }
  SECTION("zero") {
    rotation = {0, 0, 0, 0};
    require_only(judge(scene), rules::skeleton_rotation_not_unit, Severity::error);
  }
  SECTION("NaN") {
    rotation = {kNaN, 0, 0, 1};
    require_only(judge(scene), rules::skeleton_rotation_not_unit, Severity::error);
  }
  SECTION("a matrix node's rotation is not used") {
    rotation = {2, 0, 0, 0};
    scene.nodes[2].matrix = float4x4{};
    CHECK(judge(scene).empty());
  }
}

TEST_CASE("check_skins wants node matrices that split into translation, rotation and scale") {
  Scene scene = skinned_scene();
  scene.nodes[1].matrix = float4x4{};
  auto& m = scene.nodes[1].matrix->m;
  SECTION("a turn of 90 degrees with a mirror") {
    m = {0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0, 4, 5, 6, 1};
    CHECK(judge(scene).empty());
  }
  SECTION("shear") {
    m[4] = .5F;
    require_only(judge(scene), rules::skeleton_matrix_not_decomposable, Severity::error);
  }
  SECTION("a zero axis") {
    m[0] = 0;
    require_only(judge(scene), rules::skeleton_matrix_not_decomposable, Severity::error);
  }
  SECTION("NaN") {
    m[0] = kNaN;
    require_only(judge(scene), rules::skeleton_matrix_not_decomposable, Severity::error);
  }
}

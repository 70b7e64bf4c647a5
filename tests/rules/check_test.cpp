#include <algorithm>

#include "rigpack/pipeline.h"
#include "support/catch.h"
#include "support/skinned_triangle.h"

using namespace rigpack;
using namespace rigpack::test;

namespace {

/// A sound scene but for vertex 1, which sums to 0.5.
Scene half_weighted_scene() {
  Scene scene = skinned_scene();
  set_vertex(scene.meshes[0].primitives[0].influences[0], 1, {0, 1, 0, 0}, {.25F, .25F, 0, 0});
  return scene;
}

}  // namespace

TEST_CASE("all_rules is sorted and without repeats") {
  const auto& rules = all_rules();
  REQUIRE(rules.size() > 30);
  CHECK(std::ranges::adjacent_find(
            rules, [](const Rule* a, const Rule* b) { return a->id >= b->id; }) == rules.end());
}

TEST_CASE("check_scene puts the reader's findings and its own in report order") {
  Findings from_reader{make_finding({"asset/extension-ignored", Severity::info, ""}, "ignored")};
  const CheckResult result = check_scene(half_weighted_scene(), from_reader, {});
  REQUIRE(result.findings.size() == 2);
  CHECK(result.findings[0].rule == "weights/not-normalized");
  CHECK(result.findings[0].location.skin == 0U);
  CHECK(result.findings[1].rule == "asset/extension-ignored");
}

TEST_CASE("check_scene changes severities as asked, the last word counting") {
  CheckPolicy policy;
  policy.overrides = {{"weights/not-normalized", Severity::off},
                      {"weights/not-normalized", Severity::info}};
  const CheckResult info = check_scene(half_weighted_scene(), {}, policy);
  REQUIRE(info.findings.size() == 1);
  CHECK(info.findings[0].severity == Severity::info);
  policy.overrides.pop_back();
  CHECK(check_scene(half_weighted_scene(), {}, policy).findings.empty());
}

TEST_CASE("check_scene judges a mesh against the smallest palette that draws it") {
  Scene scene = skinned_scene();
  scene.nodes.push_back(scene.nodes[0]);
  scene.nodes.push_back({});
  scene.nodes[4].parent = NodeIndex{1};
  scene.nodes[3].skin = SkinIndex{1};
  scene.scenes[0].push_back(NodeIndex{3});
  scene.skins.push_back(scene.skins[0]);
  scene.skins[0].joints.push_back(NodeIndex{4});
  scene.skins[0].inverse_binds.resize(3);
  scene.meshes[0].primitives[0].influences = {uniform_set(0, 3, {0, 2, 0, 0}, {.5F, .5F, 0, 0})};
  const CheckResult result = check_scene(scene, {}, {});
  REQUIRE(count_of(result.findings, Severity::error) == 1);
  CHECK(result.findings[0].rule == "weights/joint-out-of-range");
  CHECK(result.findings[0].location.skin == 1U);
}

TEST_CASE("check_scene judges the weights of a mesh that nothing draws") {
  Scene scene = half_weighted_scene();
  scene.nodes[0].mesh.reset();
  const CheckResult result = check_scene(scene, {}, {});
  REQUIRE(result.findings.size() == 3);
  CHECK(result.findings[0].rule == "weights/not-normalized");
  CHECK_FALSE(result.findings[0].location.skin.has_value());
  CHECK(result.findings[1].rule == "skin/skin-without-mesh");
  CHECK(result.findings[2].rule == "skin/weights-without-skin");
}

TEST_CASE("check_scene counts what is there") {
  Scene scene = half_weighted_scene();
  scene.nodes.push_back(scene.nodes[0]);  // drawn twice, counted once
  scene.clips.resize(1);
  scene.clips[0].name = "walk";
  scene.clips[0].tracks = {still_rotation(NodeIndex{1}, {0, 1}),
                           still_rotation(NodeIndex{2}, {0, 1, 2})};
  scene.meshes[0].primitives.push_back(skinned_triangle());
  scene.meshes[0].primitives[0].morph_targets.resize(2);
  scene.meshes[0].primitives[1].morph_targets.resize(2);
  const CheckResult result = check_scene(scene, {}, {});
  CHECK(result.stats.nodes == 4);
  CHECK(result.stats.joints == 2);
  CHECK(result.stats.primitives == 2);
  CHECK(result.stats.vertices == 6);
  CHECK(result.stats.triangles == 2);
  CHECK(result.stats.morph_targets == 2);
  CHECK(result.stats.duration_s == 2);
  REQUIRE(result.clips.size() == 1);
  CHECK(result.clips[0].name == "walk");
  CHECK(result.clips[0].tracks == 2);
  CHECK(result.clips[0].keyframes == 5);
  REQUIRE(result.skins.size() == 1);
  CHECK(result.skins[0].joints == 2);
  CHECK(result.skins[0].weights.vertices == 6);
  CHECK(result.skins[0].weights.sum_min == 0.5);
  CHECK(result.skins[0].weights.sum_max == 1);
  CHECK(result.skins[0].weights.off_by_more_than_tolerance == 1);
}

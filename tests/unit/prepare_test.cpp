#include "rigpack/pipeline.h"
#include "support/catch.h"
#include "support/influences.h"
#include "support/skinned_triangle.h"

using namespace rigpack;
using namespace rigpack::test;

namespace {

/// Joint order in the palette is tip first; vertex 1 has no weight, vertex 2 a joint too far.
Scene damaged_scene() {
  Scene scene = skinned_scene();
  scene.skins[0].joints = {NodeIndex{2}, NodeIndex{1}};
  InfluenceSet& set = scene.meshes[0].primitives[0].influences[0];
  set_vertex(set, 1, {0, 0, 0, 0}, {0, 0, 0, 0});
  set_vertex(set, 2, {1, 9, 1, 0}, {.25F, .5F, .5F, -1});
  return scene;
}

}  // namespace

TEST_CASE("prepare_influences repairs, merges, limits and normalises") {
  PackPolicy policy;
  policy.zero_weights = ZeroWeightsMode::root;
  StageReport report;
  const auto prepared = prepare_influences(damaged_scene(), policy, report);
  REQUIRE(prepared.size() == 1);
  REQUIRE(prepared[0].size() == 1);
  const Influences& influences = prepared[0][0];
  CHECK(influences.slots == 2);
  CHECK(influences.weights == std::vector<float>{.5F, .5F, 1, 0, 1, 0});
  CHECK(influences.joints == slots_of({0, 1, 1, 0, 1, 0}));  // the root joint is slot 1
  CHECK(report.repair.out_of_range == 1);
  CHECK(report.repair.negative == 1);
  CHECK(report.repair.zero_sum_bound == 1);
  CHECK(report.merge.vertices_merged == 1);
  CHECK(report.normalize.vertices_changed == 1);
  CHECK(report.normalize.largest_change == .25);
}

TEST_CASE("prepare_influences says how many vertices it left unweighted") {
  StageReport report;
  prepare_influences(damaged_scene(), {}, report);
  CHECK(report.repair.zero_sum_left == 1);
}

TEST_CASE("prepare_influences copies the nearest vertex's influences") {
  PackPolicy policy;
  policy.zero_weights = ZeroWeightsMode::nearest;
  StageReport report;
  const auto prepared = prepare_influences(damaged_scene(), policy, report);
  CHECK(prepared[0][0].joints == slots_of({0, 1, 0, 1, 1, 0}));  // vertex 0 is a unit away
}

TEST_CASE("prepare_influences cuts to the asked width") {
  PackPolicy policy;
  policy.max_influences = 1;
  StageReport report;
  const auto prepared = prepare_influences(skinned_scene(), policy, report);
  CHECK(prepared[0][0].slots == 1);
  CHECK(prepared[0][0].weights == std::vector<float>{1, 1, 1});
  CHECK(report.limit.vertices_cut == 3);
  CHECK(report.limit.dropped_max == .5);
}

TEST_CASE("prepare_influences leaves meshes alone that no skin draws") {
  Scene scene = skinned_scene();
  SECTION("no skin") {
    scene.nodes[0].skin.reset();
  }
  SECTION("no weights") {
    scene.meshes[0].primitives[0].influences.clear();
  }
  SECTION("poisoned") {
    scene.meshes[0].primitives[0].poisoned = true;
  }
  StageReport report;
  CHECK(prepare_influences(scene, {}, report)[0][0].vertex_count() == 0);
}

#include "rigpack/clip.h"

#include <limits>

#include "support/catch.h"
#include "support/skinned_triangle.h"

using namespace rigpack;
using namespace rigpack::test;

namespace {

Findings judge(std::vector<Track> tracks) {
  Scene scene = skinned_scene();
  scene.nodes[0].matrix = float4x4{};
  scene.clips.resize(1);
  scene.clips[0].tracks = std::move(tracks);
  Findings findings;
  check_clips(scene, {}, findings);
  return findings;
}

void require_only(const Findings& findings, const Rule& rule, Severity severity = Severity::error) {
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].rule == rule.id);
  CHECK(findings[0].severity == severity);
  CHECK(findings[0].location.clip == 0U);
}

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("check_clips says nothing about sound tracks") {
  CHECK(judge({}).empty());
  CHECK(judge({still_rotation(NodeIndex{1}, {0, .5F, 1}), still_rotation(NodeIndex{2}, {0})})
            .empty());
}

TEST_CASE("check_clips wants times that increase, from 0 on") {
  SECTION("0 1 0.5") {
    const Findings findings = judge({still_rotation(NodeIndex{1}, {0, 1, .5F})});
    require_only(findings, rules::clip_time_not_increasing);
    CHECK(findings[0].message ==
          "1 keys of 1 tracks are not later than the key before, worst is key 2 of the rotation "
          "of node 1 at 0.5 s");
  }
  SECTION("0 1 1") {
    require_only(judge({still_rotation(NodeIndex{1}, {0, 1, 1})}), rules::clip_time_not_increasing);
  }
  SECTION("negative") {
    require_only(judge({still_rotation(NodeIndex{1}, {-1, 0, 1})}), rules::clip_time_negative);
  }
  SECTION("NaN") {
    require_only(judge({still_rotation(NodeIndex{1}, {0, kNaN, 1})}), rules::clip_non_finite);
  }
}

TEST_CASE("check_clips counts keys and tracks over the whole clip, one finding a rule") {
  const Findings findings =
      judge({still_rotation(NodeIndex{1}, {0, 0, 0}), still_rotation(NodeIndex{2}, {3, 1})});
  require_only(findings, rules::clip_time_not_increasing);
  CHECK(findings[0].count == 3);
  CHECK(findings[0].message ==
        "3 keys of 2 tracks are not later than the key before, worst is key 1 of the rotation of "
        "node 2 at 1 s");
}

TEST_CASE("check_clips wants as many values as times") {
  Track track = still_rotation(NodeIndex{1}, {0, .5F, 1});
  SECTION("one short") {
    track.values.resize(8);
  }
  SECTION("cubic with values only") {
    track.interpolation = Interpolation::cubic;
  }
  SECTION("half a key") {
    track.values.pop_back();
  }
  SECTION("no keys") {
    track.times.clear();
    track.values.clear();
  }
  require_only(judge({track}), rules::clip_count_mismatch);
}

TEST_CASE("check_clips wants unit rotations") {
  Track track = still_rotation(NodeIndex{1}, {0, .5F, 1});
  float& w = track.values[7];
  SECTION("rounding of normalised bytes is nothing") {
    w = 1.0076F;
    CHECK(judge({track}).empty());
  }
  SECTION("5 % is a warning") {
    w = .95F;
    require_only(judge({track}), rules::clip_quaternion_not_unit, Severity::warning);
  }
  SECTION("length 2") {
    w = 2;
    const Findings findings = judge({track});
    require_only(findings, rules::clip_quaternion_not_unit);
    CHECK(findings[0].location.time_s == 0.5);
  }
  SECTION("zero") {
    w = 0;
    require_only(judge({track}), rules::clip_quaternion_not_unit);
  }
  SECTION("NaN is not finite, and no more than that") {
    w = kNaN;
    require_only(judge({track}), rules::clip_non_finite);
  }
}

TEST_CASE("check_clips does not take tangents for rotations") {
  Track track = still_rotation(NodeIndex{1}, {0, 1});
  track.interpolation = Interpolation::cubic;
  track.values = {0, 0, 0, 0, 0, 0, 0, 1, 5, 5, 5, 5, 5, 5, 5, 5, 0, 0, 0, 1, 0, 0, 0, 0};
  CHECK(judge({track}).empty());
  track.values[7] = 3;
  require_only(judge({track}), rules::clip_quaternion_not_unit);
}

TEST_CASE("check_clips wants one track a property, and none on a matrix") {
  SECTION("twice the same") {
    require_only(judge({still_rotation(NodeIndex{1}, {0}), still_rotation(NodeIndex{2}, {0}),
                        still_rotation(NodeIndex{1}, {0})}),
                 rules::clip_duplicate_target);
  }
  SECTION("matrix") {
    require_only(judge({still_rotation(NodeIndex{0}, {0})}), rules::clip_target_has_matrix);
  }
  SECTION("morph weights of a matrix node are fine") {
    Track track = still_rotation(NodeIndex{0}, {0});
    track.path = TrackPath::weights;
    CHECK(judge({track}).empty());
  }
}

TEST_CASE("check_clips leaves poisoned tracks to the reader") {
  Track track = still_rotation(NodeIndex{0}, {1, kNaN, -1});
  track.poisoned = true;
  CHECK(judge({track, track}).empty());
}

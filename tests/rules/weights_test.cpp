#include "rigpack/weights.h"

#include <cmath>
#include <limits>

#include "support/catch.h"
#include "support/skinned_triangle.h"

using namespace rigpack;
using namespace rigpack::test;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct Judged {
  Findings findings;
  WeightStats stats;
};

Judged judge(const Primitive& primitive, std::uint32_t palette_size = 2,
             const WeightLimits& limits = {}) {
  Judged judged;
  WeightContext context;
  context.palette_size = palette_size;
  judged.stats = check_weights(primitive, context, limits, judged.findings);
  return judged;
}

/// The triangle with vertex 2 replaced.
Primitive with_vertex_2(Joints4 joints, Weights4 weights) {
  Primitive primitive = skinned_triangle();
  set_vertex(primitive.influences[0], 2, joints, weights);
  return primitive;
}

Primitive as_unorm(Primitive primitive, Encoding encoding, Weights4 integers) {
  const float total = encoding == Encoding::unorm8 ? 255 : 65535;
  for (float& weight : integers) {
    weight /= total;
  }
  primitive.influences = {uniform_set(0, 3, {0, 1, 0, 0}, integers)};
  primitive.influences[0].weight_encoding = encoding;
  return primitive;
}

void require_only(const Judged& judged, const Rule& rule) {
  REQUIRE(judged.findings.size() == 1);
  CHECK(judged.findings[0].rule == rule.id);
  CHECK(judged.findings[0].severity == rule.severity);
}

}  // namespace

TEST_CASE("check_weights says nothing about sums of exactly 1") {
  const Judged judged = judge(skinned_triangle());
  CHECK(judged.findings.empty());
  CHECK(judged.stats.vertices == 3);
  CHECK(judged.stats.max_influences == 2);
  CHECK(judged.stats.sum_min == 1);
  CHECK(judged.stats.sum_max == 1);
  CHECK(judged.stats.histogram[0] == 3);
}

TEST_CASE("check_weights reports a sum below and above 1 with the worst vertex") {
  Primitive primitive = with_vertex_2({0, 1, 0, 0}, {.25F, .25F, 0, 0});
  set_vertex(primitive.influences[0], 0, {0, 1, 0, 0}, {.75F, .375F, 0, 0});
  const Judged judged = judge(primitive);
  require_only(judged, rules::weights_not_normalized);
  const Finding& finding = judged.findings[0];
  CHECK(finding.message == "2 of 3 vertices sum to 0.5..1.125, worst is vertex 2");
  CHECK(finding.count == 2);
  CHECK(finding.worst == 0.5);
  REQUIRE(finding.samples.size() == 2);
  CHECK(finding.samples[0].index == 0);
  CHECK(finding.samples[1].value == 0.5);
  CHECK(judged.stats.off_by_more_than_tolerance == 2);
  CHECK(judged.stats.histogram[8] == 2);
}

TEST_CASE("check_weights keeps at most eight samples") {
  Primitive primitive = skinned_triangle();
  primitive.positions.resize(20);
  primitive.influences = {uniform_set(0, 20, {0, 1, 0, 0}, {.5F, .2F, 0, 0})};
  const Judged judged = judge(primitive);
  require_only(judged, rules::weights_not_normalized);
  CHECK(judged.findings[0].count == 20);
  CHECK(judged.findings[0].samples.size() == 8);
}

TEST_CASE("check_weights judges all sets of a vertex together") {
  Primitive primitive = skinned_triangle();
  SECTION("set 0 alone does not sum to 1, both together do") {
    primitive.influences = {uniform_set(0, 3, {0, 1, 2, 3}, {.125F, .125F, .125F, .125F}),
                            uniform_set(1, 3, {4, 5, 6, 7}, {.125F, .125F, .125F, .125F})};
    const Judged judged = judge(primitive, 8);
    CHECK(judged.findings.empty());
    CHECK(judged.stats.max_influences == 8);
  }
  SECTION("set 0 sums to 1, set 1 adds a half") {
    primitive.influences.push_back(uniform_set(1, 3, {2, 0, 0, 0}, {.5F, 0, 0, 0}));
    const Judged judged = judge(primitive, 3);
    require_only(judged, rules::weights_not_normalized);
    CHECK(judged.findings[0].worst == 1.5);
  }
  SECTION("one joint in both sets is a duplicate") {
    primitive.influences = {uniform_set(0, 3, {0, 1, 0, 0}, {.5F, .25F, 0, 0}),
                            uniform_set(1, 3, {1, 0, 0, 0}, {.25F, 0, 0, 0})};
    require_only(judge(primitive), rules::weights_duplicate_joint);
  }
}

TEST_CASE("check_weights names a stray value once, and not as a bad sum") {
  SECTION("negative, though the sum is 1") {
    const Judged judged = judge(with_vertex_2({0, 1, 0, 0}, {1.0F, -.25F, 0, 0}));
    require_only(judged, rules::weights_negative);
    CHECK(judged.findings[0].worst == -0.25);
  }
  SECTION("above one") {
    const Judged judged = judge(with_vertex_2({0, 0, 0, 0}, {1.5F, 0, 0, 0}));
    require_only(judged, rules::weights_above_one);
    CHECK(judged.findings[0].worst == 1.5);
  }
  SECTION("NaN beside a whole weight") {
    const Judged judged = judge(with_vertex_2({0, 1, 0, 0}, {1, kNaN, 0, 0}));
    require_only(judged, rules::weights_non_finite);
    CHECK(judged.stats.non_finite == 1);
    CHECK(judged.stats.off_by_more_than_tolerance == 1);
    CHECK(judged.stats.sum_max == 1);
  }
  SECTION("infinity") {
    require_only(judge(with_vertex_2({0, 0, 0, 0}, {kInfinity, 0, 0, 0})),
                 rules::weights_non_finite);
  }
  SECTION("a weight above one that makes up for a negative one is the same cause") {
    require_only(judge(with_vertex_2({0, 1, 0, 0}, {1.25F, -.25F, 0, 0})), rules::weights_negative);
  }
  SECTION("one joint twice") {
    require_only(judge(with_vertex_2({1, 1, 0, 0}, {.5F, .25F, 0, 0})),
                 rules::weights_duplicate_joint);
  }
}

TEST_CASE("check_weights reports a NaN in every set of one vertex as one vertex") {
  const Judged judged = judge(with_vertex_2({0, 1, 0, 0}, {kNaN, kNaN, kNaN, kNaN}));
  require_only(judged, rules::weights_non_finite);
  CHECK(judged.findings[0].count == 1);
}

TEST_CASE("check_weights holds joints against the palette") {
  SECTION("with weight") {
    const Judged judged = judge(with_vertex_2({0, 7, 0, 0}, {.5F, .25F, 0, 0}));
    require_only(judged, rules::weights_joint_out_of_range);
    CHECK(judged.findings[0].worst == 7);
  }
  SECTION("with a NaN weight: both are said") {
    const Judged judged = judge(with_vertex_2({0, 7, 0, 0}, {1, kNaN, 0, 0}));
    REQUIRE(judged.findings.size() == 2);
    CHECK(judged.findings[1].rule == rules::weights_joint_out_of_range.id);
  }
  SECTION("without weight") {
    require_only(judge(with_vertex_2({0, 1, 7, 0}, {.5F, .5F, 0, 0})),
                 rules::weights_joint_out_of_range_unused);
  }
  SECTION("without weight, inside the palette") {
    require_only(judge(with_vertex_2({0, 1, 1, 0}, {.5F, .5F, 0, 0})),
                 rules::weights_unused_slot_not_zero);
  }
  SECTION("no palette, nothing to hold against") {
    CHECK(judge(with_vertex_2({0, 7, 0, 0}, {.5F, .5F, 0, 0}), 0).findings.empty());
  }
}

TEST_CASE("check_weights reports vertices that follow nothing apart from bad sums") {
  const Judged judged = judge(with_vertex_2({0, 0, 0, 0}, {0, -0.0F, 0, 0}));
  require_only(judged, rules::weights_zero_sum);
  CHECK(judged.stats.unweighted == 1);
  CHECK(judged.stats.sum_min == 0);
}

TEST_CASE("check_weights takes a denormal influence as it is") {
  CHECK(judge(with_vertex_2({0, 1, 0, 0}, {1, 1e-40F, 0, 0})).findings.empty());
}

TEST_CASE("check_weights tells rough sums from wrong ones") {
  // glTF-Validator PR 124: 0.5 + 0.4999983 misses 2e-7 * 2 and is invisible.
  const Primitive primitive = with_vertex_2({0, 1, 0, 0}, {.5F, .4999983F, 0, 0});
  require_only(judge(primitive), rules::weights_imprecise_sum);
  SECTION("a wider spec tolerance takes it") {
    CHECK(judge(primitive, 2, {.spec_tolerance = 1e-6}).findings.empty());
  }
  SECTION("a narrower sum tolerance refuses it") {
    require_only(judge(primitive, 2, {.sum_tolerance = 1e-6}), rules::weights_not_normalized);
  }
  SECTION("0.998 is past the default") {
    require_only(judge(with_vertex_2({0, 1, 0, 0}, {.5F, .498F, 0, 0})),
                 rules::weights_not_normalized);
  }
}

TEST_CASE("check_weights sums normalised integers exactly") {
  using enum Encoding;
  SECTION("127 + 128 = 255") {
    const Judged judged = judge(as_unorm(skinned_triangle(), unorm8, {127, 128, 0, 0}));
    CHECK(judged.findings.empty());
    CHECK(judged.stats.sum_min == 1);
  }
  SECTION("127 + 127 = 254 is 0.0039 off") {
    const Judged judged = judge(as_unorm(skinned_triangle(), unorm8, {127, 127, 0, 0}));
    require_only(judged, rules::weights_not_normalized);
    CHECK(judged.findings[0].worst == Approx(254.0 / 255).epsilon(1e-12));
  }
  SECTION("65534 of 65535 is a warning") {
    require_only(judge(as_unorm(skinned_triangle(), unorm16, {32767, 32767, 0, 0})),
                 rules::weights_imprecise_sum);
  }
  SECTION("a set of each width adds up in steps of unorm16") {
    Primitive primitive = as_unorm(skinned_triangle(), unorm8, {100, 100, 0, 0});
    InfluenceSet second =
        uniform_set(1, 3, {2, 0, 0, 0}, {(65535 - 200 * 257) / 65535.0F, 0, 0, 0});
    second.weight_encoding = unorm16;
    primitive.influences.push_back(second);
    CHECK(judge(primitive, 3).findings.empty());
  }
}

TEST_CASE("check_weights suspects vectors of length 1") {
  const Judged judged = judge(with_vertex_2({0, 1, 0, 0}, {.6F, .8F, 0, 0}));
  require_only(judged, rules::weights_not_normalized);
  CHECK(judged.findings[0].message ==
        "1 of 3 vertices sum to 1.4, worst is vertex 2; their squares sum to 1, as if normalised "
        "as vectors");
}

TEST_CASE("check_weights counts influences past the profile's limit and what a cut would drop") {
  const Primitive primitive = with_vertex_2({0, 1, 2, 0}, {.5F, .375F, .125F, 0});
  WeightLimits limits;
  limits.warn_influences = 2;
  const Judged judged = judge(primitive, 3, limits);
  require_only(judged, rules::weights_too_many_influences);
  CHECK(judged.findings[0].message ==
        "1 of 3 vertices follow more than 2 joints, up to 3 at vertex 2; a cut drops up to 0.125 "
        "of a vertex's weight, of 99 % of them 0.125 at most");
}

TEST_CASE("check_weights tells the rare large cut from the many small ones") {
  Primitive primitive = skinned_triangle();
  constexpr std::size_t kVertices = 200;
  primitive.positions.resize(kVertices);
  InfluenceSet& set = primitive.influences[0];
  set.joints.clear();
  set.weights.clear();
  for (std::size_t i = 0; i < kVertices; ++i) {
    const float dropped = i == 50 ? 0.25F : 0.0625F;
    set.joints.insert(set.joints.end(), {0, 1, 2, 0});
    set.weights.insert(set.weights.end(), {0.375F, 0.625F - dropped, dropped, 0});
  }
  WeightLimits limits;
  limits.warn_influences = 2;
  const Judged judged = judge(primitive, 3, limits);
  CHECK(judged.findings.at(0).message ==
        "200 of 200 vertices follow more than 2 joints, up to 3 at vertex 0; a cut drops up to "
        "0.25 of a vertex's weight, of 99 % of them 0.0625 at most");
}

TEST_CASE("check_weights judges no sums where sets do not belong together") {
  Primitive primitive = skinned_triangle();
  InfluenceSet& set = primitive.influences[0];
  std::string message;
  SECTION("joints alone") {
    set.weights.clear();
    set.has_weights = false;
    message = "JOINTS_0 has no WEIGHTS_0";
  }
  SECTION("weights alone") {
    set.joints.clear();
    set.has_joints = false;
    message = "WEIGHTS_0 has no JOINTS_0";
  }
  SECTION("both too short") {
    set.joints.resize(8);
    set.weights.resize(8);
    message = "JOINTS_0 has 2 elements, WEIGHTS_0 2, the primitive 3 vertices";
  }
  SECTION("of two lengths") {
    set.joints.resize(16);
    message = "JOINTS_0 has 4 elements, WEIGHTS_0 3, the primitive 3 vertices";
  }
  const Judged judged = judge(primitive);
  require_only(judged, rules::weights_sets_mismatch);
  CHECK(judged.findings[0].message == message);
  CHECK(judged.stats.vertices == 0);
}

TEST_CASE("check_weights leaves poisoned sets to the reader") {
  Primitive primitive = with_vertex_2({0, 7, 0, 0}, {kNaN, 2, -1, 0});
  primitive.influences[0].poisoned = true;
  CHECK(judge(primitive).findings.empty());
}

#include "rigpack/weights.h"

#include <cmath>
#include <limits>
#include <numeric>

#include "support/catch.h"
#include "support/influences.h"
#include "support/skinned_triangle.h"

using namespace rigpack;
using namespace rigpack::test;

namespace {

using Integers = std::vector<std::uint16_t>;
constexpr unsigned kSeed = 20240611;
constexpr std::size_t kRandomVertices = 200'000;
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

Integers quantized(std::vector<float> weights, std::uint32_t total) {
  Influences influences = one_vertex(std::move(weights));
  return quantize_weights(influences, total);
}

}  // namespace

TEST_CASE("gather_influences puts sets side by side") {
  Primitive primitive = skinned_triangle();
  primitive.influences.push_back(uniform_set(1, 2, {5, 6, 7, 8}, {.5F, .25F, 0, 0}));
  const Influences gathered = gather_influences(primitive);
  CHECK(gathered.slots == 8);
  REQUIRE(gathered.vertex_count() == 3);
  CHECK(gathered.joints[8 + 1] == PaletteSlot{1U});
  CHECK(gathered.joints[8 + 4] == PaletteSlot{5U});
  CHECK(gathered.weights[8 + 5] == .25F);
  CHECK(gathered.weights[16 + 4] == 0);  // set 1 stops after two vertices
}

TEST_CASE("gather_influences leaves out what cannot be read") {
  Primitive primitive = skinned_triangle();
  primitive.influences.push_back(uniform_set(1, 3, {5, 6, 7, 8}, {.5F, .25F, 0, 0}));
  SECTION("poisoned") {
    primitive.influences[0].poisoned = true;
  }
  SECTION("without weights") {
    primitive.influences[0].has_weights = false;
  }
  const Influences gathered = gather_influences(primitive);
  CHECK(gathered.slots == 4);
  CHECK(gathered.joints[0] == PaletteSlot{5U});
}

TEST_CASE("gather_influences of an unskinned primitive is empty") {
  Primitive primitive = skinned_triangle();
  primitive.influences.clear();
  CHECK(gather_influences(primitive).vertex_count() == 0);
}

TEST_CASE("repair_influences clears what no engine may see") {
  Influences influences = influences_of(4, {0, 1, 2, 9}, {.5F, -.25F, kNaN, .5F});
  RepairPolicy policy;
  policy.palette_size = 3;
  const RepairReport report = repair_influences(influences, policy);
  CHECK(influences.weights == std::vector<float>{.5F, 0, 0, 0});
  CHECK(influences.joints == slots_of({0, 0, 0, 0}));
  CHECK(report.negative == 1);
  CHECK(report.non_finite == 1);
  CHECK(report.out_of_range == 1);
  const RepairReport again = repair_influences(influences, policy);
  CHECK(again.negative + again.non_finite + again.out_of_range == 0);
}

TEST_CASE("repair_influences binds unweighted vertices as asked") {
  Influences influences = influences_of(2, {1, 2, 0, 0, 2, 0}, {.5F, .5F, 0, 0, 1, 0});
  const std::vector<float3> positions{{0, 0, 0}, {1, 0, 0}, {5, 0, 0}};
  RepairPolicy policy;
  policy.positions = positions;
  policy.root_slot = PaletteSlot{2U};
  SECTION("keep") {
    CHECK(repair_influences(influences, policy).zero_sum_left == 1);
    CHECK(influences.weights[2] == 0);
  }
  SECTION("root") {
    policy.zero_weights = ZeroWeights::root;
    CHECK(repair_influences(influences, policy).zero_sum_bound == 1);
    CHECK(influences.joints[2] == PaletteSlot{2U});
    CHECK(influences.weights[2] == 1);
  }
  SECTION("nearest") {
    policy.zero_weights = ZeroWeights::nearest;
    CHECK(repair_influences(influences, policy).zero_sum_bound == 1);
    CHECK(influences.joints == slots_of({1, 2, 1, 2, 2, 0}));
    CHECK(influences.weights == std::vector<float>{.5F, .5F, .5F, .5F, 1, 0});
  }
  SECTION("nearest without any weighted vertex") {
    policy.zero_weights = ZeroWeights::nearest;
    influences.weights.assign(6, 0);
    CHECK(repair_influences(influences, policy).zero_sum_bound == 3);
    CHECK(influences.joints[4] == PaletteSlot{2U});
    CHECK(influences.weights[4] == 1);
  }
}

TEST_CASE("merge_influences adds up equal joints before any limit") {
  SECTION("glTF issue 2393: one joint twice") {
    Influences influences = influences_of(4, {1, 1, 0, 0}, {.5F, .5F, 0, 0});
    CHECK(merge_influences(influences).vertices_merged == 1);
    CHECK(influences.weights == std::vector<float>{1, 0, 0, 0});
    CHECK(influences.joints == slots_of({1, 0, 0, 0}));
  }
  SECTION("o3de issue 4644: the same pair four times, cut to four") {
    Influences influences = influences_of(8, {0, 1, 0, 1, 0, 1, 0, 1},
                                          {.75F, .25F, .75F, .25F, .75F, .25F, .75F, .25F});
    merge_influences(influences);
    limit_influences(influences, {.max_influences = 4});
    normalize_weights(influences);
    CHECK(influences.slots == 2);
    CHECK(influences.weights == std::vector<float>{.75F, .25F});
  }
  SECTION("unused slots lose their joint (glTF-Asset-Generator 559)") {
    Influences influences = influences_of(4, {3, 2, 1, 0}, {.25F, 0, .75F, 0});
    CHECK(merge_influences(influences).vertices_merged == 0);
    CHECK(influences.joints == slots_of({1, 3, 0, 0}));
    CHECK(influences.weights == std::vector<float>{.75F, .25F, 0, 0});
  }
  SECTION("equal weights run by joint") {
    Influences influences = influences_of(4, {7, 3, 5, 0}, {.25F, .25F, .5F, 0});
    merge_influences(influences);
    CHECK(influences.joints == slots_of({5, 3, 7, 0}));
  }
}

TEST_CASE("limit_influences keeps the heaviest and says what went") {
  // three.js issue 26137: 16 influences, of which 4 hold 69 %.
  Influences influences =
      one_vertex({.2424F, .1997F, .1924F, .0565F, .0563F, .0545F, .0309F, .0283F, .0281F, .0224F,
                  .0214F, .0209F, .0202F, .0155F, .0098F, 0});
  const LimitReport report = limit_influences(influences, {.max_influences = 4});
  CHECK(influences.slots == 4);
  CHECK(influences.weights == std::vector<float>{.2424F, .1997F, .1924F, .0565F});
  CHECK(report.vertices_cut == 1);
  CHECK(report.dropped_max == Approx(.3083 / .9993).epsilon(1e-5));
  CHECK(report.dropped_p99 == report.dropped_max);
}

TEST_CASE("limit_influences judges small weights by their share of the vertex") {
  Influences influences = influences_of(2, {0, 1, 0, 1}, {1, 1e-40F, 2e-6F, 1e-6F});
  const LimitReport report = limit_influences(influences, {});
  CHECK(report.vertices_cut == 1);
  CHECK(influences.weights == std::vector<float>{1, 0, 2e-6F, 1e-6F});
  CHECK(influences.joints == slots_of({0, 0, 0, 1}));
}

TEST_CASE("limit_influences narrows to 1, 2 or a multiple of 4 slots") {
  const auto slots = [](std::vector<float> weights) {
    Influences influences = one_vertex(std::move(weights));
    limit_influences(influences, {.max_influences = 12});
    return influences.slots;
  };
  CHECK(slots({0, 0, 0, 0}) == 1);
  CHECK(slots({1, 0, 0, 0}) == 1);
  CHECK(slots({.5F, .5F, 0, 0}) == 2);
  CHECK(slots({.5F, .25F, .25F, 0}) == 4);
  CHECK(slots({.2F, .2F, .2F, .2F, .2F, 0, 0, 0}) == 8);
  CHECK(slots({.2F, .2F, .6F}) == 4);
}

TEST_CASE("normalize_weights scales by the sum, from below and from above") {
  const auto normalized = [](std::vector<float> weights) {
    Influences influences = one_vertex(std::move(weights));
    normalize_weights(influences);
    return influences.weights;
  };
  CHECK(normalized({1.5F, .5F, 0, 0}) == std::vector<float>{.75F, .25F, 0, 0});
  CHECK(normalized({.25F, .25F, 0, 0}) == std::vector<float>{.5F, .5F, 0, 0});
  CHECK(normalized({1e-45F, 0, 0, 0}) == std::vector<float>{1, 0, 0, 0});
  const std::vector<float> above = normalized({.8F, .4F, 0, 0});
  CHECK(above[0] == Approx(2.0 / 3).epsilon(1e-7));
}

TEST_CASE("normalize_weights leaves an unweighted vertex and an exact sum alone") {
  Influences influences = influences_of(2, {0, 1, 0, 1}, {0, 0, .3F, .7F});
  const NormalizeReport report = normalize_weights(influences);
  CHECK(influences.weights == std::vector<float>{0, 0, .3F, .7F});
  CHECK(report.vertices_changed == 0);
}

TEST_CASE("normalize_weights reports the largest change") {
  Influences influences = influences_of(2, {0, 1, 0, 1}, {.5F, .75F, .25F, .25F});
  const NormalizeReport report = normalize_weights(influences);
  CHECK(report.vertices_changed == 2);
  CHECK(report.largest_change == 0.5);
}

TEST_CASE("quantize_weights sums exactly, by largest remainder") {
  // Each rounds to another sum one by one: 256, 256, 257, 254, 252 (glTF-Validator issue 132).
  CHECK(quantized({.25F, .25F, .25F, .25F}, 255) == Integers{64, 64, 64, 63});
  CHECK(quantized({.5F, .5F}, 255) == Integers{128, 127});
  // .7F is 0.69999999, so its fraction is just below that of .1F, 0.10000000149.
  CHECK(quantized({.7F, .1F, .1F, .1F}, 255) == Integers{178, 26, 26, 25});
  CHECK(quantized({.4985F, .4985F, .0015F, .0015F}, 255) == Integers{127, 127, 1, 0});
  CHECK(quantized(std::vector<float>(12, 1.0F / 12), 255) ==
        Integers{22, 22, 22, 21, 21, 21, 21, 21, 21, 21, 21, 21});
  CHECK(quantized({.75F, .25F}, 65535) == Integers{49151, 16384});
}

TEST_CASE("quantize_weights gives a lone influence everything") {
  CHECK(quantized({1, 0, 0, 0}, 255) == Integers{255, 0, 0, 0});
  CHECK(quantized({.99999994F, 0, 0, 0}, 65535) == Integers{65535, 0, 0, 0});
  Influences influences = one_vertex({.57F, 0, 0, 0});  // glTF-Transform issue 1404
  normalize_weights(influences);
  CHECK(quantize_weights(influences, 255) == Integers{255, 0, 0, 0});
}

TEST_CASE("quantize_weights clears the joint of a weight that vanishes") {
  Influences influences = influences_of(2, {4, 2}, {.999F, .001F});
  CHECK(quantize_weights(influences, 255) == Integers{255, 0});
  CHECK(influences.joints == slots_of({4, 0}));
  CHECK(influences.weights == std::vector<float>{1, 0});
}

TEST_CASE("the weight stages change nothing on a second run") {
  INFO("seed " << kSeed);
  Influences influences = random_influences(kRandomVertices, kSeed);
  merge_influences(influences);
  const Influences merged = influences;
  CHECK(merge_influences(influences).vertices_merged == 0);
  CHECK(same(influences, merged));

  CHECK(limit_influences(influences, {}).vertices_cut > 1000);
  const Influences limited = influences;
  CHECK(limit_influences(influences, {}).vertices_cut == 0);
  CHECK(same(influences, limited));

  CHECK(normalize_weights(influences).vertices_changed > 1000);
  const Influences normalized = influences;
  CHECK(normalize_weights(influences).vertices_changed == 0);
  CHECK(same(influences, normalized));
  // And the whole run again, as packing a packed asset would.
  merge_influences(influences);
  CHECK(limit_influences(influences, {}).vertices_cut == 0);
  CHECK(same(influences, normalized));
}

TEST_CASE("quantize_weights keeps its promises on random vertices") {
  INFO("seed " << kSeed);
  const auto total = GENERATE(255U, 65535U);
  Influences influences = random_influences(kRandomVertices / 4, kSeed);
  merge_influences(influences);
  limit_influences(influences, {});
  normalize_weights(influences);
  const Influences exact = influences;
  const Integers integers = quantize_weights(influences, total);
  std::size_t wrong_sums = 0, unsorted = 0, stale_joints = 0, far = 0;
  for (std::size_t i = 0; i < integers.size(); i += influences.slots) {
    const auto first = integers.begin() + static_cast<std::ptrdiff_t>(i);
    const auto last = first + influences.slots;
    wrong_sums += std::accumulate(first, last, 0U) != total ? 1U : 0U;
    unsorted += std::is_sorted(first, last, std::greater<>{}) ? 0U : 1U;
    for (std::size_t k = i; k < i + influences.slots; ++k) {
      stale_joints += integers[k] == 0 && influences.joints[k] != PaletteSlot{} ? 1U : 0U;
      // Largest remainder gives the whole part or one more: never a step away.
      far += std::abs(integers[k] - double{exact.weights[k]} * total) > 1.01 ? 1U : 0U;
    }
  }
  CHECK(wrong_sums == 0);
  CHECK(unsorted == 0);
  CHECK(stale_joints == 0);
  CHECK(far == 0);
  CHECK(quantize_weights(influences, total) == integers);
}

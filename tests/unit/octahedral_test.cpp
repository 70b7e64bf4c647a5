#include "vertex/octahedral.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "rigpack/vertex.h"
#include "support/catch.h"

using namespace rigpack;

namespace {

double angle_between(const float3& a, const float3& b) {
  return 2 * std::asin(std::min(1.0, length(to_double(a) - to_double(b)) / 2));
}

float3 decoded(const std::array<std::int32_t, 2>& integers, std::int32_t limit) {
  const auto scale = static_cast<float>(limit);
  return octahedral_decode(
      {static_cast<float>(integers[0]) / scale, static_cast<float>(integers[1]) / scale});
}

float3 random_unit(std::mt19937& random) {
  std::normal_distribution<float> normal;
  const float3 v{normal(random), normal(random), normal(random)};
  const auto size = static_cast<float>(length(to_double(v)));
  return {v.x / size, v.y / size, v.z / size};
}

constexpr unsigned kSeed = 11;
constexpr double kDegree = 3.14159265358979 / 180;

}  // namespace

TEST_CASE("the octahedral map puts the axes where Meyer et al. 2010 put them") {
  CHECK(octahedral_encode({0, 0, 1}) == float2{0, 0});
  CHECK(octahedral_encode({1, 0, 0}) == float2{1, 0});
  CHECK(octahedral_encode({0, -1, 0}) == float2{0, -1});
  CHECK(octahedral_encode({0, 0, -1}) == float2{1, 1});
  CHECK(octahedral_decode({-1, 1}) == float3{0, 0, -1});
  CHECK(octahedral_decode({0, 1}) == float3{0, 1, 0});
}

TEST_CASE("octahedral_decode undoes octahedral_encode") {
  INFO("seed " << kSeed);
  std::mt19937 random(kSeed);
  double worst = 0;
  for (int i = 0; i < 20'000; ++i) {
    const float3 unit = random_unit(random);
    worst = std::max(worst, angle_between(octahedral_decode(octahedral_encode(unit)), unit));
  }
  CHECK(worst < 1e-6);
}

TEST_CASE("quantize_octahedral is no worse than rounding, and within the published error") {
  INFO("seed " << kSeed);
  // Cigolle et al., JCGT 2014, table: oct16P (8 bits a component) 0.63 degrees at worst.
  const auto [limit, bound] =
      GENERATE(std::pair{127, 0.64 * kDegree}, std::pair{32767, 0.0026 * kDegree});
  std::mt19937 random(kSeed);
  double worst = 0;
  std::size_t beaten = 0;
  for (int i = 0; i < 20'000; ++i) {
    const float3 unit = random_unit(random);
    const double chosen = angle_between(decoded(quantize_octahedral(unit, limit), limit), unit);
    const float2 exact = octahedral_encode(unit);
    const std::array rounded{
        static_cast<std::int32_t>(std::lround(exact.x * static_cast<float>(limit))),
        static_cast<std::int32_t>(std::lround(exact.y * static_cast<float>(limit)))};
    // Ties are decided by the last bits of `unit`'s own length.
    beaten += chosen > angle_between(decoded(rounded, limit), unit) + 1e-7 ? 1U : 0U;
    worst = std::max(worst, chosen);
  }
  CHECK(beaten == 0);
  CHECK(worst < bound);
}

TEST_CASE("quantize_octahedral scales what is not unit, and gives up on nothing") {
  CHECK(quantize_octahedral({0, 5, 0}, 127) == std::array{0, 127});
  CHECK(quantize_octahedral({0, 0, 0}, 127) == std::array{0, 0});
  CHECK(quantize_octahedral({0, 0, -1}, 32767)[0] != 0);
}

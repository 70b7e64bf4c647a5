#include "weights/nearest_vertex.h"

#include <limits>
#include <numeric>
#include <random>

#include "support/catch.h"

using namespace rigpack;

namespace {

std::vector<std::uint32_t> all_of(std::size_t count) {
  std::vector<std::uint32_t> indices(count);
  std::iota(indices.begin(), indices.end(), 0U);
  return indices;
}

std::uint32_t brute_force(const std::vector<float3>& positions, const float3& point) {
  std::uint32_t best = 0;
  double distance = std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < positions.size(); ++i) {
    const double3 d = to_double(positions[i]) - to_double(point);
    if (dot(d, d) < distance) {
      distance = dot(d, d);
      best = i;
    }
  }
  return best;
}

}  // namespace

TEST_CASE("NearestVertex finds nothing among nothing") {
  const std::vector<float3> positions{{1, 2, 3}};
  CHECK_FALSE(NearestVertex(positions, {}).find({0, 0, 0}).has_value());
}

TEST_CASE("NearestVertex leaves positions out that are not finite") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float3> positions{{nan, 0, 0}, {9, 9, 9}};
  const NearestVertex search(positions, {0, 1});
  CHECK(search.find({0, 0, 0}) == 1U);
  CHECK_FALSE(search.find({0, nan, 0}).has_value());
}

TEST_CASE("NearestVertex takes the lowest index among equals") {
  const std::vector<float3> positions(1000, float3{1, 1, 1});
  CHECK(NearestVertex(positions, all_of(1000)).find({0, 0, 0}) == 0U);
}

TEST_CASE("NearestVertex agrees with looking at every vertex") {
  constexpr unsigned kSeed = 7;
  INFO("seed " << kSeed);
  std::mt19937 random(kSeed);
  std::vector<float3> positions;
  for (int i = 0; i < 2000; ++i) {
    // A coarse lattice, so that distances tie.
    const auto coordinate = [&] { return static_cast<float>(random() % 12); };
    positions.push_back({coordinate(), coordinate(), coordinate()});
  }
  const NearestVertex search(positions, all_of(positions.size()));
  for (int i = 0; i < 500; ++i) {
    const auto coordinate = [&] { return static_cast<float>(random() % 60) / 4 - 1; };
    const float3 point{coordinate(), coordinate(), coordinate()};
    REQUIRE(search.find(point) == brute_force(positions, point));
  }
}

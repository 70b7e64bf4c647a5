#include "clip/time_sets.h"

#include "support/catch.h"

using namespace rigpack;

namespace {

std::vector<float> frames(std::uint32_t first, std::uint32_t count, double rate) {
  std::vector<float> times;
  for (std::uint32_t k = 0; k < count; ++k) {
    times.push_back(static_cast<float>((first + k) / rate));
  }
  return times;
}

}  // namespace

TEST_CASE("make_time_set finds the grid of keys at 24 and 30 a second, bit for bit") {
  for (const double rate : {24.0, 30.0, 60.0, 120.0}) {
    const std::vector<float> times = frames(7, 500, rate);
    const TimeSet set = make_time_set(times);
    REQUIRE(set.den != 0);
    REQUIRE(set.count == 500);
    for (std::uint32_t k = 0; k < set.count; ++k) {
      const double numerator = static_cast<double>(k + set.first) * set.num;
      REQUIRE(static_cast<float>(numerator / set.den) == times[k]);
    }
  }
}

TEST_CASE("make_time_set keeps times that no grid gives") {
  std::vector<float> times = frames(0, 20, 30);
  times[11] += 1e-5F;
  const TimeSet set = make_time_set(times);
  CHECK(set.den == 0);
  CHECK(set.times == times);
}

TEST_CASE("make_time_set takes one key and keys seconds apart") {
  CHECK(make_time_set(std::vector{1.5F}).den == 0);
  const TimeSet slow = make_time_set(std::vector{0.0F, 2.0F, 4.0F, 6.0F});
  CHECK(slow.den == 1);
  CHECK(slow.num == 2);
}

TEST_CASE("intern_time_set shares equal times") {
  std::vector<TimeSet> sets;
  CHECK(intern_time_set(sets, frames(0, 10, 30)) == 0);
  CHECK(intern_time_set(sets, frames(0, 11, 30)) == 1);
  CHECK(intern_time_set(sets, frames(0, 10, 30)) == 0);
  CHECK(sets.size() == 2);
}

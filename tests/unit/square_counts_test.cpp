#include <cmath>
#include <limits>

#include "pipeline/displacement.h"
#include "support/catch.h"

using rigpack::proof::SquareCounts;

namespace {

SquareCounts counts_of(int small, int large) {
  SquareCounts counts;
  for (int i = 0; i < small; ++i) {
    counts.add(1e-6);
  }
  for (int i = 0; i < large; ++i) {
    counts.add(4e-6);
  }
  return counts;
}

void check_within_a_bin(double found, double expected) {
  INFO(found << " for " << expected);
  CHECK(found >= expected);
  CHECK(found <= 1.12 * expected);
}

}  // namespace

TEST_CASE("quantiles lie at most a bin above the displacement that they name") {
  check_within_a_bin(counts_of(99, 1).quantile(0.99), 1e-3);
  check_within_a_bin(counts_of(98, 2).quantile(0.99), 2e-3);
  check_within_a_bin(counts_of(0, 5).quantile(0.99), 2e-3);
  for (const double length : {1e-20, 3.7e-5, 1.0, 1e6}) {
    SquareCounts counts;
    counts.add(length * length);
    check_within_a_bin(counts.quantile(1), length);
  }
}

TEST_CASE("zeros count, and what is no number is past every bound") {
  SquareCounts counts = counts_of(0, 1);
  counts.add_zeros(99);
  CHECK(counts.quantile(0.99) == 0);
  counts.add(counts_of(1, 2));
  check_within_a_bin(counts.quantile(0.99), 2e-3);
  CHECK(SquareCounts().quantile(0.99) == 0);
  SquareCounts broken;
  broken.add(std::numeric_limits<double>::quiet_NaN());
  CHECK(std::isinf(broken.quantile(0.99)));
}

/// Elementary functions from +, -, *, / and sqrt alone. IEEE 754 fixes the bits of those, and the
/// build forbids contraction, so the results are the same on every machine.

#include <array>
#include <cmath>
#include <numbers>

#include "rigpack/math.h"

namespace rigpack::exact {
namespace {

/// pi/2 in three parts. The first two have 33 bits, so that their product with a quadrant number
/// below 2^20 is exact and the subtraction loses nothing (Cody and Waite's reduction).
constexpr double kHalfPiHigh = 0x1.921fb544p+0;
constexpr double kHalfPiMiddle = 0x1.0b4611a6p-34;
constexpr double kHalfPiLow = 0x1.3198a2e037073p-69;
constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
constexpr double kLargestAngle = 1e5;

/// An angle as a whole number of quarter turns (mod 4) and a rest within pi/4.
struct Reduced {
  int quadrant = 0;
  double rest = 0;
};

/// `x` must be within kLargestAngle.
Reduced reduce(double x) {
  const double turns = std::floor(x * kTwoOverPi + 0.5);
  const double rest = ((x - turns * kHalfPiHigh) - turns * kHalfPiMiddle) - turns * kHalfPiLow;
  return {static_cast<int>(static_cast<long long>(turns) & 3), rest};
}

/// coefficients[0] + coefficients[1] * s + ...
template <std::size_t N>
double polynomial(const std::array<double, N>& coefficients, double s) {
  double sum = coefficients[N - 1];
  for (std::size_t k = N - 1; k-- > 0;) {
    sum = sum * s + coefficients[k];
  }
  return sum;
}

/// (-1)^k / (2 k + first)!: Taylor's series of cos (first 0) and sin (first 1). Factorials up to
/// 18! are exact in double.
constexpr std::array<double, 9> taylor(int first) {
  std::array<double, 9> coefficients{};
  double factorial = 1, sign = 1;
  for (int k = 0; k < 9; ++k) {
    factorial *= k == 0 ? 1.0 : (2 * k + first - 1.0) * (2 * k + first);
    coefficients[static_cast<std::size_t>(k)] = sign / factorial;
    sign = -sign;
  }
  return coefficients;
}
constexpr auto kCos = taylor(0);
constexpr auto kSin = taylor(1);

/// (-1)^k / (2 k + 1): the series of atan.
constexpr std::array<double, 7> kAtan{1.0,     -1.0 / 3,  1.0 / 5, -1.0 / 7,
                                      1.0 / 9, -1.0 / 11, 1.0 / 13};

/// sin of (quadrant * pi/2 + rest). At pi/4 the first term left out is below 3e-18.
double sin_of(const Reduced& angle) {
  const double s = angle.rest * angle.rest;
  const double value =
      (angle.quadrant & 1) != 0 ? polynomial(kCos, s) : angle.rest * polynomial(kSin, s);
  return (angle.quadrant & 2) != 0 ? -value : value;
}

/// atan(i / 8).
constexpr std::array<double, 9> kAtanOfEighths{0x0p+0,
                                               0x1.fd5ba9aac2f6ep-4,
                                               0x1.f5b75f92c80ddp-3,
                                               0x1.6f61941e4def1p-2,
                                               0x1.dac670561bb4fp-2,
                                               0x1.1e00babdefeb4p-1,
                                               0x1.4978fa3269ee1p-1,
                                               0x1.700a7c5784634p-1,
                                               0x1.921fb54442d18p-1};

/// atan(small / large) for 0 <= small <= large, large > 0, by atan a = atan c + atan((a - c) / (1 +
/// a c)) with the nearest eighth c. The series that is left runs to 1/16; its first term left out
/// is below 6e-20.
double atan_of_ratio(double small, double large) {
  const double eighth = std::floor(small / large * 8.0 + 0.5);
  const double c = eighth / 8.0;
  const double t = (small - c * large) / (large + c * small);
  return kAtanOfEighths[static_cast<std::size_t>(eighth)] + t * polynomial(kAtan, t * t);
}

/// A power of two that brings `largest` where sums and quotients neither overflow nor lose bits.
double safe_scale(double largest) {
  if (largest > 0x1p+1000) {
    return 0x1p-200;
  }
  return largest < 0x1p-900 ? 0x1p+200 : 1.0;
}

}  // namespace

double sin(double x) {
  return std::fabs(x) <= kLargestAngle ? sin_of(reduce(x)) : std::nan("");
}

double cos(double x) {
  if (!(std::fabs(x) <= kLargestAngle)) {
    return std::nan("");
  }
  Reduced angle = reduce(x);
  angle.quadrant = (angle.quadrant + 1) & 3;
  return sin_of(angle);
}

double atan2(double y, double x) {
  double rise = std::fabs(y);
  double run = std::fabs(x);
  if (std::isnan(rise) || std::isnan(run)) {
    return std::nan("");
  }
  if (std::isinf(rise) || std::isinf(run)) {
    rise = std::isinf(rise) ? 1.0 : 0.0;
    run = std::isinf(run) ? 1.0 : 0.0;
  }
  const bool steep = rise > run;
  const double large = steep ? rise : run;
  const double small = steep ? run : rise;
  const double scale = safe_scale(large);
  double angle = large == 0.0 ? 0.0 : atan_of_ratio(small * scale, large * scale);
  angle = steep ? std::numbers::pi / 2 - angle : angle;
  angle = std::signbit(x) ? std::numbers::pi - angle : angle;
  return std::copysign(angle, y);
}

double acos(double x) {
  if (x >= 1.0) {
    return 0.0;
  }
  if (x <= -1.0) {
    return std::numbers::pi;
  }
  return exact::atan2(std::sqrt((1.0 - x) * (1.0 + x)), x);
}

}  // namespace rigpack::exact

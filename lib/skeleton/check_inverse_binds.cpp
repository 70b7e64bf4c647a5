#include "skeleton/check_inverse_binds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "findings/tally.h"

namespace rigpack {
namespace {

using Symmetric3 = std::array<std::array<double, 3>, 3>;

/// Turns away the off-diagonal element (p, q) of `a`: one step of Jacobi's method.
void rotate_away(Symmetric3& a, std::size_t p, std::size_t q) {
  if (a[p][q] == 0) {
    return;
  }
  const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const double t = (theta < 0 ? -1.0 : 1.0) / (std::abs(theta) + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(t * t + 1);
  const double s = t * c;
  for (std::size_t k = 0; k < 3; ++k) {
    const double kp = a[k][p], kq = a[k][q];
    a[k][p] = c * kp - s * kq;
    a[k][q] = s * kp + c * kq;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const double pk = a[p][k], qk = a[q][k];
    a[p][k] = c * pk - s * qk;
    a[q][k] = s * pk + c * qk;
  }
}

/// Singular values of the 3x3 part, ascending: eight sweeps of Jacobi over M^T M are far more than
/// 3x3 needs.
std::array<double, 3> singular_values(const affined& m) {
  Symmetric3 a{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t k = 0; k < 3; ++k) {
        a[i][j] += m.rows[k][i] * m.rows[k][j];
      }
    }
  }
  for (int sweep = 0; sweep < 8; ++sweep) {
    rotate_away(a, 0, 1);
    rotate_away(a, 0, 2);
    rotate_away(a, 1, 2);
  }
  std::array<double, 3> values{};
  for (std::size_t i = 0; i < 3; ++i) {
    values[i] = std::sqrt(std::max(a[i][i], 0.0));
  }
  std::ranges::sort(values);
  return values;
}

/// Largest angle between M n and the right normal inverse(M)^T n, radians: with the ratio k of the
/// extreme singular values, tan = (k - 1/k) / 2.
double normal_error(double ratio) {
  return exact::atan2((ratio - 1 / ratio) / 2, 1);
}

/// Elements 3, 7, 11 hold what belongs into 12, 13, 14.
bool looks_transposed(const float4x4& matrix) {
  const auto& m = matrix.m;
  const float last_row = std::max({std::abs(m[3]), std::abs(m[7]), std::abs(m[11])});
  return last_row > 1e-3F && m[12] == 0 && m[13] == 0 && m[14] == 0 && m[15] == 1;
}

struct BindTallies {
  Tally transposed, scaled, sheared, mirrored;
};

void judge(const float4x4& matrix, std::size_t slot, const SkeletonLimits& limits,
           BindTallies& out) {
  if (!std::ranges::all_of(matrix.m, [](float value) { return std::isfinite(value); })) {
    return;
  }
  if (looks_transposed(matrix)) {
    out.transposed.add(slot, matrix.m[7], 0);
    return;
  }
  const affined m = to_affine(matrix);
  const std::array<double, 3> sizes = singular_values(m);
  if (!(sizes[0] > 1e-5 * sizes[2])) {
    return;  // singular, or as good as that: another rule's
  }
  const double scale = std::cbrt(sizes[0] * sizes[1] * sizes[2]);
  const double error = normal_error(sizes[2] / sizes[0]);
  if (determinant(m) < 0) {
    out.mirrored.add(slot, determinant(m), 0);
  }
  if (error > limits.normal_error_rad) {
    out.sheared.add(slot, error, error);
  }
  if (std::abs(scale - 1) > limits.scale_tolerance) {
    out.scaled.add(slot, scale, std::max(scale, 1 / scale));
  }
}

}  // namespace

void check_inverse_bind_quality(const Skin& skin, const Location& at, const SkeletonLimits& limits,
                                Findings& out) {
  BindTallies tallies;
  const std::size_t count = std::min(skin.joints.size(), skin.inverse_binds.size());
  for (std::size_t slot = 0; slot < count; ++slot) {
    judge(skin.inverse_binds[slot], slot, limits, tallies);
  }
  const auto say = [&](const Tally& tally, const Rule& rule, const std::string& what) {
    if (tally.count != 0) {
      out.push_back(tally.finding(
          rule, fmt::format("{} of {} inverse bind matrices {}", tally.count, count, what), at));
    }
  };
  say(tallies.transposed, rules::skin_inverse_bind_transposed,
      fmt::format("have their translation in the last row, as if transposed, first is joint {}",
                  tallies.transposed.worst_index));
  say(tallies.scaled, rules::skin_inverse_bind_scale,
      fmt::format("hold a scale, worst is joint {} with {:.4g}", tallies.scaled.worst_index,
                  tallies.scaled.worst));
  say(tallies.sheared, rules::skin_inverse_bind_shear,
      fmt::format(
          "change angles, worst is joint {}: normals are up to {:.3g} degrees wrong without "
          "the inverse transpose",
          tallies.sheared.worst_index, tallies.sheared.worst * 180 / std::numbers::pi));
  say(tallies.mirrored, rules::skin_inverse_bind_mirrored,
      fmt::format("mirror, first is joint {}", tallies.mirrored.worst_index));
}

}  // namespace rigpack

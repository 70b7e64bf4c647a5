#include "skinning/dual_quaternion.h"

#include <algorithm>
#include <cmath>

namespace rigpack {
namespace {

/// Newton's iteration (Higham 1986) doubles the right digits in each step once it is near.
constexpr int kMostSteps = 60;
constexpr double kSettled = 1e-15;

double linear_size(const affined& m) {
  double largest = 0;
  for (const auto& row : m.rows) {
    for (std::size_t c = 0; c < 3; ++c) {
      largest = std::max(largest, std::fabs(row[c]));
    }
  }
  return largest;
}

affined transposed(const affined& m) {
  affined out;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) {
      out.rows[r][c] = m.rows[c][r];
    }
  }
  return out;
}

/// The nearest rotation or, of a mirrored matrix, reflection to the 3x3 part of `m`; the identity
/// when there is none.
affined nearest_orthogonal(const affined& m) {
  affined now = m;
  for (auto& row : now.rows) {
    row[3] = 0;
  }
  for (int step = 0; step < kMostSteps; ++step) {
    const double volume = determinant(now);
    if (!(std::fabs(volume) > 0) || !std::isfinite(volume)) {
      return {};
    }
    const affined other = transposed(inverse(now));
    double change = 0;
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t c = 0; c < 3; ++c) {
        const double next = 0.5 * (now.rows[r][c] + other.rows[r][c]);
        change = std::max(change, std::fabs(next - now.rows[r][c]));
        now.rows[r][c] = next;
      }
    }
    if (change <= kSettled * linear_size(now)) {
      break;
    }
  }
  return now;
}

quatd rotation_of(affined orthogonal) {
  if (determinant(orthogonal) < 0) {
    for (auto& row : orthogonal.rows) {
      std::ranges::for_each(row, [](double& x) { x = -x; });
    }
  }
  trsd parts;
  constexpr double kRounding = 1e-6;
  return decompose(orthogonal, kRounding, parts) ? parts.rotation : quatd{};
}

quatd scaled(const quatd& q, double s) {
  return {q.x * s, q.y * s, q.z * s, q.w * s};
}

void add(quatd& sum, const quatd& q, double weight) {
  sum = {sum.x + weight * q.x, sum.y + weight * q.y, sum.z + weight * q.z, sum.w + weight * q.w};
}

}  // namespace

StretchedRigid split(const affined& matrix) {
  StretchedRigid out;
  out.real = rotation_of(nearest_orthogonal(matrix));
  const quatd translation{matrix.rows[0][3], matrix.rows[1][3], matrix.rows[2][3], 0};
  out.dual = scaled(translation * out.real, 0.5);
  affined linear = matrix;
  for (auto& row : linear.rows) {
    row[3] = 0;
  }
  out.stretch = to_affine(trsd{.translation = {}, .rotation = conjugate(out.real)}) * linear;
  return out;
}

affined blend(const std::vector<BlendTerm>& terms) {
  affined stretch;
  stretch.rows = {};
  const auto heaviest = std::ranges::max_element(terms, {}, &BlendTerm::weight);
  quatd real{0, 0, 0, 0}, dual{0, 0, 0, 0};
  for (const BlendTerm& term : terms) {
    // q and -q are one rotation: the pivot decides which of the two counts.
    const double side = dot(term.joint->real, heaviest->joint->real) < 0 ? -1 : 1;
    add(real, term.joint->real, side * term.weight);
    add(dual, term.joint->dual, side * term.weight);
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t c = 0; c < 3; ++c) {
        stretch.rows[r][c] += term.weight * term.joint->stretch.rows[r][c];
      }
    }
  }
  const double size = length(real);
  if (!(size > 0)) {
    return stretch;
  }
  real = scaled(real, 1 / size);
  const quatd moved = scaled(dual, 2 / size) * conjugate(real);
  return to_affine(trsd{.translation = {moved.x, moved.y, moved.z}, .rotation = real}) * stretch;
}

}  // namespace rigpack

#include "rigpack/math.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace rigpack {
namespace {

/// Rotation matrix of the unit quaternion `q`, its columns scaled by `scale`.
void set_linear_part(affined& m, const quatd& q, const double3& scale) {
  const double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
  const double xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
  const double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  m.rows[0] = {(1 - 2 * (yy + zz)) * scale.x, 2 * (xy - wz) * scale.y, 2 * (xz + wy) * scale.z, 0};
  m.rows[1] = {2 * (xy + wz) * scale.x, (1 - 2 * (xx + zz)) * scale.y, 2 * (yz - wx) * scale.z, 0};
  m.rows[2] = {2 * (xz - wy) * scale.x, 2 * (yz + wx) * scale.y, (1 - 2 * (xx + yy)) * scale.z, 0};
}

double3 column(const affined& m, std::size_t c) {
  return {m.rows[0][c], m.rows[1][c], m.rows[2][c]};
}

/// Quaternion of the rotation whose columns are `x`, `y`, `z`, by Shepperd's method: the largest of
/// the four components is taken from the diagonal, so that no small number is divided by.
quatd rotation_of(const double3& x, const double3& y, const double3& z) {
  const double trace = x.x + y.y + z.z;
  if (trace >= x.x && trace >= y.y && trace >= z.z) {
    return normalized({y.z - z.y, z.x - x.z, x.y - y.x, 1 + trace});
  }
  if (x.x >= y.y && x.x >= z.z) {
    return normalized({1 + x.x - y.y - z.z, x.y + y.x, z.x + x.z, y.z - z.y});
  }
  if (y.y >= z.z) {
    return normalized({x.y + y.x, 1 + y.y - x.x - z.z, y.z + z.y, z.x - x.z});
  }
  return normalized({z.x + x.z, y.z + z.y, 1 + z.z - x.x - y.y, x.y - y.x});
}

}  // namespace

double length(const double3& v) {
  return std::sqrt(dot(v, v));
}

double length(const quatd& q) {
  return std::sqrt(dot(q, q));
}

quatd operator*(const quatd& a, const quatd& b) {
  return {
      a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

quatd conjugate(const quatd& q) {
  return {-q.x, -q.y, -q.z, q.w};
}

quatd normalized(const quatd& q) {
  const double size = length(q);
  if (!(size > 0) || !std::isfinite(size)) {
    return {};
  }
  return {q.x / size, q.y / size, q.z / size, q.w / size};
}

affined operator*(const affined& a, const affined& b) {
  affined product;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      product.rows[r][c] =
          a.rows[r][0] * b.rows[0][c] + a.rows[r][1] * b.rows[1][c] + a.rows[r][2] * b.rows[2][c];
    }
    product.rows[r][3] += a.rows[r][3];
  }
  return product;
}

double3 transform_point(const affined& m, const double3& p) {
  return transform_vector(m, p) + column(m, 3);
}

double3 transform_vector(const affined& m, const double3& v) {
  const auto row = [&](std::size_t r) {
    return m.rows[r][0] * v.x + m.rows[r][1] * v.y + m.rows[r][2] * v.z;
  };
  return {row(0), row(1), row(2)};
}

double determinant(const affined& m) {
  return dot(column(m, 0), cross(column(m, 1), column(m, 2)));
}

double largest_axis(const affined& m) {
  double longest = 0;
  for (std::size_t column = 0; column < 3; ++column) {
    longest =
        std::max(longest, length(double3{m.rows[0][column], m.rows[1][column], m.rows[2][column]}));
  }
  return longest;
}

affined inverse(const affined& m) {
  const double3 x = column(m, 0), y = column(m, 1), z = column(m, 2);
  const double det = determinant(m);
  assert(det != 0);
  const std::array<double3, 3> adjugate{cross(y, z), cross(z, x), cross(x, y)};
  affined out;
  for (std::size_t r = 0; r < 3; ++r) {
    const double3& row = adjugate[r];
    out.rows[r] = {row.x / det, row.y / det, row.z / det, -dot(row, column(m, 3)) / det};
  }
  return out;
}

affined to_affine(const trsd& t) {
  affined m;
  set_linear_part(m, t.rotation, t.scale);
  m.rows[0][3] = t.translation.x;
  m.rows[1][3] = t.translation.y;
  m.rows[2][3] = t.translation.z;
  return m;
}

affined to_affine(const float4x4& m) {
  affined out;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      out.rows[r][c] = m.m[4 * c + r];
    }
  }
  return out;
}

affined to_double(const affinef& m) {
  affined out;
  for (std::size_t r = 0; r < 3; ++r) {
    std::ranges::copy(m.rows[r], out.rows[r].begin());
  }
  return out;
}

affinef to_float(const affined& m) {
  affinef out;
  for (std::size_t r = 0; r < 3; ++r) {
    std::ranges::transform(m.rows[r], out.rows[r].begin(),
                           [](double value) { return static_cast<float>(value); });
  }
  return out;
}

bool decompose(const affined& m, double tolerance, trsd& out) {
  double3 x = column(m, 0), y = column(m, 1), z = column(m, 2);
  const double mirror = determinant(m) < 0 ? -1.0 : 1.0;
  const double3 scale{mirror * length(x), length(y), length(z)};
  if (!(scale.x * scale.y * scale.z != 0) || !std::isfinite(scale.x * scale.y * scale.z)) {
    return false;
  }
  x = x * (1 / scale.x);
  y = y * (1 / scale.y);
  z = z * (1 / scale.z);
  const trsd result{column(m, 3), rotation_of(x, y, z), scale};
  const affined rebuilt = to_affine(result);
  double largest = 0, worst = 0;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) {
      largest = std::max(largest, std::fabs(m.rows[r][c]));
      worst = std::max(worst, std::fabs(m.rows[r][c] - rebuilt.rows[r][c]));
    }
  }
  if (!(worst <= tolerance * largest)) {
    return false;
  }
  out = result;
  return true;
}

quatd slerp(const quatd& a, const quatd& b, double t) {
  const double signed_cosine = dot(a, b);
  const double sign = signed_cosine < 0 ? -1.0 : 1.0;
  const double cosine = signed_cosine * sign;
  double wa = 1 - t, wb = t;
  // Under 1.4e-5 radians the chord and the arc agree to the last bit; sin(angle) would lose half.
  const bool close = cosine > 1 - 1e-10;
  if (!close) {
    const double angle = exact::acos(cosine);
    const double size = exact::sin(angle);
    wa = exact::sin(wa * angle) / size;
    wb = exact::sin(wb * angle) / size;
  }
  wb *= sign;
  const quatd blend{wa * a.x + wb * b.x, wa * a.y + wb * b.y, wa * a.z + wb * b.z,
                    wa * a.w + wb * b.w};
  return close ? normalized(blend) : blend;
}

}  // namespace rigpack

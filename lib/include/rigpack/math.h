#pragma once
/// The few vectors and matrices that cross rooms. Right-handed, column vectors, quaternions x y z
/// w. Everything that judges (the reference sampler, skinner and rules) works in double.

#include <array>
#include <cstddef>

namespace rigpack {

template <class T>
struct Vec2 {
  T x{}, y{};
  friend constexpr bool operator==(const Vec2&, const Vec2&) = default;
};

template <class T>
struct Vec3 {
  T x{}, y{}, z{};
  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

template <class T>
struct Vec4 {
  T x{}, y{}, z{}, w{};
  friend constexpr bool operator==(const Vec4&, const Vec4&) = default;
};

/// A rotation; unit length unless a comment says "as stored".
template <class T>
struct Quaternion {
  T x{}, y{}, z{}, w{1};
  friend constexpr bool operator==(const Quaternion&, const Quaternion&) = default;
};

using float2 = Vec2<float>;
using float3 = Vec3<float>;
using float4 = Vec4<float>;
using double3 = Vec3<double>;
using quatf = Quaternion<float>;
using quatd = Quaternion<double>;

/// A 4x4 matrix as glTF stores it: 16 numbers, column-major, element (row, column) at
/// `m[4 * column + row]`.
struct float4x4 {
  std::array<float, 16> m{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  friend constexpr bool operator==(const float4x4&, const float4x4&) = default;
};

/// An affine transform: three rows of four, row-major, the fourth row being 0 0 0 1.
template <class T>
struct Affine {
  std::array<std::array<T, 4>, 3> rows{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
  friend constexpr bool operator==(const Affine&, const Affine&) = default;
};

using affinef = Affine<float>;
using affined = Affine<double>;

/// Translation, rotation, scale, applied to a point in the order scale, rotation, translation.
template <class T>
struct Trs {
  Vec3<T> translation{};
  Quaternion<T> rotation{};
  Vec3<T> scale{1, 1, 1};
  friend constexpr bool operator==(const Trs&, const Trs&) = default;
};

using trsf = Trs<float>;
using trsd = Trs<double>;

template <class T>
constexpr Vec3<T> operator+(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
constexpr Vec3<T> operator-(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
constexpr Vec3<T> operator*(const Vec3<T>& a, T s) {
  return {a.x * s, a.y * s, a.z * s};
}
template <class T>
constexpr T dot(const Vec3<T>& a, const Vec3<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
constexpr Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T>
constexpr T dot(const Quaternion<T>& a, const Quaternion<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
/// Euclidean length; exact up to one rounding of sqrt, so the same on every IEEE machine.
double length(const double3& v);
double length(const quatd& q);

constexpr double3 to_double(const float3& v) {
  return {v.x, v.y, v.z};
}
constexpr quatd to_double(const quatf& q) {
  return {q.x, q.y, q.z, q.w};
}

/// Hamilton product: rotates by `b` first, then by `a`.
quatd operator*(const quatd& a, const quatd& b);
quatd conjugate(const quatd& q);
/// `q` scaled to unit length; the identity when its length is zero or not finite.
quatd normalized(const quatd& q);

/// `a * b`: applies `b` first.
affined operator*(const affined& a, const affined& b);
double3 transform_point(const affined& m, const double3& p);
double3 transform_vector(const affined& m, const double3& v);
/// Determinant of the 3x3 part.
double determinant(const affined& m);
/// Length of the longest image of a unit axis.
double largest_axis(const affined& m);
/// The inverse; the 3x3 part must not be singular (asserted: determinant != 0).
affined inverse(const affined& m);
affined to_affine(const trsd& t);
/// The first three rows of a column-major 4x4.
affined to_affine(const float4x4& m);
affined to_double(const affinef& m);
affinef to_float(const affined& m);

/// Splits `m` into translation, rotation and scale (a mirror becomes one negative scale axis, x).
/// Returns false, leaving `out` alone, when the rebuilt matrix differs by more than `tolerance`
/// times the largest element: shear, or a zero axis.
bool decompose(const affined& m, double tolerance, trsd& out);

/// Elementary functions with the same bits on every machine (glibc's differ when FMA is masked).
/// Error below 4e-15 over the stated domain.
namespace exact {
double sin(double x);  ///< |x| <= 1e5 radians
double cos(double x);  ///< |x| <= 1e5 radians
double atan2(double y, double x);
double acos(double x);  ///< x in [-1, 1], clamped
}  // namespace exact

/// Shortest-arc spherical interpolation as glTF 2.0 appendix C defines it: the sign of `b` is
/// flipped when dot < 0, and close rotations are interpolated linearly and renormalised.
quatd slerp(const quatd& a, const quatd& b, double t);

}  // namespace rigpack

/// What becomes of triangles and normals: deform/inverted-triangle, deform/normal-error.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "deform/rules.h"
#include "findings/tally.h"

namespace rigpack {
namespace {

/// Vertices times the turns of their pairs: the time at which most of them sums up is the one at
/// which triangles are looked at.
std::size_t busiest_time(const DeformContext& context, const SkinnedPart& part) {
  std::size_t busiest = 0;
  double most = -1;
  for (std::size_t time = 0; time < context.motion.times().size(); ++time) {
    double turned = 0;
    for (const JointPair& pair : part.pairs()) {
      turned += static_cast<double>(pair.vertices.size()) *
                (1 - context.motion.cosine_between(part.skin(), time, pair.heaviest, pair.other));
    }
    if (turned > most) {
      most = turned;
      busiest = time;
    }
  }
  return busiest;
}

/// Cofactors: the inverse transpose but for a factor, which exists where the inverse does not.
double3 by_inverse_transpose(const affined& m, const double3& n) {
  const auto column = [&](std::size_t c) {
    return double3{m.rows[0][c], m.rows[1][c], m.rows[2][c]};
  };
  const double3 x = column(0), y = column(1), z = column(2);
  return cross(y, z) * n.x + cross(z, x) * n.y + cross(x, y) * n.z;
}

/// Whether a triangle faces the other way than the joints that move it turn its rest side.
bool is_inverted(const SkinnedPart& part, const std::uint32_t* corners,
                 const std::vector<affined>& palette) {
  std::array<double3, 3> rest, posed;
  double3 expected;
  for (std::size_t i = 0; i < 3; ++i) {
    rest[i] = part.position(corners[i]);
  }
  const double3 side = cross(rest[1] - rest[0], rest[2] - rest[0]);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint32_t joint = part.heaviest()[corners[i]];
    if (joint == SkinnedPart::kNoJoint) {
      return false;
    }
    posed[i] = transform_point(part.transform(corners[i], palette), rest[i]);
    expected = expected + by_inverse_transpose(palette[joint], side);
  }
  return dot(cross(posed[1] - posed[0], posed[2] - posed[0]), expected) < 0;
}

/// Angle between the two ways to transform a normal, in radians; 0 where one of them vanishes.
double normal_error(const affined& m, const double3& n) {
  const double3 plain = transform_vector(m, n);
  const double3 exact_normal = by_inverse_transpose(m, n) * (determinant(m) < 0 ? -1.0 : 1.0);
  const double sizes = length(plain) * length(exact_normal);
  return sizes > 0 ? exact::acos(std::clamp(dot(plain, exact_normal) / sizes, -1.0, 1.0)) : 0;
}

}  // namespace

void check_triangle_sides(const DeformContext& context, const SkinnedPart& part, Findings& out) {
  const std::vector<std::uint32_t> corners = triangle_list(part.primitive());
  const std::size_t triangles = corners.size() / 3;
  if (triangles == 0 || part.pairs().empty()) {
    return;
  }
  const std::size_t time = busiest_time(context, part);
  const std::vector<affined>& palette = context.motion.palette(part.skin(), time);
  const std::size_t step = 1 + (triangles - 1) / context.triangles_of_part;
  const std::size_t vertices = part.primitive().positions.size();
  Tally inverted;
  std::size_t looked_at = 0;
  for (std::size_t i = 0; i < triangles; i += step) {
    const std::uint32_t* triangle = corners.data() + 3 * i;
    if (std::max({triangle[0], triangle[1], triangle[2]}) < vertices) {
      ++looked_at;
      if (is_inverted(part, triangle, palette)) {
        inverted.add(i, static_cast<double>(triangle[0]), 0);
      }
    }
  }
  const double share = static_cast<double>(inverted.count) /
                       static_cast<double>(std::max<std::size_t>(looked_at, 1));
  if (share > context.limits.inverted_share) {
    const std::uint32_t joint = part.heaviest()[corners[3 * inverted.worst_index]];
    out.push_back(inverted.finding(
        rules::deform_inverted_triangle,
        fmt::format("{} of {} triangles looked at turn inside out {}, first is triangle {} near {}",
                    inverted.count, looked_at, part.time_text(time), inverted.worst_index,
                    part.joint_name(joint)),
        part.at(joint, time)));
  }
}

void check_normals(const DeformContext& context, const SkinnedPart& part, Findings& out) {
  const std::vector<float3>& normals = part.primitive().normals;
  const auto& times = context.motion.uneven_times(part.skin());
  if (normals.size() != part.primitive().positions.size() ||
      std::ranges::none_of(times, [](const auto& time) { return time.has_value(); })) {
    return;
  }
  Tally off;
  for (std::uint32_t v = 0; v < normals.size(); ++v) {
    const std::uint32_t joint = part.heaviest()[v];
    if (joint == SkinnedPart::kNoJoint || !times[joint]) {
      continue;
    }
    const affined matrix = part.transform(v, context.motion.palette(part.skin(), *times[joint]));
    const double error = normal_error(matrix, to_double(normals[v]));
    if (error > context.limits.normal_error_rad) {
      off.add(v, error * 180 / std::numbers::pi, error);
    }
  }
  if (off.count != 0) {
    const std::uint32_t joint = part.heaviest()[off.worst_index];
    out.push_back(off.finding(
        rules::deform_normal_error,
        fmt::format("{} of {} normals lean by more than {:.3g} degrees where an engine skips the "
                    "inverse transpose: vertex {} by {:.3g}, where {} scales unevenly {}",
                    off.count, normals.size(),
                    context.limits.normal_error_rad * 180 / std::numbers::pi, off.worst_index,
                    off.worst, part.joint_name(joint), part.time_text(*times[joint])),
        part.at(joint, *times[joint])));
  }
}

}  // namespace rigpack

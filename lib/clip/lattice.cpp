#include "clip/lattice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace rigpack {
namespace {

constexpr double kLongestArc = 150.0 / 180.0 * std::numbers::pi;
constexpr double kFarthestFromRest = 2.5;  ///< radians; the exponential map wastes bits further out
constexpr double kUnwrapLimit = 4.7;  ///< radians, 270 degrees: beyond it the short way is taken
constexpr double kLargestInteger = (1 << 23) - 1;

quatd quaternion(std::span<const double> v) {
  return normalized(quatd{v[0], v[1], v[2], v[3]});
}

/// Angle between two rotations, radians in [0, pi].
double arc(const quatd& a, const quatd& b) {
  const quatd d = conjugate(a) * b;
  return 2 * exact::atan2(length(double3{d.x, d.y, d.z}), std::abs(d.w));
}

/// The shorter of the two rotation vectors of `q`.
double3 rotation_vector(const quatd& q) {
  const double sign = q.w < 0 ? -1 : 1;
  const double3 axis = double3{q.x, q.y, q.z} * sign;
  const double sine = length(axis);
  if (sine < 1e-12) {
    return axis * 2.0;
  }
  return axis * (2 * exact::atan2(sine, q.w * sign) / sine);
}

quatd exponential(const double3& v) {
  const double angle = length(v);
  if (angle < 1e-9) {
    return normalized(quatd{v.x / 2, v.y / 2, v.z / 2, 1});
  }
  const double3 axis = v * (exact::sin(angle / 2) / angle);
  return {axis.x, axis.y, axis.z, exact::cos(angle / 2)};
}

/// Of a rotation vector's two forms the one nearer to `previous`, unless that winds past 270
/// degrees.
double3 unwrap(const double3& v, const double3& previous) {
  const double angle = length(v);
  if (angle < 1e-6) {
    return v;
  }
  const double3 other = v * (1 - 2 * std::numbers::pi / angle);
  const bool nearer = length(other - previous) < length(v - previous);
  return nearer && length(other) < kUnwrapLimit ? other : v;
}

template <class T>
void append(std::vector<T>& out, const quatd& q) {
  for (const double number : {q.x, q.y, q.z, q.w}) {
    out.push_back(static_cast<T>(number));
  }
}

/// Keys of one LINEAR rotation track with long arcs split.
void split_long_arcs(CleanTrack& track) {
  std::vector<float> times;
  std::vector<double> values;
  for (std::size_t k = 0; k < track.times.size(); ++k) {
    const quatd here = quaternion(track.value(k));
    if (k > 0) {
      const quatd before = quaternion(track.value(k - 1));
      const double t0 = track.times[k - 1];
      const double t1 = track.times[k];
      const int pieces = arc(before, here) > kLongestArc ? 3 : 1;
      for (int piece = 1; piece < pieces; ++piece) {
        const auto t = static_cast<float>(t0 + (t1 - t0) * piece / pieces);
        if (t > times.back() && t < track.times[k]) {
          times.push_back(t);
          append(values, slerp(before, here, (t - t0) / (t1 - t0)));
        }
      }
    }
    times.push_back(track.times[k]);
    append(values, here);
  }
  track.times = std::move(times);
  track.values = std::move(values);
}

quatf mean_rotation(const CleanTrack& track) {
  const quatd first = quaternion(track.value(0));
  quatd sum{0, 0, 0, 0};
  for (std::size_t k = 0; k < track.times.size(); ++k) {
    const quatd q = quaternion(track.value(k));
    const double sign = dot(first, q) < 0 ? -1 : 1;
    sum = {sum.x + sign * q.x, sum.y + sign * q.y, sum.z + sign * q.z, sum.w + sign * q.w};
  }
  const quatd mean = normalized(sum);
  return {static_cast<float>(mean.x), static_cast<float>(mean.y), static_cast<float>(mean.z),
          static_cast<float>(mean.w)};
}

std::vector<float> to_floats(std::span<const double> values) {
  std::vector<float> out;
  for (const double value : values) {
    out.push_back(static_cast<float>(value));
  }
  return out;
}

/// Translations, scales, weights and every cubic track: plain numbers from the centre.
Coordinates plain_coordinates(const CleanTrack& track) {
  Coordinates out;
  const std::size_t groups = track.groups();
  out.width = static_cast<std::uint32_t>(track.components * groups);
  out.centre = track.path == PackedPath::weights ? std::vector<float>(track.components, 0.0F)
                                                 : to_floats(track.rest);
  out.numbers = track.values;
  for (std::size_t i = 0; i < out.numbers.size(); ++i) {
    const std::size_t group = i / track.components % groups;
    if (groups == 1 || group == 1) {
      out.numbers[i] -= static_cast<double>(out.centre[i % track.components]);
    }
  }
  return out;
}

}  // namespace

CleanTrack clean_track(const Track& track, std::uint32_t joint, std::span<const double> rest) {
  CleanTrack out;
  out.joint = joint;
  out.path = static_cast<PackedPath>(track.path);
  out.kind = track.interpolation == Interpolation::step     ? TrackKind::step
             : track.interpolation == Interpolation::linear ? TrackKind::linear
                                                            : TrackKind::cubic;
  out.components = track.components;
  out.times = track.times;
  out.values.assign(track.values.begin(), track.values.end());
  out.rest.assign(rest.begin(), rest.end());
  if (out.path == PackedPath::rotation && out.kind != TrackKind::cubic) {
    for (std::size_t k = 0; k < out.times.size(); ++k) {
      const quatd q = quaternion(out.value(k));
      std::ranges::copy(std::array{q.x, q.y, q.z, q.w},
                        out.values.begin() + static_cast<std::ptrdiff_t>(4 * k));
    }
    if (out.kind == TrackKind::linear) {
      split_long_arcs(out);
    }
  }
  return out;
}

double value_distance(PackedPath path, std::span<const double> a, std::span<const double> b) {
  if (path == PackedPath::rotation) {
    return arc(quaternion(a), quaternion(b));
  }
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::abs(a[i] - b[i]));
  }
  return largest;
}

Coordinates rotation_coordinates(std::span<const quatd> rotations, const quatf& centre) {
  Coordinates out;
  out.width = 3;
  out.centre = {centre.x, centre.y, centre.z, centre.w};
  const quatd back = conjugate(normalized(to_double(centre)));
  double3 previous;
  for (const quatd& rotation : rotations) {
    const double3 v = unwrap(rotation_vector(back * rotation), previous);
    out.numbers.insert(out.numbers.end(), {v.x, v.y, v.z});
    previous = v;
  }
  return out;
}

Coordinates to_coordinates(const CleanTrack& track) {
  if (track.path != PackedPath::rotation || track.kind == TrackKind::cubic) {
    return plain_coordinates(track);
  }
  double farthest = 0;
  std::vector<quatd> rotations;
  for (std::size_t k = 0; k < track.times.size(); ++k) {
    rotations.push_back(quaternion(track.value(k)));
    farthest = std::max(farthest, value_distance(track.path, track.value(k), track.rest));
  }
  const std::vector<float> rest = to_floats(track.rest);
  return rotation_coordinates(rotations, farthest > kFarthestFromRest
                                             ? mean_rotation(track)
                                             : quatf{rest[0], rest[1], rest[2], rest[3]});
}

bool round_to_lattice(const Coordinates& coordinates, float step,
                      std::vector<std::int32_t>& integers) {
  integers.clear();
  for (const double number : coordinates.numbers) {
    const double rounded = std::nearbyint(number / static_cast<double>(step));
    if (!(std::abs(rounded) <= kLargestInteger)) {
      return false;
    }
    integers.push_back(static_cast<std::int32_t>(rounded));
  }
  return true;
}

Track decode_track(const PackedTrack& track, const TimeSet& times) {
  Track out;
  out.path = static_cast<TrackPath>(track.path);
  out.components = track.components;
  if (track.kind == TrackKind::constant) {
    out.times = {0};
    out.values = track.centre;
    return out;
  }
  out.interpolation = track.kind == TrackKind::step     ? Interpolation::step
                      : track.kind == TrackKind::linear ? Interpolation::linear
                                                        : Interpolation::cubic;
  out.times = times.times;
  out.values.reserve(track.integers.size() * 4 / 3 + 4);
  const double step = track.step;
  if (track.path == PackedPath::rotation && track.kind != TrackKind::cubic) {
    const quatd centre =
        normalized(quatd{track.centre[0], track.centre[1], track.centre[2], track.centre[3]});
    for (std::size_t i = 0; i + 2 < track.integers.size(); i += 3) {
      append(out.values,
             centre * exponential({step * track.integers[i], step * track.integers[i + 1],
                                   step * track.integers[i + 2]}));
    }
    return out;
  }
  const std::size_t groups = track.kind == TrackKind::cubic ? 3 : 1;
  for (std::size_t i = 0; i < track.integers.size(); ++i) {
    const bool is_value = groups == 1 || i / track.components % groups == 1;
    const double centre = is_value ? static_cast<double>(track.centre[i % track.components]) : 0.0;
    out.values.push_back(static_cast<float>(centre + step * track.integers[i]));
  }
  return out;
}

}  // namespace rigpack

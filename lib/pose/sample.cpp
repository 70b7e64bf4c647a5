#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>

#include "rigpack/pose.h"

namespace rigpack {
namespace {

bool all_finite(const std::vector<float>& values) {
  return std::ranges::all_of(values, [](float value) { return std::isfinite(value); });
}

/// Numbers a sampled value of `track` must have; 0 when its node can't hold such a property.
std::size_t expected_components(const Scene& scene, const Track& track) {
  const Node& node = scene.nodes[track.node.value];
  switch (track.path) {
    case TrackPath::translation:
    case TrackPath::scale:
      return 3;
    case TrackPath::rotation:
      return 4;
    case TrackPath::weights:
      return node.mesh && node.mesh->value < scene.meshes.size()
                 ? morph_target_count(scene.meshes[node.mesh->value])
                 : 0;
  }
  return 0;
}

/// The last key whose time is <= t, and where t lies between it and the next one.
struct Interval {
  std::size_t key = 0;
  double length_s = 0;  ///< 0: clamped, `key` holds
  double share = 0;     ///< of the interval, in [0, 1)
};

Interval find_interval(const std::vector<float>& times, double t_s) {
  // Above the last key of equal times, so that the later of them counts.
  const auto above = std::ranges::upper_bound(times, t_s, std::ranges::less{});
  if (above == times.begin()) {
    return {0, 0, 0};
  }
  const auto key = static_cast<std::size_t>(above - times.begin()) - 1;
  if (above == times.end()) {
    return {key, 0, 0};
  }
  const double start = times[key];
  const double length = static_cast<double>(*above) - start;
  return {key, length, (t_s - start) / length};
}

/// Value of key `key`: for cubic, the middle one of its three.
std::span<const float> key_value(const Track& track, std::size_t key) {
  const std::size_t skip = track.interpolation == Interpolation::cubic ? track.components : 0;
  return std::span(track.values).subspan(key * key_stride(track) + skip, track.components);
}

/// glTF 2.0, appendix C.5: Hermite's spline through the values v with the tangents a (in) and b
/// (out), which are per second and so scaled by the interval.
void sample_cubic(const Track& track, const Interval& at, std::span<double> out) {
  const std::size_t n = track.components;
  const double u = at.share, uu = u * u, uuu = uu * u;
  const double start = 2 * uuu - 3 * uu + 1, end = 3 * uu - 2 * uuu;
  const double leave = at.length_s * (uuu - 2 * uu + u), arrive = at.length_s * (uuu - uu);
  const float* key = track.values.data() + at.key * 3 * n;
  const float* next = key + 3 * n;
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = start * key[n + i] + leave * key[2 * n + i] + end * next[n + i] + arrive * next[i];
  }
}

quatd to_quaternion(std::span<const float> v) {
  return {v[0], v[1], v[2], v[3]};
}

void store(const quatd& q, std::span<double> out) {
  out[0] = q.x;
  out[1] = q.y;
  out[2] = q.z;
  out[3] = q.w;
}

void sample_linear(const Track& track, const Interval& at, std::span<double> out) {
  const auto a = key_value(track, at.key), b = key_value(track, at.key + 1);
  if (track.path == TrackPath::rotation) {
    store(slerp(normalized(to_quaternion(a)), normalized(to_quaternion(b)), at.share), out);
    return;
  }
  for (std::size_t i = 0; i < track.components; ++i) {
    out[i] = a[i] + (static_cast<double>(b[i]) - a[i]) * at.share;
  }
}

}  // namespace

std::size_t morph_target_count(const Mesh& mesh) {
  std::size_t count = 0;
  for (const Primitive& primitive : mesh.primitives) {
    count = std::max(count, primitive.morph_targets.size());
  }
  return count;
}

bool is_usable(const Scene& scene, const Track& track) {
  if (track.poisoned || track.node.value >= scene.nodes.size() ||
      scene.nodes[track.node.value].poisoned || track.times.empty()) {
    return false;
  }
  const std::size_t stride = key_stride(track);
  return stride != 0 && track.components == expected_components(scene, track) &&
         track.values.size() / stride == track.times.size() && track.values.size() % stride == 0 &&
         all_finite(track.times) && std::ranges::is_sorted(track.times) && all_finite(track.values);
}

void sample_track(const Track& track, double t_s, std::span<double> out) {
  assert(!track.times.empty() && out.size() == track.components);
  assert(track.values.size() == track.times.size() * key_stride(track));
  const Interval at = find_interval(track.times, t_s);
  if (at.length_s == 0 || track.interpolation == Interpolation::step) {
    std::ranges::copy(key_value(track, at.key), out.begin());
  } else if (track.interpolation == Interpolation::linear) {
    sample_linear(track, at, out);
    return;
  } else {
    sample_cubic(track, at, out);
  }
  if (track.path == TrackPath::rotation) {
    store(normalized({out[0], out[1], out[2], out[3]}), out);
  }
}

std::vector<double> key_times(const Clip& clip, bool midpoints) {
  std::vector<double> times;
  for (const Track& track : clip.tracks) {
    if (!track.poisoned) {
      std::ranges::copy_if(track.times, std::back_inserter(times),
                           [](float time) { return std::isfinite(time); });
    }
  }
  std::ranges::sort(times);
  const auto repeated = std::ranges::unique(times);
  times.erase(repeated.begin(), repeated.end());
  if (midpoints && times.size() > 1) {
    std::vector<double> dense{times.front()};
    for (std::size_t i = 1; i < times.size(); ++i) {
      dense.push_back(0.5 * (times[i - 1] + times[i]));
      dense.push_back(times[i]);
    }
    times = std::move(dense);
  }
  return times;
}

}  // namespace rigpack

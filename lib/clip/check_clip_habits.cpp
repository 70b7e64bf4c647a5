#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>

#include "clip/rest_value.h"
#include "findings/tally.h"
#include "rigpack/clip.h"

namespace rigpack {
namespace {

/// Values this close, in the track's own unit (metres, quaternion parts, scale), are the same.
constexpr double kSameValue = 1e-6;

/// Whether the values can be read as keys: other rules have reported the rest.
bool is_whole(const Track& track) {
  const std::size_t stride = key_stride(track);
  return !track.poisoned && !track.times.empty() && stride != 0 &&
         track.values.size() == stride * key_count(track) &&
         std::ranges::all_of(track.values, [](float v) { return std::isfinite(v); }) &&
         std::ranges::all_of(track.times, [](float t) { return std::isfinite(t); });
}

/// The value of key `key`, without its tangents.
const float* value_of(const Track& track, std::size_t key) {
  const std::size_t offset = track.interpolation == Interpolation::cubic ? track.components : 0;
  return &track.values[key * key_stride(track) + offset];
}

template <class Number>
double distance(const Track& track, const float* a, const Number* b, double sign) {
  double most = 0;
  for (std::uint32_t i = 0; i < track.components; ++i) {
    most = std::max(most, std::abs(double{a[i]} - sign * double{b[i]}));
  }
  return most;
}

template <class Number>
bool same(const Track& track, const float* a, const Number* b) {
  return distance(track, a, b, 1) <= kSameValue ||
         (track.path == TrackPath::rotation && distance(track, a, b, -1) <= kSameValue);
}

bool has_tangents(const Track& track) {
  if (track.interpolation != Interpolation::cubic) {
    return false;
  }
  for (std::size_t i = 0; i < track.values.size(); ++i) {
    const std::size_t group = i % key_stride(track) / track.components;
    if (group != 1 && track.values[i] != 0) {
      return true;
    }
  }
  return false;
}

bool is_constant(const Track& track) {
  for (std::size_t key = 1; key < key_count(track); ++key) {
    if (!same(track, value_of(track, key), value_of(track, 0))) {
      return false;
    }
  }
  return !has_tangents(track);
}

struct ClipHabits {
  Tally at_rest, constant, scaled, scale_zero, long_arc;
  double first_time = std::numeric_limits<double>::infinity();
  double last_time = -std::numeric_limits<double>::infinity();
};

void judge_arcs(const Track& track, ClipHabits& out) {
  if (track.path != TrackPath::rotation || track.interpolation == Interpolation::step) {
    return;
  }
  for (std::size_t key = 1; key < key_count(track); ++key) {
    const float* a = value_of(track, key - 1);
    const float* b = value_of(track, key);
    const double cosine = dot(quatd{a[0], a[1], a[2], a[3]}, quatd{b[0], b[1], b[2], b[3]});
    if (cosine < 0) {
      out.long_arc.add(key, cosine, -cosine);
    }
  }
}

void judge_scale_keys(const Track& track, ClipHabits& out) {
  if (track.path != TrackPath::scale) {
    return;
  }
  for (std::size_t key = 0; key < key_count(track); ++key) {
    const float* s = value_of(track, key);
    if (s[0] == 0 || s[1] == 0 || s[2] == 0) {
      out.scale_zero.add(key, 0, 0);
    }
  }
}

void judge_track(const Scene& scene, const Track& track, std::size_t index, ClipHabits& out) {
  const auto [first, last] = std::ranges::minmax(track.times);
  out.first_time = std::min(out.first_time, double{first});
  out.last_time = std::max(out.last_time, double{last});
  judge_arcs(track, out);
  judge_scale_keys(track, out);
  if (scene.nodes[track.node.value].matrix && track.path != TrackPath::weights) {
    return;  // clip/target-has-matrix
  }
  const trsf& stored = scene.nodes[track.node.value].rest;
  const std::vector<double> rest = rest_value(
      scene, {to_double(stored.translation), to_double(stored.rotation), to_double(stored.scale)},
      track);
  const bool constant = is_constant(track);
  if (constant && same(track, value_of(track, 0), rest.data())) {
    out.at_rest.add(index, track.node.value, 0);
  } else if (constant && key_count(track) > 1) {
    out.constant.add(index, track.node.value, 0);
  } else if (!constant && track.path == TrackPath::scale) {
    out.scaled.add(index, track.node.value, 0);
  }
}

/// Marks joints, what stands above them and what hangs below.
std::vector<bool> near_skins(const Scene& scene) {
  std::vector<bool> near(scene.nodes.size());
  for (const Skin& skin : scene.skins) {
    for (const NodeIndex joint : skin.joints) {
      near[joint.value] = true;
    }
  }
  const std::vector<NodeIndex> order = parents_first(scene);
  std::vector<bool> below = near;
  for (const NodeIndex node : order) {
    const auto& parent = scene.nodes[node.value].parent;
    below[node.value] = below[node.value] || (parent && below[parent->value]);
  }
  for (const NodeIndex node : std::views::reverse(order)) {
    const auto& parent = scene.nodes[node.value].parent;
    if (parent && near[node.value]) {
      near[parent->value] = true;
    }
  }
  for (std::size_t i = 0; i < near.size(); ++i) {
    near[i] = near[i] || below[i];
  }
  return near;
}

Location at_clip(const Scene& scene, std::size_t clip) {
  Location at;
  at.clip = static_cast<std::uint32_t>(clip);
  at.pointer = scene.clips[clip].pointer;
  return at;
}

void report_tracks(const Clip& clip, const ClipHabits& habits, const Location& at, Findings& out) {
  const auto say = [&](const Tally& tally, const Rule& rule, const std::string& message) {
    if (tally.count != 0) {
      out.push_back(tally.finding(rule, message, at));
    }
  };
  const auto tracks = [&](const Tally& tally, std::string_view what) {
    return fmt::format("{} of {} tracks {}, first is track {}", tally.count, clip.tracks.size(),
                       what, tally.worst_index);
  };
  say(habits.at_rest, rules::clip_at_rest_track,
      tracks(habits.at_rest, "stay at the node's rest value"));
  say(habits.constant, rules::clip_constant_track, tracks(habits.constant, "hold a single value"));
  say(habits.scaled, rules::clip_scale_animated, tracks(habits.scaled, "animate a scale"));
  say(habits.scale_zero, rules::clip_scale_zero,
      fmt::format("{} scale keys are zero on an axis, first is key {}", habits.scale_zero.count,
                  habits.scale_zero.worst_index));
  say(habits.long_arc, rules::clip_quaternion_long_arc,
      fmt::format("{} rotation keys lie in the hemisphere opposite to the key before, worst is key "
                  "{}",
                  habits.long_arc.count, habits.long_arc.worst_index));
}

void check_times(const ClipHabits& habits, const Location& at, Findings& out) {
  if (habits.first_time == habits.last_time) {
    out.push_back(make_finding(rules::clip_zero_duration,
                               fmt::format("all keys stand at {:.6g} s", habits.first_time), at));
  } else if (habits.first_time > kSameValue && std::isfinite(habits.first_time)) {
    out.push_back(make_finding(rules::clip_starts_late,
                               fmt::format("the first key stands at {:.6g} s", habits.first_time),
                               at));
  }
}

}  // namespace

void check_clip_habits(const Scene& scene, Findings& out) {
  const std::vector<bool> near = near_skins(scene);
  for (std::size_t i = 0; i < scene.clips.size(); ++i) {
    const Clip& clip = scene.clips[i];
    ClipHabits habits;
    bool drives_skin = scene.skins.empty() || clip.tracks.empty();
    for (std::size_t t = 0; t < clip.tracks.size(); ++t) {
      const Track& track = clip.tracks[t];
      drives_skin = drives_skin || track.poisoned || track.path == TrackPath::weights ||
                    near[track.node.value];
      if (is_whole(track)) {
        judge_track(scene, track, t, habits);
      }
    }
    const Location at = at_clip(scene, i);
    report_tracks(clip, habits, at, out);
    check_times(habits, at, out);
    if (!drives_skin) {
      out.push_back(make_finding(
          rules::clip_no_joint_of_any_skin,
          fmt::format("none of {} tracks drives a joint of a skin", clip.tracks.size()), at));
    }
  }
}

}  // namespace rigpack

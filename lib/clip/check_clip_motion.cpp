/// How clips move their joints from key to key, and from the end back to the start: clip/jump,
/// clip/loop-seam. Tracks are looked at by themselves, so that a joint is not blamed for its
/// parent.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string_view>

#include "findings/tally.h"
#include "rigpack/clip.h"
#include "rigpack/pose.h"

namespace rigpack {
namespace {

double degrees(double radians) {
  return radians * 180 / std::numbers::pi;
}

/// Value of a key: three numbers, or a quaternion; for cubic the middle one of its three.
std::span<const float> value_of(const Track& track, std::size_t key) {
  const std::size_t skip = track.interpolation == Interpolation::cubic ? track.components : 0;
  return std::span(track.values).subspan(key * key_stride(track) + skip, track.components);
}

/// Metres between two translations, radians between two rotations.
double distance(TrackPath path, std::span<const float> a, std::span<const float> b) {
  if (path == TrackPath::rotation) {
    const quatd p = normalized(quatd{a[0], a[1], a[2], a[3]});
    const quatd q = normalized(quatd{b[0], b[1], b[2], b[3]});
    return 2 * exact::acos(std::min(1.0, std::abs(dot(p, q))));
  }
  return length(double3{b[0], b[1], b[2]} - double3{a[0], a[1], a[2]});
}

bool is_judged(const Scene& scene, const Track& track) {
  return is_usable(scene, track) &&
         (track.path == TrackPath::rotation || track.path == TrackPath::translation);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// The largest of the two steps before and the two after step `i`: what explains it. The step back
/// from a single key that is off explains nothing.
double largest_beside(const std::vector<double>& steps, std::size_t i, bool comes_back) {
  double largest = 0;
  for (std::size_t j = i < 2 ? 0 : i - 2; j < std::min(steps.size(), i + 3); ++j) {
    const bool explains = j != i && (j != i + 1 || !comes_back);
    if (explains) {
      largest = std::max(largest, steps[j]);
    }
  }
  return largest;
}

Location at_clip(const Scene& scene, std::size_t clip) {
  Location at;
  at.clip = static_cast<std::uint32_t>(clip);
  at.pointer = scene.clips[clip].pointer;
  return at;
}

std::string node_name(const Scene& scene, NodeIndex node) {
  const std::string& name = scene.nodes[node.value].name;
  return name.empty() ? fmt::format("node {}", node.value) : fmt::format("'{}'", name);
}

/// The largest leap of a clip's tracks, in units of what its rule allows.
struct Leap {
  double times_allowed = 0, size = 0, time_s = 0;
  const Track* track = nullptr;
};

void find_leaps(const Track& track, const MotionLimits& limits, double size_m, Tally& leaps,
                Leap& worst) {
  const std::size_t keys = key_count(track);
  if (keys < limits.least_keys || track.interpolation == Interpolation::step) {
    return;
  }
  std::vector<double> steps, gaps;
  steps.reserve(keys - 1);
  gaps.reserve(keys - 1);
  for (std::size_t key = 1; key < keys; ++key) {
    steps.push_back(distance(track.path, value_of(track, key - 1), value_of(track, key)));
    gaps.push_back(static_cast<double>(track.times[key]) -
                   static_cast<double>(track.times[key - 1]));
  }
  const double usual_gap = median(gaps);
  const double least =
      track.path == TrackPath::rotation ? limits.jump_rad : limits.jump_share * size_m;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    // A longer pause between two keys explains a longer way.
    if (!(steps[i] > least) || gaps[i] > 1.5 * usual_gap) {
      continue;
    }
    const bool comes_back =
        i + 2 < keys &&
        distance(track.path, value_of(track, i), value_of(track, i + 2)) * 4 < steps[i];
    const double allowed =
        std::max(limits.jump_steps * largest_beside(steps, i, comes_back), least);
    if (steps[i] > allowed) {
      leaps.add(track.node.value, steps[i], steps[i] / allowed);
      if (steps[i] / allowed > worst.times_allowed) {
        worst = {steps[i] / allowed, steps[i], static_cast<double>(track.times[i + 1]), &track};
      }
    }
  }
}

std::string way_text(TrackPath path, double way) {
  return path == TrackPath::rotation ? fmt::format("{:.0f} degrees", degrees(way))
                                     : fmt::format("{:.3g} m", way);
}

void check_jumps(const Scene& scene, std::size_t clip, const MotionLimits& limits, double size_m,
                 Findings& out) {
  Tally leaps;
  Leap worst;
  for (const Track& track : scene.clips[clip].tracks) {
    if (is_judged(scene, track)) {
      find_leaps(track, limits, size_m, leaps, worst);
    }
  }
  if (worst.track != nullptr) {
    Location at = at_clip(scene, clip);
    at.time_s = worst.time_s;
    out.push_back(leaps.finding(
        rules::clip_jump,
        fmt::format("{} keyframes leap: {} moves {} in one keyframe, to the one at {:.4g} s",
                    leaps.count, node_name(scene, worst.track->node),
                    way_text(worst.track->path, worst.size), worst.time_s),
        at));
  }
}

/// A name that says that the clip is meant to go round.
bool has_looping_name(std::string name) {
  constexpr std::array<std::string_view, 8> kWords{"walk", "run",  "idle", "loop",
                                                   "jog",  "swim", "fly",  "cycle"};
  std::ranges::transform(name, name.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return std::ranges::any_of(kWords, [&](auto word) { return name.find(word) != name.npos; });
}

/// How far the end of a clip is from its start.
struct Seam {
  double metres = 0, radians = 0;
  const Track* at = nullptr;  ///< of the larger share of what is allowed
};

/// Which nodes the clip moves below another that it moves. The others may travel: where they stand
/// says nothing about a loop.
std::vector<bool> carried_nodes(const Scene& scene, const Clip& clip) {
  std::vector<bool> moves(scene.nodes.size(), false), carried(scene.nodes.size(), false);
  for (const Track& track : clip.tracks) {
    if (is_judged(scene, track)) {
      moves[track.node.value] = true;
    }
  }
  for (const NodeIndex node : parents_first(scene)) {
    const auto& parent = scene.nodes[node.value].parent;
    carried[node.value] = parent && (moves[parent->value] || carried[parent->value]);
  }
  return carried;
}

Seam seam_of(const Scene& scene, const Clip& clip, const MotionLimits& limits, double size_m) {
  Seam seam;
  double worst = 0;
  const std::vector<bool> carried = carried_nodes(scene, clip);
  for (const Track& track : clip.tracks) {
    const bool turns = track.path == TrackPath::rotation;
    if (!is_judged(scene, track) || key_count(track) < 2 ||
        (!turns && !carried[track.node.value])) {
      continue;
    }
    const double way =
        distance(track.path, value_of(track, 0), value_of(track, key_count(track) - 1));
    double& largest = turns ? seam.radians : seam.metres;
    largest = std::max(largest, way);
    const double share = way / (turns ? limits.seam_rad : limits.seam_share * size_m);
    if (share > worst) {
      worst = share;
      seam.at = &track;
    }
  }
  return seam;
}

void check_loop(const Scene& scene, std::size_t index, const MotionLimits& limits, double size_m,
                Findings& out) {
  const Clip& clip = scene.clips[index];
  if (!(duration_s(clip) > 0)) {
    return;
  }
  const Seam seam = seam_of(scene, clip, limits, size_m);
  const bool open = seam.metres > limits.seam_share * size_m || seam.radians > limits.seam_rad;
  const bool nearly_closed =
      seam.metres < limits.loop_share * size_m && seam.radians < limits.loop_rad;
  if (open && (nearly_closed || has_looping_name(clip.name))) {
    Finding finding = make_finding(
        rules::clip_loop_seam,
        fmt::format("the last pose is not the first: up to {:.3g} m and {:.3g} degrees apart, most "
                    "at {}",
                    seam.metres, degrees(seam.radians), node_name(scene, seam.at->node)),
        at_clip(scene, index));
    finding.worst = degrees(seam.radians);
    add_sample(finding, seam.at->node.value, seam.metres);
    out.push_back(std::move(finding));
  }
}

}  // namespace

void check_clip_motion(const Scene& scene, const MotionLimits& limits, double size_m,
                       Findings& out) {
  for (std::size_t clip = 0; clip < scene.clips.size(); ++clip) {
    check_jumps(scene, clip, limits, size_m, out);
    check_loop(scene, clip, limits, size_m, out);
  }
}

}  // namespace rigpack

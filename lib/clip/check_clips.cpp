#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "findings/tally.h"
#include "rigpack/clip.h"

namespace rigpack {
namespace {

std::string_view path_name(TrackPath path) {
  constexpr std::array<std::string_view, 4> kNames{"translation", "rotation", "scale", "weights"};
  return kNames[static_cast<std::size_t>(path)];
}

/// One rule over all tracks of one clip. Tally indices are keys; the worst one's track is kept.
struct ClipTally {
  Tally keys;
  std::uint64_t tracks = 0;
  std::size_t last_track = 0;
  std::size_t worst_track = 0;

  void add(std::size_t track, std::size_t key, double value, double badness) {
    const double before = keys.worst_badness;
    keys.add(key, value, badness);
    if (keys.worst_badness != before) {
      worst_track = track;
    }
    tracks += tracks == 0 || last_track != track ? 1U : 0U;
    last_track = track;
  }
};

class ClipJudge {
 public:
  ClipJudge(const Scene& scene, std::size_t clip, const SkeletonLimits& limits)
      : scene_(scene), clip_(scene.clips[clip]), index_(clip), limits_(limits) {}

  void judge() {
    for (std::size_t i = 0; i < clip_.tracks.size(); ++i) {
      if (!clip_.tracks[i].poisoned) {
        judge_target(i);
        judge_times(i);
        judge_values(i);
      }
    }
    judge_duplicates();
  }
  void report(Findings& out) const;

 private:
  void judge_target(std::size_t index);
  void judge_times(std::size_t index);
  void judge_values(std::size_t index);
  void judge_rotations(std::size_t index);
  void judge_duplicates();
  std::string name_track(std::size_t index) const;
  std::string place(const ClipTally& tally) const;
  Location locate(const ClipTally& tally) const;
  void say(const ClipTally& tally, const Rule& rule, const std::string& message,
           Findings& out) const;

  const Scene& scene_;
  const Clip& clip_;
  std::size_t index_;
  const SkeletonLimits& limits_;
  ClipTally not_increasing_, negative_, non_finite_, mismatch_, duplicate_, not_unit_, matrix_;
};

void ClipJudge::judge_target(std::size_t index) {
  const Track& track = clip_.tracks[index];
  if (track.path != TrackPath::weights && scene_.nodes[track.node.value].matrix) {
    matrix_.add(index, 0, track.node.value, 0);
  }
}

void ClipJudge::judge_times(std::size_t index) {
  const std::vector<float>& times = clip_.tracks[index].times;
  for (std::size_t key = 0; key < times.size(); ++key) {
    const double time = times[key];
    if (!std::isfinite(time)) {
      non_finite_.add(index, key, time, 0);
      continue;
    }
    if (time < 0) {
      negative_.add(index, key, time, -time);
    }
    if (key > 0 && times[key] <= times[key - 1]) {
      not_increasing_.add(index, key, time, double{times[key - 1]} - time);
    }
  }
}

void ClipJudge::judge_values(std::size_t index) {
  const Track& track = clip_.tracks[index];
  const std::size_t stride = key_stride(track);
  if (track.times.empty() || stride == 0 || track.values.size() % stride != 0 ||
      track.values.size() / stride != key_count(track)) {
    mismatch_.add(index, 0, static_cast<double>(track.values.size()), 0);
    return;
  }
  for (std::size_t key = 0; key < key_count(track); ++key) {
    const auto* first = &track.values[key * stride];
    const auto* stray =
        std::find_if(first, first + stride, [](float value) { return !std::isfinite(value); });
    if (stray != first + stride) {
      non_finite_.add(index, key, *stray, 0);
    }
  }
  if (track.path == TrackPath::rotation && track.components == 4) {
    judge_rotations(index);
  }
}

void ClipJudge::judge_rotations(std::size_t index) {
  const Track& track = clip_.tracks[index];
  // The tangents of a cubic key are no rotations: only its middle group is judged.
  const std::size_t offset = track.interpolation == Interpolation::cubic ? 4 : 0;
  for (std::size_t key = 0; key < key_count(track); ++key) {
    const float* q = &track.values[key * key_stride(track) + offset];
    const double size = length(quatd{q[0], q[1], q[2], q[3]});
    const double off = std::abs(size - 1);
    if (std::isfinite(size) && off > limits_.unit_warning) {
      not_unit_.add(index, key, size, off);
    }
  }
}

void ClipJudge::judge_duplicates() {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < clip_.tracks.size(); ++i) {
    if (!clip_.tracks[i].poisoned) {
      order.push_back(i);
    }
  }
  const auto target = [&](std::size_t i) {
    return std::pair{clip_.tracks[i].node, clip_.tracks[i].path};
  };
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return target(a) != target(b) ? target(a) < target(b) : a < b;
  });
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (target(order[i]) == target(order[i - 1])) {
      duplicate_.add(order[i], 0, clip_.tracks[order[i]].node.value, 0);
    }
  }
}

std::string ClipJudge::name_track(std::size_t index) const {
  const Track& track = clip_.tracks[index];
  return fmt::format("the {} of node {}", path_name(track.path), track.node.value);
}

std::string ClipJudge::place(const ClipTally& tally) const {
  return fmt::format("key {} of {}", tally.keys.worst_index, name_track(tally.worst_track));
}

Location ClipJudge::locate(const ClipTally& tally) const {
  const Track& track = clip_.tracks[tally.worst_track];
  Location at;
  at.clip = static_cast<std::uint32_t>(index_);
  at.pointer = track.pointer;
  if (tally.keys.worst_index < track.times.size() &&
      std::isfinite(track.times[tally.keys.worst_index])) {
    at.time_s = track.times[tally.keys.worst_index];
  }
  return at;
}

void ClipJudge::say(const ClipTally& tally, const Rule& rule, const std::string& message,
                    Findings& out) const {
  if (tally.keys.count != 0) {
    out.push_back(tally.keys.finding(rule, message, locate(tally)));
  }
}

void ClipJudge::report(Findings& out) const {
  using namespace rules;
  const auto keys = [](const ClipTally& tally) {
    return fmt::format("{} keys of {} tracks", tally.keys.count, tally.tracks);
  };
  const auto tracks = [&](const ClipTally& tally) {
    return fmt::format("{} of {} tracks", tally.tracks, clip_.tracks.size());
  };
  say(not_increasing_, clip_time_not_increasing,
      fmt::format("{} are not later than the key before, worst is {} at {:.6g} s",
                  keys(not_increasing_), place(not_increasing_), not_increasing_.keys.worst),
      out);
  say(negative_, clip_time_negative,
      fmt::format("{} have a negative time, worst is {} at {:.6g} s", keys(negative_),
                  place(negative_), negative_.keys.worst),
      out);
  say(non_finite_, clip_non_finite,
      fmt::format("{} are not finite, first is {}", keys(non_finite_), place(non_finite_)), out);
  const Track& odd = clip_.tracks[mismatch_.worst_track];
  say(mismatch_, clip_count_mismatch,
      fmt::format("{} have values that do not match their times, first is {}: {} numbers for {} "
                  "keys of {}",
                  tracks(mismatch_), name_track(mismatch_.worst_track), odd.values.size(),
                  key_count(odd), key_stride(odd)),
      out);
  say(duplicate_, clip_duplicate_target,
      fmt::format("{} drive what another track drives, first is {}", tracks(duplicate_),
                  name_track(duplicate_.worst_track)),
      out);
  say(matrix_, clip_target_has_matrix,
      fmt::format("{} drive a node given as a matrix, first is {}", tracks(matrix_),
                  name_track(matrix_.worst_track)),
      out);
  say(not_unit_, clip_quaternion_not_unit,
      fmt::format("{} are no unit quaternions, worst is {} of length {:.6g}", keys(not_unit_),
                  place(not_unit_), not_unit_.keys.worst),
      out);
  if (not_unit_.keys.count != 0 && not_unit_.keys.worst_badness <= limits_.unit_error) {
    out.back().severity = Severity::warning;
  }
}

}  // namespace

void check_clips(const Scene& scene, const SkeletonLimits& limits, Findings& out) {
  for (std::size_t i = 0; i < scene.clips.size(); ++i) {
    if (!scene.clips[i].tracks.empty()) {
      ClipJudge judge(scene, i, limits);
      judge.judge();
      judge.report(out);
    }
  }
}

}  // namespace rigpack

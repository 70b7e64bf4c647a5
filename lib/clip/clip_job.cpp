#include "clip/clip_job.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "clip/folded_reach.h"
#include "clip/rest_value.h"
#include "clip/time_sets.h"

namespace rigpack {
namespace {

/// Share of the bound that the search aims at: the rest is for the runtime's single precision.
constexpr double kTargetShare = 0.97;
/// Share of the bound that morph weights may take when a clip animates them.
constexpr double kMorphShare = 0.2;
constexpr double kSmallest = 1e-30;  ///< metres: keeps a step finite where nothing moves

double longest_interval(const CleanTrack& track) {
  double longest = 0;
  for (std::size_t k = 1; k < track.times.size(); ++k) {
    longest = std::max(longest, static_cast<double>(track.times[k]) - track.times[k - 1]);
  }
  return longest;
}

/// Farthest any key lies from `value`. A cubic track's tangents count for the whole interval.
double farthest(const CleanTrack& track, std::span<const double> value) {
  double far = 0;
  for (std::size_t k = 0; k < track.times.size(); ++k) {
    far = std::max(far, value_distance(track.path, track.value(k), value));
  }
  if (track.kind == TrackKind::cubic && track.times.size() > 1) {
    const double interval = longest_interval(track);
    for (std::size_t i = 0; i < track.values.size(); ++i) {
      if (i / track.components % 3 != 1) {
        far = std::max(far, std::abs(track.values[i]) * interval);
      }
    }
  }
  return far;
}

PackedTrack packed_constant(const CleanTrack& track, std::span<const double> value) {
  PackedTrack out;
  out.node = track.joint;
  out.path = track.path;
  out.kind = TrackKind::constant;
  out.components = track.components;
  for (const double number : value) {
    out.centre.push_back(static_cast<float>(number));
  }
  return out;
}

/// Metres that a unit of error of `track` moves the farthest vertex of all that hang on it.
double whole_reach(const ClipContext& context, const CleanTrack& track) {
  switch (track.path) {
    case PackedPath::translation:
      return context.model.reach()[track.joint].linear_scale;
    case PackedPath::weights:
      return context.model.morph_reach(context.skeleton.joints[track.joint].node);
    case PackedPath::rotation:
    case PackedPath::scale:
      break;
  }
  return context.model.subtree_reach()[track.joint];
}

void sort_into(const ClipContext& context, std::vector<CleanTrack> tracks, double still_share,
               ClipJob& job, ClipReport& report) {
  for (CleanTrack& track : tracks) {
    const double allowed =
        still_share * context.policy.max_error_m / std::max(whole_reach(context, track), kSmallest);
    const bool at_rest = farthest(track, track.rest) <= allowed;
    if (at_rest && !context.policy.keep_constant) {
      ++report.at_rest;
    } else if (at_rest) {
      ++report.constant;
      job.constants.push_back(packed_constant(track, track.rest));
    } else if (farthest(track, track.value(0)) <= allowed) {
      ++report.constant;
      job.constants.push_back(packed_constant(track, track.value(0)));
    } else {
      ++report.animated;
      job.coordinates.push_back(to_coordinates(track));
      job.time_sets.push_back(intern_time_set(job.clip.time_sets, track.times));
      job.animated.push_back(std::move(track));
    }
  }
}

double first_step(const CleanTrack& track, const FoldedReach& reach, double morph_reach,
                  double bound_m) {
  if (track.path == PackedPath::weights) {
    return 2 * kMorphShare * bound_m / std::max(morph_reach, kSmallest);
  }
  const double metres = track.path == PackedPath::translation ? reach.translation[track.joint]
                                                              : reach.rotation[track.joint];
  // Half a step in each of three axes; many joints add up about as the root of their number.
  const double corner = std::numbers::sqrt3 / 2 * std::sqrt(reach.depth[track.joint]);
  const double step = bound_m / (std::max(metres, kSmallest) * corner);
  if (track.kind != TrackKind::cubic) {
    return step;
  }
  // A quaternion's number counts about twice in the angle; a tangent's error 4/27 of the interval.
  const double plain = track.path == PackedPath::rotation ? 2.5 : 1;
  return step / (plain * std::max(1.0, longest_interval(track) * 8 / 27));
}

void choose_steps(const ClipContext& context, ClipJob& job) {
  std::vector<bool> turns(context.skeleton.joints.size(), false);
  bool has_weights = false;
  for (const CleanTrack& track : job.animated) {
    has_weights |= track.path == PackedPath::weights;
    if (track.path == PackedPath::rotation && track.kind == TrackKind::linear) {
      turns[track.joint] = true;
    }
  }
  const FoldedReach reach = folded_reach(context.skeleton, context.model, turns);
  for (const CleanTrack& track : job.animated) {
    job.steps.push_back(first_step(
        track, reach, context.model.morph_reach(context.skeleton.joints[track.joint].node),
        context.policy.max_error_m));
  }
  job.target_m = context.policy.max_error_m * (kTargetShare - (has_weights ? kMorphShare : 0));
}

/// Rotation tracks by joint, null where none.
std::vector<const Track*> turning_tracks(const ClipContext& context, std::size_t clip) {
  std::vector<const Track*> out(context.skeleton.joints.size(), nullptr);
  for (const Track& track : context.scene.clips[clip].tracks) {
    if (track.path == TrackPath::rotation && is_usable(context.scene, track)) {
      const std::int32_t joint = context.skeleton.joint_of_node[track.node.value];
      out[static_cast<std::size_t>(joint)] = &track;
    }
  }
  return out;
}

void pose_source(const ClipContext& context, std::size_t clip, ClipJob& job) {
  const std::vector<const Track*> turning = turning_tracks(context, clip);
  const auto& joints = context.skeleton.joints;
  Pose pose;
  for (const double t : job.times) {
    context.poser.sample(clip, t, pose);
    std::vector<affined>& globals = job.globals.emplace_back();
    std::vector<quatd>& rotations = job.rotations.emplace_back();
    for (std::size_t j = 0; j < joints.size(); ++j) {
      globals.push_back(pose.globals[joints[j].node.value]);
      quatd local = context.rest[j].rotation;
      if (turning[j] != nullptr) {
        std::array<double, 4> v{};
        sample_track(*turning[j], t, v);
        local = {v[0], v[1], v[2], v[3]};
      }
      const std::int32_t parent = joints[j].parent;
      rotations.push_back(parent < 0 ? local : rotations[static_cast<std::size_t>(parent)] * local);
    }
  }
}

}  // namespace

ClipJob prepare_clip(const ClipContext& context, std::size_t clip, double still_share,
                     ClipReport& report) {
  const Clip& source = context.scene.clips[clip];
  report = {};
  ClipJob job;
  job.clip.name = source.name;
  job.clip.source_clip = static_cast<std::uint32_t>(clip);
  job.clip.duration_s = static_cast<float>(duration_s(source));
  job.times = key_times(source, true);
  std::map<std::pair<std::uint32_t, PackedPath>, CleanTrack> by_joint;
  for (const Track& track : source.tracks) {
    ++report.source_tracks;
    report.keyframes += key_count(track);
    if (is_usable(context.scene, track)) {
      const auto joint =
          static_cast<std::uint32_t>(context.skeleton.joint_of_node[track.node.value]);
      CleanTrack clean =
          clean_track(track, joint, rest_value(context.scene, context.rest[joint], track));
      job.times.insert(job.times.end(), clean.times.begin(), clean.times.end());
      by_joint.insert_or_assign(std::pair(joint, clean.path), std::move(clean));
    }
  }
  std::ranges::sort(job.times);
  const auto repeated = std::ranges::unique(job.times);
  job.times.erase(repeated.begin(), repeated.end());
  std::vector<CleanTrack> tracks;
  tracks.reserve(by_joint.size());
  for (auto& [key, track] : by_joint) {
    tracks.push_back(std::move(track));
  }
  sort_into(context, std::move(tracks), still_share, job, report);
  pose_source(context, clip, job);
  choose_steps(context, job);
  return job;
}

}  // namespace rigpack

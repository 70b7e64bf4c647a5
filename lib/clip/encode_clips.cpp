#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "clip/clip_job.h"
#include "clip/folding_poser.h"
#include "math/parallel.h"
#include "rigpack/clip.h"
#include "rigpack/skinning.h"

namespace rigpack {
namespace {

/// Share of the bound that holding a track still may cost. The costs of many joints add up, so they
/// are measured with everything else; 0 is tried when they leave too little.
constexpr double kStillShare = 0.01;
constexpr int kSearchRounds = 10;
constexpr double kCloseEnough = 0.97;  ///< of the target: the search ends

struct Attempt {
  std::vector<PackedTrack> tracks;
  double error_m = 0;
  const CleanTrack* overflow = nullptr;  ///< the track whose integers left 24 bits
};

PackedTrack start_track(const ClipJob& job, std::size_t index, double factor) {
  const CleanTrack& source = job.animated[index];
  PackedTrack out;
  out.node = source.joint;
  out.path = source.path;
  out.kind = source.kind;
  out.components = source.components;
  out.time_set = job.time_sets[index];
  // Morph weights have their own share of the bound: the search is about the pose.
  const bool weights = source.path == PackedPath::weights;
  out.step = static_cast<float>(job.steps[index] * (weights ? std::min(factor, 1.0) : factor));
  return out;
}

/// Rounds one track, rotations about what their decoded parent leaves to do.
std::optional<PackedTrack> round_track(const ClipJob& job, std::size_t index, double factor,
                                       const FoldingPoser& poser) {
  const CleanTrack& source = job.animated[index];
  PackedTrack out = start_track(job, index, factor);
  Coordinates coordinates = job.coordinates[index];
  if (source.path == PackedPath::rotation && source.kind == TrackKind::linear) {
    const auto& c = coordinates.centre;
    coordinates = rotation_coordinates(poser.targets(source.times), {c[0], c[1], c[2], c[3]});
  }
  out.width = coordinates.width;
  out.centre = coordinates.centre;
  if (!round_to_lattice(coordinates, out.step, out.integers)) {
    return std::nullopt;
  }
  return out;
}

/// The whole clip with every step times `factor`, and its error.
Attempt attempt(const ClipContext& context, const ClipJob& job, double factor) {
  Attempt out;
  FoldingPoser poser(context, job);
  std::size_t animated = 0;
  std::size_t constant = 0;
  for (std::size_t joint = 0; joint < context.rest.size(); ++joint) {
    poser.begin(joint);
    for (; constant < job.constants.size() && job.constants[constant].node == joint; ++constant) {
      poser.apply(decode_track(job.constants[constant], {}));
    }
    for (; animated < job.animated.size() && job.animated[animated].joint == joint; ++animated) {
      std::optional<PackedTrack> track = round_track(job, animated, factor, poser);
      if (!track) {
        out.overflow = &job.animated[animated];
        return out;
      }
      poser.apply(decode_track(*track, job.clip.time_sets[track->time_set]));
      out.tracks.push_back(std::move(*track));
    }
    poser.end();
  }
  out.error_m = poser.worst();
  return out;
}

/// The largest common factor found whose error fits: a secant search, as the error grows about
/// linearly with the steps. Without a fit, the last attempt.
Attempt search(const ClipContext& context, const ClipJob& job) {
  Attempt best;
  best.error_m = HUGE_VAL;
  double inside = 0;
  double outside = 0;
  double factor = 1;
  for (int round = 0; round < kSearchRounds; ++round) {
    Attempt now = attempt(context, job, factor);
    if (now.overflow != nullptr) {
      return best.tracks.empty() ? now : best;
    }
    const double share = now.error_m / job.target_m;
    const bool fits = share <= 1;
    (fits ? inside : outside) = factor;
    if (fits || inside == 0) {
      best = std::move(now);
    }
    const bool settled = inside > 0 && outside > 0 && outside / inside < 1.02;
    if (settled || job.animated.empty() || (fits && share >= kCloseEnough)) {
      break;
    }
    double next = factor * std::clamp(0.985 / share, 0.1, 4.0);
    const bool between = next > inside && next < outside;
    if (inside > 0 && outside > 0 && !between) {
      next = std::sqrt(inside * outside);
    }
    factor = next;
  }
  return best;
}

Error cannot_fit(const ClipContext& context, const Clip& clip, const ClipJob& job,
                 const Attempt& attempt) {
  if (attempt.overflow != nullptr) {
    const NodeIndex node = context.skeleton.joints[attempt.overflow->joint].node;
    return {
        ErrorCode::limit,
        fmt::format("clip '{}' moves node '{}' so far that 24 bits cannot hold it within "
                    "{:.3g} m; ask for a larger --max-error",
                    clip.name, context.scene.nodes[node.value].name, context.policy.max_error_m),
        clip.pointer};
  }
  return {ErrorCode::limit,
          fmt::format("clip '{}' comes no nearer than {:.3g} m to its source, {:.3g} m are asked; "
                      "ask for a larger --max-error",
                      clip.name, attempt.error_m, job.target_m),
          clip.pointer};
}

Result<PackedClip> encode_clip(const ClipContext& context, std::size_t clip, ClipReport& report) {
  ClipJob job = prepare_clip(context, clip, kStillShare, report);
  Attempt best = search(context, job);
  if (best.overflow == nullptr && !(best.error_m <= job.target_m)) {
    job = prepare_clip(context, clip, 0, report);
    best = search(context, job);
  }
  if (best.overflow != nullptr || !(best.error_m <= job.target_m)) {
    return std::unexpected(cannot_fit(context, context.scene.clips[clip], job, best));
  }
  report.attained_error_m = best.error_m;
  PackedClip out = std::move(job.clip);
  out.tracks = std::move(best.tracks);
  std::ranges::move(job.constants, std::back_inserter(out.tracks));
  std::ranges::sort(out.tracks, {}, [](const PackedTrack& t) { return std::pair(t.node, t.path); });
  return out;
}

trsd to_double(const trsf& t) {
  return {rigpack::to_double(t.translation), normalized(rigpack::to_double(t.rotation)),
          rigpack::to_double(t.scale)};
}

}  // namespace

Result<EncodedClips> encode_clips(const Scene& scene, const Skeleton& skeleton,
                                  const std::vector<std::vector<Influences>>& influences,
                                  std::span<const std::size_t> clips, const ClipPolicy& policy) {
  const ErrorModel model(scene, skeleton, influences, asset_size_m(scene));
  const Poser poser(scene);
  std::vector<trsd> rest;
  rest.reserve(skeleton.joints.size());
  for (const Joint& joint : skeleton.joints) {
    rest.push_back(to_double(packed_rest(scene.nodes[joint.node.value])));
  }
  const ClipContext context{scene, skeleton, model, policy, poser, rest};
  EncodedClips out;
  out.reports.resize(clips.size());
  std::vector<Result<PackedClip>> encoded(clips.size());
  parallel_for(clips.size(), policy.threads,
               [&](std::size_t i) { encoded[i] = encode_clip(context, clips[i], out.reports[i]); });
  for (Result<PackedClip>& clip : encoded) {
    if (!clip) {
      return std::unexpected(clip.error());
    }
    out.clips.push_back(std::move(*clip));
  }
  return out;
}

}  // namespace rigpack

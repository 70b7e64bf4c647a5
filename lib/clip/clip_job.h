#pragma once
/// One clip on its way into a package: what does not change while steps are searched.

#include <cstdint>
#include <span>
#include <vector>

#include "clip/error_model.h"
#include "clip/lattice.h"
#include "rigpack/clip.h"
#include "rigpack/pose.h"

namespace rigpack {

/// What every clip of a scene is encoded against.
struct ClipContext {
  const Scene& scene;
  const Skeleton& skeleton;
  const ErrorModel& model;
  const ClipPolicy& policy;
  const Poser& poser;
  const std::vector<trsd>& rest;  ///< [joint], as the package stores it
};

struct ClipJob {
  std::vector<CleanTrack> animated;           ///< sorted by (joint, path)
  std::vector<Coordinates> coordinates;       ///< of `animated`
  std::vector<std::uint32_t> time_sets;       ///< of `animated`, in `clip`
  std::vector<double> steps;                  ///< of `animated`, before the common factor
  std::vector<PackedTrack> constants;         ///< sorted by (node, path)
  PackedClip clip;                            ///< without its tracks
  std::vector<double> times;                  ///< at which the error is measured, ascending
  std::vector<std::vector<affined>> globals;  ///< source, [time][joint]
  std::vector<std::vector<quatd>> rotations;  ///< source, [time][joint], the rotations alone
  double target_m = 0;
};

/// Sorts the tracks of clip `clip` into at rest (dropped), constant and animated, and poses the
/// source. A track counts as still when that costs at most `still_share` of the bound.
ClipJob prepare_clip(const ClipContext& context, std::size_t clip, double still_share,
                     ClipReport& report);

}  // namespace rigpack

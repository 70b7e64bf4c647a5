#pragma once
/// Clips: judging tracks, and turning them into integers inside an error bound.

#include <cstddef>
#include <span>
#include <vector>

#include "rigpack/error.h"
#include "rigpack/findings.h"
#include "rigpack/package.h"
#include "rigpack/scene.h"
#include "rigpack/skeleton.h"
#include "rigpack/weights.h"

namespace rigpack {

namespace rules {
inline constexpr Rule clip_time_not_increasing{"clip/time-not-increasing", Severity::error,
                                               "key times do not increase"};
inline constexpr Rule clip_time_negative{"clip/time-negative", Severity::error,
                                         "negative key times"};
inline constexpr Rule clip_non_finite{"clip/non-finite", Severity::error, "keys are not finite"};
inline constexpr Rule clip_count_mismatch{"clip/count-mismatch", Severity::error,
                                          "key values do not match the key times"};
inline constexpr Rule clip_duplicate_target{"clip/duplicate-target", Severity::error,
                                            "two tracks of a clip drive one property"};
inline constexpr Rule clip_quaternion_not_unit{"clip/quaternion-not-unit", Severity::error,
                                               "rotation keys are not unit quaternions"};
inline constexpr Rule clip_target_has_matrix{"clip/target-has-matrix", Severity::error,
                                             "a track drives a node given as a matrix"};
}  // namespace rules

/// Judges every track of every clip. Poisoned tracks: nothing.
void check_clips(const Scene& scene, const SkeletonLimits& limits, Findings& out);

struct ClipPolicy {
  double max_error_m = 1e-4;   ///< worst displacement of any vertex, metres of the asset
  bool keep_constant = false;  ///< keep at-rest tracks as constants
  unsigned threads = 1;
};

/// Track counts and errors of one clip, for the report.
struct ClipReport {
  std::uint32_t source_tracks = 0, at_rest = 0, constant = 0, animated = 0;
  std::uint64_t keyframes = 0;
  double attained_error_m = 0;  ///< the encoder's own measure; verify's is the proof
};

struct EncodedClips {
  std::vector<PackedClip> clips;
  std::vector<ClipReport> reports;  ///< one a packed clip
};

/// Quantises the source clips `clips` (ascending indices) on the nodes of `skeleton` (package node
/// = JointIndex). The mesh as it will be packed stands in `influences`, one a primitive,
/// `[mesh][primitive]`. The bound holds at every key and in the middle of every interval of every
/// clip for every vertex; a clip that cannot meet it with 24-bit integers is an Error (limit) that
/// names the track.
Result<EncodedClips> encode_clips(const Scene& scene, const Skeleton& skeleton,
                                  const std::vector<std::vector<Influences>>& influences,
                                  std::span<const std::size_t> clips, const ClipPolicy& policy);

}  // namespace rigpack

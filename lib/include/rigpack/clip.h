#pragma once
/// Clips: judging tracks, and turning them into integers inside an error bound.

#include <cstddef>
#include <numbers>
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
inline constexpr Rule clip_quaternion_long_arc{"clip/quaternion-long-arc", Severity::info,
                                               "rotation keys change hemisphere"};
inline constexpr Rule clip_no_joint_of_any_skin{"clip/no-joint-of-any-skin", Severity::info,
                                                "a clip drives no joint of a skin"};
inline constexpr Rule clip_zero_duration{"clip/zero-duration", Severity::info,
                                         "a clip has no length"};
inline constexpr Rule clip_starts_late{"clip/starts-late", Severity::info,
                                       "a clip does not start at 0"};
inline constexpr Rule clip_at_rest_track{"clip/at-rest-track", Severity::info,
                                         "tracks stay at the rest value"};
inline constexpr Rule clip_constant_track{"clip/constant-track", Severity::info,
                                          "tracks hold a single value"};
inline constexpr Rule clip_scale_animated{"clip/scale-animated", Severity::info,
                                          "tracks animate a scale"};
inline constexpr Rule clip_scale_zero{"clip/scale-zero", Severity::warning, "scale keys are zero"};
inline constexpr Rule clip_jump{"clip/jump", Severity::warning,
                                "a joint leaps from one keyframe to the next"};
inline constexpr Rule clip_loop_seam{"clip/loop-seam", Severity::info,
                                     "a clip that loops does not end where it starts"};
inline constexpr Rule clip_target_has_matrix{"clip/target-has-matrix", Severity::error,
                                             "a track drives a node given as a matrix"};
}  // namespace rules

/// Judges every track of every clip. Poisoned tracks: nothing.
void check_clips(const Scene& scene, const SkeletonLimits& limits, Findings& out);

/// Judges what legal clips hold that costs bytes or surprises players: tracks that do not move,
/// late starts, hemisphere flips, animated scale. Tracks that cannot be read: nothing.
void check_clip_habits(const Scene& scene, Findings& out);

/// Thresholds of what a joint's own motion may be, tuned on clips that animators call sound.
struct MotionLimits {
  double jump_steps = 8;     ///< times the steps beside it ...
  double jump_share = 0.05;  ///< ... and this share of the size,
  double jump_rad = 70 * std::numbers::pi /
                    180;       ///< ... or this angle: an attack's knee turns 67 degrees in a frame
  std::size_t least_keys = 8;  ///< fewer tell nothing of how a joint moves
  double seam_share = 0.001;   ///< of the size, between last and first pose
  double seam_rad = std::numbers::pi / 180;       ///< likewise
  double loop_share = 0.02;                       ///< closer than this a clip is meant to loop,
  double loop_rad = 10 * std::numbers::pi / 180;  ///< whatever its name says
};

/// Judges how each track moves from key to key, and from its end back to its start, for an asset of
/// `size_m`. Scales and morph weights are not looked at, nor where the topmost moved nodes travel.
void check_clip_motion(const Scene& scene, const MotionLimits& limits, double size_m,
                       Findings& out);

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

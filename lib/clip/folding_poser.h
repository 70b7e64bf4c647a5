#pragma once
/// Poses a clip while it is being encoded, joint by joint, parents first, so that each joint's
/// rotation can make up for what rounding did to its parents.

#include <vector>

#include "clip/clip_job.h"

namespace rigpack {

class FoldingPoser {
 public:
  FoldingPoser(const ClipContext& context, const ClipJob& job);

  /// Starts with the rest transform of `joint`; joints come in order.
  void begin(std::size_t joint);
  /// The local rotations at `times` that would turn the joint exactly as the source has it, below
  /// its decoded parent. Every time must be one of the job's.
  std::vector<quatd> targets(const std::vector<float>& times) const;
  /// Takes one decoded track of the joint.
  void apply(const Track& decoded);
  void end();

  /// The farthest any vertex lies from its source at any of the job's times, metres.
  double worst() const;

 private:
  const ClipContext& context_;
  const ClipJob& job_;
  std::size_t joint_ = 0;
  std::vector<trsd> locals_;                   // [time]
  std::vector<std::vector<affined>> globals_;  // [joint][time]
  std::vector<std::vector<quatd>> rotations_;  // [joint][time]
};

}  // namespace rigpack

#pragma once
/// The sampling contract, in double: what every other sampler is measured against.
///
/// Before the first key the first value holds, after the last key the last (clamp). A single key is
/// a constant. STEP: the value of the last key whose time is <= t. LINEAR: lerp, rotations by
/// `slerp` with the shorter arc. CUBICSPLINE: glTF 2.0 appendix C's Hermite spline with tangents
/// scaled by the interval, rotations renormalised. Keys of one time: the later one.

#include <optional>
#include <span>
#include <vector>

#include "rigpack/scene.h"
#include "rigpack/skeleton.h"

namespace rigpack {

/// Evaluates `track` at `t_s` into `out`, `track.components` numbers; rotations come out unit. The
/// track must have at least one key, matching counts and finite increasing times.
void sample_track(const Track& track, double t_s, std::span<double> out);

/// A pose: local TRS of every scene node (matrix nodes that no track moves keep their matrix),
/// their global transforms, and the morph weights of every node that carries a mesh.
struct Pose {
  std::vector<affined> globals;                    ///< by NodeIndex
  std::vector<std::vector<double>> morph_weights;  ///< by NodeIndex; empty without targets
};

/// Poses one scene again and again; holds the node order and the clip's tracks by node.
class Poser {
 public:
  explicit Poser(const Scene& scene);
  /// The rest pose: no clip.
  void rest(Pose& out) const;
  /// Pose at `t_s` of clip `clip`. Nodes without a track keep their rest transform. Poisoned
  /// tracks and tracks of missing nodes are ignored.
  void sample(std::size_t clip, double t_s, Pose& out) const;

 private:
  const Scene* scene_;
  std::vector<NodeIndex> order_;
  std::vector<trsd> rest_trs_;
  std::vector<affined> rest_;
};

/// Skin matrices S = B * M^-1 of `skin` in `pose`, one a palette slot.
std::vector<affined> skin_matrices(const Scene& scene, const Skin& skin, const Pose& pose);

/// Every distinct key time of `clip`, ascending, and, when `midpoints`, the middle of every
/// interval.
std::vector<double> key_times(const Clip& clip, bool midpoints);

}  // namespace rigpack

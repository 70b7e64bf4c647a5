#pragma once
/// The sampling contract, in double: what every other sampler is measured against.
///
/// Before the first key the first value holds, after the last key the last (clamp). A single key is
/// a constant. STEP: the value of the last key whose time is <= t. LINEAR: lerp, rotations by
/// `slerp` with the shorter arc. CUBICSPLINE: glTF 2.0 appendix C's Hermite spline with tangents
/// scaled by the interval, rotations renormalised. Keys of one time: the later one.

#include <array>
#include <span>
#include <vector>

#include "rigpack/scene.h"
#include "rigpack/skeleton.h"

namespace rigpack {

/// Whether `track` can be evaluated in `scene`: not poisoned, its node is there and readable, at
/// least one key, counts that match (a weights track has a number for each target of the node's
/// mesh), finite times that do not decrease, finite values. Everything else the poser ignores.
bool is_usable(const Scene& scene, const Track& track);

/// Evaluates `track` at `t_s` into `out`, `track.components` numbers; rotations come out unit
/// (stored ones that are not are normalised). The track must be usable.
void sample_track(const Track& track, double t_s, std::span<double> out);

/// Morph targets of `mesh`: the most that any of its primitives has.
std::size_t morph_target_count(const Mesh& mesh);

/// Global transforms of every scene node (identity for poisoned ones) and the morph weights of
/// every node that carries a mesh. A matrix node that no track moves keeps its matrix; one that a
/// track moves is split into translation, rotation and scale, and the track replaces its part.
struct Pose {
  std::vector<affined> globals;                    ///< by NodeIndex
  std::vector<std::vector<double>> morph_weights;  ///< by NodeIndex; empty without targets
};

/// Poses one scene again and again; holds the node order and each clip's usable tracks by node. The
/// scene must outlive it and stay unchanged. When two tracks drive one property the last one wins.
class Poser {
 public:
  explicit Poser(const Scene& scene);
  /// The rest pose: no clip.
  void rest(Pose& out) const;
  /// Pose at `t_s` of clip `clip`. Nodes without a usable track keep their rest transform.
  void sample(std::size_t clip, double t_s, Pose& out) const;

 private:
  /// The usable tracks of one node, by TrackPath; null where there is none.
  struct DrivenNode {
    std::size_t rank = 0;  ///< position in `order_`
    trsd rest;
    std::array<const Track*, 4> tracks{};
  };
  std::vector<DrivenNode> driven_nodes(const Clip& clip, const std::vector<std::size_t>& ranks);
  static affined local_transform(const DrivenNode& driven, double t_s);

  const Scene* scene_;
  std::vector<NodeIndex> order_;                       ///< parents first
  std::vector<affined> rest_;                          ///< local, by NodeIndex
  std::vector<std::vector<double>> rest_weights_;      ///< morph weights, by NodeIndex
  std::vector<std::vector<DrivenNode>> driven_nodes_;  ///< by clip, ascending rank
};

/// Skin matrices S = B * M^-1 of `skin` in `pose`, one a palette slot.
std::vector<affined> skin_matrices(const Scene& scene, const Skin& skin, const Pose& pose);

/// Every distinct key time of `clip`, ascending, and, when `midpoints`, the middle of every
/// interval.
std::vector<double> key_times(const Clip& clip, bool midpoints);

}  // namespace rigpack

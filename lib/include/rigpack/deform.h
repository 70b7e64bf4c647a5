#pragma once
/// Rules that need poses: what the clips do to the skinned surface.
///
/// They look at the rest pose and at some key times of every clip (`DeformLimits::joint_poses` in
/// all), and at what pairs of joints do to the vertices between them, so that the time they take
/// follows the number of joints and vertices, not their product with the number of keys.

#include <cstddef>
#include <cstdint>
#include <numbers>

#include "rigpack/findings.h"
#include "rigpack/scene.h"

namespace rigpack {

namespace rules {
inline constexpr Rule deform_volume_loss{"deform/volume-loss", Severity::warning,
                                         "linear blending makes the mesh thinner"};
inline constexpr Rule deform_far_flung{"deform/far-flung", Severity::warning,
                                       "vertices leave the joints that they follow"};
inline constexpr Rule deform_inverted_triangle{"deform/inverted-triangle", Severity::info,
                                               "triangles turn inside out"};
inline constexpr Rule deform_normal_error{"deform/normal-error", Severity::info,
                                          "normals need the inverse transpose"};
inline constexpr Rule weights_distant_joint{"weights/distant-joint", Severity::warning,
                                            "vertices follow joints far away"};
inline constexpr Rule skin_bind_pose_mismatch{"skin/bind-pose-mismatch", Severity::warning,
                                              "the rest pose is not the pose that was bound"};
}  // namespace rules

/// Starting values are those of the rule book, tuned on characters that artists call sound.
struct DeformLimits {
  double retention = 0.7;     ///< share of a radius that must be left: 90 degrees at half and half
  double lost_share = 0.005;  ///< of the asset's size: a smaller loss is not seen
  double far_distances = 2;   ///< times its bind distance to a joint ...
  double far_share = 0.1;     ///< ... and this share of the size: further is far-flung
  double inverted_share = 0.01;                          ///< of the triangles
  double normal_error_rad = 5 * std::numbers::pi / 180;  ///< angle between the two transforms
  std::uint32_t distant_edges = 4;           ///< of the node tree, from the vertex's heaviest joint
  double distant_share = 0.25;               ///< of the size, from the joint's own bones
  double distant_weight = 0.02;              ///< share of the vertex
  double seam_share = 0.001;                 ///< of the size, between vertices of one position
  double bind_share = 0.001;                 ///< of the size, between bound and rest pose
  std::size_t joint_poses = 100'000;         ///< joints times poses that are looked at
  std::size_t times_per_clip = 32;           ///< at most
  std::size_t looked_at_triangles = 50'000;  ///< in all, evenly chosen; 256 of a part at least
};

/// What is judged, and by what.
struct PosedAsset {
  const Scene& scene;
  const DeformLimits& limits;
  double size_m = 0;     ///< asset_size_m
  unsigned threads = 1;  ///< the result is the same for any number
};

/// Judges every skinned primitive that is drawn; appends at most one finding a rule and primitive
/// (skin/bind-pose-mismatch: a skin). Poisoned skins, primitives and weights: nothing.
void check_deformation(const PosedAsset& asset, Findings& out);

}  // namespace rigpack

#pragma once
/// Inverse bind matrices and the joint hierarchy: judging them, and choosing what a package keeps.

#include <cstdint>
#include <vector>

#include "rigpack/error.h"
#include "rigpack/findings.h"
#include "rigpack/scene.h"

namespace rigpack {

namespace rules {
inline constexpr Rule skin_inverse_bind_missing{"skin/inverse-bind-missing", Severity::info,
                                                "no inverse bind matrices: identity"};
inline constexpr Rule skin_inverse_bind_count{"skin/inverse-bind-count", Severity::error,
                                              "fewer inverse bind matrices than joints"};
inline constexpr Rule skin_inverse_bind_non_finite{"skin/inverse-bind-non-finite", Severity::error,
                                                   "inverse bind matrices are not finite"};
inline constexpr Rule skin_inverse_bind_not_affine{
    "skin/inverse-bind-not-affine", Severity::error,
    "last row of an inverse bind matrix is not 0 0 0 1"};
inline constexpr Rule skin_inverse_bind_singular{"skin/inverse-bind-singular", Severity::error,
                                                 "inverse bind matrices have no inverse"};
inline constexpr Rule skin_joints_invalid{"skin/joints-invalid", Severity::error,
                                          "the joint list is empty or repeats a node"};
inline constexpr Rule skin_no_common_root{"skin/no-common-root", Severity::error,
                                          "the joints share no root"};
inline constexpr Rule skin_skeleton_not_common_root{"skin/skeleton-not-common-root", Severity::info,
                                                    "skeleton names no node above all joints"};
inline constexpr Rule skin_joint_outside_scene{"skin/joint-outside-scene", Severity::error,
                                               "joints lie outside the scene that draws the mesh"};
inline constexpr Rule skin_mesh_without_weights{"skin/mesh-without-weights", Severity::error,
                                                "a skinned node's primitive has no weights"};
inline constexpr Rule skin_weights_without_skin{"skin/weights-without-skin", Severity::info,
                                                "weights that no skin uses"};
inline constexpr Rule skin_inverse_bind_transposed{
    "skin/inverse-bind-transposed", Severity::warning, "inverse bind matrices look transposed"};
inline constexpr Rule skin_inverse_bind_scale{"skin/inverse-bind-scale", Severity::info,
                                              "inverse bind matrices hold a scale"};
inline constexpr Rule skin_inverse_bind_shear{"skin/inverse-bind-shear", Severity::warning,
                                              "inverse bind matrices change angles"};
inline constexpr Rule skin_inverse_bind_mirrored{"skin/inverse-bind-mirrored", Severity::warning,
                                                 "inverse bind matrices mirror"};
inline constexpr Rule skin_too_many_joints{"skin/too-many-joints", Severity::warning,
                                           "more joints than the profile takes"};
inline constexpr Rule skin_unused_joint{"skin/unused-joint", Severity::info,
                                        "joints that move no vertex"};
inline constexpr Rule skin_duplicate_joint_name{"skin/duplicate-joint-name", Severity::warning,
                                                "two joints of a skin share a name"};
inline constexpr Rule skin_empty_joint_name{"skin/empty-joint-name", Severity::info,
                                            "joints without a name"};
inline constexpr Rule skin_node_transform_ignored{
    "skin/node-transform-ignored", Severity::warning,
    "the transform of a skinned mesh's node is ignored"};
inline constexpr Rule skin_skin_without_mesh{"skin/skin-without-mesh", Severity::info,
                                             "a skin draws no mesh"};
inline constexpr Rule skeleton_joint_scale_non_uniform{
    "skeleton/joint-scale-non-uniform", Severity::warning,
    "joints rest at a scale that differs between axes"};
inline constexpr Rule skeleton_negative_scale{"skeleton/negative-scale", Severity::warning,
                                              "joints rest at a negative scale"};
inline constexpr Rule skeleton_zero_scale{"skeleton/zero-scale", Severity::warning,
                                          "joints rest at a scale of zero"};
inline constexpr Rule skeleton_too_deep{"skeleton/too-deep", Severity::warning,
                                        "joints stand deeper than the profile takes"};
inline constexpr Rule skeleton_rotation_not_unit{"skeleton/rotation-not-unit", Severity::error,
                                                 "node rotations are not unit quaternions"};
inline constexpr Rule skeleton_matrix_not_decomposable{
    "skeleton/matrix-not-decomposable", Severity::error,
    "a node's matrix holds shear or a zero axis"};
}  // namespace rules

struct SkeletonLimits {
  double last_row_warning = 1e-6;  ///< real exporters are off by 6e-8
  double last_row_error = 1e-3;
  double unit_warning =
      0.00769;  ///< | |q| - 1 |: the Khronos validator's threshold for normalised i8
  double unit_error = 0.1;
  double shear_tolerance = 1e-4;  ///< of the largest element of a node's matrix
  double scale_tolerance = 0.01;  ///< a scale this far off 1, or axes this far apart, are told
  double normal_error_rad = 0.0872664626;  ///< 5 degrees: what an artist sees on a curved surface
  std::uint32_t warn_joints = 0;           ///< joints a skin; 0: no limit
  std::uint32_t error_joints = 65'535;     ///< the widest joint index of glTF
  std::uint32_t warn_depth = 256;          ///< joints below one another; 0: no limit
};

/// Judges every skin and the nodes they stand on; see `rules`.
void check_skins(const Scene& scene, const SkeletonLimits& limits, Findings& out);

/// Judges what legal skins hold that engines stumble over: names, unused joints, inverse binds with
/// scale, shear or a mirror, rest scales, depth, limits of the profile.
void check_joints(const Scene& scene, const SkeletonLimits& limits, Findings& out);

/// A node's rest transform: its matrix where it has one, else TRS with the rotation normalised.
affined rest_transform(const Node& node);
/// The same as TRS; false for a matrix with shear beyond the limit (`out` is then the nearest TRS).
bool rest_trs(const Node& node, double shear_tolerance, trsd& out);
/// The rest transform as a package stores it: single precision, unit rotation. A sheared matrix
/// gives the nearest TRS; a rule has reported it.
trsf packed_rest(const Node& node);
/// Inverse binds of `skin`, one a joint, as affine doubles; identity where the file has none.
std::vector<affined> inverse_binds(const Skin& skin);

/// Why a joint is kept; a bit set.
struct JointRoles {
  bool joint : 1 = false;       ///< some skin's palette names it
  bool animated : 1 = false;    ///< some clip moves it
  bool attachment : 1 = false;  ///< carries a mesh
  bool ancestor : 1 = false;    ///< kept because something below it is
};

struct Joint {
  NodeIndex node;
  std::int32_t parent = -1;  ///< JointIndex of the parent, always smaller; -1: a root
  JointRoles roles;
};

/// The closure of joints, animated nodes and nodes that carry a mesh, with all their ancestors,
/// parents first. Meshless, unanimated leaves that no skin names are left out.
struct Skeleton {
  std::vector<Joint> joints;
  std::vector<std::int32_t> joint_of_node;  ///< by NodeIndex; -1: not in the skeleton
};
Skeleton build_skeleton(const Scene& scene);

}  // namespace rigpack

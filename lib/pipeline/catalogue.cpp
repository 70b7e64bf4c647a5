#include "rigpack/rules.h"

#include <algorithm>
#include <array>

#include "rigpack/clip.h"
#include "rigpack/pipeline.h"
#include "rigpack/skeleton.h"
#include "rigpack/vertex.h"
#include "rigpack/weights.h"

namespace rigpack {
namespace {

constexpr std::array kListed{
    &rules::pack_refused,
    &rules::weights_not_normalized,
    &rules::weights_imprecise_sum,
    &rules::weights_zero_sum,
    &rules::weights_negative,
    &rules::weights_non_finite,
    &rules::weights_above_one,
    &rules::weights_joint_out_of_range,
    &rules::weights_joint_out_of_range_unused,
    &rules::weights_duplicate_joint,
    &rules::weights_unused_slot_not_zero,
    &rules::weights_too_many_influences,
    &rules::weights_sets_mismatch,
    &rules::skin_inverse_bind_missing,
    &rules::skin_inverse_bind_count,
    &rules::skin_inverse_bind_non_finite,
    &rules::skin_inverse_bind_not_affine,
    &rules::skin_inverse_bind_singular,
    &rules::skin_joints_invalid,
    &rules::skin_no_common_root,
    &rules::skin_skeleton_not_common_root,
    &rules::skin_joint_outside_scene,
    &rules::skin_mesh_without_weights,
    &rules::skin_weights_without_skin,
    &rules::skeleton_rotation_not_unit,
    &rules::skeleton_matrix_not_decomposable,
    &rules::clip_time_not_increasing,
    &rules::clip_time_negative,
    &rules::clip_non_finite,
    &rules::clip_count_mismatch,
    &rules::clip_duplicate_target,
    &rules::clip_quaternion_not_unit,
    &rules::clip_target_has_matrix,
    &rules::skin_inverse_bind_transposed,
    &rules::skin_inverse_bind_scale,
    &rules::skin_inverse_bind_shear,
    &rules::skin_inverse_bind_mirrored,
    &rules::skin_too_many_joints,
    &rules::skin_unused_joint,
    &rules::skin_duplicate_joint_name,
    &rules::skin_empty_joint_name,
    &rules::skin_node_transform_ignored,
    &rules::skin_skin_without_mesh,
    &rules::skeleton_joint_scale_non_uniform,
    &rules::skeleton_negative_scale,
    &rules::skeleton_zero_scale,
    &rules::skeleton_too_deep,
    &rules::clip_quaternion_long_arc,
    &rules::clip_no_joint_of_any_skin,
    &rules::clip_zero_duration,
    &rules::clip_starts_late,
    &rules::clip_at_rest_track,
    &rules::clip_constant_track,
    &rules::clip_scale_animated,
    &rules::clip_scale_zero,
    &rules::mesh_degenerate_triangle,
    &rules::mesh_normal_not_unit,
    &rules::mesh_tangent_invalid,
    &rules::mesh_unused_vertex,
    &rules::budget_vertices,
    &rules::budget_joints,
    &rules::budget_clips,
    &rules::budget_bytes,
    &rules::weights_unsorted,
    &rules::weights_below_quantum,
    &rules::weights_seam_mismatch,
    &rules::weights_distant_joint,
    &rules::skin_bind_pose_mismatch,
    &rules::clip_jump,
    &rules::clip_loop_seam,
    &rules::deform_volume_loss,
    &rules::deform_far_flung,
    &rules::deform_inverted_triangle,
    &rules::deform_normal_error,
    &rules::simulate_displacement,
};

std::vector<const Rule*> list_rules() {
  std::vector<const Rule*> list(kListed.begin(), kListed.end());
  std::ranges::sort(list, {}, [](const Rule* rule) { return rule->id; });
  return list;
}

}  // namespace

const std::vector<const Rule*>& all_rules() {
  static const std::vector<const Rule*> kRules = list_rules();
  return kRules;
}

}  // namespace rigpack

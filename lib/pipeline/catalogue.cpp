#include "rigpack/rules.h"

#include <algorithm>

#include "rigpack/clip.h"
#include "rigpack/pipeline.h"
#include "rigpack/skeleton.h"
#include "rigpack/vertex.h"
#include "rigpack/weights.h"

namespace rigpack {
namespace {

std::vector<const Rule*> list_rules() {
  using namespace rules;
  std::vector<const Rule*> list{
      &pack_refused,
      &weights_not_normalized,
      &weights_imprecise_sum,
      &weights_zero_sum,
      &weights_negative,
      &weights_non_finite,
      &weights_above_one,
      &weights_joint_out_of_range,
      &weights_joint_out_of_range_unused,
      &weights_duplicate_joint,
      &weights_unused_slot_not_zero,
      &weights_too_many_influences,
      &weights_sets_mismatch,
      &skin_inverse_bind_missing,
      &skin_inverse_bind_count,
      &skin_inverse_bind_non_finite,
      &skin_inverse_bind_not_affine,
      &skin_inverse_bind_singular,
      &skin_joints_invalid,
      &skin_no_common_root,
      &skin_skeleton_not_common_root,
      &skin_joint_outside_scene,
      &skin_mesh_without_weights,
      &skin_weights_without_skin,
      &skeleton_rotation_not_unit,
      &skeleton_matrix_not_decomposable,
      &clip_time_not_increasing,
      &clip_time_negative,
      &clip_non_finite,
      &clip_count_mismatch,
      &clip_duplicate_target,
      &clip_quaternion_not_unit,
      &clip_target_has_matrix,
      &skin_inverse_bind_transposed,
      &skin_inverse_bind_scale,
      &skin_inverse_bind_shear,
      &skin_inverse_bind_mirrored,
      &skin_too_many_joints,
      &skin_unused_joint,
      &skin_duplicate_joint_name,
      &skin_empty_joint_name,
      &skin_node_transform_ignored,
      &skin_skin_without_mesh,
      &skeleton_joint_scale_non_uniform,
      &skeleton_negative_scale,
      &skeleton_zero_scale,
      &skeleton_too_deep,
      &clip_quaternion_long_arc,
      &clip_no_joint_of_any_skin,
      &clip_zero_duration,
      &clip_starts_late,
      &clip_at_rest_track,
      &clip_constant_track,
      &clip_scale_animated,
      &clip_scale_zero,
      &mesh_degenerate_triangle,
      &mesh_normal_not_unit,
      &mesh_tangent_invalid,
      &mesh_unused_vertex,
      &budget_vertices,
      &budget_joints,
      &budget_clips,
      &budget_bytes,
      &weights_unsorted,
      &weights_below_quantum,
      &weights_seam_mismatch,
      &weights_distant_joint,
      &skin_bind_pose_mismatch,
      &clip_jump,
      &clip_loop_seam,
      &deform_volume_loss,
      &deform_far_flung,
      &deform_inverted_triangle,
      &deform_normal_error,
  };
  std::ranges::sort(list, {}, [](const Rule* rule) { return rule->id; });
  return list;
}

}  // namespace

const std::vector<const Rule*>& all_rules() {
  static const std::vector<const Rule*> kRules = list_rules();
  return kRules;
}

}  // namespace rigpack

#pragma once
/// Weights: judging the raw ones, and turning them into exact integers.
///
/// The contract that engines rely on: a vertex's weights are >= 0 and sum to 1. Rules judge the
/// source's stored values; stages work on `Influences`, whose joints are palette slots.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "rigpack/findings.h"
#include "rigpack/scene.h"

namespace rigpack {

/// Thresholds of the weight rules.
struct WeightLimits {
  double sum_tolerance =
      1e-3;  ///< |sum - 1| past this is an error. Visible limit, glTF-Validator PR 124.
  double spec_tolerance = 2e-7;        ///< times the number of influences: glTF 2.0, 3.7.3.3.
  std::uint32_t warn_influences = 8;   ///< more on one vertex is weights/too-many-influences
  std::uint32_t error_influences = 0;  ///< more is an error; 0: never
  std::uint32_t weight_bits = 16;      ///< 8 or 16: smaller weights are weights/below-quantum
  double seam_tolerance = 0.02;        ///< difference of one weight at one position: seam-mismatch
};

namespace rules {
inline constexpr Rule weights_not_normalized{"weights/not-normalized", Severity::error,
                                             "weights do not sum to 1"};
inline constexpr Rule weights_imprecise_sum{"weights/imprecise-sum", Severity::warning,
                                            "weights sum to 1 only roughly"};
inline constexpr Rule weights_zero_sum{"weights/zero-sum", Severity::error,
                                       "vertices follow no joint"};
inline constexpr Rule weights_negative{"weights/negative", Severity::error, "negative weights"};
inline constexpr Rule weights_non_finite{"weights/non-finite", Severity::error,
                                         "weights are not finite"};
inline constexpr Rule weights_above_one{"weights/above-one", Severity::error,
                                        "single weights above 1"};
inline constexpr Rule weights_joint_out_of_range{
    "weights/joint-out-of-range", Severity::error,
    "weights follow joints that the skin does not have"};
inline constexpr Rule weights_joint_out_of_range_unused{
    "weights/joint-out-of-range-unused", Severity::error,
    "unused influences name joints that the skin does not have"};
inline constexpr Rule weights_duplicate_joint{"weights/duplicate-joint", Severity::error,
                                              "a vertex follows one joint twice"};
inline constexpr Rule weights_unused_slot_not_zero{
    "weights/unused-slot-not-zero", Severity::warning, "unused influences keep a joint"};
inline constexpr Rule weights_too_many_influences{
    "weights/too-many-influences", Severity::warning,
    "more influences a vertex than the profile takes"};
inline constexpr Rule weights_unsorted{"weights/unsorted", Severity::info,
                                       "weights are not stored heaviest first"};
inline constexpr Rule weights_below_quantum{"weights/below-quantum", Severity::info,
                                            "weights that vanish when quantised"};
inline constexpr Rule weights_seam_mismatch{"weights/seam-mismatch", Severity::warning,
                                            "vertices at one position have different weights"};
inline constexpr Rule weights_sets_mismatch{"weights/sets-mismatch", Severity::error,
                                            "JOINTS_n and WEIGHTS_n do not belong together"};
}  // namespace rules

/// Where a primitive's weights are judged from: its place and the palettes that use it.
struct WeightContext {
  std::uint32_t mesh = 0, primitive = 0;
  std::uint32_t skin = 0;          ///< of the smallest palette
  std::uint32_t palette_size = 0;  ///< smallest palette of the skins that bind this mesh; 0: none
  bool posed = false;  ///< clips pose it: seams are judged by how far they open (deform.h)
};

/// What the raw sums look like, for reports.
struct WeightStats {
  std::uint32_t vertices = 0;        ///< judged: skinned, readable
  std::uint32_t max_influences = 0;  ///< largest number of weights > 0 on one vertex
  double sum_min = 0, sum_max = 0;   ///< over all vertices with finite weights, zero sums included
  std::uint32_t off_by_more_than_tolerance = 0;  ///< includes zero sums and non-finite vertices
  std::uint32_t unweighted = 0;                  ///< sum exactly 0
  std::uint32_t non_finite = 0;                  ///< vertices with a NaN or infinite weight
  /// Counts of |sum - 1|: 0, <= 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, above (and non-finite).
  std::array<std::uint32_t, 9> histogram{};
};

/// Judges every influence set of `primitive` together, on the stored values; appends at most one
/// finding a rule. A vertex explained by a negative, above-one, non-finite, duplicate or
/// out-of-range influence is not reported again as not-normalized. A primitive with a poisoned set,
/// or whose sets do not belong together, has no sums to judge: no vertices, no other finding.
/// Unorm sums are exact integers. A single weight is `above-one` past the sum's tolerance.
WeightStats check_weights(const Primitive& primitive, const WeightContext& context,
                          const WeightLimits& limits, Findings& out);

/// Judges what sound weights may still be: unsorted, too small for the stored bits, or different
/// across a seam. Vertices whose weights are faulty are left to check_weights, and so are sets that
/// do not fit. Linear time.
void check_weight_quality(const Primitive& primitive, const WeightContext& context,
                          const WeightLimits& limits, Findings& out);

/// A vertex, and the first one at its position.
struct SharedPosition {
  std::uint32_t vertex = 0, first = 0;
};
/// Every vertex that is not the first at its position, ascending; positions that are not finite are
/// left out. Linear time.
std::vector<SharedPosition> shared_positions(const Primitive& primitive);

/// All influences of a primitive, `slots` a vertex, over all its sets.
struct Influences {
  std::uint32_t slots = 0;
  std::vector<PaletteSlot> joints;  ///< vertices * slots
  std::vector<float> weights;       ///< vertices * slots
  std::size_t vertex_count() const { return slots == 0 ? 0 : joints.size() / slots; }
};

/// The sets of `primitive` side by side, slots = 4 * sets; a set that is shorter than the positions
/// is filled up with zeros, a poisoned set or one without joints or weights is left out.
Influences gather_influences(const Primitive& primitive);

enum class ZeroWeights : std::uint8_t {
  keep,     ///< leave the vertex unweighted (the caller has refused it)
  root,     ///< bind it to `root_slot`
  nearest,  ///< copy the influences of the nearest weighted vertex (ties: the lower index);
            ///< `root_slot` when there is none or a position is not finite
};

struct RepairPolicy {
  ZeroWeights zero_weights = ZeroWeights::keep;
  PaletteSlot root_slot;              ///< for ZeroWeights::root
  std::uint32_t palette_size = 0;     ///< 0: unknown, joints are not held against it
  std::span<const float3> positions;  ///< for ZeroWeights::nearest
};
struct RepairReport {
  std::uint32_t negative = 0, non_finite = 0, out_of_range = 0;  ///< influences set to zero, unused
                                                                 ///< ones out of range included
  std::uint32_t zero_sum_bound = 0;                              ///< vertices given a joint
  std::uint32_t zero_sum_left = 0;                               ///< vertices still without one
};
/// Sets negative, non-finite and out-of-range influences to zero, then gives unweighted vertices a
/// joint as the policy says.
RepairReport repair_influences(Influences& influences, const RepairPolicy& policy);

struct MergeReport {
  std::uint32_t vertices_merged = 0;  ///< vertices where two weighted influences named one joint
};
/// Adds up equal joints, sorts heaviest first (ties: lower slot first), and sets the joint of
/// every unused slot to 0.
MergeReport merge_influences(Influences& influences);

struct LimitPolicy {
  std::uint32_t max_influences = 8;
  double drop_below = 0.5 / 65535;  ///< share of the vertex's total below which a weight is dropped
};
struct LimitReport {
  std::uint32_t vertices_cut = 0;  ///< lost a weight to the limit or to `drop_below`
  double dropped_max = 0;          ///< largest share of one vertex's weight that a cut removed
  double dropped_p99 = 0;          ///< 99th percentile over the vertices cut
};
/// Keeps the heaviest influences of each vertex (needs merged input) and narrows `slots` to the
/// widest vertex, rounded up to 1, 2 or a multiple of 4. The remainder is not rescaled.
LimitReport limit_influences(Influences& influences, const LimitPolicy& policy);

struct NormalizeReport {
  std::uint32_t vertices_changed = 0;
  double largest_change = 0;  ///< of |sum - 1|
};
/// Scales each vertex's weights so that they sum to 1, in double; leaves sums within 2^-24 and
/// zero-sum vertices alone, so that a second run changes nothing.
NormalizeReport normalize_weights(Influences& influences);

/// Integer weights: `total` is 255 or 65535, each vertex sums to it exactly (largest remainder;
/// ties: the heavier, then the earlier influence), heaviest first, unused slots joint 0 weight 0.
/// `influences` is brought into the same order and takes the weights integer / total. Needs
/// normalised, merged input: every vertex must have a weight (asserted).
std::vector<std::uint16_t> quantize_weights(Influences& influences, std::uint32_t total);

}  // namespace rigpack

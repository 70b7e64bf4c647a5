#pragma once
/// Whole jobs: check an asset, and turn it into a package.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rigpack/clip.h"
#include "rigpack/deform.h"
#include "rigpack/error.h"
#include "rigpack/findings.h"
#include "rigpack/package.h"
#include "rigpack/rules.h"
#include "rigpack/scene.h"
#include "rigpack/simulate.h"
#include "rigpack/vertex.h"
#include "rigpack/weights.h"

namespace rigpack {

namespace rules {
inline constexpr Rule budget_vertices{"budget/vertices", Severity::warning,
                                      "more vertices than the budget"};
inline constexpr Rule budget_joints{"budget/joints", Severity::warning,
                                    "more joints than the budget"};
inline constexpr Rule budget_clips{"budget/clips", Severity::warning, "more clips than the budget"};
inline constexpr Rule budget_bytes{"budget/bytes", Severity::warning,
                                   "files larger than the budget"};
inline constexpr Rule pack_refused{"pack/refused", Severity::error,
                                   "the asset cannot be packed as asked"};
}  // namespace rules

/// What an asset may have in all; a profile sets it.
struct BudgetLimits {
  std::optional<std::uint64_t> vertices, joints, clips, bytes;
};

/// Severity changes asked for by `--set` or a profile.
struct SeverityOverride {
  std::string rule;
  Severity severity = Severity::error;
};

/// A finding that somebody has decided to live with.
struct AcceptedFinding {
  std::string rule, fingerprint;
  std::uint64_t count = 0;  ///< more offenders than this are news, and not accepted
  std::string reason;
  friend bool operator==(const AcceptedFinding&, const AcceptedFinding&) = default;
};

struct CheckPolicy {
  WeightLimits weights;
  SkeletonLimits skeleton;
  std::uint32_t warn_influences = 8;  ///< profile default: weights/too-many-influences above
  MeshLimits meshes;
  DeformLimits deform;
  MotionLimits motion;
  const Engine* engine = nullptr;  ///< whose skinning to simulate; of static lifetime
  BudgetLimits budget;
  std::vector<SeverityOverride> overrides;
  std::vector<AcceptedFinding> accepted;  ///< of this asset
  unsigned threads = 1;                   ///< the result is the same for any number
};

struct AssetStats {
  std::uint64_t nodes = 0, joints = 0, meshes = 0, primitives = 0, vertices = 0, triangles = 0,
                skins = 0, clips = 0, morph_targets = 0;
  double duration_s = 0;
};
struct SkinStats {
  std::string name;
  std::uint32_t joints = 0;
  WeightStats weights;
};
struct ClipStats {
  std::string name;
  double duration_s = 0;
  std::uint32_t tracks = 0;
  std::uint64_t keyframes = 0;
  std::uint64_t source_bytes = 0;
};
/// What a rule that is switched off would have said.
struct MutedRule {
  std::string rule;
  std::uint64_t findings = 0;
  std::uint64_t count = 0;  ///< of their offenders
};
struct CheckResult {
  Findings findings;             ///< sorted; overrides applied, muted and accepted ones left out
  std::vector<MutedRule> muted;  ///< by rule, each once
  std::vector<AcceptedFinding> accepted;  ///< left out; `count` is what there is now
  AssetStats stats;
  std::vector<SkinStats> skins;
  std::vector<ClipStats> clips;
};
/// Runs every rule over `scene`, with the reader's findings in front.
CheckResult check_scene(const Scene& scene, Findings from_reader, const CheckPolicy& policy);

enum class WeightsMode : std::uint8_t { reject, fix };
enum class ZeroWeightsMode : std::uint8_t { reject, root, nearest };

struct PackPolicy {
  CheckPolicy check;
  WeightsMode weights = WeightsMode::reject;
  ZeroWeightsMode zero_weights = ZeroWeightsMode::reject;
  /// Kept of each vertex, at most kMostInfluences; empty: as many as the check finds in order.
  std::optional<std::uint32_t> max_influences;
  VertexPolicy vertex;
  double max_error_m = 0;         ///< 0: the default share of the size
  double max_static_error_m = 0;  ///< likewise
  bool keep_constant = false;
  bool no_clips = false;
  std::string clips_glob;  ///< empty: all
  unsigned threads = 1;
};

/// What engines read at most (Unreal's three sets of four).
inline constexpr std::uint32_t kMostInfluences = 12;
/// How many influences of a vertex a pack keeps.
std::uint32_t influence_limit(const PackPolicy& policy);

/// What the stages changed, summed over primitives.
struct StageReport {
  RepairReport repair;
  MergeReport merge;
  LimitReport limit;
  NormalizeReport normalize;
  VertexReport vertex;
  std::vector<double> dropped_of_skin;  ///< by skin: largest share that a cut took of a vertex
};
struct PackResult {
  CheckResult check;     ///< findings that a stage repaired are marked `fixed`
  bool refused = false;  ///< findings stop the pack; `package` is then empty
  Package package;
  StageReport stages;
  std::vector<ClipReport> clips;
  std::vector<std::vector<Influences>>
      influences;  ///< repaired, `[mesh][primitive]`: what verify compares with
  double size_m = 0;
};
/// The repaired influences alone: repair, merge, limit, normalise; `[mesh][primitive]`. Empty
/// (slots 0) for primitives without readable weights and meshes that no skin draws. Adds to
/// `report`; its `dropped_p99` is the largest of the primitives'. With ZeroWeightsMode::reject
/// unweighted vertices stay so (`repair.zero_sum_left`) and must not be quantised.
std::vector<std::vector<Influences>> prepare_influences(const Scene& scene,
                                                        const PackPolicy& policy,
                                                        StageReport& report);

/// The clips of `scene` that the policy keeps, ascending.
std::vector<std::size_t> selected_clips(const Scene& scene, const PackPolicy& policy);

/// The whole job but the bytes: check, repair, encode, build. An asset that cannot be packed for
/// another reason than what check finds gets the finding pack/refused, which nothing mutes.
PackResult pack_scene(const Scene& scene, Findings from_reader, const PackPolicy& policy);

}  // namespace rigpack

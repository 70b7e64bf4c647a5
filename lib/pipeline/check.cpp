#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "math/parallel.h"
#include "pipeline/palettes.h"
#include "rigpack/pipeline.h"
#include "rigpack/skinning.h"

namespace rigpack {
namespace {

using PrimitiveStats = std::vector<std::vector<WeightStats>>;  ///< [mesh][primitive]

/// Where each primitive's weights are judged from, by mesh, then by primitive.
std::vector<WeightContext> weight_contexts(const Scene& scene) {
  const auto skins = smallest_skins(scene);
  std::vector<WeightContext> contexts;
  for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
    WeightContext context;
    context.mesh = static_cast<std::uint32_t>(m);
    if (skins[m]) {
      context.skin = skins[m]->value;
      context.palette_size = static_cast<std::uint32_t>(scene.skins[skins[m]->value].joints.size());
      context.posed = !scene.clips.empty();
    }
    for (std::size_t p = 0; p < scene.meshes[m].primitives.size(); ++p) {
      context.primitive = static_cast<std::uint32_t>(p);
      contexts.push_back(context);
    }
  }
  return contexts;
}

/// Every part of the check with findings of its own, side by side on the policy's threads; strung
/// together in a fixed order.
PrimitiveStats run_rules(const Scene& scene, const CheckPolicy& policy, Findings& out) {
  WeightLimits limits = policy.weights;
  limits.warn_influences = policy.warn_influences;
  const std::vector<WeightContext> contexts = weight_contexts(scene);
  std::vector<WeightStats> stats(contexts.size());
  const std::array<std::function<void(Findings&)>, 6> parts{
      [&](Findings& found) {
        const double size_m = asset_size_m(scene, policy.threads);
        check_clip_motion(scene, policy.motion, size_m, found);
        const PosedAsset asset{scene, policy.deform, size_m, policy.threads};
        check_deformation(asset, found);
        if (policy.engine != nullptr) {
          simulate(asset, *policy.engine, found);
        }
      },
      [&](Findings& found) { check_skins(scene, policy.skeleton, found); },
      [&](Findings& found) { check_joints(scene, policy.skeleton, found); },
      [&](Findings& found) { check_clips(scene, policy.skeleton, found); },
      [&](Findings& found) { check_clip_habits(scene, found); },
      [&](Findings& found) { check_meshes(scene, policy.meshes, found); }};
  std::vector<Findings> found(parts.size() + contexts.size());
  parallel_for(found.size(), policy.threads, [&](std::size_t i) {
    if (i < parts.size()) {
      return parts[i](found[i]);
    }
    const WeightContext& context = contexts[i - parts.size()];
    const Primitive& primitive = scene.meshes[context.mesh].primitives[context.primitive];
    stats[i - parts.size()] = check_weights(primitive, context, limits, found[i]);
    check_weight_quality(primitive, context, limits, found[i]);
  });
  for (Findings& part : found) {
    std::ranges::move(part, std::back_inserter(out));
  }
  PrimitiveStats by_mesh(scene.meshes.size());
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    by_mesh[contexts[i].mesh].push_back(stats[i]);
  }
  return by_mesh;
}

void merge_stats(WeightStats& into, const WeightStats& part) {
  const std::uint32_t had = into.vertices - into.non_finite;
  const std::uint32_t gets = part.vertices - part.non_finite;
  if (gets != 0) {
    into.sum_min = had == 0 ? part.sum_min : std::min(into.sum_min, part.sum_min);
    into.sum_max = had == 0 ? part.sum_max : std::max(into.sum_max, part.sum_max);
  }
  into.vertices += part.vertices;
  into.max_influences = std::max(into.max_influences, part.max_influences);
  into.off_by_more_than_tolerance += part.off_by_more_than_tolerance;
  into.unweighted += part.unweighted;
  into.non_finite += part.non_finite;
  for (std::size_t i = 0; i < into.histogram.size(); ++i) {
    into.histogram[i] += part.histogram[i];
  }
}

/// Merges the statistics of every primitive that a skin draws, each once.
std::vector<SkinStats> collect_skins(const Scene& scene, const PrimitiveStats& stats) {
  std::vector<SkinStats> skins(scene.skins.size());
  for (std::size_t i = 0; i < skins.size(); ++i) {
    skins[i].name = scene.skins[i].name;
    skins[i].joints = static_cast<std::uint32_t>(scene.skins[i].joints.size());
  }
  std::set<std::pair<SkinIndex, MeshIndex>> drawn;
  for (const Node& node : scene.nodes) {
    if (node.mesh && node.skin) {
      drawn.insert({*node.skin, *node.mesh});
    }
  }
  for (const auto& [skin, mesh] : drawn) {
    for (const WeightStats& part : stats[mesh.value]) {
      merge_stats(skins[skin.value].weights, part);
    }
  }
  return skins;
}

std::vector<ClipStats> collect_clips(const Scene& scene) {
  std::vector<ClipStats> clips;
  for (const Clip& clip : scene.clips) {
    ClipStats stats;
    stats.name = clip.name;
    stats.duration_s = duration_s(clip);
    stats.keyframes = clip.ignored_keys;
    stats.source_bytes = clip.source_bytes;
    stats.tracks = static_cast<std::uint32_t>(clip.tracks.size());
    for (const Track& track : clip.tracks) {
      stats.keyframes += key_count(track);
    }
    clips.push_back(stats);
  }
  return clips;
}

std::uint64_t count_joints(const Scene& scene) {
  std::vector<bool> is_joint(scene.nodes.size());
  for (const Skin& skin : scene.skins) {
    for (const NodeIndex joint : skin.joints) {
      is_joint[joint.value] = true;
    }
  }
  return static_cast<std::uint64_t>(std::ranges::count(is_joint, true));
}

AssetStats collect_stats(const Scene& scene) {
  AssetStats stats;
  stats.nodes = scene.nodes.size();
  stats.joints = count_joints(scene);
  stats.meshes = scene.meshes.size();
  stats.skins = scene.skins.size();
  stats.clips = scene.clips.size();
  for (const Mesh& mesh : scene.meshes) {
    std::size_t targets = 0;
    for (const Primitive& primitive : mesh.primitives) {
      ++stats.primitives;
      stats.vertices += primitive.positions.size();
      stats.triangles += triangle_list(primitive).size() / 3;
      targets = std::max(targets, primitive.morph_targets.size());
    }
    stats.morph_targets += targets;
  }
  for (const Clip& clip : scene.clips) {
    stats.duration_s = std::max(stats.duration_s, duration_s(clip));
  }
  return stats;
}

/// FBX means "normalise on read", and its exporters count on that.
void apply_format_policy(const Scene& scene, Findings& findings) {
  for (Finding& finding : findings) {
    if (scene.format == "fbx" && finding.rule == rules::weights_not_normalized.id) {
      finding.severity = std::min(finding.severity, Severity::warning);
    }
  }
}

void check_budget(const AssetStats& stats, std::uint64_t bytes, const BudgetLimits& budget,
                  Findings& out) {
  const auto judge = [&](const Rule& rule, std::string_view what, std::uint64_t count,
                         const std::optional<std::uint64_t>& limit) {
    if (limit && count > *limit) {
      out.push_back(
          make_finding(rule, fmt::format("{} {}; the budget is {}", count, what, *limit)));
      out.back().worst = static_cast<double>(count);
    }
  };
  judge(rules::budget_vertices, "vertices", stats.vertices, budget.vertices);
  judge(rules::budget_joints, "joints", stats.joints, budget.joints);
  judge(rules::budget_clips, "clips", stats.clips, budget.clips);
  judge(rules::budget_bytes, "bytes", bytes, budget.bytes);
}

/// The last override of a rule wins; findings that end up `off` are counted and go.
void apply_overrides(const std::vector<SeverityOverride>& overrides, CheckResult& result) {
  std::map<std::string_view, Severity> severities;
  for (const SeverityOverride& change : overrides) {
    severities[change.rule] = change.severity;
  }
  std::map<std::string_view, MutedRule> muted;
  for (Finding& finding : result.findings) {
    const auto change = severities.find(finding.rule);
    finding.severity = change == severities.end() ? finding.severity : change->second;
    if (finding.severity == Severity::off) {
      MutedRule& rule = muted[finding.rule];
      ++rule.findings;
      rule.count += finding.count;
    }
  }
  for (auto& [id, rule] : muted) {
    rule.rule = id;
    result.muted.push_back(std::move(rule));
  }
  std::erase_if(result.findings, [](const Finding& f) { return f.severity == Severity::off; });
}

/// Thousands of objects with one fault must not become thousands of findings.
void merge_alike(Findings& findings) {
  AlikeFindings alike;
  for (Finding& finding : findings) {
    alike.add(std::move(finding));
  }
  findings = alike.take();
}

/// Moves what the policy accepts out of the findings.
void apply_accepted(const std::vector<AcceptedFinding>& accepted, CheckResult& result) {
  if (accepted.empty()) {
    return;
  }
  std::erase_if(result.findings, [&](const Finding& finding) {
    const std::string print = fingerprint(finding);
    const auto entry = std::ranges::find_if(accepted, [&](const AcceptedFinding& candidate) {
      return candidate.rule == finding.rule && candidate.fingerprint == print &&
             finding.count <= candidate.count;
    });
    if (entry != accepted.end()) {
      result.accepted.push_back(*entry);
      result.accepted.back().count = finding.count;
    }
    return entry != accepted.end();
  });
}

}  // namespace

CheckResult check_scene(const Scene& scene, Findings from_reader, const CheckPolicy& policy) {
  CheckResult result;
  result.findings = std::move(from_reader);
  const PrimitiveStats weights = run_rules(scene, policy, result.findings);
  apply_format_policy(scene, result.findings);
  result.stats = collect_stats(scene);
  check_budget(result.stats, scene.source_bytes, policy.budget, result.findings);
  apply_overrides(policy.overrides, result);
  sort_findings(result.findings);
  merge_alike(result.findings);
  apply_accepted(policy.accepted, result);
  result.skins = collect_skins(scene, weights);
  result.clips = collect_clips(scene);
  return result;
}

}  // namespace rigpack

#include <array>
#include <cmath>

#include <nlohmann/json.hpp>

#include "rigpack/formats/report.h"

#include "json_asset.h"
#include "json_judged_by.h"
#include "json_pack.h"

namespace rigpack {
namespace {

using nlohmann::ordered_json;

ordered_json samples_json(const Finding& finding) {
  ordered_json out = ordered_json::array();
  for (const Sample& sample : finding.samples) {
    out.push_back({{"index", sample.index}, {"value", number_json(sample.value)}});
  }
  return out;
}

template <class T>
void put(ordered_json& object, const char* key, const std::optional<T>& value) {
  if (value) {
    object[key] = *value;
  }
}

ordered_json location_json(const Location& at) {
  ordered_json out = ordered_json::object();
  put(out, "mesh", at.mesh);
  put(out, "primitive", at.primitive);
  put(out, "skin", at.skin);
  put(out, "joint", at.joint);
  put(out, "clip", at.clip);
  if (at.time_s) {
    out["time_s"] = number_json(*at.time_s);
  }
  if (!at.pointer.empty()) {
    out["pointer"] = at.pointer;
  }
  return out;
}

ordered_json finding_json(const Finding& finding) {
  return {{"rule", finding.rule},
          {"severity", to_string(finding.severity)},
          {"message", finding.message},
          {"count", finding.count},
          {"worst", finding.worst ? number_json(*finding.worst) : ordered_json(nullptr)},
          {"samples", samples_json(finding)},
          {"location", location_json(finding.location)},
          {"fixed", finding.fixed},
          {"fingerprint", fingerprint(finding)}};
}

ordered_json findings_json(Findings findings) {
  sort_findings(findings);
  ordered_json out = ordered_json::array();
  for (const Finding& finding : findings) {
    out.push_back(finding_json(finding));
  }
  return out;
}

ordered_json stats_json(const AssetStats& stats) {
  return {{"nodes", stats.nodes},
          {"joints", stats.joints},
          {"meshes", stats.meshes},
          {"primitives", stats.primitives},
          {"vertices", stats.vertices},
          {"triangles", stats.triangles},
          {"skins", stats.skins},
          {"clips", stats.clips},
          {"duration_s", number_json(stats.duration_s)},
          {"morph_targets", stats.morph_targets}};
}

/// Counts of |sum - 1| by its upper limit.
ordered_json histogram_json(const WeightStats& weights) {
  constexpr std::array<const char*, 9> kLimits{"0",    "1e-7", "1e-6", "1e-5", "1e-4",
                                               "1e-3", "1e-2", "1e-1", "above"};
  ordered_json out = ordered_json::object();
  for (std::size_t i = 0; i < kLimits.size(); ++i) {
    out[kLimits[i]] = weights.histogram[i];
  }
  return out;
}

ordered_json skins_json(const AssetReport& asset) {
  ordered_json out = ordered_json::array();
  for (const SkinStats& skin : asset.check.skins) {
    ordered_json sum{{"min", number_json(skin.weights.sum_min)},
                     {"max", number_json(skin.weights.sum_max)},
                     {"off_by_more_than_tolerance", skin.weights.off_by_more_than_tolerance},
                     {"histogram", histogram_json(skin.weights)}};
    const std::size_t index = out.size();
    const bool known = asset.stages && index < asset.stages->dropped_of_skin.size();
    out.push_back({{"name", skin.name},
                   {"joints", skin.joints},
                   {"max_influences", skin.weights.max_influences},
                   {"weight_sum", std::move(sum)},
                   {"unweighted_vertices", skin.weights.unweighted},
                   {"non_finite_vertices", skin.weights.non_finite},
                   {"dropped_weight_max", known ? number_json(asset.stages->dropped_of_skin[index])
                                                : ordered_json(nullptr)}});
  }
  return out;
}

ordered_json timing_json(const AssetReport& asset) {
  ordered_json out = ordered_json::object();
  for (const auto& [phase, seconds] : asset.timing) {
    out[phase] = number_json(seconds);
  }
  return out;
}

ordered_json summary_json(const Report& report) {
  const Totals sum = totals(report);
  return {{"assets", report.assets.size()},
          {"failed", sum.failed},
          {"errors", sum.errors},
          {"warnings", sum.warnings},
          {"infos", sum.infos}};
}

}  // namespace

ordered_json asset_json(const AssetReport& asset) {
  ordered_json out{{"path", asset.path},
                   {"sha256", asset.sha256},
                   {"bytes", asset.bytes},
                   {"format", asset.format},
                   {"verdict", to_string(asset.verdict)},
                   {"stats", stats_json(asset.check.stats)},
                   {"skins", skins_json(asset)},
                   {"clips", clips_json(asset)}};
  put_pack(out, asset);
  if (asset.judged_by) {
    out["judged_by"] = judged_by_json(asset);
  }
  if (!asset.timing.empty()) {
    out["timing"] = timing_json(asset);
  }
  out["findings"] = findings_json(asset.check.findings);
  return out;
}

std::string to_json(const Report& report) {
  ordered_json document{{"schema", "rigpack.report"},
                        {"schema_version", kReportSchemaVersion},
                        {"tool", {{"name", "rigpack"}, {"version", report.tool_version}}},
                        {"profile", report.profile},
                        {"summary", summary_json(report)},
                        {"assets", ordered_json::array()}};
  for (const AssetReport& asset : report.assets) {
    document["assets"].push_back(asset_json(asset));
  }
  if (!report.stale_entries.empty()) {
    document["stale_baseline_entries"] = stale_entries_json(report);
  }
  return json_text(document, 1) + "\n";
}

std::string to_json_lines(const Report& report) {
  std::string out;
  for (const AssetReport& asset : report.assets) {
    // ASCII alone: readers differ in which Unicode characters end a line.
    out += asset_json(asset).dump(-1, ' ', true, ordered_json::error_handler_t::replace) + "\n";
  }
  return out;
}

}  // namespace rigpack

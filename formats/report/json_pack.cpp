#include "json_pack.h"

#include <algorithm>
#include <cmath>

namespace rigpack {
namespace {

using nlohmann::ordered_json;

/// Where source clip `index` stands among the packed ones; past their end when it was not packed.
std::size_t packed_position(const AssetReport& asset, std::size_t index) {
  const auto found = std::ranges::find(asset.clip_sources, index);
  return static_cast<std::size_t>(found - asset.clip_sources.begin());
}

ordered_json place_json(const ErrorPlace& place) {
  return {{"joint", place.joint},
          {"vertex", place.vertex},
          {"time_s", number_json(place.time_s)},
          {"mesh", place.mesh},
          {"primitive", place.primitive}};
}

void put_clip_error(ordered_json& out, const ClipError& error) {
  out["max_error_m"] = number_json(error.worst.error_m);
  out["max_error_at"] = place_json(error.worst);
  out["rms_error_m"] = number_json(error.rms_error_m);
  out["p99_error_m"] = number_json(error.p99_error_m);
}

/// How far the displacements of one kind reach.
struct Spread {
  double bound_m = 0, rms_m = 0, p99_m = 0;
};

ordered_json error_json(const ErrorPlace& place, const Spread& spread) {
  ordered_json at = place_json(place);
  at["clip"] = place.clip;
  return {{"bound_m", number_json(spread.bound_m)},
          {"max_m", number_json(place.error_m)},
          {"p99_m", number_json(spread.p99_m)},
          {"rms_m", number_json(spread.rms_m)},
          {"at", std::move(at)}};
}

ordered_json verify_json(const VerifyReport& verify) {
  return {
      {"passed", verify.passed},
      {"size_m", number_json(verify.size_m)},
      {"clip_error",
       error_json(verify.clip_error, {verify.clip_bound_m, verify.clip_rms_m, verify.clip_p99_m})},
      {"static_error", error_json(verify.static_error, {verify.static_bound_m, verify.static_rms_m,
                                                        verify.static_p99_m})},
      {"normal_error_rad", number_json(verify.attributes.normal_rad)},
      {"tangent_error_rad", number_json(verify.attributes.tangent_rad)},
      {"texcoord_error", number_json(verify.attributes.texcoord)},
      {"color_error", number_json(verify.attributes.color)},
      {"times", verify.times},
      {"vertex_samples", verify.vertex_samples},
      {"mismatches", verify.mismatches}};
}

ordered_json repairs_json(const StageReport& stages) {
  return {{"negative_weights", stages.repair.negative},
          {"non_finite_weights", stages.repair.non_finite},
          {"out_of_range_joints", stages.repair.out_of_range},
          {"zero_sum_vertices_bound", stages.repair.zero_sum_bound},
          {"vertices_with_merged_joints", stages.merge.vertices_merged},
          {"vertices_cut", stages.limit.vertices_cut},
          {"dropped_weight_max", number_json(stages.limit.dropped_max)},
          {"dropped_weight_p99", number_json(stages.limit.dropped_p99)},
          {"vertices_normalized", stages.normalize.vertices_changed},
          {"largest_sum_change", number_json(stages.normalize.largest_change)},
          {"vertices_in", stages.vertex.vertices_in},
          {"vertices_out", stages.vertex.vertices_out},
          {"triangles_in", stages.vertex.triangles_in},
          {"triangles_out", stages.vertex.triangles_out},
          {"degenerate_triangles", stages.vertex.degenerate_triangles}};
}

ordered_json package_json(const AssetReport& asset) {
  ordered_json parts = ordered_json::object();
  for (const PackagePart& part : asset.package_sizes.parts) {
    const auto found = parts.find(part.name);
    parts[part.name] = part.bytes + (found == parts.end() ? 0U : found->get<std::uint64_t>());
  }
  return {{"bytes", asset.package_bytes},
          {"source_bytes", asset.source_bytes},
          {"source_clip_bytes", asset.source_clip_bytes},
          {"parts", std::move(parts)}};
}

}  // namespace

ordered_json number_json(double value) {
  if (std::isnan(value)) {
    return "NaN";
  }
  if (std::isinf(value)) {
    return value > 0 ? "Infinity" : "-Infinity";
  }
  return value;
}

ordered_json clips_json(const AssetReport& asset) {
  ordered_json out = ordered_json::array();
  for (std::size_t i = 0; i < asset.check.clips.size(); ++i) {
    const ClipStats& clip = asset.check.clips[i];
    ordered_json entry{{"name", clip.name}, {"duration_s", number_json(clip.duration_s)}};
    entry["tracks"] = {{"source", clip.tracks}};
    const std::size_t packed = packed_position(asset, i);
    if (packed < asset.clips.size()) {
      entry["tracks"]["at_rest"] = asset.clips[packed].at_rest;
      entry["tracks"]["constant"] = asset.clips[packed].constant;
      entry["tracks"]["animated"] = asset.clips[packed].animated;
    }
    entry["keyframes"] = clip.keyframes;
    entry["source_bytes"] = clip.source_bytes;
    if (packed < asset.package_sizes.clips.size()) {
      entry["packed_bytes"] = asset.package_sizes.clips[packed];
    }
    if (asset.verify && packed < asset.verify->clips.size()) {
      put_clip_error(entry, asset.verify->clips[packed]);
    }
    out.push_back(std::move(entry));
  }
  return out;
}

void put_pack(ordered_json& out, const AssetReport& asset) {
  if (asset.package_bytes != 0) {
    out["package"] = package_json(asset);
  }
  if (asset.stages) {
    out["repairs"] = repairs_json(*asset.stages);
  }
  if (asset.verify) {
    out["verify"] = verify_json(*asset.verify);
  }
}

}  // namespace rigpack

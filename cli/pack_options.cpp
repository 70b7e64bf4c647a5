#include "pack_options.h"

#include <charconv>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace rigpack::cli {
namespace {

Result<std::optional<Length>> parse_bound(const char* option, const std::string& text) {
  if (text.empty()) {
    return std::nullopt;
  }
  const auto length = parse_length(text);
  if (!length) {
    return std::unexpected(Error{
        ErrorCode::invalid_argument, fmt::format("{}: {}", option, length.error().message), {}});
  }
  return *length;
}

std::string_view weights_text(WeightsMode mode) {
  return mode == WeightsMode::fix ? "fix" : "reject";
}

std::string_view zero_weights_text(ZeroWeightsMode mode) {
  return mode == ZeroWeightsMode::root      ? "root"
         : mode == ZeroWeightsMode::nearest ? "nearest"
                                            : "reject";
}

}  // namespace

void add_repair_options(CLI::App& verb, RepairOptions& options) {
  verb.add_option(
          "--weights", options.weights,
          "Weights that break the rules: reject (the default) or fix, reporting each repair")
      ->type_name("reject|fix")
      ->check(CLI::IsMember({"reject", "fix"}));
  verb.add_option(
          "--zero-weights", options.zero_weights,
          "Vertices that follow no joint: reject (the default), root (bind to the skin's root "
          "joint), nearest (copy the nearest weighted vertex)")
      ->type_name("reject|root|nearest")
      ->check(CLI::IsMember({"reject", "root", "nearest"}));
  verb.add_option("--max-influences", options.max_influences,
                  "Keep the heaviest N influences of a vertex, at most 12 [the profile's limit]")
      ->type_name("N")
      ->check(CLI::Range(1U, kMostInfluences));
}

void apply_repair(const RepairOptions& options, PackPolicy& policy) {
  if (options.weights) {
    policy.weights = *options.weights == "fix" ? WeightsMode::fix : WeightsMode::reject;
  }
  if (options.zero_weights) {
    policy.zero_weights = *options.zero_weights == "root"      ? ZeroWeightsMode::root
                          : *options.zero_weights == "nearest" ? ZeroWeightsMode::nearest
                                                               : ZeroWeightsMode::reject;
  }
  if (options.max_influences) {
    policy.max_influences = options.max_influences;
  }
}

void add_bound_options(CLI::App& verb, BoundOptions& options) {
  verb.add_option("--max-error", options.max_error,
                  "How far compressed clips may move any vertex: 0.1mm, 1cm, 0.005% of the asset's "
                  "size [0.0057%: 0.1 mm on a 1.75 m character]")
      ->type_name("LENGTH");
  verb.add_option("--max-static-error", options.max_static_error,
                  "How far quantised positions and weights may move any vertex, besides [0.0029%]")
      ->type_name("LENGTH");
}

Result<Bounds> parse_bounds(const BoundOptions& options) {
  const auto clip = parse_bound("--max-error", options.max_error);
  if (!clip) {
    return std::unexpected(clip.error());
  }
  const auto fixed = parse_bound("--max-static-error", options.max_static_error);
  if (!fixed) {
    return std::unexpected(fixed.error());
  }
  return Bounds{*clip, *fixed};
}

double bound_m(const std::optional<Length>& bound, double size_m) {
  return bound ? bound->metres(size_m) : 0;
}

void add_stage_options(CLI::App& verb, StageOptions& options) {
  add_repair_options(verb, options.repair);
  add_bound_options(verb, options.bounds);
  verb.add_option("--weight-bits", options.weight_bits,
                  "8, 16 or auto (the default): what meets --max-static-error")
      ->type_name("8|16|auto")
      ->check(CLI::IsMember({"8", "16", "auto"}));
  auto* clips = verb.add_option("--clips", options.clips, "Pack the clips whose names match alone")
                    ->type_name("GLOB");
  verb.add_flag("--no-clips", options.no_clips, "Pack no clips")->excludes(clips);
  verb.add_flag("--keep-constant", options.keep_constant,
                "Keep tracks that only repeat the rest pose");
}

void apply_stages(const StageOptions& options, PackPolicy& policy) {
  apply_repair(options.repair, policy);
  policy.vertex.weight_bits = options.weight_bits == "8"    ? 8U
                              : options.weight_bits == "16" ? 16U
                                                            : 0U;
  policy.clips_glob = options.clips;
  policy.no_clips = options.no_clips;
  policy.keep_constant = options.keep_constant;
}

std::vector<std::pair<std::string, std::string>> provenance_options(const StageOptions& options,
                                                                    const PackPolicy& policy) {
  const auto given = [](const std::string& text) { return text.empty() ? "default" : text; };
  const auto flag = [](bool set) { return std::string(set ? "yes" : "no"); };
  return {{"weight-tolerance", fmt::format("{}", policy.check.weights.sum_tolerance)},
          {"weights", std::string(weights_text(policy.weights))},
          {"zero-weights", std::string(zero_weights_text(policy.zero_weights))},
          {"max-influences", fmt::format("{}", influence_limit(policy))},
          {"weight-bits", options.weight_bits},
          {"max-error", given(options.bounds.max_error)},
          {"max-static-error", given(options.bounds.max_static_error)},
          {"clips", policy.clips_glob},
          {"no-clips", flag(policy.no_clips)},
          {"keep-constant", flag(policy.keep_constant)}};
}

void apply_provenance(const Provenance& provenance, PackPolicy& policy) {
  RepairOptions repair;
  repair.weights = provenance.option("weights", "reject");
  repair.zero_weights = provenance.option("zero-weights", "reject");
  const std::string influences = provenance.option("max-influences", "8");
  std::uint32_t count = 0;
  const auto parsed =
      std::from_chars(influences.data(), influences.data() + influences.size(), count);
  if (parsed.ec == std::errc() && count >= 1 && count <= 64) {
    repair.max_influences = count;
  }
  apply_repair(repair, policy);
  policy.clips_glob = provenance.option("clips", "");
  policy.no_clips = provenance.option("no-clips", "no") == "yes";
  policy.keep_constant = provenance.option("keep-constant", "no") == "yes";
}

}  // namespace rigpack::cli

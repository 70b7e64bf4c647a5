#include <algorithm>
#include <array>

#include "rigpack/formats/gltf.h"
#include "rigpack/pipeline.h"

#include "asset.h"

namespace rigpack::cli {
namespace {

/// The readers' rules: lib, below them, cannot list these.
constexpr std::array kReaderRules{&rules::asset_unreadable,
                                  &rules::asset_truncated,
                                  &rules::asset_accessor_out_of_bounds,
                                  &rules::asset_buffer_missing,
                                  &rules::asset_path_escape,
                                  &rules::asset_bomb,
                                  &rules::asset_container,
                                  &rules::asset_json,
                                  &rules::asset_version,
                                  &rules::asset_schema,
                                  &rules::asset_reference,
                                  &rules::asset_accessor_type,
                                  &rules::asset_accessor_alignment,
                                  &rules::asset_bounds,
                                  &rules::asset_sparse,
                                  &rules::asset_limit,
                                  &rules::asset_extension_required,
                                  &rules::asset_extension_ignored,
                                  &rules::skeleton_cycle,
                                  &rules::skeleton_not_a_tree,
                                  &rules::clip_interpolation_unknown,
                                  &rules::clip_unsupported_channel,
                                  &rules::clip_target_missing,
                                  &rules::mesh_non_finite,
                                  &rules::mesh_index_out_of_range,
                                  &rules::mesh_morph_target_invalid,
                                  &rules::import_crashed,
                                  &rules::import_timeout,
                                  &rules::import_memory,
                                  &rules::import_lossy,
                                  &rules::import_missing_joint};

std::vector<const Rule*> collect() {
  std::vector<const Rule*> rules = all_rules();
  rules.insert(rules.end(), kReaderRules.begin(), kReaderRules.end());
  const auto id = [](const Rule* rule) { return rule->id; };
  std::ranges::sort(rules, {}, id);
  const auto repeated = std::ranges::unique(rules, {}, id);
  rules.erase(repeated.begin(), repeated.end());
  return rules;
}

}  // namespace

const std::vector<const Rule*>& known_rules() {
  static const std::vector<const Rule*> rules = collect();
  return rules;
}

}  // namespace rigpack::cli

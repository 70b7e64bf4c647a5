#include "rigpack/formats/profile.h"

#include <algorithm>

#include "gltf/json_text.h"
#include "profiles/builtin_profiles.h"
#include "profiles/strict_object.h"

namespace rigpack {
namespace {

Error invalid(std::string message) {
  return {ErrorCode::invalid_argument, std::move(message), ""};
}

void read_limits(StrictObject root, Profile& out) {
  StrictObject influences = root.object_at("max_influences");
  influences.allow({"warn", "error"});
  influences.count("warn", out.warn_influences);
  influences.count("error", out.error_influences);
  StrictObject joints = root.object_at("max_joints");
  joints.allow({"warn", "error"});
  joints.count("warn", out.warn_joints);
  joints.count("error", out.error_joints);
  root.count("max_depth", out.max_depth);
  StrictObject budget = root.object_at("budget");
  budget.allow({"vertices", "joints", "clips", "bytes"});
  budget.count("vertices", out.budget.vertices);
  budget.count("joints", out.budget.joints);
  budget.count("clips", out.budget.clips);
  budget.count("bytes", out.budget.bytes);
}

void read_weight_bits(StrictObject root, Profile& out) {
  const nlohmann::json* bits = root.find("weight_bits");
  if (bits == nullptr || *bits == "auto") {
    return;
  }
  if (*bits == 8 || *bits == 16) {
    out.weight_bits = bits->get<std::uint32_t>();
  } else {
    root.fail("weight_bits", "must be 8, 16 or \"auto\"");
  }
}

BaselineEntry read_entry(StrictObject object) {
  object.allow({"asset", "rule", "fingerprint", "count", "reason"});
  BaselineEntry entry;
  std::optional<std::uint64_t> count;
  AcceptedFinding& finding = entry.finding;
  entry.asset = object.text("asset").value_or("");
  finding.rule = object.text("rule").value_or("");
  finding.fingerprint = object.text("fingerprint").value_or("");
  finding.reason = object.text("reason").value_or("");
  object.count("count", count);
  finding.count = count.value_or(0);
  for (const auto& [key, value] : {std::pair{"asset", &entry.asset},
                                   {"rule", &finding.rule},
                                   {"fingerprint", &finding.fingerprint}}) {
    if (value->empty()) {
      object.fail(key, "is missing");
    }
  }
  if (finding.reason.find_first_not_of(" \t\n\r") == std::string::npos) {
    object.fail("reason", "is empty: say why this finding is accepted");
  }
  return entry;
}

}  // namespace

Result<nlohmann::json> parse_settings(std::string_view text) {
  constexpr std::uint32_t kDepth = 16;
  auto parsed = gltf::parse_json(std::as_bytes(std::span(text)), kDepth);
  if (!parsed) {
    return std::unexpected(invalid(parsed.error().message));
  }
  return parsed;
}

std::vector<std::string_view> profile_names() {
  std::vector<std::string_view> names;
  for (const BuiltinProfile& profile : builtin_profiles()) {
    names.push_back(profile.name);
  }
  std::ranges::sort(names);
  return names;
}

std::string_view profile_text(std::string_view name) {
  const auto all = builtin_profiles();
  const auto found = std::ranges::find(all, name, &BuiltinProfile::name);
  return found == all.end() ? std::string_view() : found->json;
}

Result<Profile> read_profile(std::string_view json, std::span<const Rule* const> known) {
  const auto document = parse_settings(json);
  if (!document) {
    return std::unexpected(document.error());
  }
  std::string problem;
  StrictObject root(*document, "", problem);
  root.allow({"name", "version", "source", "max_influences", "max_joints", "max_depth",
              "weight_bits", "budget", "rules"});
  Profile profile;
  profile.name = root.text("name").value_or("");
  profile.version = root.text("version").value_or("");
  profile.source = root.text("source").value_or("");
  read_limits(root, profile);
  read_weight_bits(root, profile);
  root.object_at("rules").severities(known, profile.rules);
  if (!problem.empty()) {
    return std::unexpected(invalid(problem));
  }
  return profile;
}

void apply_profile(const Profile& profile, CheckPolicy& policy) {
  constexpr std::uint32_t kNoLimit = 0xFFFFFFFFU;
  if (profile.warn_influences) {
    policy.warn_influences = *profile.warn_influences == 0 ? kNoLimit : *profile.warn_influences;
  }
  const auto take = [](const auto& from, auto& to) { to = from.value_or(to); };
  take(profile.error_influences, policy.weights.error_influences);
  take(profile.warn_joints, policy.skeleton.warn_joints);
  take(profile.error_joints, policy.skeleton.error_joints);
  take(profile.max_depth, policy.skeleton.warn_depth);
  take(profile.weight_bits, policy.weights.weight_bits);
  policy.budget = profile.budget;
  policy.overrides.insert(policy.overrides.end(), profile.rules.begin(), profile.rules.end());
}

Result<Config> read_config(std::string_view json, std::span<const Rule* const> known) {
  const auto document = parse_settings(json);
  if (!document) {
    return std::unexpected(document.error());
  }
  std::string problem;
  StrictObject root(*document, "", problem);
  root.allow({"profile", "fail_on", "weight_tolerance", "baseline", "rules"});
  Config config;
  config.profile = root.text("profile");
  config.fail_on = root.text("fail_on");
  config.weight_tolerance = root.number("weight_tolerance");
  config.baseline = root.text("baseline");
  root.object_at("rules").severities(known, config.rules);
  if (config.fail_on && *config.fail_on != "error" && *config.fail_on != "warning" &&
      *config.fail_on != "info" && *config.fail_on != "never") {
    root.fail("fail_on", "must be error, warning, info or never");
  }
  if (!problem.empty()) {
    return std::unexpected(invalid(problem));
  }
  return config;
}

Result<std::vector<BaselineEntry>> read_baseline(std::string_view json) {
  const auto document = parse_settings(json);
  if (!document) {
    return std::unexpected(document.error());
  }
  std::string problem;
  StrictObject root(*document, "", problem);
  root.allow({"schema", "entries"});
  if (root.text("schema") != "rigpack.baseline") {
    root.fail("schema", "must be \"rigpack.baseline\"");
  }
  std::vector<BaselineEntry> entries;
  const nlohmann::json* list = root.find("entries");
  if (list == nullptr || !list->is_array()) {
    root.fail("entries", "must be an array");
  } else {
    for (std::size_t i = 0; i < list->size(); ++i) {
      entries.push_back(
          read_entry(StrictObject((*list)[i], fmt::format("entries.{}", i), problem)));
    }
  }
  if (!problem.empty()) {
    return std::unexpected(invalid(problem));
  }
  return entries;
}

std::string to_json(const std::vector<BaselineEntry>& entries) {
  using nlohmann::ordered_json;
  ordered_json document{{"schema", "rigpack.baseline"}, {"entries", ordered_json::array()}};
  for (const BaselineEntry& entry : entries) {
    document["entries"].push_back(ordered_json{{"asset", entry.asset},
                                               {"rule", entry.finding.rule},
                                               {"fingerprint", entry.finding.fingerprint},
                                               {"count", entry.finding.count},
                                               {"reason", entry.finding.reason}});
  }
  return document.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace rigpack

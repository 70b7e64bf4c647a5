#include "json_judged_by.h"

#include <nlohmann/json.hpp>

namespace rigpack {
namespace {

using nlohmann::ordered_json;

ordered_json source_json(const std::optional<SettingsSource>& source) {
  return source ? ordered_json{{"path", source->path}, {"sha256", source->sha256}}
                : ordered_json(nullptr);
}

ordered_json changes_json(const std::vector<SeverityChange>& changes) {
  ordered_json out = ordered_json::array();
  for (const SeverityChange& entry : changes) {
    out.push_back({{"rule", entry.change.rule},
                   {"severity", to_string(entry.change.severity)},
                   {"by", entry.by}});
  }
  return out;
}

ordered_json muted_json(const std::vector<MutedRule>& muted) {
  ordered_json out = ordered_json::array();
  for (const MutedRule& rule : muted) {
    out.push_back({{"rule", rule.rule}, {"findings", rule.findings}, {"count", rule.count}});
  }
  return out;
}

ordered_json accepted_json(const std::vector<AcceptedFinding>& accepted) {
  ordered_json out = ordered_json::array();
  for (const AcceptedFinding& finding : accepted) {
    out.push_back({{"rule", finding.rule},
                   {"fingerprint", finding.fingerprint},
                   {"count", finding.count},
                   {"reason", finding.reason}});
  }
  return out;
}

}  // namespace

ordered_json judged_by_json(const AssetReport& asset) {
  if (!asset.judged_by) {
    return nullptr;
  }
  const JudgedBy& by = *asset.judged_by;
  return {{"profile", by.profile},
          {"profile_file", source_json(by.profile_file)},
          {"config", source_json(by.config)},
          {"baseline", source_json(by.baseline)},
          {"changes", changes_json(by.changes)},
          {"muted", muted_json(asset.check.muted)},
          {"accepted", accepted_json(asset.check.accepted)}};
}

ordered_json stale_entries_json(const Report& report) {
  ordered_json out = ordered_json::array();
  for (const StaleEntry& entry : report.stale_entries) {
    out.push_back({{"baseline", entry.baseline},
                   {"asset", entry.asset},
                   {"rule", entry.rule},
                   {"fingerprint", entry.fingerprint},
                   {"reason", entry.reason}});
  }
  return out;
}

}  // namespace rigpack

#include "judged_by_text.h"

#include <fmt/format.h>

#include "terminal.h"

namespace rigpack::cli {
namespace {

std::string source_text(const SettingsSource& source) {
  constexpr std::size_t kDigits = 12;
  return fmt::format("{} (sha256 {}...)", safe(source.path), source.sha256.substr(0, kDigits));
}

std::string muted_text(const std::vector<MutedRule>& muted) {
  std::uint64_t findings = 0;
  std::string rules;
  for (const MutedRule& rule : muted) {
    findings += rule.findings;
    rules += (rules.empty() ? "" : ", ") + rule.rule;
  }
  return fmt::format("          muted: {} of {}\n", count_text(findings, "finding", "findings"),
                     rules);
}

}  // namespace

std::string judged_by_text(const AssetReport& report) {
  std::string out;
  if (report.judged_by && report.judged_by->config) {
    out += fmt::format("          by config {}\n", source_text(*report.judged_by->config));
  }
  if (!report.check.muted.empty()) {
    out += muted_text(report.check.muted);
  }
  if (!report.check.accepted.empty() && report.judged_by && report.judged_by->baseline) {
    out += fmt::format("          accepted: {} by baseline {}\n",
                       count_text(report.check.accepted.size(), "finding", "findings"),
                       source_text(*report.judged_by->baseline));
  }
  return out;
}

}  // namespace rigpack::cli

#include "finding_words.h"

#include <fmt/format.h>

#include "rigpack/rules.h"

namespace rigpack {
namespace {

std::string error_line(std::string_view name, const ErrorPlace& place, double bound_m) {
  return fmt::format("{} {} of {} allowed", name, length_text(place.error_m), length_text(bound_m));
}

}  // namespace

std::string stats_text(const AssetReport& asset) {
  const AssetStats& stats = asset.check.stats;
  return fmt::format(
      "{}, {}: {} with {}, {} with {}, {}, longest {:.4g} s", asset.format, size_text(asset.bytes),
      count_text(stats.meshes, "mesh", "meshes"), count_text(stats.vertices, "vertex", "vertices"),
      count_text(stats.skins, "skin", "skins"), count_text(stats.joints, "joint", "joints"),
      count_text(stats.clips, "clip", "clips"), stats.duration_s);
}

std::string counts_text(const Totals& sum) {
  if (sum.errors + sum.warnings == 0) {
    return "no findings";
  }
  const std::string errors = count_text(sum.errors, "error", "errors");
  const std::string warnings = count_text(sum.warnings, "warning", "warnings");
  return sum.warnings == 0 ? errors : sum.errors == 0 ? warnings : errors + ", " + warnings;
}

std::vector<std::string> package_lines(const AssetReport& asset) {
  std::vector<std::string> out;
  if (asset.package_bytes != 0) {
    out.push_back(fmt::format("package of {} from {}", size_text(asset.package_bytes),
                              size_text(asset.bytes)));
  }
  if (asset.verify) {
    const VerifyReport& verify = *asset.verify;
    out.push_back(error_line("clip error", verify.clip_error, verify.clip_bound_m));
    out.push_back(error_line("mesh error", verify.static_error, verify.static_bound_m));
    out.insert(out.end(), verify.mismatches.begin(), verify.mismatches.end());
    out.emplace_back(verify.passed ? "verified on the decoded package"
                                   : "not verified: the decoded package differs");
  }
  return out;
}

std::string_view remedy_text(const Finding& finding) {
  const RuleText* text = finding.severity == Severity::info ? nullptr : rule_text(finding.rule);
  return text == nullptr || finding.fixed ? std::string_view{} : text->fix;
}

std::vector<std::string> remedy_lines(const Finding& finding, const PartNames& names) {
  std::vector<std::string> out;
  const std::string where = location_text(finding.location, names);
  if (!where.empty()) {
    out.push_back("at " + where);
  }
  const std::string_view remedy = remedy_text(finding);
  if (!remedy.empty()) {
    out.push_back("to fix: " + std::string(remedy));
  }
  return out;
}

Findings sorted(Findings findings) {
  sort_findings(findings);
  return findings;
}

}  // namespace rigpack

#include "table.h"

#include <algorithm>

#include <fmt/format.h>

#include "rigpack/rules.h"

#include "judged_by_text.h"
#include "terminal.h"
#include "verbs.h"

namespace rigpack::cli {
namespace {

std::string_view verdict_colour(Verdict verdict) {
  return verdict == Verdict::pass ? colours().good : colours().error;
}

std::string_view verdict_word(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::fail:
      return "FAIL";
    case Verdict::unreadable:
      return "UNREADABLE";
  }
  return "UNREADABLE";
}

std::string stats_text(const AssetReport& report) {
  const AssetStats& stats = report.check.stats;
  return fmt::format("{}, {}: {} with {}, {} with {}, {}, longest {:.4g} s", safe(report.format),
                     size_text(report.bytes), count_text(stats.meshes, "mesh", "meshes"),
                     count_text(stats.vertices, "vertex", "vertices"),
                     count_text(stats.skins, "skin", "skins"),
                     count_text(stats.joints, "joint", "joints"),
                     count_text(stats.clips, "clip", "clips"), stats.duration_s);
}

std::string_view severity_colour(Severity severity) {
  return severity == Severity::error     ? colours().error
         : severity == Severity::warning ? colours().warning
                                         : colours().info;
}

void append_part(std::string& out, std::string_view kind, const std::optional<std::uint32_t>& index,
                 const std::vector<std::string>& names) {
  if (!index) {
    return;
  }
  out += fmt::format("{}{} {}", out.empty() ? "" : ", ", kind, *index);
  if (*index < names.size() && !names[*index].empty()) {
    out += fmt::format(" '{}'", safe(names[*index]));
  }
}

/// "mesh 0 'Body', primitive 1 (/meshes/0/primitives/1)"
std::string location_text(const Location& at, const PartNames& names) {
  std::string out;
  append_part(out, "mesh", at.mesh, names.meshes);
  append_part(out, "primitive", at.primitive, {});
  append_part(out, "skin", at.skin, names.skins);
  append_part(out, "joint", at.joint, {});
  append_part(out, "clip", at.clip, names.clips);
  if (at.time_s) {
    out += fmt::format("{}{:.4g} s", out.empty() ? "" : ", ", *at.time_s);
  }
  if (!at.pointer.empty()) {
    out += out.empty() ? safe(at.pointer) : fmt::format(" ({})", safe(at.pointer));
  }
  return out;
}

std::string finding_text(const Finding& finding, const PartNames& names) {
  std::string out = fmt::format("  {}{:<7}{} {}  {}{}\n", severity_colour(finding.severity),
                                to_string(finding.severity), colours().reset, finding.rule,
                                safe(finding.message), finding.fixed ? " [repaired]" : "");
  const std::string where = location_text(finding.location, names);
  if (!where.empty()) {
    out += fmt::format("          at {}\n", where);
  }
  const RuleText* text = finding.severity == Severity::info ? nullptr : rule_text(finding.rule);
  if (text != nullptr && !finding.fixed) {
    out += fmt::format("          to fix: {}\n", text->fix);
  }
  return out;
}

}  // namespace

std::string asset_table(const AssetReport& report, const PartNames& names) {
  std::string out =
      fmt::format("{}{}{} {}{}{}", verdict_colour(report.verdict), verdict_word(report.verdict),
                  colours().reset, colours().bold, safe(report.path), colours().reset);
  out += report.verdict == Verdict::unreadable ? "\n" : fmt::format("  {}\n", stats_text(report));
  for (const Finding& finding : report.check.findings) {
    out += finding_text(finding, names);
  }
  return out + judged_by_text(report);
}

Totals totals(const Report& report) {
  Totals sum;
  for (const AssetReport& asset : report.assets) {
    sum.failed += asset.verdict == Verdict::pass ? 0U : 1U;
    for (const Finding& finding : asset.check.findings) {
      sum.errors += finding.severity == Severity::error && !finding.fixed ? 1U : 0U;
      sum.warnings += finding.severity == Severity::warning && !finding.fixed ? 1U : 0U;
    }
  }
  return sum;
}

std::string verdict_line(const Report& report, const CheckSettings& settings) {
  const Totals sum = totals(report);
  std::string line = fmt::format("rigpack: {} of {} assets fail", sum.failed, report.assets.size());
  if (sum.errors + sum.warnings != 0) {
    line += fmt::format(": {} errors, {} warnings", sum.errors, sum.warnings);
  }
  if (settings.max_warnings && sum.warnings > *settings.max_warnings) {
    line += fmt::format(" (more than --max-warnings {})", *settings.max_warnings);
  }
  return line + "\n";
}

int exit_code(const Report& report, const CheckSettings& settings) {
  const Totals sum = totals(report);
  const bool warned = settings.max_warnings && sum.warnings > *settings.max_warnings;
  int code = warned ? kFindings : kClean;
  for (const AssetReport& asset : report.assets) {
    code = std::max(code, asset.verdict == Verdict::unreadable ? kUnusable
                          : asset.verdict == Verdict::fail     ? kFindings
                                                               : kClean);
  }
  return code;
}

}  // namespace rigpack::cli

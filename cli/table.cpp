#include "table.h"

#include <algorithm>

#include <fmt/format.h>

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

std::string_view severity_colour(Severity severity) {
  return severity == Severity::error     ? colours().error
         : severity == Severity::warning ? colours().warning
                                         : colours().info;
}

std::string finding_text(const Finding& finding, const PartNames& names) {
  std::string out = fmt::format("  {}{:<7}{} {}  {}{}\n", severity_colour(finding.severity),
                                to_string(finding.severity), colours().reset, finding.rule,
                                safe(finding.message), finding.fixed ? " [repaired]" : "");
  const std::string where = safe(location_text(finding.location, names));
  if (!where.empty()) {
    out += fmt::format("          at {}\n", where);
  }
  const std::string_view remedy = remedy_text(finding);
  if (!remedy.empty()) {
    out += fmt::format("          to fix: {}\n", remedy);
  }
  return out;
}

}  // namespace

std::string asset_table(const AssetReport& report) {
  std::string out =
      fmt::format("{}{}{} {}{}{}", verdict_colour(report.verdict), verdict_word(report.verdict),
                  colours().reset, colours().bold, safe(report.path), colours().reset);
  out += report.verdict == Verdict::unreadable ? "\n"
                                               : fmt::format("  {}\n", safe(stats_text(report)));
  for (const Finding& finding : report.check.findings) {
    out += finding_text(finding, report.names);
  }
  return out + judged_by_text(report);
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

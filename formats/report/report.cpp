#include "rigpack/formats/report.h"

#include <algorithm>
#include <array>

namespace rigpack {
namespace {

struct Sink {
  ReportFormat format;
  std::string_view name;
  std::string (*text)(const Report&);
};
constexpr std::array kSinks{Sink{ReportFormat::json, "json", to_json},
                            Sink{ReportFormat::jsonl, "jsonl", to_json_lines},
                            Sink{ReportFormat::sarif, "sarif", to_sarif},
                            Sink{ReportFormat::junit, "junit", to_junit},
                            Sink{ReportFormat::markdown, "markdown", to_markdown},
                            Sink{ReportFormat::openmetrics, "openmetrics", to_openmetrics}};

constexpr std::array<ReportFormat, kSinks.size()> all_formats() {
  std::array<ReportFormat, kSinks.size()> out{};
  for (std::size_t i = 0; i < kSinks.size(); ++i) {
    out[i] = kSinks[i].format;
  }
  return out;
}
constexpr auto kFormats = all_formats();
static_assert(std::ranges::is_sorted(kFormats), "sink_of finds a format by its value");

const Sink& sink_of(ReportFormat format) {
  return kSinks[static_cast<std::size_t>(format)];
}

}  // namespace

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::fail:
      return "fail";
    case Verdict::unreadable:
      return "unreadable";
  }
  return "unreadable";
}

std::string_view to_string(ReportFormat format) {
  return sink_of(format).name;
}

std::span<const ReportFormat> report_formats() {
  return kFormats;
}

std::string report_text(const Report& report, ReportFormat format) {
  return sink_of(format).text(report);
}

Totals totals(const AssetReport& asset) {
  Totals sum;
  sum.failed = asset.verdict == Verdict::pass ? 0 : 1;
  for (const Finding& finding : asset.check.findings) {
    if (!finding.fixed) {
      sum.errors += finding.severity == Severity::error ? 1U : 0U;
      sum.warnings += finding.severity == Severity::warning ? 1U : 0U;
      sum.infos += finding.severity == Severity::info ? 1U : 0U;
    }
  }
  return sum;
}

Totals totals(const Report& report) {
  Totals sum;
  for (const AssetReport& asset : report.assets) {
    const Totals one = totals(asset);
    sum.failed += one.failed;
    sum.errors += one.errors;
    sum.warnings += one.warnings;
    sum.infos += one.infos;
  }
  return sum;
}

}  // namespace rigpack

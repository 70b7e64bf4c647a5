#include <cmath>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "rigpack/formats/report.h"

#include "characters.h"

namespace rigpack {
namespace {

/// A label's value between its quotes. Line breaks are gone after `visible`.
std::string escape_label(std::string_view text) {
  std::string out;
  for (const char c : visible(text)) {
    out += c == '\\' || c == '"' ? "\\" : "";
    out += c;
  }
  return out;
}

std::string number_text(double value) {
  if (std::isnan(value)) {
    return "NaN";
  }
  return std::isinf(value) ? value > 0 ? "+Inf" : "-Inf" : fmt::format("{}", value);
}

std::string label(std::string_view name, std::string_view value) {
  return fmt::format("{}=\"{}\"", name, escape_label(value));
}

/// The head of a gauge's family; a unit must be the end of the name.
std::string family(std::string_view name, std::string_view unit, std::string_view help) {
  return fmt::format("# TYPE {} gauge\n", name) +
         (unit.empty() ? "" : fmt::format("# UNIT {} {}\n", name, unit)) +
         fmt::format("# HELP {} {}\n", name, help);
}

std::string sample(std::string_view name, std::string_view labels, double value) {
  return fmt::format("{}{{{}}} {}\n", name, labels, number_text(value));
}

std::string verdicts_text(const Report& report) {
  std::string out = family("rigpack_assets", "", "Assets by verdict.");
  for (const Verdict verdict : {Verdict::pass, Verdict::fail, Verdict::unreadable}) {
    std::size_t count = 0;
    for (const AssetReport& asset : report.assets) {
      count += asset.verdict == verdict ? 1U : 0U;
    }
    out +=
        sample("rigpack_assets", label("verdict", to_string(verdict)), static_cast<double>(count));
  }
  return out;
}

std::string severities_text(const Totals& sum) {
  const auto one = [](Severity severity, std::size_t count) {
    return sample("rigpack_findings", label("severity", to_string(severity)),
                  static_cast<double>(count));
  };
  return family("rigpack_findings", "", "Findings of all assets that no stage repaired.") +
         one(Severity::error, sum.errors) + one(Severity::warning, sum.warnings) +
         one(Severity::info, sum.infos);
}

std::string rules_text(const Report& report) {
  std::map<std::string_view, std::size_t> counts;
  for (const AssetReport& asset : report.assets) {
    for (const Finding& finding : asset.check.findings) {
      counts[finding.rule] += finding.fixed ? 0U : 1U;
    }
  }
  std::string out = family("rigpack_rule_findings", "", "Findings by rule.");
  for (const auto& [rule, count] : counts) {
    out += sample("rigpack_rule_findings", label("rule", rule), static_cast<double>(count));
  }
  return out;
}

/// One gauge an asset; NaN where it has none is left out by `has`.
struct AssetGauge {
  std::string_view name, unit, help;
  double (*value)(const AssetReport&);
  bool (*has)(const AssetReport&) = [](const AssetReport& asset) {
    return asset.verdict != Verdict::unreadable;
  };
};
bool has_verify(const AssetReport& asset) {
  return asset.verify.has_value();
}
const std::vector<AssetGauge>& asset_gauges() {
  static const std::vector<AssetGauge> gauges{
      {"rigpack_asset_failed", "", "1 for an asset that does not pass.",
       [](const AssetReport& a) { return a.verdict == Verdict::pass ? 0.0 : 1.0; },
       [](const AssetReport&) { return true; }},
      {"rigpack_asset_errors", "", "Error findings.",
       [](const AssetReport& a) { return static_cast<double>(totals(a).errors); },
       [](const AssetReport&) { return true; }},
      {"rigpack_asset_warnings", "", "Warning findings.",
       [](const AssetReport& a) { return static_cast<double>(totals(a).warnings); },
       [](const AssetReport&) { return true; }},
      {"rigpack_asset_size_bytes", "bytes", "The file's size.",
       [](const AssetReport& a) { return static_cast<double>(a.bytes); }},
      {"rigpack_asset_vertices", "", "Vertices, each mesh once.",
       [](const AssetReport& a) { return static_cast<double>(a.check.stats.vertices); }},
      {"rigpack_asset_triangles", "", "Triangles, each mesh once.",
       [](const AssetReport& a) { return static_cast<double>(a.check.stats.triangles); }},
      {"rigpack_asset_joints", "", "Distinct joints over all skins.",
       [](const AssetReport& a) { return static_cast<double>(a.check.stats.joints); }},
      {"rigpack_asset_clips", "", "Clips.",
       [](const AssetReport& a) { return static_cast<double>(a.check.stats.clips); }},
      {"rigpack_asset_longest_clip_seconds", "seconds", "The longest clip.",
       [](const AssetReport& a) { return a.check.stats.duration_s; }},
      {"rigpack_package_size_bytes", "bytes", "The package's size.",
       [](const AssetReport& a) { return static_cast<double>(a.package_bytes); },
       [](const AssetReport& a) { return a.package_bytes != 0; }},
      {"rigpack_package_clip_error_meters", "meters", "Largest error over the clips.",
       [](const AssetReport& a) { return a.verify->clip_error.error_m; }, has_verify},
      {"rigpack_package_mesh_error_meters", "meters", "Largest error of the mesh at rest.",
       [](const AssetReport& a) { return a.verify->static_error.error_m; }, has_verify}};
  return gauges;
}

/// Series must be unique: of inputs that read the same, the first counts.
std::vector<const AssetReport*> distinct_assets(const Report& report) {
  std::vector<const AssetReport*> out;
  std::set<std::string> met;
  for (const AssetReport& asset : report.assets) {
    if (met.insert(escape_label(asset.path)).second) {
      out.push_back(&asset);
    }
  }
  return out;
}

}  // namespace

std::string to_openmetrics(const Report& report) {
  std::string out =
      "# TYPE rigpack_tool info\n# HELP rigpack_tool The program that judged.\n" +
      sample("rigpack_tool_info",
             label("version", report.tool_version) + "," + label("profile", report.profile), 1);
  out += verdicts_text(report) + severities_text(totals(report)) + rules_text(report);
  const auto assets = distinct_assets(report);
  for (const AssetGauge& gauge : asset_gauges()) {
    std::string samples;
    for (const AssetReport* asset : assets) {
      if (gauge.has(*asset)) {
        samples += sample(gauge.name, label("path", asset->path), gauge.value(*asset));
      }
    }
    out += samples.empty() ? "" : family(gauge.name, gauge.unit, gauge.help) + samples;
  }
  return out + "# EOF\n";
}

}  // namespace rigpack

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "rigpack/rules.h"

#include "json_asset.h"
#include "json_pack.h"

namespace rigpack {
namespace {

using nlohmann::ordered_json;

/// A path as a URI reference (RFC 3986): every byte but letters, digits, - . _ ~ and / is %NN, so
/// that decoding gives the very path back. Stdin has no path; it is called by its name.
std::string uri_of(std::string_view path) {
  if (path == "-") {
    return "stdin";
  }
  std::string out = path.starts_with("/") ? "file://" : "";
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain || std::string_view("-._~/").find(c) != std::string_view::npos) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  // "//host/x" would name a host.
  const std::size_t slashes = out.find_first_not_of('/');
  return slashes > 1 && slashes != std::string::npos ? out.substr(slashes - 1) : out;
}

/// SARIF reads "[text](target)" in a message as a link; a backslash before a bracket ends that.
std::string message_text(std::string_view text) {
  if (text.find("](") == std::string_view::npos) {
    return std::string(text);
  }
  std::string out;
  for (const char c : text) {
    out += c == '[' || c == ']' ? "\\" : "";
    out += c;
  }
  return out;
}

std::string_view level_of(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "note";
}

/// The first sentence: what a list of alerts shows as a rule's title.
std::string_view first_sentence(std::string_view text) {
  const std::size_t end = std::min(text.find(". "), text.find("; "));
  return end == std::string_view::npos ? text : text.substr(0, end);
}

std::string help_text(const RuleText& text) {
  return fmt::format("{}\n\nWhy: {}\n\nFix: {}\n\nBlender: {}\n\nMaya: {}\n\nCode: {}",
                     text.meaning, text.why, text.fix, text.blender, text.maya, text.code);
}

ordered_json rule_json(std::string_view id) {
  const RuleText* text = rule_text(id);
  ordered_json out{{"id", id}};
  if (text != nullptr) {
    out["shortDescription"] = {{"text", first_sentence(text->meaning)}};
    out["fullDescription"] = {{"text", fmt::format("{} {}", text->meaning, text->why)}};
    out["help"] = {{"text", help_text(*text)}};
  } else {
    out["shortDescription"] = {{"text", id}};
  }
  return out;
}

/// Every rule that some finding is of, sorted.
std::vector<std::string_view> rules_met(const Report& report) {
  std::set<std::string_view> met;
  for (const AssetReport& asset : report.assets) {
    for (const Finding& finding : asset.check.findings) {
      met.insert(finding.rule);
    }
  }
  return {met.begin(), met.end()};
}

ordered_json location_json(const AssetReport& asset, std::size_t artifact, const Location& at) {
  // Code hosts want a line. A finding's place inside the file is its logical location.
  ordered_json out{{"physicalLocation",
                    {{"artifactLocation", {{"uri", uri_of(asset.path)}, {"index", artifact}}},
                     {"region", {{"startLine", 1}}}}}};
  const std::string where = location_text(at, asset.names);
  if (!where.empty()) {
    const ordered_json part{{"fullyQualifiedName", where}, {"kind", "object"}};
    out["logicalLocations"] = ordered_json::array({part});
  }
  return out;
}

ordered_json properties_json(const Finding& finding) {
  ordered_json samples = ordered_json::array();
  for (const Sample& sample : finding.samples) {
    samples.push_back({{"index", sample.index}, {"value", number_json(sample.value)}});
  }
  return {{"count", finding.count},
          {"worst", finding.worst ? number_json(*finding.worst) : ordered_json(nullptr)},
          {"samples", std::move(samples)},
          {"fixed", finding.fixed}};
}

/// Builds the run's results, all assets' in order.
class Results {
 public:
  explicit Results(const std::vector<std::string_view>& rules) : rules_(rules) {}

  void add(const AssetReport& asset, std::size_t artifact) {
    Findings findings = asset.check.findings;
    sort_findings(findings);
    std::map<std::string, int> met;
    for (const Finding& finding : findings) {
      const std::string print = fingerprint(finding);
      results_.push_back(result_json(asset, artifact, finding));
      // GitHub tells alerts apart by this key; the number by which of several in one place it is.
      results_.back()["partialFingerprints"] = {
          {"primaryLocationLineHash", fmt::format("{}:{}", print, ++met[print])}};
    }
  }
  ordered_json take() { return std::move(results_); }

 private:
  ordered_json result_json(const AssetReport& asset, std::size_t artifact,
                           const Finding& finding) const {
    const auto rule = std::ranges::lower_bound(rules_, finding.rule) - rules_.begin();
    const std::string message =
        message_text(finding.message + (finding.fixed ? " (repaired in the package)" : ""));
    return {{"ruleId", finding.rule},
            {"ruleIndex", rule},
            {"kind", finding.fixed ? "informational" : "fail"},
            {"level", finding.fixed ? "none" : level_of(finding.severity)},
            {"message", {{"text", message}}},
            {"locations", ordered_json::array({location_json(asset, artifact, finding.location)})},
            {"properties", properties_json(finding)}};
  }

  const std::vector<std::string_view>& rules_;
  ordered_json results_ = ordered_json::array();
};

ordered_json artifact_json(const AssetReport& asset) {
  ordered_json out{{"location", {{"uri", uri_of(asset.path)}}}};
  if (!asset.sha256.empty()) {
    out["length"] = asset.bytes;
    out["hashes"] = {{"sha-256", asset.sha256}};
  }
  return out;
}

}  // namespace

std::string to_sarif(const Report& report) {
  const std::vector<std::string_view> rules = rules_met(report);
  ordered_json driver{
      {"name", "rigpack"}, {"version", report.tool_version}, {"rules", ordered_json::array()}};
  for (const std::string_view rule : rules) {
    driver["rules"].push_back(rule_json(rule));
  }
  Results results(rules);
  ordered_json artifacts = ordered_json::array();
  for (std::size_t i = 0; i < report.assets.size(); ++i) {
    artifacts.push_back(artifact_json(report.assets[i]));
    results.add(report.assets[i], i);
  }
  ordered_json run{{"tool", {{"driver", std::move(driver)}}},
                   {"artifacts", std::move(artifacts)},
                   {"results", results.take()},
                   {"properties", {{"profile", report.profile}}}};
  const ordered_json document{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                              {"version", "2.1.0"},
                              {"runs", ordered_json::array({std::move(run)})}};
  return json_text(document, 1) + "\n";
}

}  // namespace rigpack

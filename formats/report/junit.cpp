#include <fmt/format.h>

#include "rigpack/formats/report.h"

#include "characters.h"
#include "finding_words.h"

namespace rigpack {
namespace {

/// For attributes and text. XML 1.0 has no way to write most control characters, so what is not
/// printable is shown as \xNN.
std::string escape_xml(std::string_view text) {
  std::string out;
  for (const char c : visible(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

/// Every finding in words, escaped, a line each.
std::string findings_text(const AssetReport& asset, const Findings& findings) {
  std::string out;
  for (const Finding& finding : findings) {
    out += escape_xml(fmt::format("{} {}: {}{}", to_string(finding.severity), finding.rule,
                                  finding.message, finding.fixed ? " (repaired)" : "")) +
           "\n";
    for (const std::string& line : remedy_lines(finding, asset.names)) {
      out += "  " + escape_xml(line) + "\n";
    }
  }
  for (const std::string& line : package_lines(asset)) {
    out += escape_xml(line) + "\n";
  }
  return out;
}

/// `<failure>` or `<error>`, opened with the first finding: the gravest.
std::string fault_tag(const AssetReport& asset, const Findings& findings, std::string_view tag) {
  const std::string message =
      findings.empty() ? "the package is not within its bounds" : findings.front().message;
  return fmt::format("      <{} type=\"{}\" message=\"{}: {}\">", tag,
                     findings.empty() ? "verify" : escape_xml(findings.front().rule),
                     counts_text(totals(asset)), escape_xml(message));
}

std::string testcase(const AssetReport& asset) {
  const Findings findings = sorted(asset.check.findings);
  std::string out =
      fmt::format("    <testcase classname=\"rigpack\" name=\"{}\"", escape_xml(asset.path));
  double seconds = 0;
  for (const auto& [phase, phase_s] : asset.timing) {
    seconds += phase_s;
  }
  out += asset.timing.empty() ? "" : fmt::format(" time=\"{:.6f}\"", seconds);
  const std::string text = findings_text(asset, findings);
  if (asset.verdict == Verdict::pass && text.empty()) {
    return out + "/>\n";
  }
  out += ">\n";
  if (asset.verdict == Verdict::pass) {
    return out + "      <system-out>" + text + "</system-out>\n    </testcase>\n";
  }
  const std::string_view tag = asset.verdict == Verdict::fail ? "failure" : "error";
  return out + fault_tag(asset, findings, tag) + text +
         fmt::format("</{}>\n    </testcase>\n", tag);
}

}  // namespace

std::string to_junit(const Report& report) {
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::string cases;
  for (const AssetReport& asset : report.assets) {
    failures += asset.verdict == Verdict::fail ? 1U : 0U;
    errors += asset.verdict == Verdict::unreadable ? 1U : 0U;
    cases += testcase(asset);
  }
  const std::string counts = fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\"",
                                         report.assets.size(), failures, errors);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {}>\n"
      "  <testsuite name=\"rigpack\" {} skipped=\"0\">\n{}  </testsuite>\n</testsuites>\n",
      counts, counts, cases);
}

}  // namespace rigpack

#include <fmt/format.h>

#include "rigpack/formats/report.h"

#include "characters.h"
#include "finding_words.h"

namespace rigpack {
namespace {

/// What the runner decodes: %25 everywhere, %3A and %2C in properties alone. After `visible` no
/// line break is left to escape.
enum class Part : std::uint8_t { property, message };
std::string escape_command(std::string_view text, Part part) {
  std::string out;
  for (const char c : visible(text)) {
    if (c == '%' || (part == Part::property && (c == ':' || c == ','))) {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out;
}

std::string_view command_of(Severity severity) {
  return severity == Severity::error     ? "error"
         : severity == Severity::warning ? "warning"
                                         : "notice";
}

std::string annotation(const AssetReport& asset, const Finding& finding) {
  std::string message = escape_command(finding.message, Part::message);
  for (const std::string& line : remedy_lines(finding, asset.names)) {
    message += "%0A" + escape_command(line, Part::message);
  }
  const std::string_view path =
      asset.path.starts_with("./") ? std::string_view(asset.path).substr(2) : asset.path;
  return fmt::format("::{} file={},title={}::{}\n", command_of(finding.severity),
                     escape_command(path, Part::property),
                     escape_command(finding.rule, Part::property), message);
}

}  // namespace

std::string to_github_annotations(const Report& report) {
  std::string out;
  for (const AssetReport& asset : report.assets) {
    for (const Finding& finding : sorted(asset.check.findings)) {
      out += finding.fixed ? "" : annotation(asset, finding);
    }
    if (asset.verify && !asset.verify->passed) {
      out += fmt::format("::error file={},title=verify::the package is not within its bounds\n",
                         escape_command(asset.path, Part::property));
    }
  }
  return out;
}

}  // namespace rigpack

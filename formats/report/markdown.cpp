#include <algorithm>

#include <fmt/format.h>

#include "rigpack/formats/report.h"

#include "characters.h"
#include "finding_words.h"

namespace rigpack {
namespace {

/// A comment on GitHub holds 65,536 characters; the rest is for the line that counts what is left.
constexpr std::size_t kMaxBytes = 60'000;
/// Longer text is cut: no single name may fill the comment.
constexpr std::size_t kMaxSpan = 2'000;

/// `text` cut to at most `limit` bytes between two characters.
std::string shortened(std::string text, std::size_t limit) {
  if (text.size() <= limit) {
    return text;
  }
  std::string_view rest = text;
  while (text.size() - rest.size() < limit - 4) {
    take_character(rest);
  }
  text.resize(text.size() - rest.size());
  return text + "...";
}

std::size_t longest_run(std::string_view text, char c) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char each : text) {
    run = each == c ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

/// All foreign text stands in code spans, fenced by one more backtick than it holds: nothing in one
/// is markup, HTML, a link or a mention. (No table holds any: a | would end the cell.)
std::string code_span(std::string_view text) {
  const std::string shown = shortened(visible(text), kMaxSpan);
  const std::string fence(longest_run(shown, '`') + 1, '`');
  if (shown.empty()) {
    return "(nothing)";
  }
  // A backtick at an end would lengthen the fence; a reader drops one space at each end.
  const std::string_view edges = "` ";
  const bool pad = edges.find(shown.front()) != std::string_view::npos ||
                   edges.find(shown.back()) != std::string_view::npos;
  const std::string space = pad ? " " : "";
  return fence + space + shown + space + fence;
}

/// Text of the catalogue: ours, but it may hold characters that Markdown reads.
std::string prose(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += std::string_view("\\`*_[]<>#|~&").find(c) == std::string_view::npos ? "" : "\\";
    out += c;
  }
  return out;
}

std::string finding_item(const Finding& finding, const PartNames& names) {
  std::string out =
      fmt::format("- **{}** {}: {}{}\n", to_string(finding.severity), code_span(finding.rule),
                  code_span(finding.message), finding.fixed ? " (repaired)" : "");
  const std::string where = location_text(finding.location, names);
  out += where.empty() ? "" : fmt::format("  - at {}\n", code_span(where));
  const std::string_view remedy = remedy_text(finding);
  return out + (remedy.empty() ? "" : fmt::format("  - to fix: {}\n", prose(remedy)));
}

/// The comment while it grows.
class Comment {
 public:
  explicit Comment(std::string head) : text_(std::move(head)) {}

  void add_asset(const AssetReport& asset) {
    const bool passes = asset.verdict == Verdict::pass;
    const std::string stats =
        asset.verdict == Verdict::unreadable ? "cannot be read" : code_span(stats_text(asset));
    assets_left_ += add(fmt::format("\n### {} {}\n\n{}\n\n", passes ? "pass" : "FAIL",
                                    code_span(asset.path), stats))
                        ? 0
                        : 1;
    for (const Finding& finding : sorted(asset.check.findings)) {
      findings_left_ += add(finding_item(finding, asset.names)) ? 0 : 1;
    }
    for (const std::string& line : package_lines(asset)) {
      add(fmt::format("- {}\n", code_span(line)));
    }
  }

  std::string finished() && {
    if (full_) {
      text_ += fmt::format("\n{} of {} do not fit here: see the job's report.\n",
                           count_text(findings_left_, "finding", "findings"),
                           count_text(assets_left_, "more asset", "more assets"));
    }
    return std::move(text_);
  }

 private:
  /// Once something did not fit, nothing behind it is added either.
  bool add(std::string_view block) {
    full_ = full_ || block.size() > kMaxBytes - text_.size();
    text_ += full_ ? "" : block;
    return !full_;
  }

  std::string text_;
  bool full_ = false;
  std::size_t assets_left_ = 0, findings_left_ = 0;
};

/// What a reader of the comment has to act on, or has asked for.
bool is_news(const AssetReport& asset) {
  const Totals sum = totals(asset);
  return asset.verdict != Verdict::pass || sum.errors + sum.warnings != 0 || asset.verify ||
         asset.package_bytes != 0;
}

}  // namespace

std::string to_markdown(const Report& report) {
  const Totals sum = totals(report);
  std::string head = fmt::format("## rigpack: {} of {} fail\n\n{}, profile {}\n", sum.failed,
                                 count_text(report.assets.size(), "asset", "assets"),
                                 counts_text(sum), code_span(report.profile));
  const auto quiet = std::ranges::count_if(
      report.assets, [](const AssetReport& asset) { return !is_news(asset); });
  if (quiet != 0) {
    head += fmt::format("\n{} without errors and warnings.\n",
                        count_text(static_cast<std::uint64_t>(quiet), "asset", "assets"));
  }
  Comment comment(std::move(head));
  // What fails comes first: it may be all that fits.
  for (const bool passing : {false, true}) {
    for (const AssetReport& asset : report.assets) {
      if (is_news(asset) && passing == (asset.verdict == Verdict::pass)) {
        comment.add_asset(asset);
      }
    }
  }
  return std::move(comment).finished();
}

}  // namespace rigpack

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "rigpack/rules.h"

#include "asset.h"
#include "terminal.h"
#include "verbs.h"

namespace rigpack::cli {
namespace {

constexpr std::size_t kWidth = 88;  // columns of an explanation
constexpr std::size_t kIndent = 10;

int run_rules() {
  std::size_t width = 0;
  for (const Rule* rule : known_rules()) {
    width = std::max(width, rule->id.size());
  }
  for (const Rule* rule : known_rules()) {
    write_stdout(fmt::format("{:<{}}  {:<7}  {}\n", rule->id, width, to_string(rule->severity),
                             rule->summary));
  }
  return kClean;
}

/// `label` and `text`, words wrapped under one another.
std::string paragraph(std::string_view label, std::string_view text) {
  std::string out = fmt::format("{}{:<{}}{}", colours().bold, label, kIndent, colours().reset);
  std::size_t column = kIndent;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (column != kIndent && column + 1 + word.size() > kWidth) {
      out += "\n" + std::string(kIndent, ' ');
      column = kIndent;
    }
    out += column == kIndent ? "" : " ";
    column += (column == kIndent ? 0 : 1) + word.size();
    out += word;
  }
  return out + "\n";
}

std::string explanation(const Rule& rule, const RuleText& text) {
  return fmt::format("{}{}{}  {}: {}\n\n", colours().bold, rule.id, colours().reset,
                     to_string(rule.severity), rule.summary) +
         paragraph("meaning", text.meaning) + paragraph("why", text.why) +
         paragraph("fix", text.fix) + paragraph("Blender", text.blender) +
         paragraph("Maya", text.maya) + paragraph("code", text.code);
}

int run_explain(const std::string& id) {
  const auto found =
      std::ranges::find_if(known_rules(), [&](const Rule* r) { return r->id == id; });
  const RuleText* text = rule_text(id);
  if (found == known_rules().end() || text == nullptr) {
    std::vector<std::string_view> ids;
    std::ranges::transform(known_rules(), std::back_inserter(ids), &Rule::id);
    const std::string near = nearest(id, ids);
    return usage_error("rules", fmt::format("there is no rule '{}'{}", id,
                                            near.empty() ? "" : "; did you mean " + near + "?"));
  }
  write_stdout(explanation(**found, *text));
  return kClean;
}

}  // namespace

Verb add_rules(CLI::App& app) {
  CLI::App* verb = app.add_subcommand("rules", "List every rule with its severity");
  verb->footer("Severities are those of profile default. `rigpack explain RULE` says more.");
  return {verb, run_rules};
}

Verb add_explain(CLI::App& app) {
  auto id = std::make_shared<std::string>();
  CLI::App* verb =
      app.add_subcommand("explain", "Say what a rule means, why it matters, how to fix it");
  verb->add_option("RULE", *id, "A rule's id, e.g. weights/not-normalized")->required();
  return {verb, [id] { return run_explain(*id); }};
}

}  // namespace rigpack::cli

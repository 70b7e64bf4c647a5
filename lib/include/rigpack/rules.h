#pragma once
/// The catalogue: which rules the library judges by, and what each one means to people.

#include <span>
#include <string_view>
#include <vector>

#include "rigpack/findings.h"

namespace rigpack {

/// Every rule of the library, sorted by id. The readers' own rules (asset/*, import/*) are theirs.
const std::vector<const Rule*>& all_rules();

/// What `explain` says of a rule, the readers' rules included. Sentences; no field is empty.
struct RuleText {
  std::string_view rule;     ///< the rule's id
  std::string_view meaning;  ///< what is counted, exactly
  std::string_view why;      ///< what goes wrong in an engine
  std::string_view fix;      ///< one line for the table: the first thing to do
  std::string_view blender, maya, code;
};

/// The text of rule `id`; nullptr when there is none.
const RuleText* rule_text(std::string_view id);
/// Every text, by subject.
std::span<const std::span<const RuleText>> rule_texts();

}  // namespace rigpack

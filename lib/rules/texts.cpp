#include "rules/texts.h"

#include <algorithm>
#include <array>

namespace rigpack {

std::span<const std::span<const RuleText>> rule_texts() {
  static const std::array kTables{texts::weights(), texts::skins(), texts::clips(), texts::deform(),
                                  texts::files()};
  return kTables;
}

const RuleText* rule_text(std::string_view id) {
  for (const std::span<const RuleText> table : rule_texts()) {
    const auto found = std::ranges::find(table, id, &RuleText::rule);
    if (found != table.end()) {
      return &*found;
    }
  }
  return nullptr;
}

}  // namespace rigpack

#pragma once
/// The texts of rule_texts(), a table a subject.

#include <span>

#include "rigpack/rules.h"

namespace rigpack::texts {

std::span<const RuleText> weights();
std::span<const RuleText> skins();
std::span<const RuleText> clips();
std::span<const RuleText> deform();
std::span<const RuleText> files();

}  // namespace rigpack::texts

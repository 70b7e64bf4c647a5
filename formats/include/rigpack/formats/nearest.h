#pragma once
/// "Did you mean ...?"

#include <cstddef>
#include <string>
#include <string_view>

namespace rigpack {

/// Letters to insert, drop or change to turn `a` into `b`.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate closest to `text` by edit distance; empty when none is near, or for a `text` too
/// long to be a slip of the hand.
template <class Names>
std::string nearest(std::string_view text, const Names& names) {
  std::string best;
  constexpr std::size_t kLongest = 64;
  std::size_t best_distance = text.size() > kLongest ? 0 : text.size() / 2 + 1;
  for (const auto& name : names) {
    const std::size_t distance = best_distance == 0 ? 0 : edit_distance(text, name);
    if (distance < best_distance) {
      best_distance = distance;
      best = name;
    }
  }
  return best;
}

}  // namespace rigpack

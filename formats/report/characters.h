#pragma once
/// Foreign text (names, paths, pieces of broken files) as single characters: what every sink's
/// escaper stands on.

#include <string>
#include <string_view>

namespace rigpack {

struct Character {
  std::string_view bytes;  ///< one valid UTF-8 sequence, or one byte that begins none (RFC 3629)
  bool printable = false;  ///< valid, and nothing that a reader cannot see or a screen obeys
};

/// Takes the first character off `text`, which must not be empty. Not printable: C0, DEL, C1, line
/// and paragraph separators, marks that reorder or hide text, and what Unicode says is no
/// character.
Character take_character(std::string_view& text);

/// `text` on one line of valid UTF-8: every byte of what is not printable as \xNN.
std::string visible(std::string_view text);

}  // namespace rigpack

#include "characters.h"

#include <array>
#include <cstdint>

#include <fmt/format.h>

namespace rigpack {
namespace {

/// Length of the valid UTF-8 sequence at the head of `text`, 0 when there is none (RFC 3629).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto follows = [&](std::size_t i) { return i < text.size() && (byte(i) & 0xC0U) == 0x80U; };
  const unsigned lead = byte(0);
  if (lead < 0x80) {
    return 1;
  }
  if (lead >= 0xC2 && lead <= 0xDF && follows(1)) {
    return 2;
  }
  if (lead >= 0xE0 && lead <= 0xEF && follows(1) && follows(2)) {
    const bool overlong = lead == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = lead == 0xED && byte(1) >= 0xA0;
    return overlong || surrogate ? 0 : 3;
  }
  if (lead >= 0xF0 && lead <= 0xF4 && follows(1) && follows(2) && follows(3)) {
    const bool overlong = lead == 0xF0 && byte(1) < 0x90;
    const bool beyond = lead == 0xF4 && byte(1) >= 0x90;
    return overlong || beyond ? 0 : 4;
  }
  return 0;
}

/// The code point of a valid sequence.
std::uint32_t code_point(std::string_view sequence) {
  constexpr std::array<std::uint32_t, 5> kLeadBits{0, 0x7F, 0x1F, 0x0F, 0x07};
  std::uint32_t point = static_cast<unsigned char>(sequence[0]) & kLeadBits[sequence.size()];
  for (const char c : sequence.substr(1)) {
    point = (point << 6U) | (static_cast<unsigned char>(c) & 0x3FU);
  }
  return point;
}

struct Range {
  std::uint32_t first, last;
};
constexpr std::array kUnprintable{
    Range{0x0, 0x1F},          // C0
    Range{0x7F, 0x9F},         // DEL, C1
    Range{0x61C, 0x61C},       // Arabic letter mark
    Range{0x200B, 0x200B},     // zero-width space; the joiners of emoji and Indic text stay
    Range{0x200E, 0x200F},     // left-to-right and right-to-left marks
    Range{0x2028, 0x202E},     // line and paragraph separators, embeddings, overrides
    Range{0x2060, 0x206F},     // invisible operators, isolates, deprecated format characters
    Range{0xFDD0, 0xFDEF},     // no characters
    Range{0xFEFF, 0xFEFF},     // byte order mark
    Range{0xFFF9, 0xFFFB},     // interlinear annotation
    Range{0xE0000, 0xE007F}};  // tags

bool is_printable(std::uint32_t point) {
  for (const Range& range : kUnprintable) {
    if (point >= range.first && point <= range.last) {
      return false;
    }
  }
  return (point & 0xFFFEU) != 0xFFFEU;  // the last two of each plane are no characters
}

}  // namespace

Character take_character(std::string_view& text) {
  const std::size_t length = utf8_length(text);
  Character out{text.substr(0, length == 0 ? 1 : length)};
  out.printable = length != 0 && is_printable(code_point(out.bytes));
  text.remove_prefix(out.bytes.size());
  return out;
}

std::string visible(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Character character = take_character(text);
    if (character.printable) {
      out += character.bytes;
      continue;
    }
    for (const char c : character.bytes) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

}  // namespace rigpack

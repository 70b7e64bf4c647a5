#include "characters.h"
#include "json_asset.h"

namespace rigpack {
namespace {

/// A JSON string's escape for one character.
std::string unicode_escape(std::string_view character) {
  const std::string quoted = nlohmann::ordered_json(std::string(character)).dump(-1, ' ', true);
  return quoted.substr(1, quoted.size() - 2);
}

}  // namespace

std::string json_text(const nlohmann::ordered_json& document, int indent) {
  const std::string text =
      document.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string out;
  out.reserve(text.size());
  for (std::string_view rest = text; !rest.empty();) {
    const Character character = take_character(rest);
    // Outside of strings there is ASCII alone, and the newline is the one control character.
    if (character.printable || character.bytes == "\n") {
      out += character.bytes;
    } else {
      out += unicode_escape(character.bytes);
    }
  }
  return out;
}

}  // namespace rigpack

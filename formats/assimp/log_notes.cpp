#include "assimp/log_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace rigpack::assimp {
namespace {

constexpr std::size_t kMostKinds = 8;
constexpr std::size_t kLongest = 120;

/// Said of sound files, or of what is not read here: newer versions than Assimp's authors knew,
/// properties that nothing drives, materials, cameras, lights; and how the log is kept.
constexpr std::array<std::string_view, 13> kIdle{"newer format version",
                                                 "no animation curves assigned",
                                                 "aterial",
                                                 "exture",
                                                 "shading mode",
                                                 "tangent layer",
                                                 "binormal layer",
                                                 "UVs are declared",
                                                 "amera",
                                                 "light",
                                                 "Unknown data object in",
                                                 "Light",
                                                 "Skipping one or more lines"};

/// "Warn,  T0: FBX-DOM (TOK_KEY, offset 0x1404c) failed" -> "FBX-DOM failed".
std::string words_of(std::string_view message, const std::string& folder) {
  const std::size_t colon = message.find(": ");
  message.remove_prefix(colon == std::string_view::npos ? 0 : colon + 2);
  std::string words(message.substr(0, message.find_first_of("\r\n")));
  const std::size_t open = words.find(" (TOK_"), close = words.find(')', open);
  if (open != std::string::npos && close != std::string::npos) {
    words.erase(open, close + 1 - open);
  }
  return without_folder(std::move(words), folder);
}

std::string without_digits(std::string text) {
  std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
  return text;
}

}  // namespace

std::string without_folder(std::string text, const std::string& folder) {
  for (std::size_t at = 0; !folder.empty() && (at = text.find(folder, at)) != std::string::npos;) {
    text.erase(at, folder.size());
  }
  return text;
}

void LogNotes::write(const char* message) {
  const std::string words = words_of(message, folder_);
  const bool idle = std::ranges::any_of(
      kIdle, [&](std::string_view part) { return words.find(part) != std::string::npos; });
  if (idle || words.empty()) {
    return;
  }
  const std::string key = without_digits(words);
  const auto known = std::ranges::find(kinds_, key, &Kind::key);
  if (known != kinds_.end()) {
    ++known->count;
  } else if (kinds_.size() < kMostKinds) {
    kinds_.push_back({key, words.substr(0, kLongest), 1});
  }
}

std::vector<std::string> LogNotes::notes() const {
  std::vector<std::string> out;
  out.reserve(kinds_.size());
  for (const Kind& kind : kinds_) {
    out.push_back(kind.count == 1 ? fmt::format("it says \"{}\"", kind.first)
                                  : fmt::format("it says {} times \"{}\"", kind.count, kind.first));
  }
  return out;
}

}  // namespace rigpack::assimp

#include "rigpack/formats/report.h"

#include "characters.h"

namespace rigpack {

std::string escape_terminal(std::string_view text) {
  std::string out = visible(text);
  // A log is read by machines, too: GitHub and Azure obey "::command" at a line's start, and
  // "##[command]" anywhere in it.
  if (out.starts_with("::")) {
    out.replace(0, 1, "\\x3a");
  }
  constexpr std::string_view kOldCommand = "##[";
  for (std::size_t at = out.find(kOldCommand); at != std::string::npos;
       at = out.find(kOldCommand, at)) {
    out.replace(at + 2, 1, "\\x5b");
  }
  return out;
}

}  // namespace rigpack

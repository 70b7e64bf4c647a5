#pragma once
/// stdout carries the result only; stderr carries progress, errors and the verdict.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "rigpack/error.h"
#include "rigpack/formats/nearest.h"
#include "rigpack/formats/words.h"

namespace rigpack::cli {

/// Writes all of `text` to stdout. A closed pipe is no error: later writes do nothing. Any other
/// failure (a full disk) is told once on stderr and makes `stdout_failed` true.
void write_stdout(std::string_view text);
bool stdout_failed();
void write_stderr(std::string_view text);

/// Tells a mistake in the command line: `rigpack: MESSAGE`, then where help stands. Returns
/// kUnusable.
int usage_error(std::string_view verb, std::string_view message);
/// Tells an error of the world: `rigpack: WHERE: MESSAGE`. Returns kUnusable.
int world_error(const Error& error);

/// Whether stdout is coloured; `automatic`: when it is a terminal that is not dumb and NO_COLOR is
/// unset or empty.
enum class Colour : std::uint8_t { automatic, always, never };
void choose_colour(Colour choice);

/// Escape sequences for stdout, empty where it is not coloured.
struct Colours {
  std::string_view error, warning, info, good, bold, reset;
};
const Colours& colours();

/// A line on stderr that overwrites itself; nothing unless stderr is a terminal.
class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void show(std::string_view text);
  void clear();

 private:
  bool active_ = false;
};

/// `text` from a file or the command line, safe to print (escape_terminal).
std::string safe(std::string_view text);

}  // namespace rigpack::cli

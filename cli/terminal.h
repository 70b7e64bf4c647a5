#pragma once
/// stdout carries the result only; stderr carries progress, errors and the verdict.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "rigpack/error.h"
#include "rigpack/formats/nearest.h"

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

/// Escape sequences for stdout, empty unless it is a terminal and NO_COLOR is unset or empty.
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
/// "491 KB", "1.2 MB": powers of 1000.
std::string size_text(std::uint64_t bytes);
/// A length in the unit that suits it: "0.083 mm", "1.2 m".
std::string length_text(double metres);
/// "1 mesh", "2 meshes".
std::string count_text(std::uint64_t count, std::string_view one, std::string_view many);

}  // namespace rigpack::cli

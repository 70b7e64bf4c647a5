#include "terminal.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

#include <fmt/format.h>

#include "rigpack/formats/report.h"

#include "verbs.h"

namespace rigpack::cli {
namespace {

bool stdout_closed = false;
bool stdout_error = false;

/// 0, or the errno of the write that failed.
int write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

bool wants_colour() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  const bool dumb = term != nullptr && std::string_view(term) == "dumb";
  return ::isatty(STDOUT_FILENO) == 1 && (no_color == nullptr || *no_color == '\0') && !dumb;
}

}  // namespace

void write_stdout(std::string_view text) {
  if (stdout_closed || stdout_error) {
    return;
  }
  const int error = write_all(STDOUT_FILENO, text);
  stdout_closed = error == EPIPE;
  stdout_error = error != 0 && error != EPIPE;
  if (stdout_error) {
    write_stderr(fmt::format("rigpack: stdout: cannot write: {}\n", std::strerror(error)));
  }
}

bool stdout_failed() {
  return stdout_error;
}

void write_stderr(std::string_view text) {
  write_all(STDERR_FILENO, text);
}

int usage_error(std::string_view verb, std::string_view message) {
  write_stderr(fmt::format("rigpack: {}\nsee: rigpack {}{}--help\n", safe(message), verb,
                           verb.empty() ? "" : " "));
  return kUnusable;
}

int world_error(const Error& error) {
  write_stderr(fmt::format("rigpack: {}{}{}\n", safe(error.where), error.where.empty() ? "" : ": ",
                           safe(error.message)));
  return kUnusable;
}

const Colours& colours() {
  static const Colours chosen = wants_colour() ? Colours{"\x1b[1;31m", "\x1b[1;33m", "\x1b[36m",
                                                         "\x1b[32m",   "\x1b[1m",    "\x1b[0m"}
                                               : Colours{};
  return chosen;
}

Progress::Progress() : active_(::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  clear();
}

void Progress::clear() {
  if (active_) {
    write_stderr("\r\x1b[K");
  }
}

void Progress::show(std::string_view text) {
  if (active_) {
    write_stderr(fmt::format("\r\x1b[K{:.100}", safe(text)));
  }
}

std::string safe(std::string_view text) {
  return escape_terminal(text);
}

std::string size_text(std::uint64_t bytes) {
  if (bytes < 1000) {
    return fmt::format("{} B", bytes);
  }
  const double value = static_cast<double>(bytes);
  return value < 999'500 ? fmt::format("{:.1f} KB", value / 1e3)
                         : fmt::format("{:.2f} MB", value / 1e6);
}

std::string length_text(double metres) {
  const double size = std::fabs(metres);
  if (size == 0) {
    return "0 mm";
  }
  if (!(size < 1)) {
    return fmt::format("{:.4g} m", metres);
  }
  return size < 1e-5 ? fmt::format("{:.3g} um", metres * 1e6)
                     : fmt::format("{:.3g} mm", metres * 1e3);
}

std::string count_text(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace rigpack::cli

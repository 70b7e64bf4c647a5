#include "terminal.h"

#include <cerrno>
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
Colour colour = Colour::automatic;

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

void choose_colour(Colour choice) {
  colour = choice;
}

const Colours& colours() {
  static constexpr Colours kPlain{};
  static constexpr Colours kColoured{"\x1b[1;31m", "\x1b[1;33m", "\x1b[36m",
                                     "\x1b[32m",   "\x1b[1m",    "\x1b[0m"};
  static const bool wanted = wants_colour();
  return colour == Colour::always || (colour == Colour::automatic && wanted) ? kColoured : kPlain;
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

}  // namespace rigpack::cli

#include "process.h"

#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "rigpack/formats/report.h"

#include "terminal.h"
#include "verbs.h"

namespace rigpack::cli {
namespace {

constexpr char kAborted[] =
    "rigpack: internal error: an assertion failed (see above)\n"
    "This is a bug in rigpack, not in your asset. Please report it with the command line, the\n"
    "output of `rigpack version` and, if you may share it, the input file.\n";

/// Async-signal-safe: abort() comes from a failed assert or std::terminate.
extern "C" void on_abort(int) {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kAborted, sizeof kAborted - 1);
  ::_exit(kInternal);
}

}  // namespace

void prepare_process() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) == -1) {
      [[maybe_unused]] const int opened =
          ::open("/dev/null", fd == STDIN_FILENO ? O_RDONLY : O_WRONLY);
    }
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGABRT, on_abort);
}

int report_internal_error(const char* what) {
  write_stderr(fmt::format(
      "rigpack: internal error: {}\n"
      "This is a bug in rigpack, not in your asset. Please report it with the command line, the\n"
      "output of `rigpack version` and, if you may share it, the input file.\n",
      escape_terminal(what)));
  return kInternal;
}

}  // namespace rigpack::cli

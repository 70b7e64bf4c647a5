#include "process.h"

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <malloc.h>
#include <sys/mman.h>
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

/// Puts the first part of the heap on huge pages, where the system offers them: a large asset is
/// read a quarter faster when its memory comes in 2 MiB pieces. Untouched pages cost nothing.
void use_huge_pages() {
#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
  constexpr int kHeapBytes = 256 << 20;
  constexpr std::uintptr_t kPageBytes = 2U << 20U;
  ::mallopt(M_TOP_PAD, kHeapBytes);
  ::mallopt(M_MMAP_THRESHOLD, kHeapBytes / 4);
  ::mallopt(M_TRIM_THRESHOLD, 2 * kHeapBytes);
  const auto before = reinterpret_cast<std::uintptr_t>(::sbrk(0));
  // Makes the heap grow; volatile, or the pair would be optimised away.
  void* volatile piece = std::malloc(kPageBytes);  // NOLINT(cppcoreguidelines-no-malloc)
  std::free(piece);                                // NOLINT(cppcoreguidelines-no-malloc)
  const auto after = reinterpret_cast<std::uintptr_t>(::sbrk(0));
  const std::uintptr_t first = (before + kPageBytes - 1) / kPageBytes * kPageBytes;
  if (first < after) {
    ::madvise(reinterpret_cast<void*>(first), after - first, MADV_HUGEPAGE);  // NOLINT
  }
#endif
}

}  // namespace

void prepare_process() {
  use_huge_pages();
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

#include "assimp/worker_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <iterator>
#include <thread>
#include <utility>

#include "rigpack/formats/report.h"

namespace rigpack::assimp {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMaxWords = 2048;      ///< of the worker's stderr and of its refusals
constexpr std::size_t kMessageLength = 300;  ///< bytes of it that reach a message

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  void close() {
    if (fd_ >= 0) {
      ::close(std::exchange(fd_, -1));
    }
  }

 private:
  int fd_;
};

struct Outcome {
  int status = 0;  ///< of waitpid
  bool timed_out = false;
  std::string words;  ///< the start of what it said on stderr
};

std::unexpected<Error> fail(const std::filesystem::path& path, std::string message,
                            std::string_view rule = {}, ErrorCode code = ErrorCode::unreadable) {
  return std::unexpected(Error{code, std::move(message), path.generic_string(), rule});
}

/// The worker's command line; `parse_job` (worker.cpp) is its other end.
std::vector<std::string> command_line(const std::filesystem::path& path, const std::string& format,
                                      const ImportOptions& options, const ReadLimits& limits) {
  return {"rigpack-import",
          std::string(kImportWorkerVerb),
          path.string(),
          fmt::format("{}", options.memory_bytes),
          fmt::format("{}", static_cast<std::uint64_t>(std::ceil(options.timeout_s)) + 1),
          fmt::format("{}", limits.decoded_bytes),
          fmt::format("{}", options.unit_m.value_or(0)),
          format};
}

/// Spawns with nothing open but the three standard streams and the reply. A vfork inside
/// posix_spawn: no handler of ours runs in the child, whatever other threads do.
Result<pid_t> spawn(const std::filesystem::path& path, std::vector<std::string> arguments,
                    const std::filesystem::path& worker, const Descriptor& reply,
                    const Descriptor& words) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_adddup2(&actions, words.get(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, words.get(), STDERR_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, reply.get(), kReplyDescriptor);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addclosefrom_np(&actions, kReplyDescriptor + 1);
  sigset_t defaults;
  ::sigfillset(&defaults);
  sigset_t mask;
  ::sigemptyset(&mask);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setsigmask(&attributes, &mask);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  std::vector<char*> argv;
  std::ranges::transform(arguments, std::back_inserter(argv),
                         [](std::string& text) { return text.data(); });
  argv.push_back(nullptr);
  pid_t child = 0;
  const int error =
      ::posix_spawn(&child, worker.c_str(), &actions, &attributes, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (error != 0) {
    return fail(path, fmt::format("the import worker cannot be started: {}", std::strerror(error)));
  }
  return child;
}

int milliseconds_until(Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 1'000'000));
}

/// Reads the worker's words until it closes them (true) or the deadline passes.
bool drain(const Descriptor& words, Clock::time_point deadline, std::string& out) {
  std::array<char, 4096> buffer{};
  while (true) {
    pollfd ready{words.get(), POLLIN, 0};
    const int events = ::poll(&ready, 1, milliseconds_until(deadline));
    if (events == 0 || (events < 0 && errno != EINTR)) {
      return false;
    }
    if (events < 0) {
      continue;
    }
    const ssize_t got = ::read(words.get(), buffer.data(), buffer.size());
    if (got <= 0) {
      return true;
    }
    out.append(buffer.data(), std::min(static_cast<std::size_t>(got), kMaxWords - out.size()));
  }
}

/// Waits for the end; past the deadline the worker is killed, so this returns in any case.
Outcome wait_for(pid_t child, const Descriptor& words, Clock::time_point deadline) {
  Outcome outcome;
  outcome.timed_out = !drain(words, deadline, outcome.words);
  pid_t ended = 0;
  while (!outcome.timed_out && (ended = ::waitpid(child, &outcome.status, WNOHANG)) == 0) {
    outcome.timed_out = Clock::now() >= deadline;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (ended != child) {
    ::kill(child, SIGKILL);
    while (::waitpid(child, &outcome.status, 0) < 0 && errno == EINTR) {
    }
  }
  return outcome;
}

Result<std::vector<std::byte>> take_reply(const Descriptor& reply,
                                          const std::filesystem::path& path, std::uint64_t limit) {
  struct stat status{};
  if (::fstat(reply.get(), &status) != 0 || status.st_size < 0 ||
      static_cast<std::uint64_t>(status.st_size) > limit) {
    return fail(path, "the import worker's reply is too large", {}, ErrorCode::limit);
  }
  std::vector<std::byte> bytes(static_cast<std::size_t>(status.st_size));
  for (std::size_t have = 0; have < bytes.size();) {
    const ssize_t got =
        ::pread(reply.get(), bytes.data() + have, bytes.size() - have, static_cast<off_t>(have));
    if (got <= 0) {
      return fail(path, "the import worker's reply cannot be read", rules::import_crashed.id);
    }
    have += static_cast<std::size_t>(got);
  }
  return bytes;
}

/// What the worker replied instead of a GLB, for people.
std::string message_of(const Descriptor& reply, const std::filesystem::path& path) {
  const auto message = take_reply(reply, path, kMaxWords);
  const std::string_view text =
      message ? std::string_view(reinterpret_cast<const char*>(message->data()), message->size())
              : "no reason given";
  return escape_terminal(text.substr(0, kMessageLength));
}

/// The last thing that the worker said, for people: one line, nothing that a terminal obeys.
std::string last_words(const Outcome& outcome) {
  std::string text = outcome.words;
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) {
    text.pop_back();
  }
  text.erase(0, text.rfind('\n') + 1);
  text = text.substr(0, kMessageLength);
  return text.empty() ? text : fmt::format("; its last words: {}", escape_terminal(text));
}

std::string signal_name(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return name == nullptr ? fmt::format("signal {}", signal) : fmt::format("SIG{}", name);
}

std::unexpected<Error> say_timeout(const std::filesystem::path& path, double timeout_s) {
  return fail(
      path,
      fmt::format("the importer was still busy after {} s and was ended (--timeout)", timeout_s),
      rules::import_timeout.id);
}

std::unexpected<Error> say_signal(const std::filesystem::path& path, const Outcome& outcome,
                                  const ImportOptions& options) {
  const int signal = WTERMSIG(outcome.status);
  if (signal == SIGXCPU) {
    return say_timeout(path, options.timeout_s);
  }
  return fail(
      path, fmt::format("the importer crashed with {}{}", signal_name(signal), last_words(outcome)),
      rules::import_crashed.id);
}

}  // namespace

Result<std::vector<std::byte>> run_worker(const std::filesystem::path& path,
                                          const std::string& format, const ImportOptions& options,
                                          const ReadLimits& limits) {
  const Descriptor reply(::memfd_create("rigpack-import", MFD_CLOEXEC));
  std::array<int, 2> ends{-1, -1};
  const int piped = ::pipe2(ends.data(), O_CLOEXEC);
  const Descriptor words(ends[0]);
  Descriptor words_in(ends[1]);
  if (reply.get() < 0 || piped != 0) {
    return fail(path, fmt::format("no channel to an import worker: {}", std::strerror(errno)));
  }
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(options.timeout_s));
  const auto child =
      spawn(path, command_line(path, format, options, limits), options.worker, reply, words_in);
  if (!child) {
    return std::unexpected(child.error());
  }
  words_in.close();
  const Outcome outcome = wait_for(*child, words, deadline);
  if (outcome.timed_out) {
    return say_timeout(path, options.timeout_s);
  }
  if (WIFSIGNALED(outcome.status)) {
    return say_signal(path, outcome, options);
  }
  switch (static_cast<WorkerExit>(WEXITSTATUS(outcome.status))) {
    case WorkerExit::done:
      return take_reply(reply, path, limits.decoded_bytes);
    case WorkerExit::refused:
      return fail(path, fmt::format("the importer refuses it: {}", message_of(reply, path)));
    case WorkerExit::garbled:
      return fail(path, message_of(reply, path), rules::import_lossy.id);
    case WorkerExit::out_of_memory:
      return fail(path,
                  fmt::format("the importer asked for more than {} MiB (--memory-limit)",
                              options.memory_bytes >> 20),
                  rules::import_memory.id);
    case WorkerExit::too_large:
      return fail(path, "what the importer read is larger than the limit", {}, ErrorCode::limit);
    case WorkerExit::misused:
      break;
  }
  return fail(path,
              fmt::format("the importer left with status {}{}", WEXITSTATUS(outcome.status),
                          last_words(outcome)),
              rules::import_crashed.id);
}

}  // namespace rigpack::assimp

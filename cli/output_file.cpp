#include "output_file.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

namespace rigpack::cli {
namespace {

namespace fs = std::filesystem;

/// Hidden files that a signal has to remove. A slot is free while its first byte is 0.
constexpr std::size_t kSlots = 8;
std::array<std::array<char, 4096>, kSlots> hidden_files{};
std::array<volatile std::sig_atomic_t, kSlots> hidden_in_use{};

extern "C" void remove_hidden_files(int signal) {
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    if (hidden_in_use[slot] != 0) {
      ::unlink(hidden_files[slot].data());
    }
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void watch_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action{};
    // A signal that the caller ignores (nohup) stays ignored.
    if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_DFL) {
      action.sa_handler = remove_hidden_files;
      ::sigaction(signal, &action, nullptr);
    }
  }
}

/// Remembers `path` for the signal handler while it exists.
class HiddenName {
 public:
  explicit HiddenName(std::string path) : path_(std::move(path)) {
    watch_signals();
    while (slot_ < kSlots && hidden_in_use[slot_] != 0) {
      ++slot_;
    }
    if (slot_ < kSlots && path_.size() < hidden_files[slot_].size()) {
      std::memcpy(hidden_files[slot_].data(), path_.c_str(), path_.size() + 1);
      hidden_in_use[slot_] = 1;
    }
  }
  HiddenName(const HiddenName&) = delete;
  HiddenName& operator=(const HiddenName&) = delete;
  ~HiddenName() {
    if (slot_ < kSlots) {
      hidden_in_use[slot_] = 0;
    }
  }
  const char* c_str() const { return path_.c_str(); }

 private:
  std::string path_;
  std::size_t slot_ = 0;
};

Error unwritable(const std::string& target, std::string_view what, int error) {
  return {ErrorCode::unwritable,
          fmt::format("cannot {}: {}", what, std::generic_category().message(error)), target};
}

/// 0, or the errno of the write that failed.
int write_all(int fd, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

/// A name in the target's folder that nobody else uses.
std::string hidden_path(const fs::path& target, unsigned attempt) {
  const std::string name = fmt::format(
      ".{}.rigpack-{}-{}", target.filename().string().substr(0, 200), ::getpid(), attempt);
  return (target.parent_path() / name).string();
}

fs::path folder_of(const fs::path& target) {
  return target.has_parent_path() ? target.parent_path() : fs::path(".");
}

}  // namespace

struct OutputFile::State {
  std::string shown;  ///< the target as given
  fs::path target;    ///< links resolved
  int fd = -1;
  std::unique_ptr<HiddenName> hidden;  ///< empty: the file has no name yet
  std::vector<std::byte> direct;       ///< for targets that are no regular files
  bool is_direct = false;

  ~State() {
    if (hidden) {
      ::unlink(hidden->c_str());
    }
    if (fd >= 0) {
      ::close(fd);
    }
  }

  Result<void> open_unnamed() {
    fd = ::open(folder_of(target).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    return fd >= 0 ? Result<void>() : open_hidden(errno);
  }

  /// For file systems without O_TMPFILE; `error` is what it said.
  Result<void> open_hidden(int error) {
    if (error != EOPNOTSUPP && error != EISDIR && error != EINVAL) {
      return std::unexpected(unwritable(shown, "write into its folder", error));
    }
    for (unsigned attempt = 0; fd < 0 && attempt < 100; ++attempt) {
      auto name = std::make_unique<HiddenName>(hidden_path(target, attempt));
      fd = ::open(name->c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
      if (fd >= 0) {
        hidden = std::move(name);
      } else if (errno != EEXIST) {
        return std::unexpected(unwritable(shown, "write into its folder", errno));
      }
    }
    return fd >= 0 ? Result<void>() : std::unexpected(unwritable(shown, "name a file", EEXIST));
  }

  /// Gives the unnamed file a name: the target's where that is free, else a hidden one.
  Result<void> link_unnamed() {
    const std::string self = fmt::format("/proc/self/fd/{}", fd);
    if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, target.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      return {};
    }
    for (unsigned attempt = 0; errno == EEXIST && attempt < 100; ++attempt) {
      auto name = std::make_unique<HiddenName>(hidden_path(target, attempt));
      if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name->c_str(), AT_SYMLINK_FOLLOW) == 0) {
        hidden = std::move(name);
        return {};
      }
    }
    return std::unexpected(unwritable(shown, "put the file in place", errno));
  }

  Result<void> rename_hidden() {
    if (hidden && ::rename(hidden->c_str(), target.c_str()) != 0) {
      return std::unexpected(unwritable(shown, "put the file in place", errno));
    }
    hidden.reset();
    return {};
  }

  Result<void> write_direct() {
    fd = ::open(target.c_str(), O_WRONLY | O_CLOEXEC);
    const int error = fd < 0 ? errno : write_all(fd, direct);
    return error == 0 ? Result<void>() : std::unexpected(unwritable(shown, "write", error));
  }
};

OutputFile::OutputFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile::~OutputFile() = default;

Result<OutputFile> OutputFile::stage(const std::string& target, std::string_view text) {
  return stage(target, std::as_bytes(std::span(text)));
}

Result<OutputFile> OutputFile::stage(const std::string& target, std::span<const std::byte> bytes) {
  auto state = std::make_unique<State>();
  std::error_code error;
  state->shown = target;
  state->target =
      fs::is_symlink(target, error) ? fs::weakly_canonical(target, error) : fs::path(target);
  const fs::file_status status = fs::status(state->target, error);
  if (fs::is_directory(status) || state->target.filename().empty()) {
    return std::unexpected(unwritable(target, "write", EISDIR));
  }
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    state->is_direct = true;
    state->direct.assign(bytes.begin(), bytes.end());
    return OutputFile(std::move(state));
  }
  if (auto opened = state->open_unnamed(); !opened) {
    return std::unexpected(opened.error());
  }
  const int failed = write_all(state->fd, bytes);
  if (failed != 0 || ::fsync(state->fd) != 0) {
    return std::unexpected(unwritable(target, "write", failed != 0 ? failed : errno));
  }
  return OutputFile(std::move(state));
}

Result<void> OutputFile::commit() {
  if (state_->is_direct) {
    return state_->write_direct();
  }
  if (!state_->hidden) {
    if (auto linked = state_->link_unnamed(); !linked) {
      return linked;
    }
  }
  if (auto renamed = state_->rename_hidden(); !renamed) {
    return renamed;
  }
  // The name is on the disk once its folder is; a file system that cannot sync folders is no error.
  const int folder = ::open(folder_of(state_->target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {
    ::fsync(folder);
    ::close(folder);
  }
  return {};
}

}  // namespace rigpack::cli

#pragma once
/// Output files that appear whole or not at all.

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "rigpack/error.h"

namespace rigpack::cli {

/// A file that is written but does not stand at its path yet. Until `commit` nothing of it can be
/// seen there, and an older file is untouched. It is an unnamed file of the output's folder
/// (O_TMPFILE) where the system has those, so that even a killed process leaves nothing; else a
/// hidden one, removed on failure, SIGINT and SIGTERM.
class OutputFile {
 public:
  /// Writes `bytes` and flushes them to the disk. An existing target that is no regular file (a
  /// device, a pipe) is written by `commit`, straight. Errors: unwritable.
  static Result<OutputFile> stage(const std::string& target, std::span<const std::byte> bytes);
  static Result<OutputFile> stage(const std::string& target, std::string_view text);

  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  /// Puts the file at its path, in one step. Errors: unwritable. Once only.
  Result<void> commit();

 private:
  struct State;
  explicit OutputFile(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace rigpack::cli

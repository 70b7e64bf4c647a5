#pragma once
/// Formats other than glTF, read behind a wall (most by Assimp, MD5 and SMD as text): in a process
/// of its own with limits on memory, time and files, whose reply is parsed as hostile input.

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

#include "rigpack/error.h"
#include "rigpack/findings.h"

namespace rigpack {

namespace rules {
inline constexpr Rule import_crashed{"import/crashed", Severity::error,
                                     "the importer crashed on this file"};
inline constexpr Rule import_timeout{"import/timeout", Severity::error,
                                     "the importer took longer than --timeout"};
inline constexpr Rule import_memory{"import/memory", Severity::error,
                                    "the importer asked for more than --memory-limit"};
inline constexpr Rule import_lossy{"import/lossy", Severity::info,
                                   "the importer cannot see everything that the file holds"};
inline constexpr Rule import_missing_joint{"import/missing-joint", Severity::error,
                                           "weights follow joints that the file does not have"};
}  // namespace rules

/// The hidden verb by which the program asks itself to be the worker.
inline constexpr std::string_view kImportWorkerVerb = "--import-worker";

struct ImportOptions {
  /// The program to spawn; its `main` hands `kImportWorkerVerb` on to `run_import_worker`. Empty:
  /// only glTF can be read.
  std::filesystem::path worker;
  double timeout_s = 10;                    ///< of wall time, a file
  std::uint64_t memory_bytes = 2ULL << 30;  ///< of address space; not held under sanitizers
  std::optional<double> unit_m;             ///< metres a unit, in place of the file's own
};

/// Whether the arguments of `main` ask for a worker.
bool is_import_worker(std::span<char* const> arguments);
/// The worker itself: sets its limits, reads one file and leaves the process. Call it
/// first in `main`, before any signal handler or thread.
[[noreturn]] void run_import_worker(std::span<char* const> arguments);

/// File endings that go to the importer, in lower case with the dot, sorted.
std::span<const std::string_view> importable_endings();

}  // namespace rigpack

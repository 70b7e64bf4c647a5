#pragma once
/// The parent's side of the wall: spawns the worker, holds it to its limits, and says how it ended.

#include <cstddef>
#include <string>
#include <vector>

#include "rigpack/formats/import.h"
#include "rigpack/formats/read.h"

namespace rigpack::assimp {

/// How a worker leaves; anything else counts as a crash.
enum class WorkerExit : int {
  done = 0,      ///< the reply is a GLB
  refused = 10,  ///< the reply is the importer's message
  out_of_memory = 11,
  too_large = 12,  ///< the reply would not fit its limit
  misused = 13,    ///< arguments that this program never gives
  garbled = 14,    ///< the reply is the message of a GarbledImport
};

inline constexpr int kReplyDescriptor = 3;

/// Runs a worker on `path`, which is of `format`. Gives the bytes of its GLB. Errors: `unreadable`
/// with the rule import/crashed, import/timeout or import/memory; without one when the importer
/// refused the file; `limit` when the reply is larger than `limits.decoded_bytes`.
Result<std::vector<std::byte>> run_worker(const std::filesystem::path& path,
                                          const std::string& format, const ImportOptions& options,
                                          const ReadLimits& limits);

}  // namespace rigpack::assimp

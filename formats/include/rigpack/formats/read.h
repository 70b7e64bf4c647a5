#pragma once
/// Any file -> Scene. The reader is chosen by the file's first bytes, then by its ending.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "rigpack/error.h"
#include "rigpack/findings.h"
#include "rigpack/formats/import.h"
#include "rigpack/scene.h"

namespace rigpack {

struct ReadLimits {
  std::uint64_t file_bytes = 2ULL << 30;     ///< of the file and of each buffer it names
  std::uint64_t decoded_bytes = 4ULL << 30;  ///< of all decoded streams together
  std::uint32_t json_depth = 64;
  std::uint32_t node_depth = 65'535;  ///< nodes below one another
  std::uint32_t objects = 1U << 20;   ///< nodes, accessors, meshes ... of one kind
};

/// A file that was read, with what its bytes have wrong (asset/*, import/*).
struct ReadResult {
  Scene scene;
  Findings findings;
  std::vector<std::filesystem::path> inputs;  ///< every file opened, the asset first
};

/// Reads `path`. Errors: unreadable (missing, broken container or JSON), unsupported, limit. A
/// fault in one object is a finding and poisons that object alone. Nothing outside the asset's
/// folder is opened; nothing is allocated on a count's say-so. Formats other than glTF go to the
/// worker that `import` names (import.h); without one they are unsupported.
Result<ReadResult> read_asset(const std::filesystem::path& path, const ReadLimits& limits = {},
                              const ImportOptions& import = {});

}  // namespace rigpack

#pragma once
/// One input of the command line: read, hashed, and what to call its parts.

#include <optional>
#include <string>
#include <vector>

#include "rigpack/formats/read.h"
#include "rigpack/formats/report.h"

#include "sha256.h"

namespace rigpack::cli {

struct LoadedAsset {
  std::string path;  ///< as given; "-" is stdin
  FileDigest digest;
  std::optional<ReadResult> read;  ///< empty: `error` says why
  Error error;
};

/// Reads `path` and hashes it. Never fails: an unreadable input keeps its error.
LoadedAsset load_asset(const std::string& path, const ImportOptions& import);

/// Whether `path` starts with a package's magic; such a file is no source asset.
bool is_package(const std::string& path);
/// All bytes of a file (or of stdin for "-"), at most `limit`. Errors: unreadable, limit.
Result<std::vector<std::byte>> read_bytes(const std::string& path,
                                          std::uint64_t limit = 2ULL << 30);

/// The start of an asset's report: path, hash, size, format, names; for an unreadable input the
/// verdict and the finding that says why as well.
AssetReport begin_report(const LoadedAsset& asset);

/// Every rule that readers and lib know, sorted by id.
const std::vector<const Rule*>& known_rules();

/// What the scene calls its meshes, skins and clips.
PartNames part_names(const Scene& scene);

}  // namespace rigpack::cli

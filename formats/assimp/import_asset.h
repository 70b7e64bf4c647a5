#pragma once
/// A file that only Assimp reads -> Scene.

#include <filesystem>
#include <string>

#include "rigpack/formats/import.h"
#include "rigpack/formats/read.h"

namespace rigpack::assimp {

/// Runs the worker on `path` and reads its reply as strictly as any file: what it says about
/// itself as well. Errors: as `run_worker`; import/crashed for a reply that is no sound GLB.
Result<ReadResult> import_asset(const std::filesystem::path& path, const std::string& format,
                                const ImportOptions& options, const ReadLimits& limits);

}  // namespace rigpack::assimp

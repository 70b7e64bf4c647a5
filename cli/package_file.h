#pragma once
/// An .rpk as the verbs see it.

#include <memory>
#include <string>
#include <vector>

#include "rigpack/formats/package.h"
#include "rigpack/formats/report.h"

namespace rigpack::cli {

/// Read by the tools' reader for what it says about itself, and opened by the shipped runtime.
struct PackageFile {
  std::string sha256;
  std::uint64_t bytes = 0;
  PackageSizes sizes;
  Package content;
  Provenance provenance;
  std::unique_ptr<DecodedAsset> decoded;
};

/// Errors: unreadable, corrupt, unsupported; `where` names the file and the place in it.
Result<PackageFile> open_package_file(const std::string& path);

/// Adds the file's name to where an error lies in it.
Error in_file(Error error, const std::string& path);

}  // namespace rigpack::cli

#pragma once
/// .rpk files: bytes <-> Package, and a decoder over the shipped C99 runtime.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rigpack/error.h"
#include "rigpack/package.h"
#include "rigpack/verify.h"

namespace rigpack {

inline constexpr std::uint16_t kPackageMajor = 0;
inline constexpr std::uint16_t kPackageMinor = 1;

/// Serialises `package` as SPEC.md says. The same package gives the same bytes. Errors: limit, when
/// a count does not fit its field.
Result<std::vector<std::byte>> write_package(const Package& package);

/// The tools' reader: checks structure and checksums, and gives back everything `write_package`
/// needs to rebuild the same bytes. Errors: corrupt, with the chunk and byte offset; unsupported
/// version or required chunk. Shares no code with the C99 runtime.
Result<Package> read_package(std::span<const std::byte> bytes);

/// Bytes of a part of a package.
struct PackagePart {
  std::string name;  ///< "header", "nodes", "clips" ...
  std::uint64_t bytes = 0;
};
/// What takes how much of a package, for `info` and reports.
struct PackageSizes {
  std::vector<PackagePart> parts;    ///< in file order; they add up to the file
  std::vector<std::uint64_t> clips;  ///< each clip's records and blocks, without what clips share
};
/// `bytes` is a package that `read_package` takes. Errors: as there, as far as they are met.
Result<PackageSizes> package_sizes(std::span<const std::byte> bytes);

/// Decodes `bytes` through runtime/rigpack.h, as an engine does. Keeps a copy of the bytes.
Result<std::unique_ptr<DecodedAsset>> open_package(std::vector<std::byte> bytes);

}  // namespace rigpack

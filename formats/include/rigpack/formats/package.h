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

/// Bytes by part of a package, for `info` and reports, in file order.
struct PackagePart {
  std::string name;  ///< "header", "nodes", "clips" ...
  std::uint64_t bytes = 0;
};
Result<std::vector<PackagePart>> package_parts(std::span<const std::byte> bytes);

/// Decodes `bytes` through runtime/rigpack.h, as an engine does. Keeps a copy of the bytes.
Result<std::unique_ptr<DecodedAsset>> open_package(std::vector<std::byte> bytes);

}  // namespace rigpack

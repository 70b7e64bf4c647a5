#pragma once
/// From a package in memory to bytes that were decoded and compared with the source.

#include <cstddef>
#include <optional>
#include <vector>

#include "rigpack/formats/package.h"
#include "rigpack/pipeline.h"
#include "rigpack/verify.h"

namespace rigpack::cli {

struct PackedBytes {
  std::vector<std::byte> bytes;
  PackageSizes sizes;
  std::optional<VerifyReport> verify;  ///< empty: not verified
};

/// Writes `package` and no more: its certificate claims no measured error.
Result<PackedBytes> write_unproven(const Package& package);

/// Writes `result.package`, decodes the bytes through the shipped runtime, compares them with
/// `scene`, and writes the measured errors into the certificate. The final bytes are shown to hold
/// the package that was compared, but for the certificate: the tools' reader gives back the very
/// bytes that were decoded. Whether the proof passed stands in `verify`.
Result<PackedBytes> write_proven(const Scene& scene, const PackResult& result,
                                 const PackPolicy& policy);

/// Compares an open package with its source, over the clips that `policy` selects.
VerifyReport prove(const Scene& scene, const std::vector<std::vector<Influences>>& influences,
                   const DecodedAsset& package, const PackPolicy& policy, bool exhaustive);

}  // namespace rigpack::cli

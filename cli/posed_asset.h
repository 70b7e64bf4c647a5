#pragma once
/// Posing an input of `skin`, a source asset or a package.

#include <cstddef>
#include <string>
#include <vector>

#include "rigpack/error.h"
#include "rigpack/pipeline.h"
#include "rigpack/scene.h"
#include "rigpack/verify.h"

#include "mesh_file.h"

namespace rigpack::cli {

/// A clip and a time, or kRestPose.
struct Moment {
  std::size_t clip = kRestPose;
  double time_s = 0;
};

/// Finds `wanted` among `names`: a name wins over an index. Errors: invalid_argument, listing the
/// names.
Result<std::size_t> find_clip(const std::string& wanted, const std::vector<std::string>& names);

/// Mesh nodes in index order, primitives in order, vertices in source order, weights as stored, or
/// as `repair` leaves them when it is given.
std::vector<PosedPart> pose_source(const Scene& scene, const Moment& moment,
                                   const PackPolicy* repair);

/// The same from decoded bytes: nodes, palettes and vertices as an engine gets them. Errors: those
/// of DecodedAsset::geometry.
Result<std::vector<PosedPart>> pose_package(const DecodedAsset& package, const Moment& moment);

}  // namespace rigpack::cli

#pragma once
/// Posing an input of `skin`, a source asset or a package.

#include <vector>

#include "rigpack/error.h"
#include "rigpack/pipeline.h"
#include "rigpack/scene.h"
#include "rigpack/skinning.h"
#include "rigpack/verify.h"

#include "mesh_file.h"
#include "moment.h"

namespace rigpack::cli {

/// Mesh nodes in index order, primitives in order, vertices in source order, weights as stored, or
/// as `repair` leaves them when it is given.
std::vector<PosedPart> pose_source(const Scene& scene, const Moment& moment,
                                   const SkinningOptions& skinning, const PackPolicy* repair);

/// The same from decoded bytes: nodes, palettes and vertices as an engine gets them. Errors: those
/// of DecodedAsset::geometry.
Result<std::vector<PosedPart>> pose_package(const DecodedAsset& package, const Moment& moment,
                                            const SkinningOptions& skinning);

}  // namespace rigpack::cli

#pragma once
/// Which node, clip and primitive of a package belongs to which of the source, by what they say of
/// themselves and by what stands around them. Whatever does not fit becomes one line a kind.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rigpack/scene.h"
#include "rigpack/skinning.h"
#include "rigpack/verify.h"

namespace rigpack::proof {

using Mismatches = std::vector<std::string>;

/// Package node of every source node, kNone where the package has none. Names and parents must be
/// the source's; joints, animated nodes and nodes that draw must be there.
std::vector<std::uint32_t> match_nodes(const Scene& source, const DecodedAsset& package,
                                       Mismatches& out);

/// Package clip of every source clip, kNone where the package has none.
std::vector<std::uint32_t> match_clips(const Scene& source, const DecodedAsset& package,
                                       Mismatches& out);

/// A drawn primitive and its counterpart.
struct PrimitivePair {
  Instance instance;
  std::size_t package_index = 0;  ///< of DecodedAsset::primitives
  DecodedAsset::PrimitiveInfo info;
};
/// Pairs in source order. Points, lines and primitives without a triangle are not packed, so their
/// absence says nothing unless nothing else is drawn.
std::vector<PrimitivePair> match_primitives(const Scene& source, const DecodedAsset& package,
                                            Mismatches& out);

/// The triangles of a list of corners whose three vertices are there and differ.
std::vector<std::array<std::uint32_t, 3>> proper_triangles(
    const std::vector<std::uint32_t>& corners, std::size_t vertex_count);

}  // namespace rigpack::proof

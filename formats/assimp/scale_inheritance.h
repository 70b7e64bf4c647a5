#pragma once
/// FBX lets a node take its parent's scale in three ways, of which Assimp knows one.

#include <cstddef>

#include "assimp/convert.h"

namespace rigpack::assimp {

/// How many nodes take no scale from their parent (Maya's segment scale compensate) or take it
/// after their own rotation, below a parent whose scale makes that another pose than the product of
/// their matrices: at rest or in a clip of `scene`.
std::size_t count_other_inheritance(const SourceTree& tree, const Scene& scene);

}  // namespace rigpack::assimp

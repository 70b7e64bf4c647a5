#pragma once
/// Octahedral vectors as integers.

#include <array>
#include <cstdint>

#include "rigpack/math.h"

namespace rigpack {

/// `vector`, scaled to unit length (+z when it has none), as octahedral integers in [-limit,
/// limit]; limit is 127 or 32767. Of the grid points around the exact one, the one that decodes
/// nearest.
std::array<std::int32_t, 2> quantize_octahedral(const float3& vector, std::int32_t limit);

}  // namespace rigpack

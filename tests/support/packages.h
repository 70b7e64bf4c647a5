#pragma once
/// Packages made by hand, for tests of bytes and decoders.

#include <cstdint>

#include "rigpack/package.h"

namespace rigpack::test {

/// Two joints in a chain and a rigid box, one skinned quad with a morph target, two clips that
/// hold every path and kind of track, grid and explicit times. Small enough to flip every byte.
Package small_package();

/// A generated package: `vertices` noisy vertices in streams of every format, `knots` knots a
/// track, long enough that the meshopt codecs and several blocks are used.
Package noisy_package(std::uint32_t seed, std::uint32_t vertices, std::uint32_t knots);

}  // namespace rigpack::test

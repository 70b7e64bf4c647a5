#pragma once
/// What a track replaces.

#include <vector>

#include "rigpack/scene.h"

namespace rigpack {

/// The value that `track`'s property has without the clip, `track.components` numbers: a part of
/// `rest`, or the morph weights of the node, else of its mesh, else zeros.
std::vector<double> rest_value(const Scene& scene, const trsd& rest, const Track& track);

}  // namespace rigpack

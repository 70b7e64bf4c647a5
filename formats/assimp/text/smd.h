#pragma once
/// SMD (Valve, StudioMDL text). Read here because Assimp divides weights by their sum and takes
/// joint numbers for others than they are.

#include <optional>
#include <string_view>

#include "assimp/imported.h"
#include "rigpack/error.h"

namespace rigpack::assimp::text {

/// `text` as a scene, weights as they stand. A vertex that names no links follows its parent joint
/// by 1, as the format says; links that do not sum to 1 are kept. The first frame is the bind pose;
/// more frames than one, or a file without triangles, make a clip, 30 frames a second (the
/// compiler's own default: the format holds no rate). Errors: unreadable, with the line.
Result<Imported> read_smd(std::string_view text, std::string_view name,
                          std::optional<double> unit_m);

}  // namespace rigpack::assimp::text

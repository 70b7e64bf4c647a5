#pragma once
/// MD5 (Doom 3): `.md5mesh` and the `.md5anim` beside it. Read here because Assimp divides weights
/// by their sum, follows joint numbers without looking, and drops joints without weights.

#include <optional>
#include <string_view>

#include "assimp/imported.h"
#include "rigpack/error.h"

namespace rigpack::assimp::text {

/// `mesh_text` as a scene, weights as they stand: a joint number that there is no joint for stays.
/// A vertex lies where its weights put it. Errors: unreadable, with the line, for what is no
/// MD5Version 10 or names vertices, weights or parents that are not there.
Result<Imported> read_md5_mesh(std::string_view mesh_text, std::optional<double> unit_m);

/// Adds the clip of `anim_text`, its joints found by name in `out.scene`; those not found are
/// noted. Errors: as above; `out` is then as it was.
Result<void> add_md5_anim(std::string_view anim_text, std::string_view name, Imported& out);

}  // namespace rigpack::assimp::text

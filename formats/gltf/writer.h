#pragma once
/// Scene -> GLB, for what has to pass the strict reader again.

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "rigpack/error.h"
#include "rigpack/scene.h"

namespace rigpack::gltf {

/// Writes `scene` as one GLB with `extras` as its asset.extras. Every number as f32 (joints u16,
/// indices u32), so nothing is rounded; every influence set, every interpolation as it is. Meshes
/// without primitives, skins without joints and clips without tracks cannot be told in glTF and
/// must not be in `scene` (asserted). Node transforms must be finite. Errors: limit, past 4 GiB.
Result<std::vector<std::byte>> write_glb(const Scene& scene, const nlohmann::ordered_json& extras);

}  // namespace rigpack::gltf

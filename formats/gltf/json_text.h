#pragma once
/// JSON text -> tree, with what strict glTF adds: no BOM, no duplicate keys, bounded depth.

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>

#include "rigpack/error.h"

namespace rigpack::gltf {

using Json = nlohmann::json;

/// Parses `text`. Errors (asset/json): syntax with line and column, a byte order mark, invalid
/// UTF-8, a key given twice, nesting past `max_depth`, a number that no double holds, a root that
/// is not an object. Neither parsing nor destroying the tree recurses.
Result<Json> parse_json(std::span<const std::byte> text, std::uint32_t max_depth);

}  // namespace rigpack::gltf

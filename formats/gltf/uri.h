#pragma once
/// URIs of buffers: data URIs decoded here, relative ones confined to the asset's folder.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "rigpack/error.h"

namespace rigpack::gltf {

bool is_data_uri(std::string_view uri);
/// Bytes of a `data:...;base64,...` URI (RFC 2397, RFC 4648, padding optional). Errors:
/// asset/buffer-missing when it is not base64 or holds other characters.
Result<std::vector<std::byte>> decode_data_uri(std::string_view uri);

/// The percent-decoded path of a relative URI. Errors: asset/path-escape for an absolute path, a
/// scheme, a backslash, a drive, NUL, or `..` that climbs out; asset/buffer-missing for a broken
/// percent escape. Symbolic links are for whoever opens the file to judge.
Result<std::string> confined_path(std::string_view uri);

}  // namespace rigpack::gltf

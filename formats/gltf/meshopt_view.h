#pragma once
/// EXT_meshopt_compression: a bufferView whose bytes are a meshoptimizer stream.

#include "gltf/document.h"

namespace rigpack::gltf {

/// Decodes the stream that `extension` describes into `view.bytes` (owned by the document). False
/// when it is broken, which has been reported. Sizes and modes are checked first: the codec asserts
/// on them.
bool decode_meshopt(Document& document, Object& extension, View& view);

}  // namespace rigpack::gltf

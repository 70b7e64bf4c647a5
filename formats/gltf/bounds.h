#pragma once
/// Declared `min` and `max` of accessors against what is stored (glTF 2.0, 3.6.2.5).

#include "gltf/document.h"

namespace rigpack::gltf {

/// Reads `min` and `max` of the accessor `object`.
void read_bounds(Object& object, Accessor& accessor);

/// Says that a use of `accessor`, one of the document's, makes both obligatory: POSITION of
/// vertices and morph targets (3.7.2.1, 3.7.2.2), the input of animation samplers (3.11).
void require_bounds(Document& document, const Accessor& accessor);

/// Reports asset/bounds, once for declared bounds that differ from the data and once for obligatory
/// ones that are absent. After everything that uses accessors has been read.
void check_bounds(Document& document);

}  // namespace rigpack::gltf

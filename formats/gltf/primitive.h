#pragma once
/// One primitive of a mesh.

#include "gltf/document.h"

namespace rigpack::gltf {

/// Reads `object`; whatever is wrong is reported and poisons the primitive, or only the influence
/// set or nothing where the rest stays usable.
Primitive read_primitive(Document& document, Object& object);

/// Reads `targets` of the primitive `object` into `primitive`, whose positions are read. Its own
/// file, for the formats differ from the base's.
void read_morph_targets(Document& document, Object& object, Primitive& primitive);

/// Reads all JOINTS_n and WEIGHTS_n among `attributes`.
void read_influences(Document& document, Object& attributes, Primitive& primitive);

/// n of "<semantic>_n"; nothing for another semantic or a number written otherwise.
std::optional<std::uint32_t> set_number(std::string_view name, std::string_view semantic);

/// A vertex attribute is 4-byte aligned within its buffer (glTF 2.0, 3.6.2.4); reported, yet every
/// byte of it can be read, so nothing is poisoned.
void check_attribute_alignment(Object& attributes, std::string_view key, const Accessor& accessor);

}  // namespace rigpack::gltf

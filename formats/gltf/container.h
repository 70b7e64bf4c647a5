#pragma once
/// The outermost layer: a GLB's chunks, or a bare JSON text.

#include <cstddef>
#include <span>

#include "rigpack/error.h"

namespace rigpack::gltf {

/// Where the JSON and the binary chunk of a file lie; both point into the file's bytes.
struct Container {
  std::span<const std::byte> json;
  std::span<const std::byte> binary;
  bool is_glb = false;
  bool has_binary = false;
};

/// Splits a .gltf or .glb by its first four bytes. Errors: asset/container when lengths or chunks
/// do not add up, asset/version when the GLB is not version 2 (glTF 2.0, chapter 4).
Result<Container> split_container(std::span<const std::byte> bytes);

}  // namespace rigpack::gltf

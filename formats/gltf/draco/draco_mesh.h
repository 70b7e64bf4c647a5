#pragma once
/// Draco streams -> plain arrays; the only place that knows the Draco library. A build without the
/// library has the same functions and says that it cannot.

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "gltf/accessor.h"

namespace rigpack::gltf {

/// One attribute of a decoded mesh: `count` packed elements of `components` numbers each.
struct DracoAttribute {
  std::uint32_t id = 0;  ///< the stream's unique id, which glTF names
  Component component = Component::f32;
  std::uint32_t components = 0;
  std::vector<std::byte> bytes;
};

struct DracoMesh {
  std::uint32_t vertices = 0;
  std::vector<std::uint32_t> indices;  ///< three a face, each below `vertices`
  std::vector<DracoAttribute> attributes;
};

/// What the file says of the mesh around the stream. A stream that says otherwise is refused before
/// anything is allocated for it.
struct DracoExpectation {
  std::uint64_t vertices = 0;
  std::uint64_t faces = 0;
  std::uint64_t bytes = 0;  ///< that decoding may take, working memory and all
};

/// Whether this build can decode Draco streams.
bool can_decode_draco();
/// "1.5.5", or "not in this build".
std::string draco_version();

/// Decodes `stream`. The error says in plain words why it cannot be, with numbers.
std::expected<DracoMesh, std::string> decode_draco(std::span<const std::byte> stream,
                                                   const DracoExpectation& expected);

}  // namespace rigpack::gltf

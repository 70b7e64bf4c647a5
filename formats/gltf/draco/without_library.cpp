#include "gltf/draco/draco_mesh.h"

namespace rigpack::gltf {

bool can_decode_draco() {
  return false;
}

std::string draco_version() {
  return "not in this build";
}

std::expected<DracoMesh, std::string> decode_draco(std::span<const std::byte> /*stream*/,
                                                   const DracoExpectation& /*expected*/) {
  return std::unexpected("this build cannot decode Draco");
}

}  // namespace rigpack::gltf

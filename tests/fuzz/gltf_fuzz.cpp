/// Any bytes as a .gltf or .glb: reading must end in a scene or an error, whatever they hold.

#include <cstddef>
#include <cstdint>
#include <span>

#include "rigpack/formats/gltf.h"
#include "rigpack/pipeline.h"

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  rigpack::ReadLimits limits;
  limits.decoded_bytes = 16U << 20;  // keeps one run short; the way to the limit is the same
  limits.objects = 1U << 14;
  const rigpack::OpenBuffer refuse = [](const std::string&) {
    return std::unexpected(rigpack::Error{rigpack::ErrorCode::unreadable, "no files here"});
  };
  auto result = rigpack::read_gltf(std::as_bytes(std::span(data, size)), refuse, limits);
  if (result) {
    // What the reader lets through must be safe for the rules, too.
    rigpack::check_scene(result->scene, std::move(result->findings), {});
  }
  return 0;
}

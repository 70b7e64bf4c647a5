#include <meshoptimizer.h>

#include "rpk/writer_parts.h"

namespace rigpack::rpk {
namespace {

/// meshoptimizer's codec versions are process-wide and differ by release: SPEC names ours.
void choose_versions() {
  static const bool chosen = [] {
    meshopt_encodeVertexVersion(0);
    meshopt_encodeIndexVersion(1);
    return true;
  }();
  static_cast<void>(chosen);
}

std::vector<std::byte> encode_once(const std::vector<unsigned int>& indices,
                                   std::size_t vertex_count) {
  std::vector<std::byte> out(meshopt_encodeIndexBufferBound(indices.size(), vertex_count));
  out.resize(meshopt_encodeIndexBuffer(reinterpret_cast<unsigned char*>(out.data()), out.size(),
                                       indices.data(), indices.size()));
  return out;
}

}  // namespace

std::vector<std::byte> encode_elements(std::span<const std::byte> raw, std::size_t count,
                                       std::size_t size) {
  if (count == 0) {
    return {};
  }
  choose_versions();
  std::vector<std::byte> out(meshopt_encodeVertexBufferBound(count, size));
  out.resize(meshopt_encodeVertexBuffer(reinterpret_cast<unsigned char*>(out.data()), out.size(),
                                        raw.data(), count, size));
  if (out.size() >= raw.size()) {
    out.clear();
  }
  return out;
}

std::vector<std::byte> encode_indices(const std::vector<std::uint32_t>& indices,
                                      std::size_t vertex_count, std::size_t raw_size) {
  if (indices.empty()) {
    return {};
  }
  choose_versions();
  std::vector<std::byte> out = encode_once(indices, vertex_count);
  if (out.empty() || out.size() >= raw_size) {
    return {};
  }
  std::vector<unsigned int> decoded(indices.size());
  const int failed =
      meshopt_decodeIndexBuffer(decoded.data(), decoded.size(), sizeof(unsigned int),
                                reinterpret_cast<const unsigned char*>(out.data()), out.size());
  // Triangles with equal corners may turn again each time.
  if (failed != 0 || encode_once(decoded, vertex_count) != out) {
    return {};
  }
  return out;
}

}  // namespace rigpack::rpk

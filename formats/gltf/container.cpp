#include "gltf/container.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <utility>

#include "rigpack/formats/gltf.h"

namespace rigpack::gltf {
namespace {

static_assert(std::endian::native == std::endian::little,
              "glTF is little-endian, and so is every reader below");

constexpr std::uint32_t kMagic = 0x46546C67;      // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;  // "JSON"
constexpr std::uint32_t kBinaryChunk = 0x004E4942;
constexpr std::size_t kHeaderBytes = 12;
constexpr std::size_t kChunkHeaderBytes = 8;

std::uint32_t u32_at(std::span<const std::byte> bytes, std::size_t offset) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::unexpected<Error> broken(std::string message, std::size_t offset) {
  return std::unexpected(Error{ErrorCode::unreadable, std::move(message),
                               fmt::format("byte {}", offset), rules::asset_container.id});
}

/// Puts the chunk at `offset` into `container`; gives the offset behind it.
Result<std::size_t> read_chunk(std::span<const std::byte> bytes, std::size_t offset,
                               std::size_t number, Container& container) {
  if (bytes.size() - offset < kChunkHeaderBytes) {
    return broken(fmt::format("{} bytes are too few for the header of chunk {}",
                              bytes.size() - offset, number),
                  offset);
  }
  const std::uint32_t length = u32_at(bytes, offset);
  const std::uint32_t type = u32_at(bytes, offset + 4);
  const std::size_t start = offset + kChunkHeaderBytes;
  if (length > bytes.size() - start) {
    return broken(fmt::format("chunk {} declares {} bytes, the file has {} left", number, length,
                              bytes.size() - start),
                  offset);
  }
  if (length % 4 != 0) {
    return broken(fmt::format("chunk {} is {} bytes long, not a multiple of 4", number, length),
                  offset);
  }
  if ((type == kJsonChunk) != (number == 0)) {
    return broken(number == 0 ? "the first chunk is not JSON"
                              : fmt::format("chunk {} is a second JSON chunk", number),
                  offset);
  }
  if (type == kBinaryChunk && number != 1) {
    return broken(fmt::format("chunk {} is binary, only chunk 1 may be", number), offset);
  }
  if (number == 0) {
    container.json = bytes.subspan(start, length);
  } else if (type == kBinaryChunk) {
    container.binary = bytes.subspan(start, length);
    container.has_binary = true;
  }
  return start + length;
}

Result<Container> split_glb(std::span<const std::byte> bytes) {
  if (bytes.size() < kHeaderBytes) {
    return broken(fmt::format("{} bytes are too few for a GLB header", bytes.size()), 0);
  }
  const std::uint32_t version = u32_at(bytes, 4);
  if (version != 2) {
    return std::unexpected(Error{ErrorCode::unsupported,
                                 fmt::format("GLB version {}, only 2 is supported", version),
                                 "byte 4", rules::asset_version.id});
  }
  const std::uint32_t length = u32_at(bytes, 8);
  if (length != bytes.size()) {
    return broken(fmt::format("the header declares {} bytes, the file has {}{}", length,
                              bytes.size(), length > bytes.size() ? ": it is cut short" : ""),
                  8);
  }
  Container container;
  container.is_glb = true;
  std::size_t offset = kHeaderBytes;
  for (std::size_t number = 0; number == 0 || offset < bytes.size(); ++number) {
    const Result<std::size_t> next = read_chunk(bytes, offset, number, container);
    if (!next) {
      return std::unexpected(next.error());
    }
    offset = *next;
  }
  return container;
}

}  // namespace

Result<Container> split_container(std::span<const std::byte> bytes) {
  if (bytes.size() >= 4 && u32_at(bytes, 0) == kMagic) {
    return split_glb(bytes);
  }
  Container container;
  container.json = bytes;
  return container;
}

}  // namespace rigpack::gltf

#pragma once
/// Numbers of SPEC.md that the writer and the C++ reader share. The C99 runtime has its own.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rigpack::rpk {

inline constexpr std::array<std::uint8_t, 8> kMagic{0x89, 'R', 'P', 'K', '\r', '\n', 0x1A, '\n'};
inline constexpr std::size_t kHeaderSize = 64, kHashOffset = 48, kEntrySize = 48;
inline constexpr std::size_t kChunkAlign = 64, kStreamAlign = 16;
inline constexpr std::uint32_t kMaxEntries = 4096;
inline constexpr std::uint64_t kMaxFileSize = 0xFFFFFFFFU;

/// The chunks of version 0.1, in file order.
enum class Chunk : std::uint8_t {
  cert,
  clip,
  indx,
  mesh,
  morf,
  node,
  prov,
  rdat,
  skin,
  strs,
  vstr
};
inline constexpr std::size_t kChunkCount = 11;
inline constexpr std::array<std::string_view, kChunkCount> kChunkNames{
    "CERT", "CLIP", "INDX", "MESH", "MORF", "NODE", "PROV", "RDAT", "SKIN", "STRS", "VSTR"};
constexpr std::string_view name_of(Chunk chunk) {
  return kChunkNames[static_cast<std::size_t>(chunk)];
}
/// A reader that skips the chunk still decodes the package.
constexpr bool is_optional(Chunk chunk) {
  return chunk == Chunk::cert || chunk == Chunk::prov;
}
inline constexpr std::uint16_t kChunkVersion = 1;
inline constexpr std::uint16_t kFlagRequired = 1;

inline constexpr std::size_t kNodeSize = 56, kSkinSize = 12, kInverseBindSize = 48;
inline constexpr std::size_t kMeshSize = 44, kPrimitiveSize = 44, kStreamSize = 32,
                             kInstanceSize = 20;
inline constexpr std::size_t kMorphSize = 24;
inline constexpr std::size_t kClipSize = 28, kTimeSetSize = 28, kConstantSize = 8,
                             kAnimatedSize = 12;

inline constexpr std::uint32_t kMaxNodes = 65535, kMaxSlots = 65536;
inline constexpr std::uint32_t kMaxVertices = 1U << 26, kMaxIndices = 1U << 28;
inline constexpr std::uint32_t kMaxKnots = 1U << 20, kMaxComponents = 4095;
inline constexpr std::uint64_t kMaxIntegers = 1U << 28;
inline constexpr std::uint32_t kBlockKnots = 32, kMaxBits = 24;
inline constexpr std::size_t kTailSize = 8;  ///< zero bytes after the last block
inline constexpr std::uint32_t kMaxSet = 7;

/// How a stream's or a morph's bytes are stored.
enum class Coding : std::uint8_t { raw, meshopt };
enum class IndexCoding : std::uint8_t { u16, u32, meshopt };

constexpr std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

}  // namespace rigpack::rpk

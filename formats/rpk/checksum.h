#pragma once
/// The two checksums of a package; SPEC.md section 1.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace rigpack::rpk {

/// CRC-32C (Castagnoli) of `bytes`.
std::uint32_t crc32c(std::span<const std::byte> bytes);

using Hash128 = std::array<std::byte, 16>;

/// SipHash-2-4 with 128-bit output (Aumasson and Bernstein), the two key words little-endian.
Hash128 siphash128(std::span<const std::byte> bytes, std::uint64_t key0, std::uint64_t key1);

/// The content hash of a whole file: its own field (bytes 48 to 63) counts as zero. The file must
/// hold a header.
Hash128 content_hash(std::span<const std::byte> file);

}  // namespace rigpack::rpk

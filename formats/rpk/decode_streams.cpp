#include <fmt/core.h>
#include <meshoptimizer.h>

#include "rpk/reader_parts.h"

namespace rigpack::rpk {
namespace {

constexpr std::size_t kVertexTail = 32, kVertexBlock = 256, kGroup = 16;

const unsigned char* as_chars(std::span<const std::byte> bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

/// Fewest bytes that the vertex codec takes for `count` elements: the first byte, two bits a group
/// of 16 values of a byte column, and the tail. What is shorter cannot decode, so memory is never
/// taken on a count's say-so.
std::uint64_t smallest_stream(std::uint64_t count, std::uint64_t size) {
  const auto headers = [](std::uint64_t n) { return ((n + kGroup - 1) / kGroup + 3) / 4; };
  return 1 + size * (count / kVertexBlock * headers(kVertexBlock) + headers(count % kVertexBlock)) +
         kVertexTail;
}

}  // namespace

std::vector<std::byte> decode_elements(ByteReader& in, std::span<const std::byte> stored,
                                       Coding coding, std::size_t count, std::size_t size) {
  if (coding == Coding::raw) {
    if (!expect_value(in, "a stored size", stored.size(), std::uint64_t{count} * size,
                      stored.size())) {
      return {};
    }
    return {stored.begin(), stored.end()};
  }
  if (count == 0 || stored.size() < smallest_stream(count, size) || stored[0] != std::byte{0xA0}) {
    in.fail(fmt::format("{} bytes are no coded stream of {} elements", stored.size(), count),
            stored.size());
    return {};
  }
  std::vector<std::byte> out(count * size);
  if (meshopt_decodeVertexBuffer(out.data(), count, size, as_chars(stored), stored.size()) != 0) {
    in.fail(fmt::format("a coded stream of {} elements does not decode", count), stored.size());
    return {};
  }
  return out;
}

std::vector<std::uint32_t> decode_indices(ByteReader& in, std::span<const std::byte> stored,
                                          IndexCoding coding, std::size_t count) {
  std::vector<std::uint32_t> out;
  if (coding == IndexCoding::meshopt) {
    if (count == 0 || stored.size() < 1 + count / 3 + 16 || stored[0] != std::byte{0xE1}) {
      in.fail(fmt::format("{} bytes are no coded list of {} indices", stored.size(), count),
              stored.size());
      return out;
    }
    out.resize(count);
    if (meshopt_decodeIndexBuffer(out.data(), count, 4, as_chars(stored), stored.size()) != 0) {
      in.fail(fmt::format("a coded list of {} indices does not decode", count), stored.size());
    }
    return out;
  }
  const std::size_t size = coding == IndexCoding::u16 ? 2 : 4;
  if (!expect_value(in, "a stored size", stored.size(), std::uint64_t{count} * size,
                    stored.size())) {
    return out;
  }
  ByteReader numbers("INDX", stored, 0);
  out.resize(count);
  for (std::uint32_t& index : out) {
    index = size == 2 ? numbers.u16() : numbers.u32();
  }
  return out;
}

}  // namespace rigpack::rpk

#include "rpk/checksum.h"

#include <bit>
#include <cassert>
#include <cstring>

#include "rpk/layout.h"

namespace rigpack::rpk {
namespace {

constexpr std::array<std::uint32_t, 256> make_crc_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) {
      crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0x82F63B78U : 0U);
    }
    table[i] = crc;
  }
  return table;
}
constexpr std::array<std::uint32_t, 256> kCrcTable = make_crc_table();

/// SipHash fed piece by piece; every piece but the last is a multiple of 8 bytes long.
class SipHasher {
 public:
  SipHasher(std::uint64_t key0, std::uint64_t key1)
      : v_{key0 ^ 0x736f6d6570736575U, key1 ^ 0x646f72616e646f6dU ^ 0xEEU,
           key0 ^ 0x6c7967656e657261U, key1 ^ 0x7465646279746573U} {}

  void words(std::span<const std::byte> bytes) {
    for (std::size_t i = 0; i + 8 <= bytes.size(); i += 8) {
      word(load(bytes.subspan(i, 8)));
    }
    size_ += bytes.size() / 8 * 8;
  }
  Hash128 finish(std::span<const std::byte> tail) {
    size_ += tail.size();
    word(load(tail) | (static_cast<std::uint64_t>(size_) << 56));
    Hash128 out{};
    v_[2] ^= 0xEEU;
    rounds(4);
    store(std::span(out).first(8));
    v_[1] ^= 0xDDU;
    rounds(4);
    store(std::span(out).last(8));
    return out;
  }

 private:
  static std::uint64_t load(std::span<const std::byte> bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) {
      value = (value << 8) | std::to_integer<std::uint64_t>(bytes[i]);
    }
    return value;
  }
  void store(std::span<std::byte> out) const {
    const std::uint64_t value = v_[0] ^ v_[1] ^ v_[2] ^ v_[3];
    for (std::size_t i = 0; i < 8; ++i) {
      out[i] = static_cast<std::byte>(value >> (8 * i));
    }
  }
  void word(std::uint64_t m) {
    v_[3] ^= m;
    rounds(2);
    v_[0] ^= m;
  }
  void rounds(int count) {
    auto& [a, b, c, d] = v_;
    for (int i = 0; i < count; ++i) {
      a += b, b = std::rotl(b, 13), b ^= a, a = std::rotl(a, 32);
      c += d, d = std::rotl(d, 16), d ^= c;
      a += d, d = std::rotl(d, 21), d ^= a;
      c += b, b = std::rotl(b, 17), b ^= c, c = std::rotl(c, 32);
    }
  }

  std::array<std::uint64_t, 4> v_;
  std::size_t size_ = 0;
};

}  // namespace

std::uint32_t crc32c(std::span<const std::byte> bytes) {
  std::uint32_t crc = ~0U;
  for (const std::byte b : bytes) {
    crc = (crc >> 8) ^ kCrcTable[(crc ^ std::to_integer<std::uint32_t>(b)) & 0xFFU];
  }
  return ~crc;
}

Hash128 siphash128(std::span<const std::byte> bytes, std::uint64_t key0, std::uint64_t key1) {
  SipHasher hasher(key0, key1);
  hasher.words(bytes);
  return hasher.finish(bytes.last(bytes.size() % 8));
}

Hash128 content_hash(std::span<const std::byte> file) {
  assert(file.size() >= kHeaderSize);
  const std::array<std::byte, 16> zeros{};
  SipHasher hasher(0, 0);
  hasher.words(file.first(kHashOffset));
  hasher.words(zeros);
  const auto rest = file.subspan(kHeaderSize);
  hasher.words(rest);
  return hasher.finish(rest.last(rest.size() % 8));
}

}  // namespace rigpack::rpk

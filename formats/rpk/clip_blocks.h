#pragma once
/// The bits of a block of knots; SPEC.md section 10.

#include <cstddef>
#include <cstdint>
#include <span>

namespace rigpack::rpk {

/// Reads bits, least significant first. Past the end it gives zeros and remembers that.
class BitReader {
 public:
  explicit BitReader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::uint32_t bits(std::uint32_t count) {
    std::uint32_t value = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      value |= bit() << i;
    }
    return value;
  }
  /// Two's complement of `count` bits; 0 for none.
  std::int32_t signed_bits(std::uint32_t count) {
    if (count == 0) {
      return 0;
    }
    const std::uint32_t value = bits(count);
    const std::uint32_t sign = 1U << (count - 1);
    return static_cast<std::int32_t>(value ^ sign) - static_cast<std::int32_t>(sign);
  }
  std::uint64_t position() const { return at_; }
  bool past_end() const { return at_ > std::uint64_t{bytes_.size()} * 8; }

 private:
  std::uint32_t bit() {
    const std::uint64_t at = at_++;
    if (at / 8 >= bytes_.size()) {
      return 0;
    }
    return (std::to_integer<std::uint32_t>(bytes_[at / 8]) >> (at % 8)) & 1U;
  }
  std::span<const std::byte> bytes_;
  std::uint64_t at_ = 0;
};

}  // namespace rigpack::rpk

#pragma once
/// Little-endian fields, one by one.

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace rigpack::rpk {

class ByteWriter {
 public:
  const std::vector<std::byte>& bytes() const { return bytes_; }
  std::size_t size() const { return bytes_.size(); }

  void u8(std::uint8_t value) { put(value, 1); }
  void u16(std::uint16_t value) { put(value, 2); }
  void i16(std::int16_t value) { put(static_cast<std::uint16_t>(value), 2); }
  void u32(std::uint32_t value) { put(value, 4); }
  /// An index or size that a limit has been, or will be, checked for.
  void size32(std::size_t value) { u32(static_cast<std::uint32_t>(value)); }
  void u64(std::uint64_t value) { put(value, 8); }
  void f32(float value) { u32(std::bit_cast<std::uint32_t>(value)); }
  void f64(double value) { u64(std::bit_cast<std::uint64_t>(value)); }
  void raw(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  void align(std::size_t alignment) {
    bytes_.resize((bytes_.size() + alignment - 1) / alignment * alignment);
  }
  /// Overwrites four bytes written before.
  void patch_u32(std::size_t at, std::uint32_t value) {
    assert(at + 4 <= bytes_.size());
    for (std::size_t i = 0; i < 4; ++i) {
      bytes_[at + i] = static_cast<std::byte>(value >> (8 * i));
    }
  }

 private:
  void put(std::uint64_t value, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      bytes_.push_back(static_cast<std::byte>(value >> (8 * i)));
    }
  }
  std::vector<std::byte> bytes_;
};

}  // namespace rigpack::rpk

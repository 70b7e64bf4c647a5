#pragma once
/// The one place where the C++ reader takes integers from bytes.

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "rigpack/error.h"

namespace rigpack::rpk {

/// A cursor over one chunk that remembers the first thing wrong with it. Reads past the end give
/// 0. Loops over counts from the file must check the count against `rest()` before they start.
class ByteReader {
 public:
  ByteReader() = default;
  /// `base`: where `bytes` starts in the file.
  ByteReader(std::string_view chunk, std::span<const std::byte> bytes, std::uint64_t base)
      : chunk_(chunk), bytes_(bytes), base_(base) {}

  std::span<const std::byte> bytes() const { return bytes_; }
  std::size_t size() const { return bytes_.size(); }
  std::size_t position() const { return at_; }
  std::size_t rest() const { return bytes_.size() - at_; }
  bool ok() const { return !error_; }
  const std::optional<Error>& error() const { return error_; }

  void seek(std::size_t at) {
    if (at > bytes_.size()) {
      fail("data beyond the chunk's end");
    } else {
      at_ = at;
    }
  }
  std::span<const std::byte> take(std::size_t count) {
    if (count > rest()) {
      fail("the chunk ends too early");
      return {};
    }
    at_ += count;
    return bytes_.subspan(at_ - count, count);
  }
  std::uint8_t u8() { return static_cast<std::uint8_t>(number(1)); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
  std::int16_t i16() { return static_cast<std::int16_t>(number(2)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
  std::uint64_t u64() { return number(8); }
  /// A number that must be finite.
  float f32() {
    const float value = std::bit_cast<float>(u32());
    if (!std::isfinite(value)) {
      fail("a number is not finite", 4);
    }
    return value;
  }
  double f64() {
    const double value = std::bit_cast<double>(u64());
    if (!std::isfinite(value)) {
      fail("a number is not finite", 8);
    }
    return value;
  }

  /// Notes a fault at the cursor, `back` bytes before it; the first one stays.
  void fail(std::string message, std::size_t back = 0) { fail_at(std::move(message), at_ - back); }
  void fail_at(std::string message, std::uint64_t at, ErrorCode code = ErrorCode::corrupt) {
    if (error_) {
      return;
    }
    error_ = Error{code, std::move(message),
                   std::string(chunk_) + ", byte " + std::to_string(base_ + at)};
  }

 private:
  std::uint64_t number(std::size_t count) {
    const auto bytes = take(count);
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) {
      value = (value << 8) | std::to_integer<std::uint64_t>(bytes[i]);
    }
    return value;
  }

  std::string_view chunk_;
  std::span<const std::byte> bytes_;
  std::uint64_t base_ = 0;
  std::size_t at_ = 0;
  std::optional<Error> error_;
};

}  // namespace rigpack::rpk

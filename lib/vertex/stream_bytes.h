#pragma once
/// Integers on their way into a stream's bytes: little-endian whatever the machine.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace rigpack {

inline void put_u8(std::vector<std::uint8_t>& bytes, std::uint32_t value) {
  bytes.push_back(static_cast<std::uint8_t>(value));
}

inline void put_u16(std::vector<std::uint8_t>& bytes, std::uint32_t value) {
  put_u8(bytes, value & 0xFFU);
  put_u8(bytes, (value >> 8U) & 0xFFU);
}

inline void put_u32(std::vector<std::uint8_t>& bytes, std::uint32_t value) {
  put_u16(bytes, value & 0xFFFFU);
  put_u16(bytes, value >> 16U);
}

/// `share` of `steps`, rounded to nearest and held inside 0..steps; NaN gives 0.
inline std::uint32_t to_steps(double share, std::uint32_t steps) {
  const double scaled = std::floor(share * steps + 0.5);
  return scaled > 0 ? static_cast<std::uint32_t>(std::min(scaled, static_cast<double>(steps))) : 0;
}

}  // namespace rigpack

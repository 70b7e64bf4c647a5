#include "units.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace rigpack::cli {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};
constexpr std::array<Unit, 6> kLengths{
    {{"", 1}, {"m", 1}, {"cm", 1e-2}, {"mm", 1e-3}, {"um", 1e-6}, {"%", 1e-2}}};
constexpr std::array<Unit, 3> kTimes{{{"", 1}, {"s", 1}, {"ms", 1e-3}}};

struct Number {
  double value = 0;
  std::string_view unit;
};

/// A finite number with what follows it; false when `text` does not start with one.
bool split(std::string_view text, Number& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out.value);
  out.unit = text.substr(static_cast<std::size_t>(end - text.data()));
  return error == std::errc() && std::isfinite(out.value);
}

template <std::size_t N>
const Unit* find_unit(const std::array<Unit, N>& units, std::string_view name) {
  for (const Unit& unit : units) {
    if (unit.name == name) {
      return &unit;
    }
  }
  return nullptr;
}

}  // namespace

Result<Length> parse_length(const std::string& text) {
  Number number;
  const Unit* unit = split(text, number) ? find_unit(kLengths, number.unit) : nullptr;
  if (unit == nullptr || !(number.value > 0)) {
    return std::unexpected(Error{
        ErrorCode::invalid_argument,
        fmt::format("'{}' is no length: give a number above 0 with mm, cm, um, m or % (of the "
                    "asset's size), e.g. 0.1mm",
                    text),
        ""});
  }
  return Length{number.value * unit->factor, unit->name == "%"};
}

Result<double> parse_seconds(const std::string& text) {
  Number number;
  const Unit* unit = split(text, number) ? find_unit(kTimes, number.unit) : nullptr;
  if (unit == nullptr) {
    return std::unexpected(Error{ErrorCode::invalid_argument,
                                 fmt::format("'{}' is no time: give seconds, e.g. 0.5", text), ""});
  }
  return number.value * unit->factor;
}

}  // namespace rigpack::cli

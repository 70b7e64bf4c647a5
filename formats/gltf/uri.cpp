#include "gltf/uri.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

#include "rigpack/formats/gltf.h"

namespace rigpack::gltf {
namespace {

constexpr std::uint8_t kInvalid = 0xFF;

constexpr std::array<std::uint8_t, 256> base64_table() {
  std::array<std::uint8_t, 256> table{};
  table.fill(kInvalid);
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < kDigits.size(); ++i) {
    table[static_cast<unsigned char>(kDigits[i])] = static_cast<std::uint8_t>(i);
  }
  return table;
}
constexpr std::array<std::uint8_t, 256> kBase64 = base64_table();

std::unexpected<Error> fault(const Rule& rule, std::string message) {
  return std::unexpected(Error{ErrorCode::unreadable, std::move(message), "", rule.id});
}

std::optional<unsigned> hex_digit(char c) {
  if (c >= '0' && c <= '9') {
    return static_cast<unsigned>(c - '0');
  }
  if (c >= 'a' && c <= 'f') {
    return static_cast<unsigned>(c - 'a' + 10);
  }
  if (c >= 'A' && c <= 'F') {
    return static_cast<unsigned>(c - 'A' + 10);
  }
  return std::nullopt;
}

Result<std::string> percent_decode(std::string_view uri) {
  std::string out;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] != '%') {
      out += uri[i];
      continue;
    }
    const auto high = i + 1 < uri.size() ? hex_digit(uri[i + 1]) : std::nullopt;
    const auto low = i + 2 < uri.size() ? hex_digit(uri[i + 2]) : std::nullopt;
    if (!high || !low) {
      return fault(rules::asset_buffer_missing,
                   fmt::format("broken percent escape at character {} of the URI", i));
    }
    out += static_cast<char>(*high * 16 + *low);
    i += 2;
  }
  return out;
}

/// A scheme or a drive: letters, digits, + - . up to a colon in the first segment (RFC 3986, 3.1).
bool has_scheme(std::string_view path) {
  const std::string_view first = path.substr(0, path.find('/'));
  return first.find(':') != std::string_view::npos;
}

/// Whether `..` segments ever lead above the folder that the path starts in.
bool climbs_out(std::string_view path) {
  std::ptrdiff_t depth = 0;
  while (!path.empty()) {
    const std::size_t end = path.find('/');
    const std::string_view segment = path.substr(0, end);
    if (segment == "..") {
      --depth;
    } else if (!segment.empty() && segment != ".") {
      ++depth;
    }
    if (depth < 0) {
      return true;
    }
    path.remove_prefix(end == std::string_view::npos ? path.size() : end + 1);
  }
  return false;
}

}  // namespace

bool is_data_uri(std::string_view uri) {
  return uri.starts_with("data:");
}

Result<std::vector<std::byte>> decode_data_uri(std::string_view uri) {
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos || !uri.substr(0, comma).ends_with(";base64")) {
    return fault(rules::asset_buffer_missing, "the data URI is not base64");
  }
  std::string_view text = uri.substr(comma + 1);
  for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) {
    text.remove_suffix(1);
  }
  if (text.size() % 4 == 1) {
    return fault(rules::asset_buffer_missing,
                 fmt::format("{} base64 characters are no whole number of bytes", text.size()));
  }
  std::vector<std::byte> out;
  out.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  unsigned bit_count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint8_t digit = kBase64[static_cast<unsigned char>(text[i])];
    if (digit == kInvalid) {
      return fault(rules::asset_buffer_missing,
                   fmt::format("character {} of the base64 text is not base64", i));
    }
    bits = bits << 6U | digit;
    bit_count += 6;
    if (bit_count >= 8) {
      bit_count -= 8;
      out.push_back(static_cast<std::byte>(bits >> bit_count & 0xFFU));
    }
  }
  return out;
}

Result<std::string> confined_path(std::string_view uri) {
  Result<std::string> path = percent_decode(uri);
  if (!path) {
    return path;
  }
  if (path->empty() || path->find('\0') != std::string::npos) {
    return fault(rules::asset_buffer_missing, "the URI names no file");
  }
  if (path->starts_with('/') || path->find('\\') != std::string::npos || has_scheme(*path) ||
      climbs_out(*path)) {
    return fault(rules::asset_path_escape, "the URI leads outside the asset's folder");
  }
  return path;
}

}  // namespace rigpack::gltf

#include "support/gltf_text.h"

#include <fmt/format.h>

#include "support/catch.h"

namespace rigpack::test {
namespace {

std::string join(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) {
    out += (out.empty() ? "" : ",") + part;
  }
  return out;
}

Result<ReadResult> read(std::string_view text, const ReadLimits& limits) {
  const OpenBuffer refuse = [](const std::string&) {
    return std::unexpected(Error{ErrorCode::unreadable, "no such file"});
  };
  return read_gltf(std::as_bytes(std::span(text)), refuse, limits);
}

}  // namespace

std::string base64(std::span<const std::byte> bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8U | (i + k < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out += i + k > bytes.size() ? '=' : kDigits[bits >> (18 - 6 * k) & 63U];
    }
  }
  return out;
}

std::size_t GltfText::view_of(std::span<const std::byte> bytes, const std::string& extra) {
  const std::size_t offset = buffer_.size();
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  buffer_.resize((buffer_.size() + 3) / 4 * 4);
  views_.push_back(fmt::format(R"({{"buffer":0,"byteOffset":{},"byteLength":{}{}}})", offset,
                               bytes.size(), extra));
  return views_.size() - 1;
}

std::size_t GltfText::accessor(std::size_t view, int component, std::size_t count,
                               std::string_view type, const std::string& extra) {
  return raw_accessor(
      fmt::format(R"({{"bufferView":{},"componentType":{},"count":{},"type":"{}"{}}})", view,
                  component, count, type, extra));
}

std::size_t GltfText::raw_accessor(const std::string& json) {
  accessors_.push_back(json);
  return accessors_.size() - 1;
}

std::string GltfText::text(const std::string& members) const {
  std::string out = R"({"asset":{"version":"2.0"})";
  if (!buffer_.empty()) {
    out += fmt::format(
        R"(,"buffers":[{{"byteLength":{},"uri":"data:application/octet-stream;base64,{}"}}])",
        buffer_.size(), base64(buffer_));
    out += fmt::format(R"(,"bufferViews":[{}])", join(views_));
  }
  if (!accessors_.empty()) {
    out += fmt::format(R"(,"accessors":[{}])", join(accessors_));
  }
  return out + (members.empty() ? "" : "," + members) + "}";
}

std::string mesh_of(const std::string& attributes, const std::string& extra) {
  return fmt::format(R"("meshes":[{{"primitives":[{{"attributes":{{{}}}{}}}]}}])", attributes,
                     extra);
}

ReadResult read_text(const std::string& text, const ReadLimits& limits) {
  Result<ReadResult> result = read(text, limits);
  INFO(text);
  INFO((result ? "" : result.error().message));
  REQUIRE(result.has_value());
  return std::move(*result);
}

Error error_of(std::string_view text, const ReadLimits& limits) {
  const Result<ReadResult> result = read(text, limits);
  REQUIRE_FALSE(result.has_value());
  return result.error();
}

std::vector<std::string> findings_of(const ReadResult& result) {
  std::vector<std::string> out;
  for (const Finding& finding : result.findings) {
    if (finding.rule != rules::asset_bounds.id) {
      out.push_back(std::string(finding.rule) + " " + finding.location.pointer);
    }
  }
  return out;
}

}  // namespace rigpack::test

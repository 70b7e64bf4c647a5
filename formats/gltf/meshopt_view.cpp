#include "gltf/meshopt_view.h"

#include <fmt/format.h>
#include <meshoptimizer.h>

#include <array>
#include <utility>

namespace rigpack::gltf {
namespace {

enum class Mode : std::uint8_t { attributes, triangles, indices };
enum class Filter : std::uint8_t { none, octahedral, quaternion, exponential };

struct Stream {
  std::span<const std::byte> bytes;
  std::uint64_t count = 0;
  std::uint32_t stride = 0;
  Mode mode = Mode::attributes;
  Filter filter = Filter::none;
};

template <class Enum, std::size_t N>
std::optional<Enum> read_enum(Object& object, std::string_view key,
                              const std::array<std::string_view, N>& names) {
  const std::string text = object.text(key);
  for (std::size_t i = 0; i < N; ++i) {
    if (text == names[i]) {
      return static_cast<Enum>(i);
    }
  }
  object.report(rules::asset_schema, fmt::format("{} \"{:.16}\" is unknown", key, text), key);
  return std::nullopt;
}

/// What the extension's tables demand of stride and count; empty when all is well.
std::string_view stream_fault(const Stream& stream) {
  const std::uint32_t stride = stream.stride;
  if (stream.mode == Mode::attributes) {
    if (stride % 4 != 0) {
      return "byteStride of ATTRIBUTES must be a multiple of 4";
    }
    if (stream.filter == Filter::octahedral && stride != 4 && stride != 8) {
      return "byteStride of OCTAHEDRAL must be 4 or 8";
    }
    if (stream.filter == Filter::quaternion && stride != 8) {
      return "byteStride of QUATERNION must be 8";
    }
    return {};
  }
  if (stride != 2 && stride != 4) {
    return "byteStride of indices must be 2 or 4";
  }
  if (stream.mode == Mode::triangles && stream.count % 3 != 0) {
    return "count of TRIANGLES must be a multiple of 3";
  }
  return stream.filter == Filter::none ? std::string_view{} : "indices take no filter";
}

/// The most that `stream` can decode to: 16 attributes take at least 2 bits a byte of stride, a
/// triangle at least 8 bits, an index at least 8.
bool is_plausible(const Stream& stream) {
  const std::uint64_t bytes = stream.bytes.size();
  switch (stream.mode) {
    case Mode::attributes:
      return stream.count / 64 <= bytes / stream.stride;
    case Mode::triangles:
      return stream.count / 3 <= bytes;
    case Mode::indices:
      return stream.count <= bytes;
  }
  return false;
}

bool decode(const Stream& stream, std::vector<std::byte>& out) {
  const auto* in = reinterpret_cast<const unsigned char*>(stream.bytes.data());
  const std::size_t size = stream.bytes.size();
  switch (stream.mode) {
    case Mode::attributes:
      return meshopt_decodeVertexBuffer(out.data(), stream.count, stream.stride, in, size) == 0;
    case Mode::triangles:
      return meshopt_decodeIndexBuffer(out.data(), stream.count, stream.stride, in, size) == 0;
    case Mode::indices:
      return meshopt_decodeIndexSequence(out.data(), stream.count, stream.stride, in, size) == 0;
  }
  return false;
}

void apply_filter(const Stream& stream, std::vector<std::byte>& out) {
  switch (stream.filter) {
    case Filter::none:
      return;
    case Filter::octahedral:
      return meshopt_decodeFilterOct(out.data(), stream.count, stream.stride);
    case Filter::quaternion:
      return meshopt_decodeFilterQuat(out.data(), stream.count, stream.stride);
    case Filter::exponential:
      return meshopt_decodeFilterExp(out.data(), stream.count, stream.stride);
  }
}

/// The compressed bytes; nothing when their buffer has none, or they reach past it.
std::optional<std::span<const std::byte>> stream_bytes(Document& document, Object& extension) {
  const auto index = extension.required_index("buffer", document.buffers.size());
  const std::uint64_t offset = extension.integer_or("byteOffset", {}, 0);
  const auto length = extension.required("byteLength", {1, UINT64_MAX});
  if (!index || !length || extension.faulty()) {
    return std::nullopt;
  }
  Buffer& buffer = document.buffers[*index];
  if (offset > buffer.declared || *length > buffer.declared - offset) {
    extension.report(rules::asset_accessor_out_of_bounds,
                     fmt::format("{} bytes from byte {} reach past buffer {} of {} bytes", *length,
                                 offset, *index, buffer.declared));
    return std::nullopt;
  }
  if (offset + *length <= buffer.bytes.size()) {
    return buffer.bytes.subspan(offset, *length);
  }
  if (!buffer.fault_reported) {
    buffer.fault_reported = true;
    extension.report(rules::asset_buffer_missing,
                     fmt::format("buffer {} has neither a uri nor a binary chunk", *index),
                     "buffer");
  }
  return std::nullopt;
}

std::optional<Stream> read_stream(Document& document, Object& extension, const View& view) {
  constexpr std::array<std::string_view, 3> kModes{"ATTRIBUTES", "TRIANGLES", "INDICES"};
  constexpr std::array<std::string_view, 4> kFilters{"NONE", "OCTAHEDRAL", "QUATERNION",
                                                     "EXPONENTIAL"};
  const auto bytes = stream_bytes(document, extension);
  const auto stride = extension.required("byteStride", {1, 256});
  const auto count = extension.required("count", {1, UINT32_MAX});
  const auto mode = read_enum<Mode>(extension, "mode", kModes);
  const auto filter = extension.has("filter") ? read_enum<Filter>(extension, "filter", kFilters)
                                              : std::optional(Filter::none);
  if (!bytes || !stride || !count || !mode || !filter) {
    return std::nullopt;
  }
  const Stream stream{*bytes, *count, static_cast<std::uint32_t>(*stride), *mode, *filter};
  if (const std::string_view fault = stream_fault(stream); !fault.empty()) {
    extension.report(rules::asset_schema, std::string(fault));
    return std::nullopt;
  }
  if (*count * *stride != view.length) {
    extension.report(rules::asset_schema,
                     fmt::format("{} elements of {} bytes do not fill the bufferView's {} bytes",
                                 *count, *stride, view.length));
    return std::nullopt;
  }
  return stream;
}

}  // namespace

bool decode_meshopt(Document& document, Object& extension, View& view) {
  const std::optional<Stream> stream = read_stream(document, extension, view);
  if (!stream) {
    return false;
  }
  if (!is_plausible(*stream)) {
    extension.report(rules::asset_bomb,
                     fmt::format("{} bytes cannot hold {} elements of {} bytes",
                                 stream->bytes.size(), stream->count, stream->stride));
    return false;
  }
  if (!charge(document, extension, view.length)) {
    return false;
  }
  std::vector<std::byte> out(view.length);
  if (!decode(*stream, out)) {
    extension.report(rules::asset_truncated, "the compressed stream is broken or cut short");
    return false;
  }
  apply_filter(*stream, out);
  document.storage.push_back(std::move(out));
  view.bytes = document.storage.back();
  return true;
}

}  // namespace rigpack::gltf

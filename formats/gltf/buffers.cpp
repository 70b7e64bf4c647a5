#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gltf/document.h"
#include "gltf/meshopt_view.h"
#include "gltf/uri.h"

namespace rigpack::gltf {
namespace {

/// Decoded data may be this much larger than the input: shared streams and zeros are legal, yet a
/// small file that fills the memory is an attack.
constexpr std::uint64_t kExpansion = 64;
constexpr std::uint64_t kFreeBytes = 256ULL << 20;

/// The rule that `error` names, or that its buffer is missing.
const Rule& rule_of(const Error& error) {
  for (const Rule* rule : {&rules::asset_path_escape, &rules::asset_limit}) {
    if (error.rule == rule->id) {
      return *rule;
    }
  }
  return error.code == ErrorCode::limit ? rules::asset_limit : rules::asset_buffer_missing;
}

Result<std::vector<std::byte>> load(const Document& document, const std::string& uri) {
  if (is_data_uri(uri)) {
    return decode_data_uri(uri);
  }
  const Result<std::string> path = confined_path(uri);
  if (!path) {
    return std::unexpected(path.error());
  }
  return document.open_buffer(*path);
}

void load_uri(Document& document, Object& object, Buffer& buffer) {
  const std::string uri = object.text("uri");
  if (object.faulty()) {
    buffer.fault_reported = true;
    return;
  }
  Result<std::vector<std::byte>> bytes = load(document, uri);
  if (!bytes) {
    object.report(rule_of(bytes.error()), bytes.error().message, "uri");
    buffer.fault_reported = true;
    return;
  }
  // A data URI is part of the file and has been counted with it.
  document.input_bytes += is_data_uri(uri) ? 0 : bytes->size();
  document.storage.push_back(std::move(*bytes));
  buffer.bytes = document.storage.back();
}

Buffer read_buffer(Document& document, Object object, std::size_t index) {
  Buffer buffer;
  const auto length = object.required("byteLength", {1, UINT64_MAX});
  if (!length) {
    buffer.fault_reported = true;
    return buffer;
  }
  buffer.declared = *length;
  const bool has_uri = object.has("uri");
  const bool is_binary_chunk = !has_uri && index == 0 && document.container.has_binary;
  if (has_uri) {
    load_uri(document, object, buffer);
  } else if (is_binary_chunk) {
    buffer.bytes = document.container.binary;
  }
  if ((has_uri || is_binary_chunk) && !buffer.fault_reported &&
      buffer.bytes.size() < buffer.declared) {
    object.report(rules::asset_truncated, fmt::format("byteLength is {}, only {} bytes are there",
                                                      *length, buffer.bytes.size()));
    buffer.fault_reported = true;
  }
  return buffer;
}

/// What a view needs of its buffer; reports a buffer that was never given, once.
std::span<const std::byte> bytes_of(Document& document, Object& object, std::uint32_t index) {
  Buffer& buffer = document.buffers[index];
  if (buffer.bytes.empty() && !buffer.fault_reported) {
    buffer.fault_reported = true;
    object.report(rules::asset_buffer_missing,
                  fmt::format("buffer {} has neither a uri nor a binary chunk", index), "buffer");
  }
  return buffer.bytes;
}

/// Whether a newer compression that this build lacks hides the data of `object`.
bool is_hidden(const Document& document, Object& object, std::uint32_t buffer) {
  return document.extensions.meshopt_unreadable && document.buffers[buffer].bytes.empty() &&
         object.extension("KHR_meshopt_compression").has_value();
}

/// Views that reach past their buffer have one cause, a buffer that is too short: one finding.
void note_past(Buffer& buffer, const Object& view, std::size_t index, std::uint64_t end) {
  if (!buffer.past) {
    buffer.past = make_finding(rules::asset_accessor_out_of_bounds, {}, view.where());
    buffer.past->count = 0;
  }
  ++buffer.past->count;
  const auto reach = static_cast<double>(end);
  buffer.past->worst = std::max(buffer.past->worst.value_or(0), reach);
  add_sample(*buffer.past, index, reach);
}

void report_past(Document& document) {
  for (std::size_t i = 0; i < document.buffers.size(); ++i) {
    if (std::optional<Finding>& past = document.buffers[i].past) {
      past->message = fmt::format(
          "{} of {} bufferViews reach past buffer {} of {} bytes, up to byte {}", past->count,
          document.views.size(), i, document.buffers[i].declared, *past->worst);
      document.reporter.add(std::move(*past));
    }
  }
}

View read_view(Document& document, Object object, std::size_t index) {
  View view;
  const auto buffer = object.required_index("buffer", document.buffers.size());
  view.offset = object.integer_or("byteOffset", {}, 0);
  const auto length = object.required("byteLength", {1, UINT64_MAX});
  const std::uint64_t stride = object.integer_or("byteStride", {4, 252}, 0);
  if (stride % 4 != 0) {
    object.report(rules::asset_schema, fmt::format("byteStride {} is not a multiple of 4", stride),
                  "byteStride");
  }
  if (!buffer || !length || object.faulty()) {
    return view;
  }
  view.length = *length;
  view.stride = static_cast<std::uint32_t>(stride);
  const std::uint64_t declared = document.buffers[*buffer].declared;
  if (view.offset > declared || *length > declared - view.offset) {
    // A buffer that could not be had is reported; what it would have held is no news.
    if (!document.buffers[*buffer].fault_reported || !document.buffers[*buffer].bytes.empty()) {
      note_past(document.buffers[*buffer], object, index,
                view.offset + std::min(*length, UINT64_MAX - view.offset));
    }
    return view;
  }
  if (std::optional<Object> compressed = object.extension("EXT_meshopt_compression")) {
    view.usable = decode_meshopt(document, *compressed, view);
    return view;
  }
  if (is_hidden(document, object, *buffer)) {
    view.hidden = true;
    return view;
  }
  const std::span<const std::byte> bytes = bytes_of(document, object, *buffer);
  if (view.offset + *length <= bytes.size()) {
    view.bytes = bytes.subspan(view.offset, *length);
    view.usable = true;
  }
  return view;
}

/// Decoded bytes that a file of its size may have.
std::uint64_t fair_share(const Document& document) {
  return std::min(document.limits.decoded_bytes, kFreeBytes + kExpansion * document.input_bytes);
}

}  // namespace

std::uint64_t affordable(const Document& document) {
  const std::uint64_t fair = fair_share(document);
  return fair - std::min(fair, document.decoded_bytes);
}

bool affords(Document& document, Object& object, std::uint64_t bytes, std::string_view key) {
  if (bytes <= affordable(document)) {
    return true;
  }
  const std::uint64_t hard = document.limits.decoded_bytes;
  const std::uint64_t fair = fair_share(document);
  const bool past_hard = document.decoded_bytes > hard || bytes > hard - document.decoded_bytes;
  object.report(past_hard ? rules::asset_limit : rules::asset_bomb,
                fmt::format("{} more decoded bytes pass {} of {} bytes for a file of {}", bytes,
                            past_hard ? "the limit" : "the fair share", past_hard ? hard : fair,
                            document.input_bytes),
                key);
  return false;
}

bool charge(Document& document, Object& object, std::uint64_t bytes, std::string_view key) {
  const bool afforded = affords(document, object, bytes, key);
  document.decoded_bytes += afforded ? bytes : 0;
  return afforded;
}

void read_buffers(Document& document, const Array& list) {
  document.buffers.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    document.buffers.push_back(read_buffer(document, list[i], i));
  }
}

void read_views(Document& document, const Array& list) {
  document.views.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    document.views.push_back(read_view(document, list[i], i));
  }
  report_past(document);
}

}  // namespace rigpack::gltf

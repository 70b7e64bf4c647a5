#pragma once
/// Small glTF files in memory, and what reading them found.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rigpack/formats/gltf.h"

namespace rigpack::test {

inline constexpr int kI8 = 5120, kU8 = 5121, kI16 = 5122, kU16 = 5123, kU32 = 5125, kF32 = 5126;

std::string base64(std::span<const std::byte> bytes);

/// Collects streams in one buffer, and writes it all as one .gltf text.
class GltfText {
 public:
  /// A bufferView of `values`; `extra` are more members, with a leading comma. Gives its index.
  template <class T>
  std::size_t view(const std::vector<T>& values, const std::string& extra = "") {
    return view_of(std::as_bytes(std::span(values)), extra);
  }
  std::size_t view_of(std::span<const std::byte> bytes, const std::string& extra = "");
  /// An accessor; gives its index.
  std::size_t accessor(std::size_t view, int component, std::size_t count, std::string_view type,
                       const std::string& extra = "");
  /// Any accessor, as JSON.
  std::size_t raw_accessor(const std::string& json);
  /// A packed stream: a view and an accessor over it.
  template <class T>
  std::size_t stream(const std::vector<T>& values, int component, std::size_t count,
                     std::string_view type, const std::string& extra = "") {
    return accessor(view(values), component, count, type, extra);
  }
  /// The file, with `members` (JSON, without braces) beside asset, buffers, views and accessors.
  std::string text(const std::string& members) const;

 private:
  std::vector<std::byte> buffer_;
  std::vector<std::string> views_, accessors_;
};

/// A mesh of one primitive over `attributes` (JSON members).
std::string mesh_of(const std::string& attributes, const std::string& extra = "");

/// Reads `text` with no file beside it; fails the test when that is an error.
ReadResult read_text(const std::string& text, const ReadLimits& limits = {});
/// The error that `text` ends in; fails the test when it can be read.
Error error_of(std::string_view text, const ReadLimits& limits = {});

/// "rule pointer" of every finding, in the order met, but for asset/bounds: these small files state
/// no min and max (gltf_bounds_test.cpp does).
std::vector<std::string> findings_of(const ReadResult& result);

}  // namespace rigpack::test

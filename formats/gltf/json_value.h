#pragma once
/// Typed access to the JSON tree. Every member that is not as the schema says becomes one finding
/// with its JSON pointer, and marks the object it belongs to as faulty.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gltf/json_text.h"
#include "gltf/reporter.h"
#include "rigpack/findings.h"

namespace rigpack::gltf {

/// `key` as one token of a JSON pointer (RFC 6901).
std::string pointer_token(std::string_view key);

struct Range {
  std::uint64_t low = 0, high = UINT64_MAX;
};

class Array;

/// One JSON object of the file. Cheap to copy; refers to the tree and the reporter.
class Object {
 public:
  /// A `value` that is no object is reported, and behaves as an empty, faulty one.
  Object(Reporter& reporter, const Json& value, std::string pointer, Location location = {});

  bool has(std::string_view key) const;
  /// A whole number in `range`; nothing when absent or reported.
  std::optional<std::uint64_t> integer(std::string_view key, Range range);
  std::uint64_t integer_or(std::string_view key, Range range, std::uint64_t fallback);
  /// Like `integer`, and reports when it is absent.
  std::optional<std::uint64_t> required(std::string_view key, Range range);
  /// An index into something with `size` elements; asset/reference when it points past them.
  std::optional<std::uint32_t> index(std::string_view key, std::size_t size);
  std::optional<std::uint32_t> required_index(std::string_view key, std::size_t size);
  /// Indices by position; one that points nowhere is reported and nullopt.
  std::vector<std::optional<std::uint32_t>> indices(std::string_view key, std::size_t size);
  std::string text(std::string_view key);
  std::vector<std::string> texts(std::string_view key);
  bool flag(std::string_view key);
  /// Finite numbers that fit a float; `count` 0 takes any. Empty when absent or reported.
  std::vector<float> numbers(std::string_view key, std::size_t count = 0);
  std::optional<Object> object(std::string_view key);
  Array array(std::string_view key);
  /// The object `extensions`.`name`.
  std::optional<Object> extension(std::string_view name);
  std::vector<std::string> keys() const;

  /// A finding about member `key`, or about the object itself when it is empty.
  /// `measured` brings count, worst value and samples.
  void report(const Rule& rule, std::string message, std::string_view key = {},
              const Finding& measured = {});
  /// Like `report`, about something that does no harm: the object stays sound.
  void remark(const Rule& rule, std::string message, std::string_view key = {});
  /// Remarks on a list without elements, which the schema forbids.
  void forbid_empty(std::string_view key);
  /// Reports that `key` is absent.
  void missing(std::string_view key);
  std::string pointer(std::string_view key = {}) const;
  Location where(std::string_view key = {}) const;
  bool faulty() const { return faulty_; }
  Location& location() { return location_; }

 private:
  const Json* find(std::string_view key) const;
  std::optional<std::uint32_t> to_index(const Json& value, std::size_t size,
                                        const std::string& key);

  Reporter* reporter_;
  const Json* value_;
  std::string pointer_;
  Location location_;
  bool faulty_ = false;
  bool is_blank_ = false;  ///< stands for something that is no object: lacks nothing
};

/// A JSON array of objects; empty when the member is absent or no array.
class Array {
 public:
  Array(Reporter& reporter, const Json* value, std::string pointer, Location location);
  std::size_t size() const;
  Object operator[](std::size_t index) const;

 private:
  Reporter* reporter_;
  const Json* value_;
  std::string pointer_;
  Location location_;
};

}  // namespace rigpack::gltf

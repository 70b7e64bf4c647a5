#include "gltf/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "rigpack/formats/gltf.h"

namespace rigpack::gltf {
namespace {

/// Builds the tree from parser events. Returning false ends the parse.
class TreeBuilder : public nlohmann::json_sax<Json> {
 public:
  explicit TreeBuilder(std::uint32_t max_depth) : max_depth_(max_depth) {}

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_array() override { return close(); }

  bool key(string_t& value) override {
    if (open_.back()->contains(value)) {
      fault_ = fmt::format("the key \"{:.64}\" is given twice in one object", value);
      return false;
    }
    key_ = std::move(value);
    return true;
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: ...; last read: '...'":
    // the library's name says nothing to the reader, and the last token may be megabytes long.
    std::string_view what = error.what();
    what = what.substr(0, what.find("; last read"));
    const std::size_t prefix = what.find("] ");
    fault_ = std::string(what.substr(prefix == std::string_view::npos ? 0 : prefix + 2));
    position_ = position;
    return false;
  }

  Json take() { return std::move(root_); }
  const std::string& fault() const { return fault_; }
  std::size_t position() const { return position_; }

 private:
  Json* insert(Json&& value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Json& parent = *open_.back();
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    Json& slot = parent[key_];
    slot = std::move(value);
    return &slot;
  }
  bool put(Json&& value) {
    insert(std::move(value));
    return true;
  }
  bool open(Json&& value) {
    if (open_.size() >= max_depth_) {
      fault_ = fmt::format("values nest deeper than {}", max_depth_);
      return false;
    }
    open_.push_back(insert(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  Json root_;
  std::vector<Json*> open_;
  std::string key_;
  std::string fault_;
  std::size_t position_ = 0;
  std::uint32_t max_depth_;
};

std::unexpected<Error> broken(std::string message, std::string where) {
  return std::unexpected(
      Error{ErrorCode::unreadable, std::move(message), std::move(where), rules::asset_json.id});
}

bool starts_with_bom(std::span<const std::byte> text) {
  constexpr std::byte kBom[] = {std::byte{0xEF}, std::byte{0xBB}, std::byte{0xBF}};
  return text.size() >= 3 && std::equal(std::begin(kBom), std::end(kBom), text.begin());
}

}  // namespace

Result<Json> parse_json(std::span<const std::byte> text, std::uint32_t max_depth) {
  if (text.empty()) {
    return broken("the JSON is empty", "");
  }
  if (starts_with_bom(text)) {
    return broken("the JSON starts with a byte order mark, which glTF forbids", "byte 0");
  }
  TreeBuilder builder(max_depth);
  const auto* first = reinterpret_cast<const char*>(text.data());
  if (!Json::sax_parse(first, first + text.size(), &builder)) {
    const std::size_t at = builder.position();
    return broken(builder.fault(), at == 0 ? "" : fmt::format("byte {}", at - 1));
  }
  Json root = builder.take();
  if (!root.is_object()) {
    return broken("the JSON is not an object", "");
  }
  return root;
}

}  // namespace rigpack::gltf

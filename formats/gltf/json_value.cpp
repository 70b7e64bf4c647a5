#include "gltf/json_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "rigpack/formats/gltf.h"

namespace rigpack::gltf {
namespace {

const Json& empty_object() {
  static const Json empty = Json::object();
  return empty;
}

std::string range_text(Range range) {
  return range.high == UINT64_MAX ? fmt::format("at least {}", range.low)
                                  : fmt::format("{}..{}", range.low, range.high);
}

/// What stands there, in a few characters: a hostile string must not fill the report.
std::string shown(const Json& value) {
  constexpr std::size_t kShown = 32;
  if (value.is_structured()) {
    return value.type_name();
  }
  std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  if (text.size() > kShown) {
    text.resize(kShown);
    text += "...";
  }
  return text;
}

/// What an index under `key` points at.
std::string_view kind_of(std::string_view key) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kKinds{
      {{"children", "nodes"},
       {"joints", "nodes"},
       {"node", "nodes"},
       {"nodes", "nodes"},
       {"skeleton", "nodes"},
       {"mesh", "meshes"},
       {"skin", "skins"},
       {"bufferView", "bufferViews"},
       {"buffer", "buffers"},
       {"sampler", "samplers"},
       {"material", "materials"}}};
  key = key.substr(0, key.find('/'));
  const auto found = std::ranges::find(kKinds, key, &decltype(kKinds)::value_type::first);
  return found != kKinds.end() ? found->second : key == "scene" ? "scenes" : "accessors";
}

/// "the file has only 3 nodes"
std::string count_text(std::size_t count, std::string_view kind) {
  return count == 0 ? fmt::format("the file has no {}", kind)
                    : fmt::format("the file has only {} {}", count, kind);
}

}  // namespace

std::string pointer_token(std::string_view key) {
  std::string token;
  for (const char c : key) {
    if (c == '~') {
      token += "~0";
    } else if (c == '/') {
      token += "~1";
    } else {
      token += c;
    }
  }
  return token;
}

Object::Object(Reporter& reporter, const Json& value, std::string pointer, Location location)
    : reporter_(&reporter),
      value_(&value),
      pointer_(std::move(pointer)),
      location_(std::move(location)) {
  if (!value.is_object()) {
    report(rules::asset_schema, fmt::format("{} is not an object", shown(value)));
    value_ = &empty_object();
    is_blank_ = true;
  }
}

const Json* Object::find(std::string_view key) const {
  const auto found = value_->find(std::string(key));
  return found == value_->end() ? nullptr : &*found;
}

bool Object::has(std::string_view key) const {
  return find(key) != nullptr;
}

std::string Object::pointer(std::string_view key) const {
  return key.empty() ? pointer_ : pointer_ + "/" + std::string(key);
}

Location Object::where(std::string_view key) const {
  Location at = location_;
  at.pointer = pointer(key);
  return at;
}

void Object::report(const Rule& rule, std::string message, std::string_view key,
                    const Finding& measured) {
  faulty_ = true;
  Finding finding = make_finding(rule, std::move(message), where(key));
  finding.count = measured.count;
  finding.worst = measured.worst;
  finding.samples = measured.samples;
  reporter_->add(std::move(finding));
}

void Object::remark(const Rule& rule, std::string message, std::string_view key) {
  reporter_->add(make_finding(rule, std::move(message), where(key)));
}

void Object::forbid_empty(std::string_view key) {
  const Json* value = find(key);
  if (value != nullptr && value->is_array() && value->empty()) {
    remark(rules::asset_schema, fmt::format("{} has no elements: leave it out", key), key);
  }
}

void Object::missing(std::string_view key) {
  if (is_blank_) {
    return;
  }
  report(rules::asset_schema, fmt::format("\"{}\" is missing", key));
}

std::optional<std::uint64_t> Object::integer(std::string_view key, Range range) {
  const Json* value = find(key);
  if (value == nullptr) {
    return std::nullopt;
  }
  if (value->is_number_unsigned()) {
    const auto number = value->get<std::uint64_t>();
    if (number >= range.low && number <= range.high) {
      return number;
    }
  }
  report(rules::asset_schema,
         fmt::format("{} is {}, not a whole number {}", key, shown(*value), range_text(range)),
         key);
  return std::nullopt;
}

std::uint64_t Object::integer_or(std::string_view key, Range range, std::uint64_t fallback) {
  return integer(key, range).value_or(fallback);
}

std::optional<std::uint64_t> Object::required(std::string_view key, Range range) {
  if (!has(key)) {
    missing(key);
  }
  return integer(key, range);
}

std::optional<std::uint32_t> Object::to_index(const Json& value, std::size_t size,
                                              const std::string& key) {
  if (!value.is_number_unsigned()) {
    report(rules::asset_schema, fmt::format("{} is not an index", shown(value)), key);
    return std::nullopt;
  }
  const auto number = value.get<std::uint64_t>();
  if (size == 0 && !reporter_->lose_list()) {
    faulty_ = true;
    return std::nullopt;
  }
  if (number >= size) {
    report(rules::asset_reference,
           fmt::format("index {}, but {}", number, count_text(size, kind_of(key))), key);
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(number);
}

std::optional<std::uint32_t> Object::index(std::string_view key, std::size_t size) {
  const Json* value = find(key);
  return value == nullptr ? std::nullopt : to_index(*value, size, pointer_token(key));
}

std::optional<std::uint32_t> Object::required_index(std::string_view key, std::size_t size) {
  if (!has(key)) {
    missing(key);
  }
  return index(key, size);
}

std::vector<std::optional<std::uint32_t>> Object::indices(std::string_view key, std::size_t size) {
  std::vector<std::optional<std::uint32_t>> out;
  const Json* value = find(key);
  if (value == nullptr) {
    return out;
  }
  if (!value->is_array()) {
    report(rules::asset_schema, fmt::format("{} is {}, not an array", key, shown(*value)), key);
    return out;
  }
  out.reserve(value->size());
  for (std::size_t i = 0; i < value->size(); ++i) {
    out.push_back(to_index((*value)[i], size, fmt::format("{}/{}", key, i)));
  }
  return out;
}

std::string Object::text(std::string_view key) {
  const Json* value = find(key);
  if (value == nullptr) {
    return {};
  }
  if (!value->is_string()) {
    report(rules::asset_schema, fmt::format("{} is {}, not a string", key, shown(*value)), key);
    return {};
  }
  return value->get<std::string>();
}

std::vector<std::string> Object::texts(std::string_view key) {
  std::vector<std::string> out;
  const Json* value = find(key);
  if (value == nullptr) {
    return out;
  }
  bool all_text = value->is_array();
  for (std::size_t i = 0; all_text && i < value->size(); ++i) {
    all_text = (*value)[i].is_string();
  }
  if (!all_text) {
    report(rules::asset_schema, fmt::format("{} is not an array of strings", key), key);
    return out;
  }
  for (const Json& element : *value) {
    out.push_back(element.get<std::string>());
  }
  return out;
}

bool Object::flag(std::string_view key) {
  const Json* value = find(key);
  if (value != nullptr && !value->is_boolean()) {
    report(rules::asset_schema, fmt::format("{} is {}, not true or false", key, shown(*value)),
           key);
    return false;
  }
  return value != nullptr && value->get<bool>();
}

std::vector<float> Object::numbers(std::string_view key, std::size_t count) {
  const Json* value = find(key);
  if (value == nullptr) {
    return {};
  }
  if (!value->is_array() || value->empty() || (count != 0 && value->size() != count)) {
    report(rules::asset_schema,
           count == 0 ? fmt::format("{} is not an array of numbers", key)
                      : fmt::format("{} is not an array of {} numbers", key, count),
           key);
    return {};
  }
  std::vector<float> out;
  out.reserve(value->size());
  for (const Json& element : *value) {
    const double number = element.is_number() ? element.get<double>() : HUGE_VAL;
    if (!(std::abs(number) <= std::numeric_limits<float>::max())) {
      report(rules::asset_schema,
             fmt::format("{} is not a number that a float holds", shown(element)),
             fmt::format("{}/{}", key, out.size()));
      return {};
    }
    out.push_back(static_cast<float>(number));
  }
  return out;
}

std::optional<Object> Object::object(std::string_view key) {
  const Json* value = find(key);
  if (value == nullptr) {
    return std::nullopt;
  }
  Object child(*reporter_, *value, pointer(pointer_token(key)), location_);
  faulty_ |= child.faulty();
  return child;
}

Array Object::array(std::string_view key) {
  const Json* value = find(key);
  if (value != nullptr && (!value->is_array() || value->empty())) {
    report(rules::asset_schema, fmt::format("{} is not an array with elements", key), key);
    reporter_->lose_list();
    value = nullptr;
  }
  return {*reporter_, value, pointer(key), location_};
}

std::optional<Object> Object::extension(std::string_view name) {
  std::optional<Object> extensions = object("extensions");
  return extensions ? extensions->object(name) : std::nullopt;
}

std::vector<std::string> Object::keys() const {
  std::vector<std::string> out;
  for (const auto& item : value_->items()) {
    out.push_back(item.key());
  }
  return out;
}

Array::Array(Reporter& reporter, const Json* value, std::string pointer, Location location)
    : reporter_(&reporter),
      value_(value),
      pointer_(std::move(pointer)),
      location_(std::move(location)) {}

std::size_t Array::size() const {
  return value_ == nullptr ? 0 : value_->size();
}

Object Array::operator[](std::size_t index) const {
  return {*reporter_, (*value_)[index], fmt::format("{}/{}", pointer_, index), location_};
}

}  // namespace rigpack::gltf

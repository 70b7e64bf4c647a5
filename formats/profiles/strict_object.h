#pragma once
/// Reads a JSON object of a settings file, in which every key must be known.

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "rigpack/error.h"
#include "rigpack/formats/nearest.h"
#include "rigpack/pipeline.h"

namespace rigpack {

/// Remembers the first thing that is wrong; later reads do nothing.
class StrictObject {
 public:
  using Json = nlohmann::json;

  StrictObject(const Json& json, std::string where, std::string& problem)
      : json_(json), where_(std::move(where)), problem_(problem) {
    if (!json_.is_object()) {
      fail("", "must be an object");
    }
  }

  /// Complains about the first key that is not in `keys`.
  void allow(std::initializer_list<std::string_view> keys) {
    for (const auto& [key, value] : object().items()) {
      if (std::ranges::find(keys, std::string_view(key)) == keys.end()) {
        const std::string near = nearest(key, keys);
        fail(key, "is no key that this build knows" +
                      (near.empty() ? "" : "; did you mean " + near + "?"));
      }
    }
  }

  const Json* find(std::string_view key) const {
    const auto found = object().find(std::string(key));
    return found == object().end() || found->is_null() ? nullptr : &*found;
  }

  std::optional<std::string> text(std::string_view key) {
    const Json* value = find(key);
    if (value == nullptr || !value->is_string()) {
      return value == nullptr ? std::nullopt : fail(key, "must be a string");
    }
    return value->get<std::string>();
  }

  template <class Number>
  void count(std::string_view key, std::optional<Number>& out) {
    const Json* value = find(key);
    if (value == nullptr) {
      return;
    }
    if (!value->is_number_unsigned() ||
        value->get<std::uint64_t>() > std::numeric_limits<Number>::max()) {
      fail(key, "must be a whole number that is not negative");
      return;
    }
    out = value->get<Number>();
  }

  std::optional<double> number(std::string_view key) {
    const Json* value = find(key);
    if (value == nullptr) {
      return std::nullopt;
    }
    if (!value->is_number() || !(value->get<double>() >= 0)) {
      fail(key, "must be a number that is not negative");
      return std::nullopt;
    }
    return value->get<double>();
  }

  StrictObject object_at(std::string_view key) {
    static const Json kNothing = Json::object();
    const Json* value = find(key);
    return {value == nullptr ? kNothing : *value, path(key), problem_};
  }

  /// {"weights/unsorted": "off", ...}
  void severities(std::span<const Rule* const> known, std::vector<SeverityOverride>& out) {
    for (const auto& [rule, value] : object().items()) {
      const std::string text = value.is_string() ? value.get<std::string>() : std::string();
      const auto severity = severity_of(text);
      if (!severity) {
        fail(rule, "must be off, info, warning or error");
      } else if (std::ranges::find(known, rule, &Rule::id) == known.end()) {
        std::vector<std::string_view> ids;
        std::ranges::transform(known, std::back_inserter(ids), &Rule::id);
        const std::string near = nearest(rule, ids);
        fail(rule, near.empty() ? "is no rule" : "is no rule; did you mean " + near + "?");
      } else {
        out.push_back({rule, *severity});
      }
    }
  }

  std::nullopt_t fail(std::string_view key, std::string_view what) {
    if (problem_.empty()) {
      problem_ = fmt::format("'{:.128}' {}", path(key), what);
    }
    return std::nullopt;
  }

 private:
  const Json& object() const {
    static const Json kNothing = Json::object();
    return json_.is_object() ? json_ : kNothing;
  }
  std::string path(std::string_view key) const {
    if (key.empty()) {
      return where_;
    }
    return where_.empty() ? std::string(key) : fmt::format("{}.{}", where_, key);
  }
  static std::optional<Severity> severity_of(std::string_view text) {
    for (const Severity severity :
         {Severity::off, Severity::info, Severity::warning, Severity::error}) {
      if (text == to_string(severity)) {
        return severity;
      }
    }
    return std::nullopt;
  }

  const Json& json_;
  std::string where_;
  std::string& problem_;
};

/// Parses a settings file as strictly as an asset: no key twice, no byte order mark, bounded depth.
Result<nlohmann::json> parse_settings(std::string_view text);

}  // namespace rigpack

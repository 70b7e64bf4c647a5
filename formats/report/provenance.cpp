#include <fmt/core.h>
#include <meshoptimizer.h>
#include <nlohmann/json.hpp>

#include "gltf/draco/draco_mesh.h"
#include "rigpack/formats/report.h"

namespace rigpack {
namespace {

using nlohmann::ordered_json;

Error not_provenance(std::string message) {
  return {ErrorCode::corrupt, std::move(message), "provenance"};
}

/// `object[key]` when it is a string, else empty.
std::string text_of(const ordered_json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

void read_inputs(const ordered_json& document, Provenance& out) {
  const auto inputs = document.find("inputs");
  if (inputs == document.end() || !inputs->is_array()) {
    return;
  }
  for (const ordered_json& input : *inputs) {
    if (input.is_object()) {
      out.inputs.push_back({text_of(input, "name"), text_of(input, "sha256")});
    }
  }
}

void read_options(const ordered_json& document, Provenance& out) {
  const auto options = document.find("options");
  if (options == document.end() || !options->is_object()) {
    return;
  }
  for (const auto& [name, value] : options->items()) {
    if (value.is_string()) {
      out.options.emplace_back(name, value.get<std::string>());
    }
  }
}

std::string dotted(unsigned number, unsigned base) {
  return fmt::format("{}.{}.{}", number / (base * base), number / base % base, number % base);
}

}  // namespace

std::string Provenance::option(std::string_view name, std::string_view fallback) const {
  for (const auto& [key, value] : options) {
    if (key == name) {
      return value;
    }
  }
  return std::string(fallback);
}

std::string to_json(const Provenance& provenance) {
  ordered_json document;
  document["tool"] = provenance.tool;
  document["version"] = provenance.version;
  document["inputs"] = ordered_json::array();
  for (const Provenance::Input& input : provenance.inputs) {
    document["inputs"].push_back({{"name", input.name}, {"sha256", input.sha256}});
  }
  document["options"] = ordered_json::object();
  for (const auto& [name, value] : provenance.options) {
    document["options"][name] = value;
  }
  return document.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

Result<Provenance> read_provenance(std::string_view json) {
  // Depth first: the parser recurses, and a hostile package may nest for ever.
  constexpr int kMaxDepth = 8;
  bool too_deep = false;
  const auto limit = [&](int depth, ordered_json::parse_event_t, ordered_json&) {
    too_deep = too_deep || depth > kMaxDepth;
    return !too_deep;
  };
  const ordered_json document = ordered_json::parse(json, limit, false);
  if (too_deep || document.is_discarded() || !document.is_object()) {
    return std::unexpected(not_provenance("is no JSON object of the kind that pack writes"));
  }
  Provenance out;
  out.tool = text_of(document, "tool");
  out.version = text_of(document, "version");
  read_inputs(document, out);
  read_options(document, out);
  return out;
}

std::vector<std::pair<std::string, std::string>> library_versions() {
  return {{"Draco", gltf::draco_version()},
          {"fmt", dotted(FMT_VERSION, 100)},
          {"meshoptimizer",
           fmt::format("{}.{}", MESHOPTIMIZER_VERSION / 1000, MESHOPTIMIZER_VERSION / 10 % 100)},
          {"nlohmann-json", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR,
                                        NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH)}};
}

}  // namespace rigpack

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gltf/document.h"
#include "gltf/draco/draco_mesh.h"

namespace rigpack::gltf {
namespace {

constexpr std::array<std::string_view, 2> kUnderstood{"KHR_mesh_quantization",
                                                      "EXT_meshopt_compression"};

/// Reported where it is used, channel by channel.
constexpr std::string_view kAnimationPointer = "KHR_animation_pointer";

/// Extensions about how surfaces, lights and images look: a package holds none of that, so nothing
/// is lost by not reading them.
constexpr std::array<std::string_view, 10> kLooks{
    "KHR_materials_", "KHR_texture_",  "KHR_lights_",   "KHR_xmp",         "EXT_texture_",
    "EXT_lights_",    "MSFT_texture_", "EXT_materials", "VRMC_materials_", "KHR_techniques_"};

constexpr std::string_view kDraco = "KHR_draco_mesh_compression";

bool is_understood(std::string_view name) {
  return std::ranges::find(kUnderstood, name) != kUnderstood.end() ||
         (name == kDraco && can_decode_draco());
}
bool is_about_looks(std::string_view name) {
  return std::ranges::any_of(kLooks, [&](auto prefix) { return name.starts_with(prefix); });
}

/// Names in `key`, each once, in the file's order.
std::vector<std::string> read_names(Object& root, std::string_view key) {
  std::vector<std::string> names;
  root.forbid_empty(key);
  for (const std::string& name : root.texts(key)) {
    if (std::ranges::find(names, name) == names.end()) {
      names.push_back(name);
    }
  }
  return names;
}

/// A required extension that this build cannot honour.
void refuse(Document& document, Object& root, const std::string& name, std::size_t position) {
  document.extensions.draco_unreadable |= name == kDraco;
  document.extensions.meshopt_unreadable |= name == "KHR_meshopt_compression";
  root.report(rules::asset_extension_required,
              fmt::format("the file needs {:.64}, which {}", name,
                          name == kDraco ? "this build was made without" : "is not supported"),
              fmt::format("extensionsRequired/{}", position));
}

}  // namespace

void read_extensions(Document& document, Object& root) {
  const std::vector<std::string> used = read_names(root, "extensionsUsed");
  const std::vector<std::string> required = read_names(root, "extensionsRequired");
  const auto contains = [](const std::vector<std::string>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
  };
  document.extensions.quantization =
      contains(used, kUnderstood[0]) || contains(required, kUnderstood[0]);
  for (std::size_t i = 0; i < required.size(); ++i) {
    if (!is_understood(required[i]) && !is_about_looks(required[i])) {
      refuse(document, root, required[i], i);
    } else if (!contains(used, required[i])) {
      root.report(rules::asset_schema,
                  fmt::format("{:.64} is required, but not in extensionsUsed", required[i]),
                  "extensionsRequired");
    }
  }
  for (std::size_t i = 0; i < used.size(); ++i) {
    const bool said = contains(required, used[i]) || used[i] == kAnimationPointer;
    if (!said && !is_understood(used[i]) && !is_about_looks(used[i])) {
      root.report(rules::asset_extension_ignored,
                  fmt::format("{:.64} is not carried into packages", used[i]),
                  fmt::format("extensionsUsed/{}", i));
    }
  }
}

}  // namespace rigpack::gltf

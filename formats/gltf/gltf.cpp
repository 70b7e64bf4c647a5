#include "rigpack/formats/gltf.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "gltf/bounds.h"
#include "gltf/document.h"

namespace rigpack {
namespace gltf {
namespace {

/// The file's top arrays.
struct Lists {
  Array buffers, views, accessors, materials, meshes, nodes, skins, scenes, animations;

  explicit Lists(Object& root)
      : buffers(root.array("buffers")),
        views(root.array("bufferViews")),
        accessors(root.array("accessors")),
        materials(root.array("materials")),
        meshes(root.array("meshes")),
        nodes(root.array("nodes")),
        skins(root.array("skins")),
        scenes(root.array("scenes")),
        animations(root.array("animations")) {}
};

std::unexpected<Error> version_error(std::string message, std::string where) {
  return std::unexpected(
      Error{ErrorCode::unsupported, std::move(message), std::move(where), rules::asset_version.id});
}

/// "<major>.<minor>" of digits.
bool is_version(std::string_view text) {
  const std::size_t dot = text.find('.');
  const auto digits = [](std::string_view part) {
    return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  return dot != std::string_view::npos && digits(text.substr(0, dot)) &&
         digits(text.substr(dot + 1));
}

/// glTF 2.x is read as 2.0 unless the file says that it needs more.
Result<void> check_version(const Json& root) {
  const auto asset = root.find("asset");
  if (asset == root.end() || !asset->is_object()) {
    return version_error("not glTF: there is no \"asset\" object", "/asset");
  }
  const auto text = [&](const char* key) {
    const auto member = asset->find(key);
    return member != asset->end() && member->is_string() ? member->get<std::string>()
                                                         : std::string();
  };
  const std::string version = text("version");
  if (!is_version(version)) {
    return version_error(fmt::format("\"{:.16}\" is no glTF version", version), "/asset/version");
  }
  if (!version.starts_with("2.")) {
    return version_error(fmt::format("glTF {:.16}, only 2.0 is supported", version),
                         "/asset/version");
  }
  if (asset->contains("minVersion") && text("minVersion") != "2.0") {
    return version_error(
        fmt::format("the file needs glTF {:.16}, only 2.0 is supported", text("minVersion")),
        "/asset/minVersion");
  }
  return {};
}

Result<void> check_counts(const Lists& lists, std::uint32_t limit) {
  const std::array<std::pair<const Array*, std::string_view>, 9> all{
      {{&lists.buffers, "buffers"},
       {&lists.views, "bufferViews"},
       {&lists.accessors, "accessors"},
       {&lists.materials, "materials"},
       {&lists.meshes, "meshes"},
       {&lists.nodes, "nodes"},
       {&lists.skins, "skins"},
       {&lists.scenes, "scenes"},
       {&lists.animations, "animations"}}};
  for (const auto& [list, name] : all) {
    if (list->size() > limit) {
      return std::unexpected(Error{ErrorCode::limit,
                                   fmt::format("{} {}, the limit is {}", list->size(), name, limit),
                                   fmt::format("/{}", name), rules::asset_limit.id});
    }
  }
  return {};
}

std::string format_of(const Container& container, Object& root) {
  if (root.extension("VRM") || root.extension("VRMC_vrm")) {
    return "vrm";
  }
  return container.is_glb ? "glb" : "gltf";
}

/// Members of `asset` beyond the version, which nobody needs.
void check_asset(Object& root) {
  if (std::optional<Object> asset = root.object("asset")) {
    asset->text("generator");
    asset->text("copyright");
  }
}

void read_scene_graph(Document& document, Object& root, const Lists& lists) {
  document.scene.format = format_of(document.container, root);
  document.skin_count = lists.skins.size();
  check_asset(root);
  read_extensions(document, root);
  read_buffers(document, lists.buffers);
  read_views(document, lists.views);
  read_accessors(document, lists.accessors);
  read_materials(document, lists.materials);
  read_meshes(document, lists.meshes);
  read_nodes(document, lists.nodes);
  read_skins(document, lists.skins);
  read_scenes(document, lists.scenes);
  read_animations(document, lists.animations);
  check_bounds(document);
  document.scene.default_scene = root.index("scene", lists.scenes.size());
}

}  // namespace
}  // namespace gltf

Result<ReadResult> read_gltf(std::span<const std::byte> bytes, const OpenBuffer& open_buffer,
                             const ReadLimits& limits) {
  const Result<gltf::Container> container = gltf::split_container(bytes);
  if (!container) {
    return std::unexpected(container.error());
  }
  const Result<gltf::Json> json = gltf::parse_json(container->json, limits.json_depth);
  if (!json) {
    return std::unexpected(json.error());
  }
  if (const Result<void> version = gltf::check_version(*json); !version) {
    return std::unexpected(version.error());
  }
  gltf::Document document{open_buffer, limits, bytes.size(), *container};
  gltf::Object root(document.reporter, *json, "");
  const gltf::Lists lists(root);
  if (const Result<void> counts = gltf::check_counts(lists, limits.objects); !counts) {
    return std::unexpected(counts.error());
  }
  gltf::read_scene_graph(document, root, lists);
  return ReadResult{std::move(document.scene), document.reporter.take(), {}};
}

}  // namespace rigpack

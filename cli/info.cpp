#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "asset.h"
#include "import_options.h"
#include "package_file.h"
#include "terminal.h"
#include "tree.h"
#include "verbs.h"

namespace rigpack::cli {
namespace {

struct Options {
  std::string input;
  std::size_t max_nodes = 100;
  ImportArguments import;
};

std::string named(const char* kind, std::size_t index, const std::string& name) {
  return name.empty() ? fmt::format("{} {}", kind, index)
                      : fmt::format("{} {} '{}'", kind, index, safe(name));
}

std::string primitive_text(const Primitive& primitive, std::size_t index) {
  std::string streams = "position";
  const auto add = [&](std::size_t count, std::string_view name) {
    for (std::size_t i = 0; i < count; ++i) {
      streams += fmt::format(", {}", name);
    }
  };
  add(primitive.normals.empty() ? 0U : 1U, "normal");
  add(primitive.tangents.empty() ? 0U : 1U, "tangent");
  add(primitive.texcoords.size(), "texcoord");
  add(primitive.colors.size(), "color");
  add(primitive.influences.size(), "joints+weights");
  return fmt::format("    primitive {}: {}, {} ({}){}{}\n", index,
                     count_text(primitive.positions.size(), "vertex", "vertices"),
                     count_text(triangle_list(primitive).size() / 3, "triangle", "triangles"),
                     streams,
                     primitive.morph_targets.empty()
                         ? ""
                         : fmt::format(", {} morph targets", primitive.morph_targets.size()),
                     primitive.poisoned ? ", UNREADABLE" : "");
}

std::string source_text(const LoadedAsset& asset, const Options& options) {
  const Scene& scene = asset.read->scene;
  std::string out = fmt::format("{}: {}, {}, sha256 {}\n", safe(asset.path), safe(scene.format),
                                size_text(asset.digest.bytes), asset.digest.sha256);
  out +=
      fmt::format("nodes: {}\n", scene.nodes.size()) + tree_text(tree_of(scene), options.max_nodes);
  for (std::size_t i = 0; i < scene.meshes.size(); ++i) {
    out += named("mesh", i, scene.meshes[i].name) + "\n";
    for (std::size_t p = 0; p < scene.meshes[i].primitives.size(); ++p) {
      out += primitive_text(scene.meshes[i].primitives[p], p);
    }
  }
  for (std::size_t i = 0; i < scene.skins.size(); ++i) {
    const Skin& skin = scene.skins[i];
    out += fmt::format("{}: {}{}\n", named("skin", i, skin.name),
                       count_text(skin.joints.size(), "joint", "joints"),
                       skin.has_inverse_binds ? "" : ", no inverse bind matrices");
  }
  for (std::size_t i = 0; i < scene.clips.size(); ++i) {
    const Clip& clip = scene.clips[i];
    out += fmt::format("{}: {:.4g} s, {}\n", named("clip", i, clip.name), duration_s(clip),
                       count_text(clip.tracks.size(), "track", "tracks"));
  }
  return out + fmt::format("animation data: {}\n", size_text(scene.source_clip_bytes));
}

std::string_view semantic_text(Semantic semantic) {
  constexpr std::array<std::string_view, 7> kNames{"position", "normal", "tangent", "texcoord",
                                                   "color",    "joints", "weights"};
  return kNames[std::min<std::size_t>(static_cast<std::size_t>(semantic), kNames.size() - 1)];
}

std::string packed_mesh_text(const PackedMesh& mesh, std::size_t index) {
  std::string out = named("mesh", index, mesh.name) + "\n";
  for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
    const PackedPrimitive& primitive = mesh.primitives[p];
    std::string streams;
    for (const PackedStream& stream : primitive.streams) {
      streams += fmt::format("{}{} {} B", streams.empty() ? "" : ", ",
                             semantic_text(stream.semantic), element_size(stream.format));
    }
    out += fmt::format("    primitive {}: {}, {} ({} a vertex)\n", p,
                       count_text(primitive.vertex_count, "vertex", "vertices"),
                       count_text(primitive.indices.size() / 3, "triangle", "triangles"), streams);
  }
  return out;
}

std::string packed_clip_text(const PackedClip& clip, std::size_t index) {
  const auto constant = std::ranges::count(clip.tracks, TrackKind::constant, &PackedTrack::kind);
  return fmt::format("{}: {:.4g} s, {} ({} constant)\n", named("clip", index, clip.name),
                     clip.duration_s, count_text(clip.tracks.size(), "track", "tracks"), constant);
}

std::string provenance_text(const Provenance& provenance) {
  std::string out =
      fmt::format("packed by {} {} from", safe(provenance.tool), safe(provenance.version));
  for (const Provenance::Input& input : provenance.inputs) {
    out += fmt::format(" '{}'", safe(input.name));
  }
  out += "\noptions:";
  for (const auto& [name, value] : provenance.options) {
    out += fmt::format(" {}={}", safe(name), safe(value));
  }
  return out + "\n";
}

std::string package_text(const PackageFile& file, const Options& options) {
  const Package& content = file.content;
  std::string out = fmt::format("{}: package {}.{}, {}, sha256 {}\n", safe(options.input),
                                kPackageMajor, kPackageMinor, size_text(file.bytes), file.sha256);
  out += provenance_text(file.provenance);
  const Certificate& certificate = content.certificate;
  out += certificate.clip_error_m < 0
             ? fmt::format("not proven: packed with --no-verify for clip error {}, mesh error {}\n",
                           length_text(certificate.clip_bound_m),
                           length_text(certificate.static_bound_m))
             : fmt::format("proven: clip error {} of {}, mesh error {} of {}\n",
                           length_text(certificate.clip_error_m),
                           length_text(certificate.clip_bound_m),
                           length_text(certificate.static_error_m),
                           length_text(certificate.static_bound_m));
  out += fmt::format("nodes: {}\n", content.nodes.size()) +
         tree_text(tree_of(content), options.max_nodes);
  for (std::size_t i = 0; i < content.meshes.size(); ++i) {
    out += packed_mesh_text(content.meshes[i], i);
  }
  for (std::size_t i = 0; i < content.skins.size(); ++i) {
    out += fmt::format("{}: {}\n", named("skin", i, content.skins[i].name),
                       count_text(content.skins[i].palette.size(), "joint", "joints"));
  }
  for (std::size_t i = 0; i < content.clips.size(); ++i) {
    out += packed_clip_text(content.clips[i], i);
  }
  for (const PackagePart& part : file.sizes.parts) {
    out += fmt::format("bytes: {:<12} {}\n", safe(part.name), part.bytes);
  }
  return out;
}

int run_info(const Options& options) {
  if (is_package(options.input)) {
    const auto file = open_package_file(options.input);
    if (!file) {
      return world_error(file.error());
    }
    write_stdout(package_text(*file, options));
    return kClean;
  }
  const auto import = import_options(options.import);
  if (!import) {
    return usage_error("info", import.error().message);
  }
  const LoadedAsset asset = load_asset(options.input, *import);
  if (!asset.read) {
    return world_error(in_file(asset.error, options.input));
  }
  write_stdout(source_text(asset, options));
  const std::size_t faults = count_of(asset.read->findings, Severity::error);
  if (faults != 0) {
    write_stderr(fmt::format("rigpack: note: {} have faulty bytes: rigpack check says which\n",
                             count_text(faults, "part", "parts")));
  }
  return kClean;
}

}  // namespace

Verb add_info(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("info", "What is in an asset or a package");
  verb->add_option("INPUT", options->input, "A source asset or a package")->required();
  verb->add_option("--max-nodes", options->max_nodes, "Nodes of the tree to print [100]")
      ->type_name("N");
  add_import_options(*verb, options->import);
  verb->footer("Example: rigpack info hero.rpk\nExit codes: 0, 2 usage or unreadable input.");
  return {verb, [options] { return run_info(*options); }};
}

}  // namespace rigpack::cli

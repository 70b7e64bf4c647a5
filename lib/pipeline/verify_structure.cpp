#include "pipeline/verify_structure.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "rigpack/package.h"
#include "rigpack/pose.h"

namespace rigpack::proof {
namespace {

/// Adds `count` things of one kind as a line, unless there are none.
void report(Mismatches& out, std::size_t count, std::string_view what) {
  if (count != 0) {
    out.push_back(fmt::format("{} {}", count, what));
  }
}

/// Source nodes that a package can't do without.
std::vector<char> required_nodes(const Scene& source) {
  std::vector<char> required(source.nodes.size(), 0);
  const auto require = [&](NodeIndex node) {
    if (node.value < required.size() && !source.nodes[node.value].poisoned) {
      required[node.value] = 1;
    }
  };
  for (const Skin& skin : source.skins) {
    if (!skin.poisoned) {
      std::ranges::for_each(skin.joints, require);
    }
  }
  for (const Instance& instance : instances(source)) {
    require(instance.node);
  }
  for (const Clip& clip : source.clips) {
    for (const Track& track : clip.tracks) {
      if (is_usable(source, track)) {
        require(track.node);
      }
    }
  }
  return required;
}

std::uint32_t expected_parent(const Scene& source, const Node& node,
                              const std::vector<std::uint32_t>& package_node) {
  const bool has_parent = node.parent && !source.nodes[node.parent->value].poisoned;
  return has_parent ? package_node[node.parent->value] : kNone;
}

using PrimitiveKey = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

/// Whether something would be seen: a triangle with three different corners. Stages drop the
/// others.
bool is_packed(const Primitive& primitive) {
  const auto& p = primitive.positions;
  return std::ranges::any_of(proper_triangles(triangle_list(primitive), p.size()),
                             [&](const auto& corners) {
                               const auto& [a, b, c] = corners;
                               return p[a] != p[b] && p[b] != p[c] && p[c] != p[a];
                             });
}

/// Package primitives by (source node, mesh, primitive); what names no node of the source or comes
/// twice is counted in `strange`.
std::map<PrimitiveKey, std::size_t> index_primitives(
    const std::vector<DecodedAsset::PrimitiveInfo>& infos,
    const std::vector<DecodedAsset::NodeInfo>& nodes, std::size_t& strange) {
  std::map<PrimitiveKey, std::size_t> index;
  for (std::size_t i = 0; i < infos.size(); ++i) {
    const auto& info = infos[i];
    if (info.node >= nodes.size() ||
        !index
             .emplace(PrimitiveKey{nodes[info.node].source_node, info.source_mesh,
                                   info.source_primitive},
                      i)
             .second) {
      ++strange;
    }
  }
  return index;
}

}  // namespace

std::vector<std::array<std::uint32_t, 3>> proper_triangles(
    const std::vector<std::uint32_t>& corners, std::size_t vertex_count) {
  std::vector<std::array<std::uint32_t, 3>> triangles;
  for (std::size_t i = 0; i + 3 <= corners.size(); i += 3) {
    const std::uint32_t a = corners[i], b = corners[i + 1], c = corners[i + 2];
    if (a != b && b != c && c != a && std::max({a, b, c}) < vertex_count) {
      triangles.push_back({a, b, c});
    }
  }
  return triangles;
}

std::vector<std::uint32_t> match_nodes(const Scene& source, const DecodedAsset& package,
                                       Mismatches& out) {
  const auto infos = package.nodes();
  std::vector<std::uint32_t> package_node(source.nodes.size(), kNone);
  std::size_t strange = 0, renamed = 0, moved = 0, missing = 0;
  for (std::uint32_t i = 0; i < infos.size(); ++i) {
    const std::uint32_t node = infos[i].source_node;
    if (node >= source.nodes.size() || source.nodes[node].poisoned || package_node[node] != kNone) {
      ++strange;
      continue;
    }
    package_node[node] = i;
    renamed += infos[i].name != source.nodes[node].name ? 1U : 0U;
  }
  const std::vector<char> required = required_nodes(source);
  for (std::size_t n = 0; n < package_node.size(); ++n) {
    if (package_node[n] == kNone) {
      missing += required[n] != 0 ? 1U : 0U;
    } else {
      const std::uint32_t parent = expected_parent(source, source.nodes[n], package_node);
      moved += infos[package_node[n]].parent != parent ? 1U : 0U;
    }
  }
  report(out, strange, "nodes of the package name no node of the source, or one twice");
  report(out, renamed, "nodes have another name than in the source");
  report(out, moved, "nodes have another parent than in the source");
  report(out, missing, "joints and animated nodes of the source are missing");
  return package_node;
}

std::vector<std::uint32_t> match_clips(const Scene& source, const DecodedAsset& package,
                                       Mismatches& out) {
  const auto sources = package.clip_sources();
  const auto names = package.clip_names();
  std::vector<std::uint32_t> package_clip(source.clips.size(), kNone);
  std::size_t strange = names.size() == sources.size() ? 0 : 1, renamed = 0;
  for (std::uint32_t i = 0; i < std::min(sources.size(), names.size()); ++i) {
    if (sources[i] >= package_clip.size() || package_clip[sources[i]] != kNone) {
      ++strange;
      continue;
    }
    package_clip[sources[i]] = i;
    renamed += names[i] != source.clips[sources[i]].name ? 1U : 0U;
  }
  report(out, strange, "clips of the package name no clip of the source, or one twice");
  report(out, renamed, "clips have another name than in the source");
  report(out, static_cast<std::size_t>(std::ranges::count(package_clip, kNone)),
         "clips of the source are missing");
  return package_clip;
}

std::vector<PrimitivePair> match_primitives(const Scene& source, const DecodedAsset& package,
                                            Mismatches& out) {
  const auto infos = package.primitives();
  std::size_t strange = 0, missing = 0, rebound = 0, skipped = 0;
  auto index = index_primitives(infos, package.nodes(), strange);
  std::vector<PrimitivePair> pairs;
  for (const Instance& instance : instances(source)) {
    const auto found = index.find({instance.node.value, instance.mesh.value, instance.primitive});
    if (found == index.end()) {
      const auto& primitives = source.meshes[instance.mesh.value].primitives;
      const bool needed = is_packed(primitives[instance.primitive]);
      (needed ? missing : skipped) += 1;
      continue;
    }
    const auto& info = infos[found->second];
    rebound += instance.skin.has_value() != (info.skin != kNone) ? 1U : 0U;
    pairs.push_back({instance, found->second, info});
    index.erase(found);
  }
  report(out, strange + index.size(), "primitives of the package draw nothing of the source");
  report(out, missing, "primitives of the source are missing");
  report(out, rebound, "primitives are skinned on one side only");
  if (pairs.empty() && skipped != 0) {
    out.push_back(fmt::format("none of the {} primitives has a triangle to compare", skipped));
  }
  return pairs;
}

}  // namespace rigpack::proof

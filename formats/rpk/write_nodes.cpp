#include <fmt/core.h>

#include "rpk/writer_parts.h"

namespace rigpack::rpk {
namespace {

void write_trs(const trsf& rest, ByteWriter& out) {
  for (const float v : {rest.translation.x, rest.translation.y, rest.translation.z, rest.rotation.x,
                        rest.rotation.y, rest.rotation.z, rest.rotation.w, rest.scale.x,
                        rest.scale.y, rest.scale.z}) {
    out.f32(v);
  }
}

}  // namespace

Result<void> write_nodes(const Package& package, Chunks& chunks) {
  if (package.nodes.size() > kMaxNodes) {
    return refuse(ErrorCode::limit,
                  fmt::format("{} nodes, the format holds {}", package.nodes.size(), kMaxNodes),
                  "nodes");
  }
  ByteWriter& out = chunks[Chunk::node];
  for (const PackedNode& node : package.nodes) {
    out.u32(node.parent);
    out.u32(chunks.names.add(node.name));
    out.u32(node.roles);
    out.u32(node.source_node);
    write_trs(node.rest, out);
  }
  return {};
}

Result<void> write_skins(const Package& package, Chunks& chunks) {
  ByteWriter& out = chunks[Chunk::skin];
  std::size_t slots = 0;
  for (std::size_t i = 0; i < package.skins.size(); ++i) {
    const PackedSkin& skin = package.skins[i];
    if (skin.palette.size() != skin.inverse_binds.size()) {
      return refuse(ErrorCode::invalid_argument,
                    fmt::format("{} joints but {} inverse binds", skin.palette.size(),
                                skin.inverse_binds.size()),
                    fmt::format("skin {}", i));
    }
    if (skin.palette.size() > kMaxSlots) {
      return refuse(ErrorCode::limit,
                    fmt::format("{} joints, the format holds {}", skin.palette.size(), kMaxSlots),
                    fmt::format("skin {}", i));
    }
    slots += skin.palette.size();
  }
  out.size32(package.skins.size());
  out.size32(slots);
  std::size_t first = 0;
  for (const PackedSkin& skin : package.skins) {
    out.u32(chunks.names.add(skin.name));
    out.size32(first);
    out.size32(skin.palette.size());
    first += skin.palette.size();
  }
  for (const PackedSkin& skin : package.skins) {
    for (const std::uint32_t node : skin.palette) {
      out.u32(node);
    }
  }
  for (const PackedSkin& skin : package.skins) {
    for (const affinef& bind : skin.inverse_binds) {
      for (const auto& row : bind.rows) {
        for (const float v : row) {
          out.f32(v);
        }
      }
    }
  }
  return {};
}

}  // namespace rigpack::rpk

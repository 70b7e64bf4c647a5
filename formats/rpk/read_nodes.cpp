#include <fmt/core.h>

#include "rpk/reader_parts.h"

namespace rigpack::rpk {
namespace {

constexpr std::uint32_t kRoleBits = kRoleJoint | kRoleAnimated | kRoleAttachment | kRoleAncestor;

PackedNode read_node(ChunkSet& chunks, ByteReader& in, std::size_t index) {
  PackedNode node;
  node.parent = in.u32();
  if (node.parent != kNone && node.parent >= index) {
    in.fail(fmt::format("node {} has the parent {}", index, node.parent), 4);
  }
  node.name = chunks.name(in);
  node.roles = in.u32();
  if ((node.roles & ~kRoleBits) != 0) {
    in.fail(fmt::format("node {} has the roles {:#x}", index, node.roles), 4);
  }
  node.source_node = in.u32();
  trsf& rest = node.rest;
  for (float* v : {&rest.translation.x, &rest.translation.y, &rest.translation.z, &rest.rotation.x,
                   &rest.rotation.y, &rest.rotation.z, &rest.rotation.w, &rest.scale.x,
                   &rest.scale.y, &rest.scale.z}) {
    *v = in.f32();
  }
  return node;
}

void read_palette(ByteReader& in, std::size_t node_count, PackedSkin& skin) {
  for (std::uint32_t& node : skin.palette) {
    node = in.u32();
    if (node >= node_count) {
      in.fail(fmt::format("node {} of {}", node, node_count), 4);
    }
  }
}

}  // namespace

void read_names(ChunkSet& chunks) {
  ByteReader& in = chunks[Chunk::strs];
  const std::uint32_t count = in.u32();
  if (in.rest() / 4 < std::uint64_t{count} + 1) {
    return in.fail(fmt::format("{} names do not fit into {} bytes", count, in.size()), 4);
  }
  const std::size_t text = 4 + 4 * (std::size_t{count} + 1);
  const std::size_t text_size = in.size() - text;
  const char* data = reinterpret_cast<const char*>(in.bytes().data()) + text;
  expect_value(in, "the first name's offset", in.u32(), 0);
  std::uint32_t begin = 0;
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    const std::uint32_t end = in.u32();
    if (end < begin || end > text_size) {
      return in.fail(fmt::format("name {} spans {} to {} of {}", i, begin, end, text_size), 4);
    }
    chunks.names.emplace_back(data + begin, end - begin);
    begin = end;
  }
  expect_value(in, "the end of the names", begin, text_size);
}

void read_certificate(ChunkSet& chunks, Package& package) {
  ByteReader& in = chunks[Chunk::cert];
  Certificate& c = package.certificate;
  for (double* v :
       {&c.size_m, &c.clip_bound_m, &c.static_bound_m, &c.clip_error_m, &c.static_error_m}) {
    *v = in.f64();
  }
  expect_value(in, "the bytes left", in.rest(), 0, 0);
}

void read_nodes(ChunkSet& chunks, Package& package) {
  ByteReader& in = chunks[Chunk::node];
  const std::size_t count = in.size() / kNodeSize;
  if (in.size() % kNodeSize != 0 || count > kMaxNodes) {
    return in.fail(fmt::format("{} bytes of nodes", in.size()));
  }
  for (std::size_t i = 0; i < count && in.ok(); ++i) {
    package.nodes.push_back(read_node(chunks, in, i));
  }
}

void read_skins(ChunkSet& chunks, Package& package) {
  ByteReader& in = chunks[Chunk::skin];
  const std::uint64_t skins = in.u32(), slots = in.u32();
  const std::uint64_t expected = 8 + skins * kSkinSize + slots * (4 + kInverseBindSize);
  if (!expect_value(in, "the chunk's size", in.size(), expected, 8)) {
    return;
  }
  std::uint64_t first = 0;
  for (std::uint64_t i = 0; i < skins && in.ok(); ++i) {
    PackedSkin& skin = package.skins.emplace_back();
    skin.name = chunks.name(in);
    expect_value(in, "a skin's first slot", in.u32(), first);
    const std::uint32_t count = in.u32();
    if (count > slots - first || count > kMaxSlots) {
      return in.fail(fmt::format("a skin of {} slots, {} are left", count, slots - first), 4);
    }
    skin.palette.resize(count);
    skin.inverse_binds.resize(count);
    first += count;
  }
  expect_value(in, "the slots of all skins", first, slots, 0);
  if (!in.ok()) {
    return;
  }
  for (PackedSkin& skin : package.skins) {
    read_palette(in, package.nodes.size(), skin);
  }
  for (PackedSkin& skin : package.skins) {
    for (affinef& bind : skin.inverse_binds) {
      for (auto& row : bind.rows) {
        for (float& v : row) {
          v = in.f32();
        }
      }
    }
  }
}

}  // namespace rigpack::rpk

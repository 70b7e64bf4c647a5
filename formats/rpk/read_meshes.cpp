#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "rpk/reader_parts.h"

namespace rigpack::rpk {
namespace {

/// Tables of MESH as stored; the ranges in them are checked to tile as they are read.
struct MeshRecord {
  Range primitives, weights;
  std::uint32_t joint_limit = 0;
};
struct PrimitiveRecord {
  Range streams, morphs;
  std::uint32_t indices = 0;
  IndexCoding index_coding = IndexCoding::u16;
  std::uint32_t index_offset = 0, index_size = 0;
};
struct StreamRecord {
  PackedStream stream;
  Coding coding = Coding::raw;
  std::uint32_t offset = 0, stored = 0, raw = 0;
};

/// Everything that reading MESH, VSTR, INDX and MORF shares.
struct MeshReader {
  ChunkSet* chunks;
  Package* package;
  std::uint64_t meshes = 0, primitives = 0, streams = 0, instances = 0, weights = 0, morphs = 0;
  std::vector<MeshRecord> mesh_records;
  std::vector<PrimitiveRecord> primitive_records;
  std::vector<PackedPrimitive> shells;  ///< primitives without their streams
  std::vector<StreamRecord> stream_records;
  std::vector<Range> instance_weights;
  std::uint64_t weight_cursor = 0;
};

/// Bytes of a data chunk at `offset`, which must follow `end` after alignment; moves `end`.
std::span<const std::byte> take_bytes(ByteReader& data, std::uint64_t offset, std::uint64_t size,
                                      std::uint64_t alignment, std::uint64_t& end) {
  const std::uint64_t expected = align_up(end, alignment);
  if (offset != expected || offset > data.size() || size > data.size() - offset) {
    data.fail_at(
        fmt::format("{} bytes at {} of {}, expected at {}", size, offset, data.size(), expected),
        end);
    return {};
  }
  expect_zero(data, data.bytes().subspan(end, offset - end), end);
  data.seek(offset);
  end = offset + size;
  return data.take(size);
}

void read_mesh_records(MeshReader& r, ByteReader& in) {
  std::uint64_t primitive_cursor = 0;
  for (std::uint64_t i = 0; i < r.meshes && in.ok(); ++i) {
    PackedMesh& mesh = r.package->meshes.emplace_back();
    mesh.name = r.chunks->name(in);
    mesh.source_mesh = in.u32();
    mesh.grid_offset = {in.f32(), in.f32(), in.f32()};
    mesh.grid_scale = in.f32();
    if (mesh.grid_scale < 0) {
      in.fail("a grid scale below 0", 4);
    }
    MeshRecord& record = r.mesh_records.emplace_back();
    record.primitives = read_range(in, "primitives", primitive_cursor, r.primitives);
    record.weights = read_range(in, "morph weights", r.weight_cursor, r.weights);
    record.joint_limit = in.u32();
  }
  expect_value(in, "the primitives of all meshes", primitive_cursor, r.primitives, 0);
}

void read_primitive_record(MeshReader& r, ByteReader& in, std::uint64_t& stream_cursor,
                           std::uint64_t& morph_cursor) {
  PackedPrimitive& shell = r.shells.emplace_back();
  PrimitiveRecord& record = r.primitive_records.emplace_back();
  shell.material = r.chunks->name(in);
  shell.source_primitive = in.u32();
  shell.vertex_count = in.u32();
  if (shell.vertex_count > kMaxVertices) {
    in.fail(fmt::format("{} vertices, at most {}", shell.vertex_count, kMaxVertices), 4);
  }
  record.streams = read_range(in, "streams", stream_cursor, r.streams);
  record.indices = in.u32();
  if (record.indices % 3 != 0 || record.indices > kMaxIndices) {
    in.fail(fmt::format("{} indices", record.indices), 4);
  }
  const std::uint32_t coding = in.u32();
  if (coding > 2 || (coding == 0 && shell.vertex_count > 65536)) {
    in.fail(fmt::format("index coding {} for {} vertices", coding, shell.vertex_count), 4);
  }
  record.index_coding = static_cast<IndexCoding>(coding & 3U);
  record.index_offset = in.u32();
  record.index_size = in.u32();
  record.morphs = read_range(in, "morphs", morph_cursor, r.morphs);
}

void read_primitive_records(MeshReader& r, ByteReader& in) {
  std::uint64_t stream_cursor = 0, morph_cursor = 0;
  for (std::uint64_t i = 0; i < r.primitives && in.ok(); ++i) {
    read_primitive_record(r, in, stream_cursor, morph_cursor);
  }
  expect_value(in, "the streams of all primitives", stream_cursor, r.streams, 0);
  expect_value(in, "the morphs of all primitives", morph_cursor, r.morphs, 0);
}

bool is_legal(unsigned semantic, unsigned set, unsigned format) {
  constexpr std::array<std::array<unsigned, 2>, 7> kFormats{
      {{0, 1}, {2, 3}, {2, 3}, {4, 5}, {6, 7}, {8, 9}, {6, 7}}};
  if (semantic >= kFormats.size() || set > (semantic < 3 ? 0 : kMaxSet)) {
    return false;
  }
  return format == kFormats[semantic][0] || format == kFormats[semantic][1];
}

void read_stream_records(MeshReader& r, ByteReader& in) {
  for (std::uint64_t i = 0; i < r.streams && in.ok(); ++i) {
    StreamRecord& record = r.stream_records.emplace_back();
    const unsigned semantic = in.u8(), set = in.u8(), format = in.u8(), coding = in.u8();
    if (!is_legal(semantic, set, format) || coding > 1) {
      in.fail(fmt::format("a stream of semantic {}, set {}, format {}, coding {}", semantic, set,
                          format, coding),
              4);
    }
    record.stream.semantic = static_cast<Semantic>(semantic);
    record.stream.set = static_cast<std::uint8_t>(set);
    record.stream.format = static_cast<ElementFormat>(format);
    record.coding = static_cast<Coding>(coding & 1U);
    record.offset = in.u32();
    record.stored = in.u32();
    record.raw = in.u32();
    for (float& v : record.stream.grid_offset) {
      v = in.f32();
    }
    for (float& v : record.stream.grid_scale) {
      v = in.f32();
    }
  }
}

void read_instances(MeshReader& r, ByteReader& in) {
  for (std::uint64_t i = 0; i < r.instances && in.ok(); ++i) {
    PackedInstance& instance = r.package->instances.emplace_back();
    instance.node = in.u32();
    instance.mesh = in.u32();
    instance.skin = in.u32();
    if (instance.node >= r.package->nodes.size() || instance.mesh >= r.mesh_records.size() ||
        (instance.skin != kNone && instance.skin >= r.package->skins.size())) {
      return in.fail(fmt::format("an instance of node {}, mesh {}, skin {}", instance.node,
                                 instance.mesh, instance.skin),
                     12);
    }
    if (instance.skin != kNone) {
      const std::size_t slots = r.package->skins[instance.skin].palette.size();
      if (r.mesh_records[instance.mesh].joint_limit > slots) {
        in.fail(fmt::format("mesh {} has joints up to {}, skin {} has {}", instance.mesh,
                            r.mesh_records[instance.mesh].joint_limit, instance.skin, slots),
                8);
      }
    }
    r.instance_weights.push_back(read_range(in, "morph weights", r.weight_cursor, r.weights));
  }
  expect_value(in, "the weights of all meshes", r.weight_cursor, r.weights, 0);
}

void read_weights(MeshReader& r, ByteReader& in) {
  std::vector<float> weights;
  for (std::uint64_t i = 0; i < r.weights && in.ok(); ++i) {
    weights.push_back(in.f32());
  }
  if (!in.ok()) {
    return;
  }
  const auto slice = [&](const Range& range) {
    return std::vector<float>(weights.begin() + range.first,
                              weights.begin() + range.first + range.count);
  };
  for (std::size_t i = 0; i < r.mesh_records.size(); ++i) {
    r.package->meshes[i].morph_weights = slice(r.mesh_records[i].weights);
  }
  for (std::size_t i = 0; i < r.instance_weights.size(); ++i) {
    r.package->instances[i].morph_weights = slice(r.instance_weights[i]);
  }
}

/// Order and joints/weights pairs of one primitive's streams.
void check_streams(ByteReader& in, const std::vector<PackedStream>& streams) {
  std::uint32_t joints = 0, weights = 0;
  for (std::size_t i = 0; i < streams.size(); ++i) {
    const PackedStream& s = streams[i];
    if (i > 0 &&
        std::pair(streams[i - 1].semantic, streams[i - 1].set) >= std::pair(s.semantic, s.set)) {
      in.fail("a primitive's streams are not in order");
    }
    if (s.semantic == Semantic::joints && s.set != joints++) {
      in.fail("a joints set is missing");
    }
    if (s.semantic == Semantic::weights && s.set != weights++) {
      in.fail("a weights set is missing");
    }
  }
  if (streams.empty() || streams[0].semantic != Semantic::position) {
    in.fail("a primitive has no positions");
  }
  expect_value(in, "the number of weights sets", weights, joints, 0);
}

/// Numbers that must be finite, and joints that must be below `joint_limit`.
void check_values(ByteReader& data, const PackedStream& stream, std::uint32_t joint_limit,
                  std::size_t back) {
  ByteReader values("", std::as_bytes(std::span(stream.bytes)), 0);
  const bool is_float =
      stream.format == ElementFormat::f32x3 || stream.format == ElementFormat::f32x2;
  const bool wide = stream.format == ElementFormat::u16x4;
  while (values.rest() > 0 && data.ok()) {
    if (is_float) {
      if (!std::isfinite(std::bit_cast<float>(values.u32()))) {
        data.fail("a vertex is not finite", back);
      }
    } else if (stream.semantic == Semantic::joints) {
      const std::uint32_t joint = wide ? values.u16() : values.u8();
      if (joint >= joint_limit) {
        data.fail(fmt::format("joint {} of a mesh with the limit {}", joint, joint_limit), back);
      }
    } else {
      return;
    }
  }
}

void read_stream(MeshReader& r, const StreamRecord& record, PackedPrimitive& primitive,
                 std::uint32_t joint_limit, std::uint64_t& end) {
  ByteReader& in = (*r.chunks)[Chunk::mesh];
  ByteReader& data = (*r.chunks)[Chunk::vstr];
  const std::uint32_t size = element_size(record.stream.format);
  if (!expect_value(in, "a stream's raw size", record.raw,
                    std::uint64_t{primitive.vertex_count} * size, 0)) {
    return;
  }
  const auto stored = take_bytes(data, record.offset, record.stored, kStreamAlign, end);
  if (!data.ok()) {
    return;
  }
  const auto bytes = decode_elements(data, stored, record.coding, primitive.vertex_count, size);
  PackedStream& stream = primitive.streams.emplace_back(record.stream);
  stream.bytes.resize(bytes.size());
  std::transform(bytes.begin(), bytes.end(), stream.bytes.begin(),
                 [](std::byte b) { return std::to_integer<std::uint8_t>(b); });
  check_values(data, stream, joint_limit, stored.size());
}

void read_indices(MeshReader& r, const PrimitiveRecord& record, PackedPrimitive& primitive,
                  std::uint64_t& end) {
  ByteReader& data = (*r.chunks)[Chunk::indx];
  const auto stored = take_bytes(data, record.index_offset, record.index_size, 4, end);
  if (!data.ok()) {
    return;
  }
  primitive.indices = decode_indices(data, stored, record.index_coding, record.indices);
  for (const std::uint32_t index : primitive.indices) {
    if (index >= primitive.vertex_count) {
      data.fail(fmt::format("index {} of {} vertices", index, primitive.vertex_count),
                stored.size());
    }
  }
}

struct MorphHeader {
  std::uint32_t vertices = 0, offset = 0, stored = 0;
  Coding coding = Coding::raw;
  bool normals = false;
};

MorphHeader read_morph_header(ByteReader& in, PackedMorph& morph) {
  MorphHeader header;
  morph.position_scale = in.f32();
  morph.normal_scale = in.f32();
  if (morph.position_scale < 0 || morph.normal_scale < 0) {
    in.fail("a morph scale below 0", 8);
  }
  header.vertices = in.u32();
  const unsigned coding = in.u8(), normals = in.u8(), zero = in.u16();
  if (coding > 1 || normals > 1 || zero != 0) {
    in.fail(fmt::format("a morph of coding {}, normals {}", coding, normals), 4);
  }
  header.coding = static_cast<Coding>(coding & 1U);
  header.normals = normals == 1;
  header.offset = in.u32();
  header.stored = in.u32();
  return header;
}

void read_morph_elements(ByteReader& in, std::span<const std::byte> bytes,
                         const MorphHeader& header, std::uint32_t vertex_count,
                         PackedMorph& morph) {
  ByteReader elements("MORF", bytes, 0);
  for (std::uint32_t i = 0; i < header.vertices && in.ok(); ++i) {
    const std::uint32_t vertex = elements.u32();
    if (vertex >= vertex_count || (i > 0 && vertex <= morph.vertices.back())) {
      in.fail(fmt::format("morph vertex {} of {}", vertex, vertex_count), header.stored);
    }
    morph.vertices.push_back(vertex);
    morph.positions.push_back({elements.i16(), elements.i16(), elements.i16()});
    if (header.normals) {
      morph.normals.push_back({elements.i16(), elements.i16(), elements.i16()});
    } else if (elements.u16() != 0) {
      in.fail("a morph element's last number is not 0", header.stored);
    }
  }
}

void read_morph(MeshReader& r, std::uint32_t index, PackedPrimitive& primitive,
                std::uint64_t& end) {
  ByteReader& in = (*r.chunks)[Chunk::morf];
  in.seek(4 + index * kMorphSize);
  PackedMorph& morph = primitive.morphs.emplace_back();
  const MorphHeader header = read_morph_header(in, morph);
  if (header.vertices > primitive.vertex_count) {
    in.fail(fmt::format("a morph of {} vertices, the primitive has {}", header.vertices,
                        primitive.vertex_count),
            16);
  }
  if (!in.ok()) {
    return;
  }
  const std::uint64_t base = 4 + r.morphs * kMorphSize;
  const auto stored = take_bytes(in, base + header.offset, header.stored, 4, end);
  if (!in.ok()) {
    return;
  }
  const auto bytes =
      decode_elements(in, stored, header.coding, header.vertices, header.normals ? 16 : 12);
  if (in.ok()) {
    read_morph_elements(in, bytes, header, primitive.vertex_count, morph);
  }
}

bool all_ok(MeshReader& r) {
  return (*r.chunks)[Chunk::mesh].ok() && (*r.chunks)[Chunk::vstr].ok() &&
         (*r.chunks)[Chunk::indx].ok() && (*r.chunks)[Chunk::morf].ok();
}

void read_data(MeshReader& r) {
  std::uint64_t stream_end = 0, index_end = 0, morph_end = 4 + r.morphs * kMorphSize;
  for (std::size_t m = 0; m < r.mesh_records.size(); ++m) {
    const MeshRecord& mesh = r.mesh_records[m];
    for (std::uint32_t p = 0; p < mesh.primitives.count; ++p) {
      const PrimitiveRecord& record = r.primitive_records[mesh.primitives.first + p];
      PackedPrimitive& primitive = r.shells[mesh.primitives.first + p];
      for (std::uint32_t s = 0; s < record.streams.count && all_ok(r); ++s) {
        read_stream(r, r.stream_records[record.streams.first + s], primitive, mesh.joint_limit,
                    stream_end);
      }
      if (all_ok(r)) {
        check_streams((*r.chunks)[Chunk::mesh], primitive.streams);
      }
      if (all_ok(r)) {
        read_indices(r, record, primitive, index_end);
      }
      for (std::uint32_t t = 0; t < record.morphs.count && all_ok(r); ++t) {
        read_morph(r, record.morphs.first + t, primitive, morph_end);
      }
      if (!all_ok(r)) {
        return;
      }
      r.package->meshes[m].primitives.push_back(std::move(primitive));
    }
  }
  for (const auto& [chunk, end] :
       {std::pair(Chunk::vstr, stream_end), {Chunk::indx, index_end}, {Chunk::morf, morph_end}}) {
    expect_value((*r.chunks)[chunk], "the chunk's size", (*r.chunks)[chunk].size(), end, 0);
  }
}

}  // namespace

void read_meshes(ChunkSet& chunks, Package& package) {
  ByteReader& in = chunks[Chunk::mesh];
  ByteReader& morf = chunks[Chunk::morf];
  MeshReader r{};
  r.chunks = &chunks;
  r.package = &package;
  for (std::uint64_t* count : {&r.meshes, &r.primitives, &r.streams, &r.instances, &r.weights}) {
    *count = in.u32();
  }
  const std::uint64_t expected = 20 + r.meshes * kMeshSize + r.primitives * kPrimitiveSize +
                                 r.streams * kStreamSize + r.instances * kInstanceSize +
                                 r.weights * 4;
  if (!expect_value(in, "the chunk's size", in.size(), expected, 20)) {
    return;
  }
  r.morphs = morf.u32();
  if (r.morphs > morf.rest() / kMorphSize) {
    return morf.fail(fmt::format("{} morphs in {} bytes", r.morphs, morf.size()), 4);
  }
  for (const auto part : {read_mesh_records, read_primitive_records, read_stream_records,
                          read_instances, read_weights}) {
    if (in.ok()) {
      part(r, in);
    }
  }
  if (in.ok()) {
    read_data(r);
  }
}

}  // namespace rigpack::rpk

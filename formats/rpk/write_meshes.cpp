#include <fmt/core.h>

#include <algorithm>

#include "rpk/writer_parts.h"

namespace rigpack::rpk {
namespace {

/// The tables of MESH and MORF, filled side by side and joined at the end.
struct MeshTables {
  Chunks* chunks;
  ByteWriter meshes, primitives, streams, instances, weights, morphs, morph_data;
  std::uint32_t primitive_count = 0, stream_count = 0, weight_count = 0, morph_count = 0;
};

void write_weights(const std::vector<float>& weights, ByteWriter& record, MeshTables& tables) {
  record.u32(tables.weight_count);
  record.size32(weights.size());
  for (const float w : weights) {
    tables.weights.f32(w);
  }
  tables.weight_count += static_cast<std::uint32_t>(weights.size());
}

void write_stream(const PackedStream& stream, std::uint32_t vertex_count, MeshTables& tables) {
  const auto raw = std::as_bytes(std::span(stream.bytes));
  const auto coded = encode_elements(raw, vertex_count, element_size(stream.format));
  ByteWriter& data = (*tables.chunks)[Chunk::vstr];
  data.align(kStreamAlign);
  ByteWriter& record = tables.streams;
  record.u8(static_cast<std::uint8_t>(stream.semantic));
  record.u8(stream.set);
  record.u8(static_cast<std::uint8_t>(stream.format));
  record.u8(static_cast<std::uint8_t>(coded.empty() ? Coding::raw : Coding::meshopt));
  record.size32(data.size());
  record.size32(coded.empty() ? raw.size() : coded.size());
  record.size32(raw.size());
  for (const float v : stream.grid_offset) {
    record.f32(v);
  }
  for (const float v : stream.grid_scale) {
    record.f32(v);
  }
  data.raw(coded.empty() ? raw : std::span(coded));
  ++tables.stream_count;
}

/// Index coding, offset and size of `primitive` into its record, its bytes into INDX.
void write_indices(const PackedPrimitive& primitive, MeshTables& tables) {
  const bool narrow = primitive.vertex_count <= 65536;
  const std::size_t raw_size = primitive.indices.size() * (narrow ? 2 : 4);
  const auto coded = encode_indices(primitive.indices, primitive.vertex_count, raw_size);
  ByteWriter& data = (*tables.chunks)[Chunk::indx];
  data.align(4);
  const IndexCoding coding =
      !coded.empty() ? IndexCoding::meshopt : (narrow ? IndexCoding::u16 : IndexCoding::u32);
  tables.primitives.u32(static_cast<std::uint32_t>(coding));
  tables.primitives.size32(data.size());
  tables.primitives.size32(coded.empty() ? raw_size : coded.size());
  data.raw(coded);
  if (!coded.empty()) {
    return;
  }
  for (const std::uint32_t index : primitive.indices) {
    if (narrow) {
      data.u16(static_cast<std::uint16_t>(index));
    } else {
      data.u32(index);
    }
  }
}

void write_morph(const PackedMorph& morph, MeshTables& tables) {
  ByteWriter raw;
  const bool normals = !morph.normals.empty();
  for (std::size_t i = 0; i < morph.vertices.size(); ++i) {
    raw.u32(morph.vertices[i]);
    for (const std::int16_t v : morph.positions[i]) {
      raw.i16(v);
    }
    if (normals) {
      for (const std::int16_t v : morph.normals[i]) {
        raw.i16(v);
      }
    } else {
      raw.u16(0);
    }
  }
  const auto coded = encode_elements(raw.bytes(), morph.vertices.size(), normals ? 16 : 12);
  tables.morph_data.align(4);
  ByteWriter& record = tables.morphs;
  record.f32(morph.position_scale);
  record.f32(morph.normal_scale);
  record.size32(morph.vertices.size());
  record.u8(static_cast<std::uint8_t>(coded.empty() ? Coding::raw : Coding::meshopt));
  record.u8(normals ? 1 : 0);
  record.u16(0);
  record.size32(tables.morph_data.size());
  record.size32(coded.empty() ? raw.size() : coded.size());
  tables.morph_data.raw(coded.empty() ? std::span(raw.bytes()) : std::span(coded));
  ++tables.morph_count;
}

Result<void> check_primitive(const PackedPrimitive& primitive, const std::string& where) {
  if (primitive.vertex_count > kMaxVertices || primitive.indices.size() > kMaxIndices) {
    return refuse(
        ErrorCode::limit,
        fmt::format("{} vertices and {} indices, the format holds {} and {}",
                    primitive.vertex_count, primitive.indices.size(), kMaxVertices, kMaxIndices),
        where);
  }
  for (const PackedStream& stream : primitive.streams) {
    if (stream.bytes.size() != std::size_t{primitive.vertex_count} * element_size(stream.format)) {
      return refuse(ErrorCode::invalid_argument,
                    fmt::format("a stream of {} bytes for {} vertices of {}", stream.bytes.size(),
                                primitive.vertex_count, element_size(stream.format)),
                    where);
    }
  }
  for (const std::uint32_t index : primitive.indices) {
    if (index >= primitive.vertex_count) {
      return refuse(ErrorCode::invalid_argument,
                    fmt::format("index {} of {} vertices", index, primitive.vertex_count), where);
    }
  }
  for (const PackedMorph& morph : primitive.morphs) {
    if (morph.positions.size() != morph.vertices.size() ||
        (!morph.normals.empty() && morph.normals.size() != morph.vertices.size())) {
      return refuse(ErrorCode::invalid_argument,
                    "a morph target's deltas do not match its vertices", where);
    }
  }
  return {};
}

void write_primitive(const PackedPrimitive& primitive, MeshTables& tables) {
  ByteWriter& record = tables.primitives;
  record.u32(tables.chunks->names.add(primitive.material));
  record.u32(primitive.source_primitive);
  record.u32(primitive.vertex_count);
  record.u32(tables.stream_count);
  record.size32(primitive.streams.size());
  for (const PackedStream& stream : primitive.streams) {
    write_stream(stream, primitive.vertex_count, tables);
  }
  record.size32(primitive.indices.size());
  write_indices(primitive, tables);
  record.u32(tables.morph_count);
  record.size32(primitive.morphs.size());
  for (const PackedMorph& morph : primitive.morphs) {
    write_morph(morph, tables);
  }
  ++tables.primitive_count;
}

/// One more than the largest joint of the mesh; 0 without joints.
std::uint32_t joint_limit(const PackedMesh& mesh) {
  std::uint32_t limit = 0;
  for (const PackedPrimitive& primitive : mesh.primitives) {
    for (const PackedStream& stream : primitive.streams) {
      if (stream.semantic != Semantic::joints) {
        continue;
      }
      const std::size_t width = stream.format == ElementFormat::u16x4 ? 2 : 1;
      for (std::size_t i = 0; i + width <= stream.bytes.size(); i += width) {
        const std::uint32_t high = width == 2 ? stream.bytes[i + 1] : 0U;
        limit = std::max(limit, (high << 8) + stream.bytes[i] + 1U);
      }
    }
  }
  return limit;
}

Result<void> write_mesh(const PackedMesh& mesh, std::size_t index, MeshTables& tables) {
  ByteWriter& record = tables.meshes;
  record.u32(tables.chunks->names.add(mesh.name));
  record.u32(mesh.source_mesh);
  for (const float v : {mesh.grid_offset.x, mesh.grid_offset.y, mesh.grid_offset.z}) {
    record.f32(v);
  }
  record.f32(mesh.grid_scale);
  record.u32(tables.primitive_count);
  record.size32(mesh.primitives.size());
  write_weights(mesh.morph_weights, record, tables);
  record.u32(joint_limit(mesh));
  for (std::size_t i = 0; i < mesh.primitives.size(); ++i) {
    auto checked =
        check_primitive(mesh.primitives[i], fmt::format("mesh {}, primitive {}", index, i));
    if (!checked) {
      return checked;
    }
    write_primitive(mesh.primitives[i], tables);
  }
  return {};
}

void join_tables(const Package& package, MeshTables& tables) {
  ByteWriter& mesh = (*tables.chunks)[Chunk::mesh];
  mesh.size32(package.meshes.size());
  mesh.u32(tables.primitive_count);
  mesh.u32(tables.stream_count);
  mesh.size32(package.instances.size());
  mesh.u32(tables.weight_count);
  for (const ByteWriter* table :
       {&tables.meshes, &tables.primitives, &tables.streams, &tables.instances, &tables.weights}) {
    mesh.raw(table->bytes());
  }
  ByteWriter& morf = (*tables.chunks)[Chunk::morf];
  morf.u32(tables.morph_count);
  morf.raw(tables.morphs.bytes());
  morf.raw(tables.morph_data.bytes());
}

}  // namespace

Result<void> write_meshes(const Package& package, Chunks& chunks) {
  MeshTables tables{};
  tables.chunks = &chunks;
  for (std::size_t i = 0; i < package.meshes.size(); ++i) {
    if (auto written = write_mesh(package.meshes[i], i, tables); !written) {
      return written;
    }
  }
  for (const PackedInstance& instance : package.instances) {
    tables.instances.u32(instance.node);
    tables.instances.u32(instance.mesh);
    tables.instances.u32(instance.skin);
    write_weights(instance.morph_weights, tables.instances, tables);
  }
  join_tables(package, tables);
  return {};
}

}  // namespace rigpack::rpk

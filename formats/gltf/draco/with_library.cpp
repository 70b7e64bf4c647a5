#include <draco/compression/config/compression_shared.h>
#include <draco/compression/decode.h>
#include <draco/compression/mesh/mesh_edgebreaker_decoder.h>
#include <draco/compression/mesh/mesh_sequential_decoder.h>
#include <draco/core/draco_version.h>
#include <draco/core/varint_decoding.h>
#include <fmt/format.h>

#include <cstring>
#include <new>
#include <optional>
#include <type_traits>

#include "gltf/draco/draco_mesh.h"

namespace rigpack::gltf {
namespace {

/// Working memory of one face in each of the decoder's connectivity tables.
constexpr std::uint64_t kFaceBytes = 64;
/// From here on counts are variable-length integers.
constexpr std::uint16_t kVarintVersion = DRACO_BITSTREAM_VERSION(2, 2);

/// The counts that open a mesh's connectivity (Draco bitstream specification, 4.4 and 4.5).
struct Counts {
  std::uint32_t vertices = 0, faces = 0;
  std::uint64_t tables = 1;  ///< connectivity tables: the mesh's, and one an attribute with seams
};

bool read_count(draco::DecoderBuffer& in, std::uint16_t version, std::uint32_t& out) {
  return version < kVarintVersion ? in.Decode(&out) : draco::DecodeVarint(&out, &in);
}

std::optional<Counts> sequential_counts(draco::DecoderBuffer in, std::uint16_t version) {
  Counts counts;
  if (!read_count(in, version, counts.faces) || !read_count(in, version, counts.vertices)) {
    return std::nullopt;
  }
  return counts;
}

/// The kind of traversal, which comes first, has been read by then.
std::optional<Counts> edgebreaker_counts(draco::DecoderBuffer in, std::uint16_t version) {
  Counts counts;
  std::uint8_t seams = 0;
  std::uint32_t new_vertices = 0;
  if ((version < kVarintVersion && !read_count(in, version, new_vertices)) ||
      !read_count(in, version, counts.vertices) || !read_count(in, version, counts.faces) ||
      !in.Decode(&seams)) {
    return std::nullopt;
  }
  counts.tables += seams;
  return counts;
}

/// A Draco decoder that looks at every count before memory is taken for it.
template <class Decoder>
class Guarded final : public Decoder {
 public:
  explicit Guarded(const DracoExpectation& expected) : expected_(expected) {}
  /// Why it stopped; empty when the library itself did.
  const std::string& reason() const { return reason_; }

 protected:
  bool DecodeGeometryData() override {
    const auto counts = this->peek_counts();
    if (!counts) {
      return false;
    }
    // Vertices are split where attributes have seams: the stream's may be fewer than the file's.
    if (counts->faces != expected_.faces || counts->vertices > expected_.vertices) {
      reason_ =
          fmt::format("the stream holds {} faces and {} vertices, the accessors say {} and {}",
                      counts->faces, counts->vertices, expected_.faces, expected_.vertices);
      return false;
    }
    return spend(counts->tables * kFaceBytes, counts->faces) && Decoder::DecodeGeometryData();
  }

  bool DecodeAllAttributes() override {
    const draco::PointCloud& cloud = *this->point_cloud();
    std::uint64_t bytes_per_vertex = 0;
    for (std::int32_t i = 0; i < cloud.num_attributes(); ++i) {
      const draco::PointAttribute& attribute = *cloud.attribute(i);
      // The values, their integers while they are decoded, and the map from vertices to them.
      bytes_per_vertex += static_cast<std::uint64_t>(attribute.byte_stride()) +
                          4U * static_cast<std::uint64_t>(attribute.num_components()) + 4U;
    }
    return spend(bytes_per_vertex, cloud.num_points()) && Decoder::DecodeAllAttributes();
  }

 private:
  std::optional<Counts> peek_counts() {
    if constexpr (std::is_same_v<Decoder, draco::MeshEdgebreakerDecoder>) {
      return edgebreaker_counts(*this->buffer(), this->bitstream_version());
    } else {
      return sequential_counts(*this->buffer(), this->bitstream_version());
    }
  }
  /// Both factors fit 40 bits by far.
  bool spend(std::uint64_t bytes_each, std::uint64_t count) {
    if (bytes_each * count <= expected_.bytes) {
      return true;
    }
    reason_ = fmt::format("{} elements of {} bytes each are out of proportion to the file", count,
                          bytes_each);
    return false;
  }

  DracoExpectation expected_;
  std::string reason_;
};

std::optional<Component> component_of(draco::DataType type) {
  switch (type) {
    case draco::DT_INT8:
      return Component::i8;
    case draco::DT_UINT8:
      return Component::u8;
    case draco::DT_INT16:
      return Component::i16;
    case draco::DT_UINT16:
      return Component::u16;
    case draco::DT_UINT32:
      return Component::u32;
    case draco::DT_FLOAT32:
      return Component::f32;
    default:
      return std::nullopt;
  }
}

/// The attribute's values by vertex; attributes of types that glTF does not have are left out.
std::optional<DracoAttribute> unpack(const draco::PointAttribute& attribute,
                                     std::uint32_t vertices) {
  const auto component = component_of(attribute.data_type());
  if (!component) {
    return std::nullopt;
  }
  DracoAttribute out{.id = attribute.unique_id(),
                     .component = *component,
                     .components = attribute.num_components(),
                     .bytes = {}};
  const std::size_t stride = std::size_t{out.components} * component_bytes(out.component);
  out.bytes.resize(stride * vertices);
  const std::span<const std::byte> values(
      reinterpret_cast<const std::byte*>(attribute.buffer()->data()),
      attribute.buffer()->data_size());
  if (!attribute.is_mapping_identity() && attribute.indices_map_size() < vertices) {
    return std::nullopt;
  }
  for (std::uint32_t i = 0; i < vertices; ++i) {
    const std::size_t value = attribute.mapped_index(draco::PointIndex(i)).value();
    if (value >= attribute.size() || values.size() / stride <= value) {
      return std::nullopt;
    }
    std::memcpy(out.bytes.data() + i * stride, values.data() + value * stride, stride);
  }
  return out;
}

std::expected<DracoMesh, std::string> unpack(const draco::Mesh& mesh,
                                             const DracoExpectation& expected) {
  DracoMesh out;
  out.vertices = mesh.num_points();
  if (out.vertices != expected.vertices) {
    return std::unexpected(fmt::format("the stream decodes to {} vertices, the accessors say {}",
                                       out.vertices, expected.vertices));
  }
  out.indices.reserve(std::size_t{mesh.num_faces()} * 3);
  for (draco::FaceIndex face(0); face < mesh.num_faces(); ++face) {
    for (const draco::PointIndex& corner : mesh.face(face)) {
      if (corner.value() >= out.vertices) {
        return std::unexpected(fmt::format("face {} names vertex {} of {}", face.value(),
                                           corner.value(), out.vertices));
      }
      out.indices.push_back(corner.value());
    }
  }
  for (std::int32_t i = 0; i < mesh.num_attributes(); ++i) {
    if (auto attribute = unpack(*mesh.attribute(i), out.vertices)) {
      out.attributes.push_back(std::move(*attribute));
    }
  }
  return out;
}

template <class Decoder>
std::expected<DracoMesh, std::string> decode_with(draco::DecoderBuffer& in,
                                                  const DracoExpectation& expected) {
  Guarded<Decoder> decoder(expected);
  const draco::DecoderOptions options;
  draco::Mesh mesh;
  if (const draco::Status status = decoder.Decode(options, &in, &mesh); !status.ok()) {
    return std::unexpected(
        !decoder.reason().empty()
            ? decoder.reason()
            : fmt::format("the stream is broken or cut short ({:.80})", status.error_msg_string()));
  }
  return unpack(mesh, expected);
}

std::expected<DracoMesh, std::string> decode_stream(std::span<const std::byte> stream,
                                                    const DracoExpectation& expected) {
  draco::DecoderBuffer in;
  in.Init(reinterpret_cast<const char*>(stream.data()), stream.size());
  draco::DecoderBuffer peeked = in;
  draco::DracoHeader header;
  if (!draco::PointCloudDecoder::DecodeHeader(&peeked, &header).ok()) {
    return std::unexpected("no Draco stream begins here");
  }
  if (header.encoder_type != draco::TRIANGULAR_MESH) {
    return std::unexpected("the stream holds points without triangles");
  }
  switch (header.encoder_method) {
    case draco::MESH_SEQUENTIAL_ENCODING:
      return decode_with<draco::MeshSequentialDecoder>(in, expected);
    case draco::MESH_EDGEBREAKER_ENCODING:
      return decode_with<draco::MeshEdgebreakerDecoder>(in, expected);
    default:
      return std::unexpected(fmt::format("encoding {} is unknown", header.encoder_method));
  }
}

}  // namespace

bool can_decode_draco() {
  return true;
}

std::string draco_version() {
  return draco::kDracoVersion;
}

std::expected<DracoMesh, std::string> decode_draco(std::span<const std::byte> stream,
                                                   const DracoExpectation& expected) {
  try {
    return decode_stream(stream, expected);
  } catch (const std::bad_alloc&) {
    return std::unexpected("there is not enough memory to decode the stream");
  }
}

}  // namespace rigpack::gltf

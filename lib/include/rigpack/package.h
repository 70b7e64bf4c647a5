#pragma once
/// What an .rpk holds, in memory, before bytes and after them. formats/rpk writes and reads it; the
/// stages fill it. Everything a reader needs to rebuild the same bytes is here.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rigpack/math.h"

namespace rigpack {

inline constexpr std::uint32_t kNone = 0xFFFFFFFFU;

enum PackedRole : std::uint32_t {
  kRoleJoint = 1,
  kRoleAnimated = 2,
  kRoleAttachment = 4,
  kRoleAncestor = 8
};

struct PackedNode {
  std::string name;
  std::uint32_t parent = kNone;       ///< smaller than the node's own index
  std::uint32_t roles = 0;            ///< PackedRole bits
  std::uint32_t source_node = kNone;  ///< index in the source asset
  trsf rest;                          ///< unit rotation
};

struct PackedSkin {
  std::string name;
  std::vector<std::uint32_t> palette;  ///< slot -> node
  std::vector<affinef> inverse_binds;  ///< one a slot
};

enum class Semantic : std::uint8_t { position, normal, tangent, texcoord, color, joints, weights };
enum class ElementFormat : std::uint8_t {
  unorm16x4,  ///< position: xyz on the mesh's grid, value = offset + scale * integer / 65535; w 0
  f32x3,      ///< position
  oct8x4,     ///< snorm8: octahedral x, y; then for tangents the sign (127 or -127), else 0; then 0
  oct16x4,    ///< snorm16, likewise
  unorm16x2,  ///< texcoord: value = offset + scale * integer / 65535, its own grid a stream
  f32x2,      ///< texcoord
  unorm8x4,   ///< color, weights
  unorm16x4w,  ///< weights, color in 16 bits
  u8x4,        ///< joints
  u16x4,       ///< joints
};
/// Bytes of one element.
std::uint32_t element_size(ElementFormat format);

struct PackedStream {
  Semantic semantic = Semantic::position;
  std::uint8_t set = 0;  ///< of texcoord, color, joints, weights
  ElementFormat format = ElementFormat::f32x3;
  std::array<float, 2> grid_offset{};  ///< texcoord: u, v
  std::array<float, 2> grid_scale{};
  std::vector<std::uint8_t> bytes;  ///< vertex_count * element_size, uncompressed
};

/// Sparse deltas of one morph target: value = scale * integer / 32767.
struct PackedMorph {
  float position_scale = 0, normal_scale = 0;
  std::vector<std::uint32_t> vertices;                 ///< ascending
  std::vector<std::array<std::int16_t, 3>> positions;  ///< one a listed vertex
  std::vector<std::array<std::int16_t, 3>> normals;    ///< one a listed vertex, or empty
};

struct PackedPrimitive {
  std::string material;
  std::uint32_t source_primitive = 0;
  std::uint32_t vertex_count = 0;
  std::vector<PackedStream> streams;   ///< sorted by (semantic, set); position first
  std::vector<std::uint32_t> indices;  ///< triangle list, always indexed
  std::vector<PackedMorph> morphs;
};

struct PackedMesh {
  std::string name;
  std::uint32_t source_mesh = 0;
  float3 grid_offset{};  ///< positions: one grid a mesh, so that seams between primitives stay shut
  float grid_scale = 0;  ///< side of the cube, one scale for all three axes
  std::vector<float> morph_weights;
  std::vector<PackedPrimitive> primitives;
};

/// One drawn mesh: skinned when `skin` is given, else moved by its node.
struct PackedInstance {
  std::uint32_t node = 0;  ///< package node
  std::uint32_t mesh = 0;
  std::uint32_t skin = kNone;
  std::vector<float> morph_weights;  ///< overrides the mesh's when not empty
};

/// Key times of tracks that share them: a grid, time k = float(double(k + first) * num / den), when
/// that reproduces every source time bit for bit, else the times themselves.
struct TimeSet {
  std::uint32_t count = 0;
  std::uint32_t first = 0, num = 0, den = 0;  ///< den 0: explicit
  std::vector<float> times;                   ///< always filled, count of them
  friend bool operator==(const TimeSet&, const TimeSet&) = default;
};

enum class PackedPath : std::uint8_t { translation, rotation, scale, weights };
enum class TrackKind : std::uint8_t { constant, step, linear, cubic };

/// One track that is not at rest. Integers are knot-major, `width` of them a knot:
///  translation, scale   3   value = centre + step * integer
///  rotation             3   value = centre * exp(v), v = step * integer, a rotation vector in
///  radians:
///                           exp(v) = (sin(|v|/2) v/|v|, cos(|v|/2))
///  weights              n   value = step * integer (centre 0)
///  cubic                three groups a knot (in-tangent, value, out-tangent), rotations as 4 plain
///                           numbers: tangents = step * integer, values = centre + step * integer
struct PackedTrack {
  std::uint32_t node = 0;  ///< package node
  PackedPath path = PackedPath::translation;
  TrackKind kind = TrackKind::constant;
  std::uint32_t time_set = 0;    ///< of the clip; unused for constants
  std::uint32_t components = 3;  ///< numbers of a sampled value: 3, 4 or the morph target count
  float step = 0;
  std::vector<float> centre;  ///< `components` numbers; for a constant, the value itself
  std::uint32_t width = 0;    ///< integers a knot; 0 for a constant
  std::vector<std::int32_t> integers;
};

struct PackedClip {
  std::string name;
  std::uint32_t source_clip = 0;
  float duration_s = 0;
  std::vector<TimeSet> time_sets;
  std::vector<PackedTrack> tracks;  ///< sorted by (node, path)
};

/// What pack proved on the decoded bytes; metres.
struct Certificate {
  double size_m = 0;
  double clip_bound_m = 0, static_bound_m = 0;
  double clip_error_m = -1, static_error_m = -1;  ///< -1: not measured
};

struct Package {
  std::vector<PackedNode> nodes;
  std::vector<PackedSkin> skins;
  std::vector<PackedMesh> meshes;
  std::vector<PackedInstance> instances;
  std::vector<PackedClip> clips;
  Certificate certificate;
  std::string provenance;  ///< JSON text; written as is
};

}  // namespace rigpack

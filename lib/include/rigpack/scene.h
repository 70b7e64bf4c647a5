#pragma once
/// The source asset as read: unrepaired weights, every influence set, original keys and
/// interpolation. Readers fill it, rules judge it, stages copy from it; nothing here repairs.
///
/// Right-handed, +Y up, metres, seconds, radians. Vertex streams are one vector a stream.
/// An object whose bytes were faulty is *poisoned*: the reader has reported why, its data must not
/// be used, and no rule reports what follows from the fault.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rigpack/index.h"
#include "rigpack/math.h"

namespace rigpack {

/// How a stream of numbers was stored; values are always kept decoded.
enum class Encoding : std::uint8_t { f32, unorm8, unorm16, snorm8, snorm16 };

/// One JOINTS_n / WEIGHTS_n pair, four influences a vertex, as stored. The two vectors may differ
/// in length from each other and from the positions when the file says so: a rule reports it.
struct InfluenceSet {
  std::uint32_t set = 0;              ///< n of JOINTS_n
  std::vector<std::uint16_t> joints;  ///< palette slots, 4 a vertex
  std::vector<float> weights;         ///< 4 a vertex; unorm values are integer / 255 or / 65535
  Encoding weight_encoding = Encoding::f32;
  bool has_joints = false;
  bool has_weights = false;
  bool poisoned = false;  ///< either accessor was unreadable
};

/// Deltas of one morph target; a vector is empty when the target lacks that attribute, and as long
/// as the primitive's positions otherwise.
struct MorphTarget {
  std::vector<float3> positions;
  std::vector<float3> normals;
  std::vector<float3> tangents;
};

enum class Topology : std::uint8_t {
  points,
  lines,
  line_loop,
  line_strip,
  triangles,
  triangle_strip,
  triangle_fan
};

struct Primitive {
  Topology topology = Topology::triangles;
  std::vector<float3> positions;
  std::vector<float3> normals;
  std::vector<float4> tangents;                ///< w is the handedness, +1 or -1
  std::vector<std::vector<float2>> texcoords;  ///< by set
  std::vector<std::vector<float4>> colors;     ///< by set; alpha 1 where absent
  std::vector<InfluenceSet> influences;        ///< ascending set number
  std::vector<std::uint32_t> indices;          ///< as stored; empty when not indexed
  bool indexed = false;
  std::vector<MorphTarget> morph_targets;
  std::string material;  ///< name; empty when there is none
  bool poisoned = false;
  std::string pointer;  ///< JSON pointer or node path, e.g. /meshes/0/primitives/1
};

struct Mesh {
  std::string name;
  std::vector<Primitive> primitives;
  std::vector<float> morph_weights;  ///< default weights, one a target; may be empty (zeros)
  std::string pointer;
};

struct Node {
  std::string name;
  std::optional<NodeIndex> parent;
  std::vector<NodeIndex> children;
  trsf rest;                       ///< as stored; rotation not necessarily unit
  std::optional<float4x4> matrix;  ///< when set, replaces `rest`
  std::optional<MeshIndex> mesh;
  std::optional<SkinIndex> skin;
  std::vector<float> morph_weights;  ///< overrides the mesh's when not empty
  bool poisoned = false;             ///< part of a cycle or otherwise unusable
  std::string pointer;
};

struct Skin {
  std::string name;
  std::vector<NodeIndex> joints;        ///< PaletteSlot -> node
  std::vector<float4x4> inverse_binds;  ///< as stored; empty when absent (identity, says glTF)
  bool has_inverse_binds = false;
  std::optional<NodeIndex> root;  ///< glTF `skeleton`
  bool poisoned = false;
  std::string pointer;
};

enum class TrackPath : std::uint8_t { translation, rotation, scale, weights };
enum class Interpolation : std::uint8_t { step, linear, cubic };

/// One animated property of one node. `values` holds, a key, `components` numbers (3, 4, 3 or the
/// mesh's target count), and for `cubic` three times that: in-tangent, value, out-tangent.
struct Track {
  NodeIndex node;
  TrackPath path = TrackPath::translation;
  Interpolation interpolation = Interpolation::linear;
  std::uint32_t components = 3;
  std::vector<float> times;  ///< seconds, as stored
  std::vector<float> values;
  Encoding encoding = Encoding::f32;
  bool poisoned = false;
  std::string pointer;
};

struct Clip {
  std::string name;
  std::vector<Track> tracks;
  std::string pointer;
  std::uint64_t ignored_keys = 0;  ///< of channels that make no track: no node, or another property
  std::uint64_t source_bytes = 0;  ///< of the accessors its samplers name, each counted once
};

struct Scene {
  std::string format;  ///< "gltf", "glb", "vrm", later "fbx" ...
  std::vector<Node> nodes;
  std::vector<Mesh> meshes;
  std::vector<Skin> skins;
  std::vector<Clip> clips;
  std::vector<std::vector<NodeIndex>> scenes;  ///< root nodes of each scene
  std::optional<std::uint32_t> default_scene;
  /// A child or a scene's root could not be read, or a node had two parents, and the reader has
  /// said so: what seems a root may hang below something, and a scene may hold more than it lists.
  bool hierarchy_uncertain = false;
  std::uint64_t source_clip_bytes = 0;  ///< of the file's animation accessors, each counted once
  std::uint64_t source_bytes = 0;       ///< of every file that was read; 0: unknown
};

/// Number of keys that `track` holds: times.size().
inline std::size_t key_count(const Track& track) {
  return track.times.size();
}
/// Numbers a key takes in `values`: components, or three times that for cubic.
inline std::size_t key_stride(const Track& track) {
  const std::size_t groups = track.interpolation == Interpolation::cubic ? 3 : 1;
  return track.components * groups;
}
/// Seconds of the last key of the clip, 0 for a clip without keys; non-finite times are ignored.
double duration_s(const Clip& clip);
/// Node indices, every parent before its children (depth first, siblings by index); poisoned nodes
/// and everything below them left out. Reads `Node::parent` alone. Linear time, no recursion, so
/// that depth is no danger.
std::vector<NodeIndex> parents_first(const Scene& scene);
/// Triangle corners of `primitive` as a list: strips and fans unrolled, points and lines none,
/// vertices numbered in order when it is not indexed. Out-of-range indices are kept.
std::vector<std::uint32_t> triangle_list(const Primitive& primitive);

}  // namespace rigpack

#pragma once
/// Everything that the parts of one read share.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gltf/accessor.h"
#include "gltf/container.h"
#include "gltf/json_value.h"
#include "rigpack/formats/gltf.h"

namespace rigpack::gltf {

/// Bytes of a buffer. `bytes` may be shorter than `declared` when the file is truncated, which has
/// been reported, and is empty when there are none.
struct Buffer {
  std::span<const std::byte> bytes;
  std::uint64_t declared = 0;
  bool fault_reported = false;
  std::optional<Finding> past = {};  ///< views that reach past `declared`, until it is reported
};

/// A bufferView, decompressed where it was compressed.
struct View {
  std::span<const std::byte> bytes;
  std::uint64_t offset = 0;  ///< in its buffer: what alignment is judged by
  std::uint64_t length = 0;  ///< as declared, also when it is not usable; 0: unknown
  std::uint32_t stride = 0;  ///< 0: packed
  bool usable = false;       ///< false: why has been reported
  bool hidden = false;       ///< compressed in a way that this build cannot read
  bool stride_reported = false;
};

struct Extensions {
  bool quantization = false;        ///< KHR_mesh_quantization is declared
  bool draco_unreadable = false;    ///< required, but not in this build, and reported
  bool meshopt_unreadable = false;  ///< a newer meshopt extension is required, and reported
};

struct Document {
  const OpenBuffer& open_buffer;
  const ReadLimits& limits;
  std::uint64_t input_bytes = 0;  ///< the file's and its buffers'
  Container container;
  Reporter reporter = {};
  Extensions extensions = {};
  std::vector<std::vector<std::byte>> storage = {};  ///< owns what `bytes` of buffers and views see
  std::vector<Buffer> buffers = {};
  std::vector<View> views = {};
  std::vector<Accessor> accessors = {};
  std::vector<std::string> materials = {};  ///< names
  std::size_t skin_count = 0;               ///< nodes are read before skins
  std::vector<bool> morphs_reported = {};   ///< by mesh: what follows from its targets is no news
  std::uint64_t decoded_bytes = 0;
  Scene scene = {};
};

/// Bytes that may still be decoded before the file counts as one that is out of all proportion.
std::uint64_t affordable(const Document& document);
/// Whether `bytes` more of decoded data may be allocated. False, with asset/limit or asset/bomb
/// about `object`, when all decoded data together would pass the hard limit or be out of all
/// proportion to the input.
bool affords(Document& document, Object& object, std::uint64_t bytes, std::string_view key = {});
/// `affords`, and counts them: to be asked before every allocation of decoded data.
bool charge(Document& document, Object& object, std::uint64_t bytes, std::string_view key = {});

/// Reads extensionsUsed and extensionsRequired.
void read_extensions(Document& document, Object& root);
// Each reads one of the file's top arrays; everything above a line must have been read before it.
void read_buffers(Document& document, const Array& list);
void read_views(Document& document, const Array& list);
void read_accessors(Document& document, const Array& list);
void read_materials(Document& document, const Array& list);
void read_meshes(Document& document, const Array& list);
void read_nodes(Document& document, const Array& list);
void read_skins(Document& document, const Array& list);
void read_scenes(Document& document, const Array& list);
void read_animations(Document& document, const Array& list);

/// Turns `scene.nodes[].children` into a forest and sets the parents: reports cycles, shared
/// children and excessive depth, drops the edges that break the tree and poisons the nodes of
/// cycles with all below them. False when a node had a second parent. Linear, without recursion.
bool build_forest(std::vector<Node>& nodes, Reporter& reporter, std::uint32_t max_depth);

}  // namespace rigpack::gltf

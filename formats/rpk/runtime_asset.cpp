/// A DecodedAsset that sees a package only through runtime/rigpack.h: what is proven with it is
/// proven of the code that engines run.

#include <fmt/core.h>

#include <algorithm>
#include <cstring>

#include "rigpack/formats/package.h"
#include "rpk/runtime/rigpack.h"

namespace rigpack {
namespace {

static_assert(sizeof(rpk_mat34) == sizeof(affinef) && sizeof(float3) == 3 * sizeof(float) &&
              sizeof(float2) == 2 * sizeof(float) && sizeof(float4) == 4 * sizeof(float));

std::string to_text(const rpk_string& text) {
  return {text.text, text.length};
}

/// The affine rows are the runtime's twelve floats; copied, not aliased.
std::vector<rpk_mat34> to_runtime(const std::vector<affinef>& matrices) {
  std::vector<rpk_mat34> out(matrices.size());
  if (!out.empty()) {
    std::memcpy(out.data(), matrices.data(), out.size() * sizeof(rpk_mat34));
  }
  return out;
}
void from_runtime(const std::vector<rpk_mat34>& matrices, std::vector<affinef>& out) {
  out.resize(matrices.size());
  if (!out.empty()) {
    std::memcpy(static_cast<void*>(out.data()), matrices.data(), out.size() * sizeof(rpk_mat34));
  }
}

class RuntimeAsset final : public DecodedAsset {
 public:
  explicit RuntimeAsset(std::vector<std::byte> bytes)
      : bytes_(std::move(bytes)), opened_(rpk_open(&view_, bytes_.data(), bytes_.size())) {}

  rpk_result opened() const { return opened_; }
  std::string fault() const {
    const bool in_chunk = view_.fault_chunk[0] != '\0';
    return fmt::format("{}, byte {}", in_chunk ? view_.fault_chunk : "header", view_.fault_offset);
  }

  std::vector<NodeInfo> nodes() const override;
  std::vector<std::string> clip_names() const override;
  std::vector<std::uint32_t> clip_sources() const override;
  std::vector<PrimitiveInfo> primitives() const override;
  Result<Geometry> geometry(std::size_t index) const override;
  void pose(std::size_t clip, double t_s, std::vector<affinef>& globals) const override;
  void palette(std::uint32_t skin, const std::vector<affinef>& globals,
               std::vector<affinef>& out) const override;
  std::vector<float> morph_weights(std::size_t clip, double t_s,
                                   std::uint32_t instance) const override;

 private:
  /// Package primitives as they are drawn: one entry an instance and primitive of its mesh.
  struct Drawn {
    std::uint32_t instance = 0, primitive = 0;
  };
  std::vector<Drawn> drawn() const;

  std::vector<std::byte> bytes_;
  rpk_view view_{};
  rpk_result opened_;
};

std::vector<DecodedAsset::NodeInfo> RuntimeAsset::nodes() const {
  std::vector<NodeInfo> out;
  for (std::uint32_t i = 0; i < rpk_node_count(&view_); ++i) {
    const rpk_node node = rpk_get_node(&view_, i);
    out.push_back({to_text(node.name), node.parent, node.source_node});
  }
  return out;
}

std::vector<std::string> RuntimeAsset::clip_names() const {
  std::vector<std::string> out;
  rpk_clip_desc clip;
  for (std::uint32_t i = 0; rpk_clip_info(&view_, i, &clip) == RPK_OK; ++i) {
    out.push_back(to_text(clip.name));
  }
  return out;
}

std::vector<std::uint32_t> RuntimeAsset::clip_sources() const {
  std::vector<std::uint32_t> out;
  rpk_clip_desc clip;
  for (std::uint32_t i = 0; rpk_clip_info(&view_, i, &clip) == RPK_OK; ++i) {
    out.push_back(clip.source_clip);
  }
  return out;
}

std::vector<RuntimeAsset::Drawn> RuntimeAsset::drawn() const {
  std::vector<Drawn> out;
  for (std::uint32_t i = 0; i < rpk_instance_count(&view_); ++i) {
    const rpk_mesh mesh = rpk_get_mesh(&view_, rpk_get_instance(&view_, i).mesh);
    for (std::uint32_t p = 0; p < mesh.primitive_count; ++p) {
      out.push_back({i, mesh.first_primitive + p});
    }
  }
  return out;
}

std::vector<DecodedAsset::PrimitiveInfo> RuntimeAsset::primitives() const {
  std::vector<PrimitiveInfo> out;
  for (const Drawn& drawn : drawn()) {
    const rpk_instance instance = rpk_get_instance(&view_, drawn.instance);
    const rpk_primitive primitive = rpk_get_primitive(&view_, drawn.primitive);
    PrimitiveInfo info;
    info.instance = drawn.instance;
    info.node = instance.node;
    info.skin = primitive.influence_sets == 0 ? kNone : instance.skin;
    info.source_mesh = rpk_get_mesh(&view_, instance.mesh).source_mesh;
    info.source_primitive = primitive.source_primitive;
    info.vertex_count = primitive.vertex_count;
    out.push_back(info);
  }
  return out;
}

/// One vector an element of one stream; nothing when there is no such stream.
template <class Vector>
std::vector<Vector> stream_vectors(const rpk_view& view, std::uint32_t primitive,
                                   rpk_semantic semantic, std::uint32_t set = 0) {
  constexpr std::size_t kWidth = sizeof(Vector) / sizeof(float);
  rpk_stream_desc stream;
  if (rpk_stream(&view, primitive, semantic, set, &stream) != RPK_OK) {
    return {};
  }
  std::vector<float> numbers(std::size_t{stream.count} * kWidth);
  if (rpk_stream_floats(&stream, numbers.data(), kWidth) != RPK_OK) {
    return {};
  }
  std::vector<Vector> out(stream.count);
  if (!out.empty()) {
    std::memcpy(static_cast<void*>(out.data()), numbers.data(), numbers.size() * sizeof(float));
  }
  return out;
}

/// Every set of a semantic, as many as the last one's number asks for; SPEC.md knows eight.
template <class Vector>
std::vector<std::vector<Vector>> stream_sets(const rpk_view& view, std::uint32_t primitive,
                                             rpk_semantic semantic) {
  std::vector<std::vector<Vector>> out;
  for (std::uint32_t set = 0; set < 8; ++set) {
    if (rpk_stream_desc stream; rpk_stream(&view, primitive, semantic, set, &stream) == RPK_OK) {
      out.resize(set + 1);
      out[set] = stream_vectors<Vector>(view, primitive, semantic, set);
    }
  }
  return out;
}

std::vector<float3> to_vectors(const std::vector<float>& numbers) {
  std::vector<float3> out(numbers.size() / 3);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
  }
  return out;
}

Influences decode_influences(const rpk_view& view, std::uint32_t primitive,
                             const rpk_primitive& info) {
  Influences out;
  out.slots = 4 * info.influence_sets;
  const std::size_t count = std::size_t{info.vertex_count} * out.slots;
  std::vector<std::uint16_t> joints(count);
  out.weights.resize(count);
  for (std::uint32_t set = 0; set < info.influence_sets && count > 0; ++set) {
    rpk_stream_desc stream;
    if (rpk_stream(&view, primitive, RPK_JOINTS, set, &stream) == RPK_OK) {
      rpk_stream_joints(&stream, joints.data() + std::size_t{4} * set, out.slots);
    }
    if (rpk_stream(&view, primitive, RPK_WEIGHTS, set, &stream) == RPK_OK) {
      rpk_stream_floats(&stream, out.weights.data() + std::size_t{4} * set, out.slots);
    }
  }
  out.joints.reserve(count);
  for (const std::uint16_t joint : joints) {
    out.joints.emplace_back(std::size_t{joint});
  }
  return out;
}

std::vector<MorphTarget> decode_morphs(const rpk_view& view, std::uint32_t primitive,
                                       const rpk_primitive& info) {
  std::vector<MorphTarget> out;
  for (std::uint32_t target = 0; target < info.morph_count; ++target) {
    std::vector<float> positions(std::size_t{info.vertex_count} * 3), normals(positions.size());
    rpk_morph_add(&view, primitive, target, 1.0F, positions.data(), normals.data());
    MorphTarget morph;
    morph.positions = to_vectors(positions);
    const auto is_set = [](float v) { return v != 0; };
    if (std::any_of(normals.begin(), normals.end(), is_set)) {
      morph.normals = to_vectors(normals);
    }
    out.push_back(std::move(morph));
  }
  return out;
}

Result<DecodedAsset::Geometry> RuntimeAsset::geometry(std::size_t index) const {
  const std::vector<Drawn> all = drawn();
  if (index >= all.size()) {
    return std::unexpected(Error{ErrorCode::invalid_argument,
                                 fmt::format("primitive {} of {}", index, all.size()), ""});
  }
  const std::uint32_t primitive = all[index].primitive;
  const rpk_primitive info = rpk_get_primitive(&view_, primitive);
  Geometry out;
  out.positions = stream_vectors<float3>(view_, primitive, RPK_POSITION);
  out.normals = stream_vectors<float3>(view_, primitive, RPK_NORMAL);
  out.tangents = stream_vectors<float4>(view_, primitive, RPK_TANGENT);
  out.texcoords = stream_sets<float2>(view_, primitive, RPK_TEXCOORD);
  out.colors = stream_sets<float4>(view_, primitive, RPK_COLOR);
  out.influences = decode_influences(view_, primitive, info);
  out.indices.resize(info.index_count);
  const rpk_result result =
      rpk_indices(&view_, primitive, out.indices.data(), out.indices.size() * sizeof(std::uint32_t),
                  sizeof(std::uint32_t));
  if (result != RPK_OK) {
    return std::unexpected(
        Error{ErrorCode::corrupt, rpk_result_text(result), fmt::format("primitive {}", primitive)});
  }
  out.morph_targets = decode_morphs(view_, primitive, info);
  return out;
}

void RuntimeAsset::pose(std::size_t clip, double t_s, std::vector<affinef>& globals) const {
  const std::uint32_t count = rpk_node_count(&view_);
  std::vector<rpk_trs> local(count);
  std::vector<rpk_mat34> model(count);
  rpk_rest_pose(&view_, local.data(), count);
  if (clip < rpk_clip_count(&view_)) {
    rpk_sample(&view_, static_cast<std::uint32_t>(clip), t_s, local.data(), count);
  }
  rpk_to_model(&view_, local.data(), model.data());
  from_runtime(model, globals);
}

void RuntimeAsset::palette(std::uint32_t skin, const std::vector<affinef>& globals,
                           std::vector<affinef>& out) const {
  std::vector<rpk_mat34> palette(rpk_get_skin(&view_, skin).slot_count);
  if (globals.size() == rpk_node_count(&view_)) {
    rpk_palette(&view_, skin, to_runtime(globals).data(), palette.data());
  }
  from_runtime(palette, out);
}

std::vector<float> RuntimeAsset::morph_weights(std::size_t clip, double t_s,
                                               std::uint32_t instance) const {
  const rpk_mesh mesh = rpk_get_mesh(&view_, rpk_get_instance(&view_, instance).mesh);
  std::uint32_t targets = 0;
  for (std::uint32_t p = 0; p < mesh.primitive_count; ++p) {
    targets = std::max(targets, rpk_get_primitive(&view_, mesh.first_primitive + p).morph_count);
  }
  std::vector<float> out(targets);
  const bool at_rest = clip >= rpk_clip_count(&view_);
  rpk_sample_morphs(&view_, at_rest ? RPK_NONE : static_cast<std::uint32_t>(clip), t_s, instance,
                    out.data(), targets);
  return out;
}

ErrorCode code_of(rpk_result result) {
  return result == RPK_BAD_VERSION || result == RPK_BAD_FEATURE ? ErrorCode::unsupported
                                                                : ErrorCode::corrupt;
}

}  // namespace

Result<std::unique_ptr<DecodedAsset>> open_package(std::vector<std::byte> bytes) {
  auto asset = std::make_unique<RuntimeAsset>(std::move(bytes));
  if (asset->opened() != RPK_OK) {
    return std::unexpected(
        Error{code_of(asset->opened()), rpk_result_text(asset->opened()), asset->fault()});
  }
  return asset;
}

}  // namespace rigpack

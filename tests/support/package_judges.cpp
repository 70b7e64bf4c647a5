#include "support/package_judges.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "rigpack/formats/package.h"
#include "rpk/checksum.h"
#include "rpk/runtime/rigpack.h"

namespace rigpack::test {
namespace {

template <class T>
T number_at(std::span<const std::byte> file, std::size_t at) {
  T value{};
  std::memcpy(&value, file.data() + at, sizeof value);
  return value;
}

void must(bool claim, const char* what) {
  if (claim) {
    return;
  }
  std::fprintf(stderr, "the package readers broke a promise: %s\n", what);
  std::abort();
}

void decode_stream(const rpk_view& view, std::uint32_t primitive, rpk_semantic semantic,
                   std::uint32_t set, const PackedPrimitive* packed, std::size_t& seen) {
  rpk_stream_desc stream;
  if (rpk_stream(&view, primitive, semantic, set, &stream) != RPK_OK) {
    return;
  }
  std::vector<std::uint8_t> raw(std::size_t{stream.count} * stream.element_size);
  must(rpk_stream_decode(&stream, raw.data(), raw.size()) == RPK_OK, "a proven stream decodes");
  must(raw.empty() || rpk_stream_decode(&stream, raw.data(), raw.size() - 1) == RPK_TOO_SMALL,
       "a small destination is refused");
  if (packed != nullptr) {
    must(packed->streams[seen].bytes == raw, "both readers decode a stream");
  }
  ++seen;
  std::vector<float> floats(std::size_t{stream.count} * 4);
  std::vector<std::uint16_t> joints(floats.size());
  if (semantic == RPK_JOINTS) {
    must(rpk_stream_joints(&stream, joints.data(), 4) == RPK_OK, "joints decode");
  } else {
    must(rpk_stream_floats(&stream, floats.data(), 4) == RPK_OK, "a stream dequantises");
  }
  for (const float v : floats) {
    must(std::isfinite(v), "dequantised numbers are finite");
  }
}

void decode_primitive(const rpk_view& view, std::uint32_t primitive,
                      const PackedPrimitive* packed) {
  const rpk_primitive info = rpk_get_primitive(&view, primitive);
  std::size_t seen = 0;
  for (int semantic = RPK_POSITION; semantic <= RPK_WEIGHTS; ++semantic) {
    for (std::uint32_t set = 0; set < 8; ++set) {
      decode_stream(view, primitive, static_cast<rpk_semantic>(semantic), set, packed, seen);
    }
  }
  must(seen == info.stream_count, "every stream is found");
  std::vector<std::uint32_t> indices(info.index_count);
  must(rpk_indices(&view, primitive, indices.data(), indices.size() * 4, 4) == RPK_OK,
       "proven indices decode");
  if (packed != nullptr) {
    must(packed->indices == indices, "both readers decode the indices");
  }
  std::vector<float> positions(std::size_t{info.vertex_count} * 3), normals(positions.size());
  for (std::uint32_t t = 0; t < info.morph_count; ++t) {
    must(rpk_morph_add(&view, primitive, t, 0.5F, positions.data(), normals.data()) == RPK_OK,
         "a proven morph decodes");
  }
}

void check_pose(const rpk_view& view, std::uint32_t clip, double t) {
  const std::uint32_t nodes = rpk_node_count(&view);
  std::vector<rpk_trs> local(nodes);
  std::vector<rpk_mat34> model(nodes);
  rpk_rest_pose(&view, local.data(), nodes);
  rpk_sample(&view, clip, t, local.data(), nodes);
  rpk_to_model(&view, local.data(), model.data());
  for (const rpk_mat34& m : model) {
    for (const float v : m.m) {
      must(!std::isnan(v), "a pose holds no NaN");
    }
  }
  for (std::uint32_t s = 0; s < rpk_skin_count(&view); ++s) {
    std::vector<rpk_mat34> palette(rpk_get_skin(&view, s).slot_count);
    rpk_palette(&view, s, model.data(), palette.data());
  }
  for (std::uint32_t i = 0; i < std::min(rpk_instance_count(&view), 64U); ++i) {
    float weights[16];
    rpk_sample_morphs(&view, clip, t, i, weights, 16);
    for (const float w : weights) {
      must(std::isfinite(w), "morph weights are finite");
    }
  }
}

void decode_everything(const rpk_view& view, const Package* package) {
  for (std::uint32_t i = 0; i < rpk_node_count(&view); ++i) {
    must(package == nullptr || rpk_get_node(&view, i).name.length == package->nodes[i].name.size(),
         "names agree");
  }
  std::uint32_t primitive = 0;
  for (std::uint32_t m = 0; m < rpk_mesh_count(&view); ++m) {
    for (std::uint32_t p = 0; p < rpk_get_mesh(&view, m).primitive_count; ++p, ++primitive) {
      decode_primitive(view, primitive,
                       package == nullptr ? nullptr : &package->meshes[m].primitives[p]);
    }
  }
  must(primitive == rpk_primitive_count(&view), "meshes cover the primitives");
  rpk_clip_desc clip;
  for (std::uint32_t c = 0; c < 16 && rpk_clip_info(&view, c, &clip) == RPK_OK; ++c) {
    for (const double t : {-1.0, 0.0, 0.3, 0.5, double(clip.duration_s), 1e30, std::nan("")}) {
      check_pose(view, c, t);
    }
  }
}

}  // namespace

void fix_checksums(std::vector<std::byte>& file) {
  if (file.size() < 64) {
    return;
  }
  const std::size_t entries =
      std::min<std::size_t>(number_at<std::uint32_t>(file, 40), (file.size() - 64) / 48);
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t at = 64 + i * 48;
    const auto offset = number_at<std::uint64_t>(file, at + 24);
    const auto size = number_at<std::uint64_t>(file, at + 32);
    if (offset > file.size() || size > file.size() - offset) {
      continue;
    }
    const std::uint32_t crc = rpk::crc32c(std::span(file).subspan(offset, size));
    std::memcpy(file.data() + at + 16, &crc, 4);
  }
  const std::uint32_t crc = rpk::crc32c(std::span(file).subspan(64, entries * 48));
  std::memcpy(file.data() + 44, &crc, 4);
  const rpk::Hash128 hash = rpk::content_hash(file);
  std::copy(hash.begin(), hash.end(), file.begin() + 48);
}

Verdicts judge(std::span<const std::byte> file) {
  rpk_view view;
  Verdicts verdicts;
  verdicts.runtime = rpk_open(&view, file.data(), file.size()) == RPK_OK;
  const Result<Package> package = read_package(file);
  verdicts.reader = package.has_value();
  if (verdicts.runtime) {
    decode_everything(view, package ? &*package : nullptr);
  }
  if (!package) {
    must(!package.error().where.empty(), "an error says where");
  }
  return verdicts;
}

}  // namespace rigpack::test

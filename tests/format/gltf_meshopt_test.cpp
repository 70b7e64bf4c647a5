#include <fmt/format.h>
#include <meshoptimizer.h>

#include <array>

#include "support/catch.h"
#include "support/gltf_text.h"

using namespace rigpack;
using namespace rigpack::test;
using Strings = std::vector<std::string>;

namespace {

std::vector<unsigned char> encode_vertices(const void* data, std::size_t count,
                                           std::size_t stride) {
  meshopt_encodeVertexVersion(0);
  std::vector<unsigned char> out(meshopt_encodeVertexBufferBound(count, stride));
  out.resize(meshopt_encodeVertexBuffer(out.data(), out.size(), data, count, stride));
  return out;
}

std::vector<unsigned char> encode_triangles(const std::vector<unsigned>& indices) {
  std::vector<unsigned char> out(meshopt_encodeIndexBufferBound(indices.size(), 3));
  out.resize(meshopt_encodeIndexBuffer(out.data(), out.size(), indices.data(), indices.size()));
  return out;
}

/// A stream as its extension describes it.
struct Stream {
  std::size_t count = 0, stride = 0;
  std::string mode = "ATTRIBUTES";
  std::string extra = "";  ///< more members, with a leading comma
};

/// A file whose accessor 0 is a compressed stream: buffer 0 holds `bytes`, buffer 1 is the fallback
/// that exists in name only. `length` is what the bufferView declares.
std::string file_of(const std::vector<unsigned char>& bytes, const Stream& stream,
                    const std::string& accessor, const std::string& members, std::size_t length) {
  return fmt::format(
      R"({{"asset":{{"version":"2.0"}},"extensionsUsed":["EXT_meshopt_compression","KHR_mesh_quantization"],)"
      R"("extensionsRequired":["EXT_meshopt_compression"],)"
      R"("buffers":[{{"byteLength":{},"uri":"data:;base64,{}"}},)"
      R"({{"byteLength":{},"extensions":{{"EXT_meshopt_compression":{{"fallback":true}}}}}}],)"
      R"("bufferViews":[{{"buffer":1,"byteLength":{},"extensions":{{"EXT_meshopt_compression":)"
      R"({{"buffer":0,"byteLength":{},"byteStride":{},"count":{},"mode":"{}"{}}}}}}}],)"
      R"("accessors":[{{"bufferView":0,{}}}]{}}})",
      bytes.size(), base64(std::as_bytes(std::span(bytes))), length, length, bytes.size(),
      stream.stride, stream.count, stream.mode, stream.extra, accessor, members);
}

const std::vector<float> kPositions{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0.5F};
const std::string kPositionAccessor = R"("componentType":5126,"count":4,"type":"VEC3")";
const std::string kMesh = R"(,"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}])";

Strings judge(const std::vector<unsigned char>& bytes, const Stream& stream, std::size_t length) {
  return findings_of(read_text(file_of(bytes, stream, kPositionAccessor, kMesh, length)));
}

}  // namespace

TEST_CASE("broken meshopt streams are reported at their extension") {
  const auto bytes = encode_vertices(kPositions.data(), 4, 12);
  const std::string at = " /bufferViews/0/extensions/EXT_meshopt_compression";
  auto cut = bytes;
  cut.resize(cut.size() / 2);
  CHECK(judge(cut, {4, 12}, 48) == Strings{"asset/truncated" + at});
  CHECK(judge({0x55}, {4, 12}, 48) == Strings{"asset/truncated" + at});
  CHECK(judge(bytes, {4, 12, "TRIANGLES"}, 48) == Strings{"asset/schema" + at});
  CHECK(judge(bytes, {4, 10}, 48) == Strings{"asset/schema" + at});
  CHECK(judge(bytes, {4, 12}, 60) == Strings{"asset/schema" + at});
  CHECK(judge(bytes, {4, 260}, 48) == Strings{"asset/schema" + at + "/byteStride"});
  CHECK(judge(bytes, {4, 12, "FOO"}, 48) == Strings{"asset/schema" + at + "/mode"});
  CHECK(judge(bytes, {4, 12, "ATTRIBUTES", R"(,"filter":"OCTAHEDRAL")"}, 48) ==
        Strings{"asset/schema" + at});
  CHECK(judge(bytes, {4, 12, "ATTRIBUTES", R"(,"filter":"QUATERNION")"}, 48) ==
        Strings{"asset/schema" + at});
  CHECK(judge(bytes, {4, 12, "ATTRIBUTES", R"(,"byteOffset":4)"}, 48) ==
        Strings{"asset/accessor-out-of-bounds" + at});
  CHECK(judge(bytes, {16, 4, "TRIANGLES"}, 64) == Strings{"asset/schema" + at});
}

TEST_CASE("a meshopt count that its bytes cannot hold is asset/bomb") {
  const auto bytes = encode_vertices(kPositions.data(), 4, 12);
  CHECK(judge(bytes, {1'000'000'000, 12}, 12'000'000'000) ==
        Strings{"asset/bomb /bufferViews/0/extensions/EXT_meshopt_compression"});
}

TEST_CASE("meshopt attributes decode to what was encoded") {
  const auto bytes = encode_vertices(kPositions.data(), 4, 12);
  const ReadResult result = read_text(file_of(bytes, {4, 12}, kPositionAccessor, kMesh, 48));
  CHECK(findings_of(result).empty());
  CHECK(result.scene.meshes.at(0).primitives.at(0).positions ==
        std::vector<float3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0.5F}});
}

TEST_CASE("meshopt triangles and index sequences decode to the same triangles") {
  const std::vector<unsigned> indices{0, 1, 2, 2, 1, 0};
  const std::string accessor = R"("componentType":5123,"count":6,"type":"SCALAR")";
  const std::string mesh = R"(,"meshes":[{"primitives":[{"attributes":{},"indices":0}]}])";
  const ReadResult triangles =
      read_text(file_of(encode_triangles(indices), {6, 2, "TRIANGLES"}, accessor, mesh, 12));
  CHECK(findings_of(triangles).empty());
  // The triangle codec may turn a triangle, never its winding.
  const auto& decoded = triangles.scene.meshes.at(0).primitives.at(0).indices;
  REQUIRE(decoded.size() == 6);
  CHECK(decoded[0] == 0);
  CHECK(decoded[1] == 1);
  CHECK(decoded[2] == 2);

  std::vector<unsigned char> sequence(meshopt_encodeIndexSequenceBound(6, 3));
  sequence.resize(meshopt_encodeIndexSequence(sequence.data(), sequence.size(), indices.data(), 6));
  const ReadResult list = read_text(file_of(sequence, {6, 2, "INDICES"}, accessor, mesh, 12));
  CHECK(findings_of(list).empty());
  CHECK(list.scene.meshes.at(0).primitives.at(0).indices ==
        std::vector<std::uint32_t>{0, 1, 2, 2, 1, 0});
}

TEST_CASE("meshopt filters restore normals and floats") {
  // OCTAHEDRAL, 8 bits: x, y, 127 (one), w. (127, 0) is +X, (0, 0) is +Z.
  const std::array<std::int8_t, 8> octahedral{127, 0, 127, 0, 0, 0, 127, 0};
  const auto normals = encode_vertices(octahedral.data(), 2, 4);
  const ReadResult normal_file =
      read_text(file_of(normals, {2, 4, "ATTRIBUTES", R"(,"filter":"OCTAHEDRAL")"},
                        R"("componentType":5120,"count":2,"type":"VEC4","normalized":true)",
                        R"(,"meshes":[{"primitives":[{"attributes":{"TANGENT":0}}]}])", 8));
  CHECK(findings_of(normal_file).empty());
  CHECK(normal_file.scene.meshes.at(0).primitives.at(0).tangents ==
        std::vector<float4>{{1, 0, 0, 0}, {0, 0, 1, 0}});
  // EXPONENTIAL: 24-bit mantissa, 8-bit exponent: 3 * 2^-1 = 1.5; -5 * 2^2 = -20.
  const std::array<std::uint32_t, 3> exponential{0xFF000003U, 0x02FFFFFBU, 0x00000000U};
  const auto floats = encode_vertices(exponential.data(), 1, 12);
  const ReadResult float_file =
      read_text(file_of(floats, {1, 12, "ATTRIBUTES", R"(,"filter":"EXPONENTIAL")"},
                        R"("componentType":5126,"count":1,"type":"VEC3")", kMesh, 12));
  CHECK(findings_of(float_file).empty());
  CHECK(float_file.scene.meshes.at(0).primitives.at(0).positions ==
        std::vector<float3>{{1.5F, -20, 0}});
}

#include <fmt/format.h>

#include "support/catch.h"
#include "support/gltf_text.h"

using namespace rigpack;
using namespace rigpack::test;
using Strings = std::vector<std::string>;

namespace {

const std::vector<float> kTriangle{0, 0, 0, 1, 0, 0, 0, 1, 0};

const Primitive& first_primitive(const ReadResult& result) {
  return result.scene.meshes.at(0).primitives.at(0);
}

/// Findings of a file with one accessor, `json`, over 36 bytes of floats, which no mesh uses.
Strings judge(const std::string& json) {
  GltfText file;
  file.view(kTriangle);
  file.raw_accessor(json);
  return findings_of(read_text(file.text("")));
}

/// Colours are the attribute that takes the most formats without an extension.
std::vector<float4> read_colors(int component, const std::string& extra, std::size_t view,
                                GltfText& file, std::size_t count, std::string_view type) {
  const std::size_t position = file.stream(std::vector<float>(count * 3), kF32, count, "VEC3");
  const std::size_t color = file.accessor(view, component, count, type, extra);
  const ReadResult result =
      read_text(file.text(mesh_of(fmt::format(R"("POSITION":{},"COLOR_0":{})", position, color))));
  CHECK(findings_of(result).empty());
  return first_primitive(result).colors.at(0);
}

}  // namespace

TEST_CASE("an accessor with a wrong type or range is one asset/schema finding") {
  const Strings schema_count{"asset/schema /accessors/0/count"};
  CHECK(judge(R"({"bufferView":0,"componentType":5126,"count":0,"type":"VEC3"})") == schema_count);
  CHECK(judge(R"({"bufferView":0,"componentType":5126,"count":-1,"type":"VEC3"})") == schema_count);
  CHECK(judge(R"({"bufferView":0,"componentType":5126,"count":3.5,"type":"VEC3"})") ==
        schema_count);
  CHECK(judge(R"({"bufferView":0,"componentType":5126,"count":"3","type":"VEC3"})") ==
        schema_count);
  CHECK(judge(R"({"bufferView":0,"componentType":5126,"type":"VEC3"})") ==
        Strings{"asset/schema /accessors/0"});
  CHECK(judge(R"({"bufferView":0,"componentType":5124,"count":3,"type":"VEC3"})") ==
        Strings{"asset/schema /accessors/0/componentType"});
  CHECK(judge(R"({"bufferView":0,"componentType":5126,"count":3,"type":"VEC5"})") ==
        Strings{"asset/schema /accessors/0/type"});
  CHECK(
      judge(R"({"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","normalized":true})") ==
      Strings{"asset/schema /accessors/0/normalized"});
  CHECK(judge(R"({"bufferView":0,"componentType":5123,"count":3,"type":"VEC3","normalized":1})") ==
        Strings{"asset/schema /accessors/0/normalized"});
  CHECK(judge("7") == Strings{"asset/schema /accessors/0"});
}

TEST_CASE("bounds hold to the byte, and at the ends of 64 bits") {
  const Strings outside{"asset/accessor-out-of-bounds /accessors/0"};
  CHECK(judge(R"({"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"})").empty());
  CHECK(judge(R"({"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"})") == outside);
  CHECK(judge(R"({"bufferView":0,"byteOffset":4,"componentType":5126,"count":3,"type":"VEC3"})") ==
        outside);
  CHECK(
      judge(
          R"({"bufferView":0,"componentType":5126,"count":18446744073709551615,"type":"VEC3"})") ==
      outside);
  CHECK(
      judge(R"({"bufferView":0,"componentType":5126,"count":1537228672809129302,"type":"VEC3"})") ==
      outside);
  CHECK(judge(R"({"bufferView":0,"byteOffset":18446744073709551612,"componentType":5126,)"
              R"("count":3,"type":"VEC3"})") == outside);
  CHECK(judge(R"({"bufferView":1,"componentType":5126,"count":3,"type":"VEC3"})") ==
        Strings{"asset/reference /accessors/0/bufferView"});
}

TEST_CASE("small matrices are padded by column") {
  // MAT3 of u8: three columns of 4 bytes (glTF 2.0, 3.6.2.4). 36 bytes hold three.
  CHECK(judge(R"({"bufferView":0,"componentType":5121,"count":3,"type":"MAT3"})").empty());
  CHECK(judge(R"({"bufferView":0,"componentType":5121,"count":4,"type":"MAT3"})") ==
        Strings{"asset/accessor-out-of-bounds /accessors/0"});
}

TEST_CASE("a misaligned accessor is asset/accessor-alignment") {
  CHECK(judge(R"({"bufferView":0,"byteOffset":2,"componentType":5126,"count":2,"type":"VEC3"})") ==
        Strings{"asset/accessor-alignment /accessors/0"});
  CHECK(judge(R"({"bufferView":0,"byteOffset":2,"componentType":5123,"count":2,"type":"VEC3"})")
            .empty());
}

TEST_CASE("counts that only cost memory here are refused before they cost it") {
  CHECK(judge(R"({"componentType":5126,"count":4000000000,"type":"VEC3"})") ==
        Strings{"asset/limit /accessors/0/count"});
  CHECK(judge(R"({"componentType":5126,"count":100000000,"type":"VEC3"})") ==
        Strings{"asset/bomb /accessors/0/count"});
  CHECK(judge(R"({"componentType":5126,"count":18446744073709551615,"type":"SCALAR"})") ==
        Strings{"asset/limit /accessors/0/count"});
}

TEST_CASE("one stream used by thousands of primitives is stopped by the total") {
  GltfText file;
  const std::size_t position = file.stream(std::vector<float>(3 * 1000), kF32, 1000, "VEC3");
  std::string primitives;
  for (int i = 0; i < 100; ++i) {
    primitives +=
        fmt::format(R"({}{{"attributes":{{"POSITION":{}}}}})", i == 0 ? "" : ",", position);
  }
  const std::string text =
      file.text(fmt::format(R"("meshes":[{{"primitives":[{}]}}])", primitives));
  ReadLimits limits;
  CHECK(findings_of(read_text(text, limits)).empty());
  limits.decoded_bytes = 12'000 * 60;
  const ReadResult result = read_text(text, limits);
  CHECK(findings_of(result).size() == 1);
  CHECK(result.findings.at(0).rule == "asset/limit");
  CHECK(result.findings.at(0).count == 40);
  CHECK_FALSE(result.scene.meshes[0].primitives[59].poisoned);
  CHECK(result.scene.meshes[0].primitives[60].poisoned);
}

TEST_CASE("a fault in a view or buffer is told once, not by all that use it") {
  GltfText file;
  file.view(kTriangle, R"(,"byteStride":6)");
  file.accessor(0, kF32, 3, "VEC3");
  const ReadResult result = read_text(file.text(mesh_of(R"("POSITION":0,"NORMAL":0)")));
  CHECK(findings_of(result) == Strings{"asset/schema /bufferViews/0/byteStride"});
  CHECK(first_primitive(result).poisoned);
}

TEST_CASE("what lies before the end of a truncated buffer is still read") {
  const std::string text =
      R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":24,"uri":"data:;base64,)"
      R"(AAAAAAAAAAAAAAAA"}],"bufferViews":[{"buffer":0,"byteLength":12},)"
      R"({"buffer":0,"byteOffset":12,"byteLength":12}],"accessors":[)"
      R"({"bufferView":0,"componentType":5126,"count":1,"type":"VEC3"},)"
      R"({"bufferView":1,"componentType":5126,"count":1,"type":"VEC3"}],"meshes":[)"
      R"({"primitives":[{"attributes":{"POSITION":0}},{"attributes":{"POSITION":1}}]}]})";
  const ReadResult result = read_text(text);
  CHECK(findings_of(result) == Strings{"asset/truncated /buffers/0"});
  CHECK_FALSE(result.scene.meshes[0].primitives[0].poisoned);
  CHECK(result.scene.meshes[0].primitives[1].poisoned);
}

TEST_CASE("interleaved streams are read by their stride") {
  GltfText file;
  // position, normal a vertex: 24 bytes apart.
  const std::size_t view = file.view<float>({1, 2, 3, 0, 0, 1, 4, 5, 6, 0, 1, 0},  //
                                            R"(,"byteStride":24)");
  const std::size_t position = file.accessor(view, kF32, 2, "VEC3");
  const std::size_t normal = file.accessor(view, kF32, 2, "VEC3", R"(,"byteOffset":12)");
  const ReadResult result =
      read_text(file.text(mesh_of(fmt::format(R"("POSITION":{},"NORMAL":{})", position, normal))));
  CHECK(findings_of(result).empty());
  CHECK(first_primitive(result).positions == std::vector<float3>{{1, 2, 3}, {4, 5, 6}});
  CHECK(first_primitive(result).normals == std::vector<float3>{{0, 0, 1}, {0, 1, 0}});
}

TEST_CASE("normalised integers become c / max") {
  GltfText file;
  const std::size_t bytes = file.view<std::uint8_t>({255, 0, 51, 102});
  CHECK(read_colors(kU8, R"(,"normalized":true)", bytes, file, 1, "VEC4") ==
        std::vector<float4>{{1, 0, 0.2F, 0.4F}});
  GltfText wide;
  const std::size_t words = wide.view<std::uint16_t>({65535, 0, 13107, 26214});
  CHECK(read_colors(kU16, R"(,"normalized":true)", words, wide, 1, "VEC4") ==
        std::vector<float4>{{1, 0, 0.2F, 0.4F}});
}

TEST_CASE("signed normalised integers never fall below -1") {
  GltfText file;
  const std::size_t position = file.stream(kTriangle, kF32, 3, "VEC3");
  const std::size_t normals =
      file.view<std::int8_t>({-128, 127, 0, 0, -127, 0, 64, 0, 0, 0, 127, 0}, R"(,"byteStride":4)");
  const std::size_t normal = file.accessor(normals, kI8, 3, "VEC3", R"(,"normalized":true)");
  const std::string mesh = mesh_of(fmt::format(R"("POSITION":{},"NORMAL":{})", position, normal));
  CHECK(findings_of(read_text(file.text(mesh))) ==
        Strings{"asset/accessor-type /meshes/0/primitives/0/attributes/NORMAL"});
  const ReadResult result =
      read_text(file.text(R"("extensionsUsed":["KHR_mesh_quantization"],)" + mesh));
  CHECK(findings_of(result).empty());
  CHECK(first_primitive(result).normals ==
        std::vector<float3>{{-1, 1, 0}, {-1, 0, 64.0F / 127}, {0, 0, 1}});
}

TEST_CASE("quantised positions keep their integers") {
  GltfText file;
  const std::size_t view =
      file.view<std::uint16_t>({0, 100, 65535, 0, 7, 8, 9, 0}, R"(,"byteStride":8)");
  const std::size_t position = file.accessor(view, kU16, 2, "VEC3");
  const ReadResult result =
      read_text(file.text(R"("extensionsRequired":["KHR_mesh_quantization"],)"
                          R"("extensionsUsed":["KHR_mesh_quantization"],)" +
                          mesh_of(fmt::format(R"("POSITION":{})", position))));
  CHECK(findings_of(result).empty());
  CHECK(first_primitive(result).positions == std::vector<float3>{{0, 100, 65535}, {7, 8, 9}});
}

TEST_CASE("sparse accessors replace some elements of a base or of zeros") {
  GltfText file;
  const std::size_t base = file.view<float>({1, 1, 1, 2, 2, 2, 3, 3, 3});
  const std::size_t indices = file.view<std::uint16_t>({0, 2});
  const std::size_t values = file.view<float>({7, 8, 9, -1, -2, -3});
  const std::string sparse = fmt::format(
      R"("componentType":5126,"count":3,"type":"VEC3","sparse":{{"count":2,)"
      R"("indices":{{"bufferView":{},"componentType":5123}},"values":{{"bufferView":{}}}}}}})",
      indices, values);
  const std::size_t with_base =
      file.raw_accessor(fmt::format(R"({{"bufferView":{},)", base) + sparse);
  const std::size_t alone = file.raw_accessor("{" + sparse);
  const ReadResult result =
      read_text(file.text(mesh_of(fmt::format(R"("POSITION":{},"NORMAL":{})", with_base, alone))));
  CHECK(findings_of(result).empty());
  CHECK(first_primitive(result).positions ==
        std::vector<float3>{{7, 8, 9}, {2, 2, 2}, {-1, -2, -3}});
  CHECK(first_primitive(result).normals == std::vector<float3>{{7, 8, 9}, {0, 0, 0}, {-1, -2, -3}});
}

TEST_CASE("broken sparse parts are reported where they stand") {
  GltfText file;
  const std::size_t view = file.view<std::uint16_t>({0, 2, 2, 9});
  const std::size_t values = file.view<float>({1, 2});
  const auto judge_sparse = [&](std::size_t count, std::size_t offset, int component) {
    GltfText copy = file;
    copy.raw_accessor(
        fmt::format(R"({{"componentType":5126,"count":4,"type":"SCALAR","sparse":{{"count":{},)"
                    R"("indices":{{"bufferView":{},"byteOffset":{},"componentType":{}}},)"
                    R"("values":{{"bufferView":{}}}}}}})",
                    count, view, offset, component, values));
    return findings_of(read_text(copy.text("")));
  };
  CHECK(judge_sparse(2, 0, kU16).empty());
  CHECK(judge_sparse(2, 2, kU16) == Strings{"asset/sparse /accessors/0/sparse/indices"});
  CHECK(judge_sparse(2, 4, kU16) == Strings{"asset/sparse /accessors/0/sparse/indices"});
  CHECK(judge_sparse(2, 0, kF32) ==
        Strings{"asset/sparse /accessors/0/sparse/indices/componentType"});
  CHECK(judge_sparse(3, 0, kU16) ==
        Strings{"asset/accessor-out-of-bounds /accessors/0/sparse/values"});
  CHECK(judge_sparse(2, 6, kU16) ==
        Strings{"asset/accessor-out-of-bounds /accessors/0/sparse/indices"});
  CHECK(judge_sparse(5, 0, kU16) == Strings{"asset/schema /accessors/0/sparse/count"});
}

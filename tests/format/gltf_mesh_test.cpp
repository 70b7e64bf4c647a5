#include <fmt/format.h>

#include <limits>

#include "gltf/draco/draco_mesh.h"
#include "support/catch.h"
#include "support/gltf_text.h"

using namespace rigpack;
using namespace rigpack::test;
using Strings = std::vector<std::string>;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// Three positions in accessor 0; more streams are added by the test.
GltfText with_positions() {
  GltfText file;
  file.stream<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}, kF32, 3, "VEC3");
  return file;
}

const Primitive& first_primitive(const ReadResult& result) {
  return result.scene.meshes.at(0).primitives.at(0);
}

}  // namespace

TEST_CASE("attributes of a forbidden type poison what they belong to") {
  GltfText file = with_positions();
  const std::size_t joints_f32 = file.stream(std::vector<float>(12), kF32, 3, "VEC4");
  const std::size_t weights_i16 =
      file.stream(std::vector<std::int16_t>(12), kI16, 3, "VEC4", R"(,"normalized":true)");
  const ReadResult result = read_text(file.text(mesh_of(
      fmt::format(R"("POSITION":0,"JOINTS_0":{},"WEIGHTS_0":{})", joints_f32, weights_i16))));
  CHECK(findings_of(result) ==
        Strings{"asset/accessor-type /meshes/0/primitives/0/attributes/JOINTS_0",
                "asset/accessor-type /meshes/0/primitives/0/attributes/WEIGHTS_0"});
  CHECK_FALSE(first_primitive(result).poisoned);
  CHECK(first_primitive(result).influences.at(0).poisoned);
}

TEST_CASE("unnormalised integer weights are no weights") {
  GltfText file = with_positions();
  const std::size_t weights = file.stream(std::vector<std::uint8_t>(12), kU8, 3, "VEC4");
  const ReadResult result =
      read_text(file.text(mesh_of(fmt::format(R"("POSITION":0,"WEIGHTS_0":{})", weights))));
  CHECK(findings_of(result) ==
        Strings{"asset/accessor-type /meshes/0/primitives/0/attributes/WEIGHTS_0"});
}

TEST_CASE("every influence set is kept as stored, of whatever types") {
  GltfText file = with_positions();
  const std::size_t joints0 =
      file.stream<std::uint8_t>({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, kU8, 3, "VEC4");
  const std::size_t joints1 =
      file.stream<std::uint16_t>({300, 0, 0, 0, 65535, 0, 0, 0, 0, 0, 0, 1}, kU16, 3, "VEC4");
  const std::size_t weights0 =
      file.stream<float>({0.5F, -0.25F, kNan, 2, 0, 0, 0, 0, 1, 0, 0, 0}, kF32, 3, "VEC4");
  const std::size_t weights1 = file.stream<std::uint8_t>({255, 0, 51, 0, 0, 0, 0, 0, 0, 0, 0, 1},
                                                         kU8, 3, "VEC4", R"(,"normalized":true)");
  const ReadResult result = read_text(file.text(mesh_of(
      fmt::format(R"("POSITION":0,"JOINTS_0":{},"WEIGHTS_0":{},"JOINTS_1":{},"WEIGHTS_1":{})",
                  joints0, weights0, joints1, weights1))));
  CHECK(findings_of(result).empty());
  const auto& sets = first_primitive(result).influences;
  REQUIRE(sets.size() == 2);
  CHECK(sets[0].set == 0);
  CHECK(sets[1].set == 1);
  CHECK(sets[0].joints[11] == 12);
  CHECK(sets[1].joints[0] == 300);
  CHECK(sets[1].joints[4] == 65535);
  CHECK(sets[0].weights[1] == -0.25F);
  CHECK(sets[0].weights[2] != sets[0].weights[2]);
  CHECK(sets[1].weights[2] == 0.2F);
  CHECK(sets[0].weight_encoding == Encoding::f32);
  CHECK(sets[1].weight_encoding == Encoding::unorm8);
}

TEST_CASE("a set without its other half is kept for the rules") {
  GltfText file = with_positions();
  const std::size_t joints = file.stream(std::vector<std::uint8_t>(8), kU8, 2, "VEC4");
  const ReadResult result =
      read_text(file.text(mesh_of(fmt::format(R"("POSITION":0,"JOINTS_0":{})", joints))));
  CHECK(findings_of(result).empty());
  const InfluenceSet& set = first_primitive(result).influences.at(0);
  CHECK(set.has_joints);
  CHECK_FALSE(set.has_weights);
  CHECK(set.joints.size() == 8);
}

TEST_CASE("sets that leave out a number, and unknown attributes, are asset/schema") {
  GltfText file = with_positions();
  const std::size_t uv = file.stream(std::vector<float>(6), kF32, 3, "VEC2");
  const ReadResult result = read_text(file.text(mesh_of(fmt::format(
      R"("POSITION":0,"TEXCOORD_1":{0},"TEXCOORD_4294967295":{0},"TEXCOORD_01":{0},"_MINE":{0})",
      uv))));
  CHECK(findings_of(result) ==
        Strings{"asset/schema /meshes/0/primitives/0/attributes/TEXCOORD_01",
                "asset/schema /meshes/0/primitives/0/attributes/TEXCOORD_1",
                "asset/schema /meshes/0/primitives/0/attributes/TEXCOORD_4294967295"});
  CHECK(first_primitive(result).texcoords.empty());
}

TEST_CASE("numbers that are not finite are counted, with their vertices") {
  GltfText file = with_positions();
  const std::size_t normal = file.stream<float>(
      {0, 0, 1, 0, kNan, 1, 0, std::numeric_limits<float>::infinity(), kNan}, kF32, 3, "VEC3");
  const ReadResult result =
      read_text(file.text(mesh_of(fmt::format(R"("POSITION":0,"NORMAL":{})", normal))));
  CHECK(findings_of(result) == Strings{"mesh/non-finite /meshes/0/primitives/0/attributes/NORMAL"});
  const Finding& finding = result.findings.at(0);
  CHECK(finding.count == 3);
  REQUIRE(finding.samples.size() == 3);
  CHECK(finding.samples[0].index == 1);
  CHECK(finding.samples[2].index == 2);
  CHECK(finding.location.mesh == 0U);
  CHECK(finding.location.primitive == 0U);
  CHECK(first_primitive(result).poisoned);
}

TEST_CASE("streams of different lengths are asset/schema") {
  GltfText file = with_positions();
  const std::size_t normal = file.stream(std::vector<float>(6), kF32, 2, "VEC3");
  const ReadResult result =
      read_text(file.text(mesh_of(fmt::format(R"("POSITION":0,"NORMAL":{})", normal))));
  CHECK(findings_of(result) == Strings{"asset/schema /meshes/0/primitives/0/attributes/NORMAL"});
  CHECK(first_primitive(result).poisoned);
}

TEST_CASE("indices past the vertices are mesh/index-out-of-range") {
  GltfText file = with_positions();
  const std::size_t indices = file.stream<std::uint16_t>({0, 1, 3, 500, 1, 0}, kU16, 6, "SCALAR");
  const ReadResult result =
      read_text(file.text(mesh_of(R"("POSITION":0)", fmt::format(R"(,"indices":{})", indices))));
  CHECK(findings_of(result) == Strings{"mesh/index-out-of-range /meshes/0/primitives/0/indices"});
  CHECK(result.findings[0].count == 2);
  CHECK(result.findings[0].worst == 500.0);
  CHECK(first_primitive(result).poisoned);
}

TEST_CASE("indices, topology and material are read") {
  GltfText file = with_positions();
  const std::size_t indices = file.stream<std::uint8_t>({2, 1, 0, 0}, kU8, 4, "SCALAR");
  const ReadResult result = read_text(file.text(
      R"("materials":[{},{"name":"skin"}],)" +
      mesh_of(R"("POSITION":0)", fmt::format(R"(,"indices":{},"mode":5,"material":1)", indices))));
  CHECK(findings_of(result).empty());
  const Primitive& primitive = first_primitive(result);
  CHECK(primitive.indexed);
  CHECK(primitive.indices == std::vector<std::uint32_t>{2, 1, 0, 0});
  CHECK(primitive.topology == Topology::triangle_strip);
  CHECK(primitive.material == "skin");
  CHECK(primitive.pointer == "/meshes/0/primitives/0");
}

TEST_CASE("a wrong mode poisons, a wrong material does not") {
  const ReadResult mode =
      read_text(with_positions().text(mesh_of(R"("POSITION":0)", R"(,"mode":7)")));
  CHECK(findings_of(mode) == Strings{"asset/schema /meshes/0/primitives/0/mode"});
  CHECK(first_primitive(mode).poisoned);
  const ReadResult material =
      read_text(with_positions().text(mesh_of(R"("POSITION":0)", R"(,"material":0)")));
  CHECK(findings_of(material) == Strings{"asset/reference /meshes/0/primitives/0/material"});
  CHECK_FALSE(first_primitive(material).poisoned);
}

TEST_CASE("morph targets that do not fit are mesh/morph-target-invalid") {
  GltfText file = with_positions();
  const std::size_t two = file.stream(std::vector<float>(6), kF32, 2, "VEC3");
  const ReadResult result = read_text(
      file.text(mesh_of(R"("POSITION":0)", fmt::format(R"(,"targets":[{{"POSITION":{}}}])", two))));
  CHECK(findings_of(result) ==
        Strings{"mesh/morph-target-invalid /meshes/0/primitives/0/targets/0/POSITION"});
  CHECK(first_primitive(result).poisoned);
}

TEST_CASE("primitives of a mesh have the same number of morph targets") {
  const ReadResult result = read_text(with_positions().text(
      R"("meshes":[{"weights":[1,0],"primitives":[)"
      R"({"attributes":{"POSITION":0},"targets":[{"POSITION":0}]},{"attributes":{"POSITION":0}}]}])"));
  CHECK(findings_of(result) == Strings{"mesh/morph-target-invalid /meshes/0/primitives/1",
                                       "mesh/morph-target-invalid /meshes/0/weights"});
}

TEST_CASE("morph targets keep their deltas and default weights") {
  GltfText file = with_positions();
  const std::size_t deltas = file.stream<float>({1, 2, 3, 4, 5, 6, 7, 8, 9}, kF32, 3, "VEC3");
  const ReadResult result = read_text(file.text(
      fmt::format(R"("meshes":[{{"weights":[-0.5],"primitives":[{{"attributes":{{"POSITION":0}},)"
                  R"("targets":[{{"TANGENT":{}}}]}}]}}])",
                  deltas)));
  CHECK(findings_of(result).empty());
  const MorphTarget& target = first_primitive(result).morph_targets.at(0);
  CHECK(target.positions.empty());
  CHECK(target.tangents == std::vector<float3>{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}});
  CHECK(result.scene.meshes[0].morph_weights == std::vector<float>{-0.5F});
}

TEST_CASE("Draco that cannot be decoded is told once; vertices are counted, the rest is read") {
  GltfText file;
  file.raw_accessor(R"({"componentType":5126,"count":42,"type":"VEC3"})");
  const std::string draco =
      R"(,"extensions":{"KHR_draco_mesh_compression":{"bufferView":0,"attributes":{}}})";
  const ReadResult result = read_text(
      file.text(R"("extensionsUsed":["KHR_draco_mesh_compression"],)"
                R"("extensionsRequired":["KHR_draco_mesh_compression"],"nodes":[{"mesh":0}],)" +
                mesh_of(R"("POSITION":0)", draco)));
  // A build with the library looks for the stream; one without it cannot look.
  CHECK(findings_of(result) ==
        Strings{gltf::can_decode_draco()
                    ? "asset/reference /meshes/0/primitives/0/extensions/"
                      "KHR_draco_mesh_compression/bufferView"
                    : "asset/extension-required-unsupported /extensionsRequired/0"});
  CHECK(first_primitive(result).poisoned);
  CHECK(first_primitive(result).positions.size() == 42);
  CHECK_FALSE(result.scene.nodes.at(0).poisoned);
}

TEST_CASE("extensions about looks are not worth a word, others that are ignored are") {
  const auto judge = [](const std::string& members) {
    return findings_of(read_text(GltfText().text(members)));
  };
  CHECK(judge(R"("extensionsUsed":["KHR_materials_unlit","EXT_texture_webp"],)"
              R"("extensionsRequired":["EXT_texture_webp"])")
            .empty());
  CHECK(judge(R"("extensionsUsed":["VRMC_springBone","VRMC_springBone"])") ==
        Strings{"asset/extension-ignored /extensionsUsed/0"});
  CHECK(judge(R"("extensionsUsed":["A_b"],"extensionsRequired":["A_b"])") ==
        Strings{"asset/extension-required-unsupported /extensionsRequired/0"});
  CHECK(judge(R"("extensionsRequired":["KHR_mesh_quantization"])") ==
        Strings{"asset/schema /extensionsRequired"});
  CHECK(judge(R"("extensionsUsed":{})") == Strings{"asset/schema /extensionsUsed"});
}

#include <fmt/format.h>

#include "support/catch.h"
#include "support/gltf_text.h"

using namespace rigpack;
using namespace rigpack::test;
using Strings = std::vector<std::string>;

namespace {

ReadResult read_nodes(const std::string& nodes, const std::string& more = "") {
  return read_text(GltfText().text("\"nodes\":[" + nodes + "]" + more));
}

std::vector<std::uint32_t> poisoned_nodes(const ReadResult& result) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < result.scene.nodes.size(); ++i) {
    if (result.scene.nodes[i].poisoned) {
      out.push_back(i);
    }
  }
  return out;
}

/// Whether every child names its parent and no node is below itself.
bool is_forest(const std::vector<Node>& nodes) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const NodeIndex child : nodes[i].children) {
      if (nodes.at(child.value).parent != NodeIndex(i)) {
        return false;
      }
    }
    std::size_t steps = 0;
    for (auto at = nodes[i].parent; at && steps <= nodes.size(); ++steps) {
      at = nodes[at->value].parent;
    }
    if (steps > nodes.size()) {
      return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("cycles are found once each, cut, and poison what hangs on them") {
  const ReadResult result = read_nodes(
      R"({"children":[1]},{},{"children":[3]},{"children":[4,5]},{"children":[2]},{"children":[6]},{})");
  CHECK(findings_of(result) == Strings{"skeleton/cycle /nodes/4/children/0"});
  CHECK(poisoned_nodes(result) == std::vector<std::uint32_t>{2, 3, 4, 5, 6});
  CHECK(is_forest(result.scene.nodes));
}

TEST_CASE("a node that is its own child is a cycle") {
  const ReadResult result = read_nodes(R"({"children":[0,1]},{})");
  CHECK(findings_of(result) == Strings{"skeleton/cycle /nodes/0/children/0"});
  CHECK(poisoned_nodes(result) == std::vector<std::uint32_t>{0});
  CHECK(is_forest(result.scene.nodes));
}

TEST_CASE("a child that leads back to its ancestor is a cycle, not a second parent") {
  const ReadResult result = read_nodes(R"({"children":[1]},{"children":[2]},{"children":[1]})");
  CHECK(findings_of(result) == Strings{"skeleton/cycle /nodes/2/children/0"});
  CHECK(is_forest(result.scene.nodes));
}

TEST_CASE("a shared child is skeleton/not-a-tree, and keeps its first parent") {
  const ReadResult result = read_nodes(R"({"children":[2]},{"children":[2,2]},{})");
  CHECK(findings_of(result) == Strings{"skeleton/not-a-tree /nodes/1/children/0"});
  CHECK(result.scene.nodes[2].parent == NodeIndex(0));
  CHECK(result.scene.nodes[1].children.empty());
  CHECK(is_forest(result.scene.nodes));
}

TEST_CASE("10^5 nested nodes are read without recursion, and pass the limit") {
  std::string nodes;
  for (int i = 1; i <= 100'000; ++i) {
    nodes += fmt::format(R"({{"children":[{}]}},)", i);
  }
  const ReadResult result = read_nodes(nodes + "{}");
  CHECK(findings_of(result) == Strings{"asset/limit /nodes/0"});
  CHECK(result.scene.nodes.back().parent == NodeIndex(99'999));
  ReadLimits limits;
  limits.node_depth = 200'000;
  CHECK(findings_of(read_text(GltfText().text("\"nodes\":[" + nodes + "{}]"), limits)).empty());
}

TEST_CASE("references to nothing are reported where they stand") {
  CHECK(findings_of(read_nodes(R"({"children":[1,-1,"0",4294967296]})")) ==
        Strings{"asset/reference /nodes/0/children/0", "asset/schema /nodes/0/children/1",
                "asset/schema /nodes/0/children/2", "asset/reference /nodes/0/children/3"});
  CHECK(findings_of(read_nodes(R"({"skin":1})", R"(,"skins":[{"joints":[0]}])")) ==
        Strings{"asset/reference /nodes/0/skin"});
  CHECK(findings_of(read_nodes("{}", R"(,"scene":1,"scenes":[{"nodes":[0,7]}])")) ==
        Strings{"asset/reference /scenes/0/nodes/1", "asset/reference /scene"});
}

TEST_CASE("transforms are read as stored") {
  const ReadResult result =
      read_nodes(R"({"name":"a","translation":[1,2,3],"rotation":[0,0,0,2],"scale":[-1,1,1]},)"
                 R"({"matrix":[1,2,3,0,4,5,6,0,7,8,9,0,10,11,12,1]})");
  CHECK(findings_of(result).empty());
  const Node& node = result.scene.nodes[0];
  CHECK(node.name == "a");
  CHECK(node.rest.translation == float3{1, 2, 3});
  CHECK(node.rest.rotation == quatf{0, 0, 0, 2});
  CHECK(node.rest.scale == float3{-1, 1, 1});
  REQUIRE(result.scene.nodes[1].matrix.has_value());
  CHECK(result.scene.nodes[1].matrix->m[12] == 10);
}

TEST_CASE("transforms that are no numbers poison the node") {
  const ReadResult result = read_nodes(
      R"({"translation":[1,2]},{"rotation":{}},{"scale":[1,1,"1"]},{"translation":[1e300,0,0]},)"
      R"({"name":7})");
  CHECK(findings_of(result) ==
        Strings{"asset/schema /nodes/0/translation", "asset/schema /nodes/1/rotation",
                "asset/schema /nodes/2/scale/2", "asset/schema /nodes/3/translation/0",
                "asset/schema /nodes/4/name"});
  CHECK(poisoned_nodes(result) == std::vector<std::uint32_t>{0, 1, 2, 3});
}

TEST_CASE("a matrix beside translation, rotation or scale is reported") {
  const std::string matrix = R"("matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1])";
  CHECK(findings_of(read_nodes("{" + matrix + R"(,"scale":[1,1,1]})")) ==
        Strings{"skeleton/matrix-not-decomposable /nodes/0/matrix"});
  CHECK(read_nodes("{" + matrix + "}").findings.empty());
}

TEST_CASE("a scene lists roots, each once") {
  const ReadResult result =
      read_nodes(R"({"children":[1]},{})", R"(,"scenes":[{"nodes":[0,0,1]},{}],"scene":1)");
  CHECK(findings_of(result) ==
        Strings{"asset/schema /scenes/0/nodes/1", "asset/schema /scenes/0/nodes/2"});
  CHECK(result.scene.scenes.size() == 2);
  CHECK(result.scene.default_scene == 1U);
}

TEST_CASE("skins keep joints and inverse binds; a broken reference poisons them") {
  GltfText file;
  std::vector<float> matrices(32);
  matrices[0] = 5;
  matrices[31] = 7;
  const std::size_t binds = file.stream(matrices, kF32, 2, "MAT4");
  const std::size_t vectors = file.stream(matrices, kF32, 2, "VEC4");
  const ReadResult result = read_text(file.text(fmt::format(
      R"("nodes":[{{}},{{}}],"skins":[{{"joints":[1,0],"skeleton":1,"inverseBindMatrices":{}}},)"
      R"({{"joints":[0,2]}},{{"joints":[0,1],"inverseBindMatrices":{}}},{{"joints":[]}},{{}}])",
      binds, vectors)));
  CHECK(findings_of(result) == Strings{"asset/reference /skins/1/joints/1",
                                       "asset/accessor-type /skins/2/inverseBindMatrices",
                                       "asset/schema /skins/4"});
  const auto& skins = result.scene.skins;
  CHECK(skins[0].joints == std::vector<NodeIndex>{NodeIndex(1), NodeIndex(0)});
  CHECK(skins[0].root == NodeIndex(1));
  CHECK(skins[0].inverse_binds.at(0).m[0] == 5);
  CHECK(skins[0].inverse_binds.at(1).m[15] == 7);
  CHECK_FALSE(skins[0].poisoned);
  CHECK(skins[1].poisoned);
  CHECK(skins[2].poisoned);
  CHECK_FALSE(skins[3].poisoned);
  CHECK(skins[4].poisoned);
}

TEST_CASE("a cycle poisons the skins that stand on it") {
  const ReadResult result = read_nodes(R"({"children":[1]},{"children":[0]},{})",
                                       R"(,"skins":[{"joints":[0,1]},{"joints":[2]}])");
  CHECK(findings_of(result) == Strings{"skeleton/cycle /nodes/1/children/0"});
  CHECK(result.scene.skins[0].poisoned);
  CHECK_FALSE(result.scene.skins[1].poisoned);
}

TEST_CASE("what points into a list that is lost is no news") {
  const auto read = [](const std::string& members) {
    return findings_of(read_text(R"({"asset":{"version":"2.0"},)" + members + "}"));
  };
  CHECK(read(R"("nodes":[{"mesh":0},{"mesh":1}])") == Strings{"asset/reference /nodes/0/mesh"});
  CHECK(read(R"("nodes":{},"scene":0,"scenes":[{"nodes":[0,1]}],"skins":[{"joints":[0]}])") ==
        Strings{"asset/schema /nodes"});
  CHECK(read(R"("nodes":[{}],"scene":0,"scenes":null)") == Strings{"asset/schema /scenes"});
}

TEST_CASE("lost morph targets are one finding") {
  GltfText file;
  const std::size_t times = file.stream(std::vector<float>{0, 1}, kF32, 2, "SCALAR");
  const std::size_t values = file.stream(std::vector<float>{0, 1}, kF32, 2, "SCALAR");
  const std::size_t positions = file.stream(std::vector<float>(9), kF32, 3, "VEC3");
  const std::string rest = fmt::format(
      R"("nodes":[{{"mesh":0,"weights":[1]}}],"animations":[{{"channels":[{{"sampler":0,)"
      R"("target":{{"node":0,"path":"weights"}}}}],"samplers":[{{"input":{},"output":{}}}]}}],)",
      times, values);
  const auto read = [&](const std::string& targets) {
    return findings_of(read_text(file.text(fmt::format(
        R"({}"meshes":[{{"weights":[0],"primitives":[{{"attributes":{{"POSITION":{}}}{}}}]}}])",
        rest, positions, targets))));
  };
  CHECK(read(R"(,"targets":null)") == Strings{"asset/schema /meshes/0/primitives/0/targets"});
  CHECK(read("") == Strings{"mesh/morph-target-invalid /meshes/0/weights"});
}

TEST_CASE("the hierarchy is uncertain when an edge of it was lost") {
  const auto uncertain = [](const std::string& nodes, const std::string& more = "") {
    return read_nodes(nodes, more).scene.hierarchy_uncertain;
  };
  CHECK_FALSE(uncertain(R"({"children":[1]},{})", R"(,"scenes":[{"nodes":[0]}])"));
  for (const auto* child : {"2", "4294967296", "-1", "1e30", "\"1\"", "null"}) {
    INFO(child);
    CHECK(uncertain(fmt::format(R"({{"children":[{}]}},{{}})", child)));
    CHECK(uncertain("{},{}", fmt::format(R"(,"scenes":[{{"nodes":[{}]}}])", child)));
  }
  CHECK(uncertain(R"({"children":1},{})"));
  CHECK(uncertain(R"({"children":[2]},{"children":[2]},{})"));
}

TEST_CASE("one fault at thousands of places is one finding with their count") {
  std::string nodes;
  for (int i = 0; i < 20'000; ++i) {
    nodes += R"({"mesh":-1},)";
  }
  const ReadResult result = read_nodes(nodes + "{}");
  REQUIRE(result.findings.size() == 1);
  const Finding& finding = result.findings.front();
  CHECK(finding.rule == "asset/schema");
  CHECK(finding.count == 20'000);
  CHECK(finding.message == "-1 is not an index, and 19999 more like it");
  REQUIRE(finding.samples.size() == kMaxSamples);
  CHECK(finding.samples.back().index == 7);
  CHECK(finding.location.pointer == "/nodes/0/mesh");
}

TEST_CASE("a few faults stay apart, and each says what it is") {
  CHECK(findings_of(read_nodes(R"({"mesh":-1},{"mesh":-1},{"skin":-1},{})")) ==
        Strings{"asset/schema /nodes/0/mesh", "asset/schema /nodes/1/mesh",
                "asset/schema /nodes/2/skin"});
  const ReadResult result = read_nodes(R"({"children":[5,7]},{},{})");
  CHECK(result.findings.at(0).message == "index 5, but the file has only 3 nodes");
  CHECK(result.findings.size() == 2);
}

TEST_CASE("a buffer that is too short is one fault, however many views it had") {
  GltfText file;
  for (int i = 0; i < 3; ++i) {
    file.stream<float>({1, 2, 3}, kF32, 1, "VEC3");
  }
  std::string text = file.text(R"("materials":[{}])");
  const std::size_t at = text.find(R"("byteLength":36)");
  REQUIRE(at != std::string::npos);
  text.replace(at, 15, R"("byteLength":16)");
  const ReadResult result = read_text(text);
  REQUIRE(result.findings.size() == 1);
  CHECK(result.findings.front().message ==
        "2 of 3 bufferViews reach past buffer 0 of 16 bytes, up to byte 36");
  CHECK(result.findings.front().location.pointer == "/bufferViews/1");
}

TEST_CASE("lists without elements, a byteOffset without a view and odd asset members are told") {
  CHECK(findings_of(read_nodes(R"({"children":[]})")) == Strings{"asset/schema /nodes/0/children"});
  CHECK(findings_of(read_text(GltfText().text(R"("extensionsUsed":[],"scenes":[{"nodes":[]}])"))) ==
        Strings{"asset/schema /extensionsUsed", "asset/schema /scenes/0/nodes"});
  GltfText file;
  file.raw_accessor(R"({"componentType":5126,"count":1,"type":"SCALAR","byteOffset":0})");
  CHECK(findings_of(read_text(file.text(R"("materials":[{}])"))) ==
        Strings{"asset/schema /accessors/0/byteOffset"});
  CHECK(findings_of(read_text(R"({"asset":{"version":"2.0","generator":7,"copyright":[]}})")) ==
        Strings{"asset/schema /asset/generator", "asset/schema /asset/copyright"});
}

#include <limits>

#include "support/catch.h"
#include "support/gltf_text.h"

using namespace rigpack;
using namespace rigpack::test;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
const std::string kPositionMesh = mesh_of(R"("POSITION":0)");
const std::vector<float> kCorners{0, 0, 0, 1, 0, 0, 0, 1, -2};

/// Messages of asset/bounds, in the order met.
std::vector<std::string> bounds_of(const std::string& text) {
  std::vector<std::string> out;
  for (const Finding& finding : read_text(text).findings) {
    if (finding.rule == rules::asset_bounds.id) {
      out.push_back(finding.message);
    }
  }
  return out;
}

std::string positions_with(const std::string& bounds) {
  GltfText file;
  file.stream<float>(kCorners, kF32, 3, "VEC3", bounds);
  return file.text(kPositionMesh);
}

}  // namespace

TEST_CASE("bounds that are the data's are in order") {
  CHECK(bounds_of(positions_with(R"(,"min":[0,0,-2],"max":[1,1,0])")).empty());
}

TEST_CASE("bounds that differ are told with the worst difference") {
  CHECK(bounds_of(positions_with(R"(,"min":[0,0.5,-2],"max":[1,1.25,3])")) ==
        std::vector<std::string>{"1 of 1 accessors are not within their min and max, worst is "
                                 "accessor 0: max[2] says 3, the data 0"});
}

TEST_CASE("decimal digits beyond a float's do not count") {
  GltfText file;
  file.stream<float>({0.1F, 0, 0, 0.7F, 0, 0, 0.3F, 0, 0}, kF32, 3, "VEC3",
                     R"(,"min":[0.1,0,0],"max":[0.7,0,0])");
  CHECK(bounds_of(file.text(kPositionMesh)).empty());
}

TEST_CASE("positions, morph targets and key times must have both; others need not") {
  CHECK(bounds_of(positions_with(R"(,"min":[0,0,-2])")) ==
        std::vector<std::string>{
            "1 accessors of positions or key times lack min or max, first is accessor 0"});
  GltfText file;
  file.stream<float>(kCorners, kF32, 3, "VEC3", R"(,"min":[0,0,-2],"max":[1,1,0])");
  file.stream<float>(kCorners, kF32, 3, "VEC3");
  file.stream<float>({0, 1}, kF32, 2, "SCALAR");
  file.stream<float>({0, 0, 0, 1, 1, 1}, kF32, 2, "VEC3");
  const auto messages = bounds_of(
      file.text(mesh_of(R"("POSITION":0)", R"(,"targets":[{"POSITION":1}])") +
                R"(,"nodes":[{"mesh":0}],"animations":[{"samplers":[{"input":2,"output":3}],)"
                R"("channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}])"));
  CHECK(messages == std::vector<std::string>{
                        "2 accessors of positions or key times lack min or max, first is accessor "
                        "1"});
}

TEST_CASE("normalised integers are bounded as integers") {
  const auto judge = [](const std::string& bounds) {
    GltfText file;
    file.stream<std::uint8_t>({0, 255, 3, 0, 128, 7, 9, 0}, kU8, 2, "VEC4",
                              R"(,"normalized":true)" + bounds);
    return bounds_of(file.text(R"("materials":[{}])")).size();
  };
  CHECK(judge(R"(,"min":[0,7,3,0],"max":[128,255,9,0])") == 0);
  CHECK(judge(R"(,"min":[0,0.027450980,0.011764706,0],"max":[0.50196,1,0.035,0])") == 1);
}

TEST_CASE("substitutes count, what they replace does not") {
  GltfText file;
  const std::size_t base = file.view<float>({9, 2, 3});
  const std::size_t at = file.view<std::uint8_t>({0, 0, 0, 0});
  const std::size_t values = file.view<float>({1});
  file.raw_accessor(R"({"bufferView":)" + std::to_string(base) +
                    R"(,"componentType":5126,"count":3,"type":"SCALAR","min":[1],"max":[3],)" +
                    R"("sparse":{"count":1,"indices":{"componentType":5121,"bufferView":)" +
                    std::to_string(at) + R"(},"values":{"bufferView":)" + std::to_string(values) +
                    "}}}");
  CHECK(bounds_of(file.text(R"("materials":[{}])")).empty());
}

TEST_CASE("substitutes past the first piece are found") {
  constexpr std::size_t kCount = 5000;
  std::vector<float> base(kCount, 2);
  GltfText file;
  const std::size_t view = file.view(base);
  const std::size_t at = file.view<std::uint16_t>({7, 1024, 4999, 0});
  const std::size_t values = file.view<float>({1, 5, 9});
  const auto text = [&](const std::string& bounds) {
    GltfText copy = file;
    copy.raw_accessor(R"({"bufferView":)" + std::to_string(view) +
                      R"(,"componentType":5126,"count":5000,"type":"SCALAR",)" + bounds +
                      R"(,"sparse":{"count":3,"indices":{"componentType":5123,"bufferView":)" +
                      std::to_string(at) + R"(},"values":{"bufferView":)" + std::to_string(values) +
                      "}}}");
    return bounds_of(copy.text(R"("materials":[{}])")).size();
  };
  CHECK(text(R"("min":[1],"max":[9])") == 0);
  CHECK(text(R"("min":[1],"max":[5])") == 1);
}

TEST_CASE("numbers that are not finite are another rule's") {
  GltfText file;
  file.stream<float>({kNan, 0, 0, 1, 0, 0, 0, 1, -2}, kF32, 3, "VEC3",
                     R"(,"min":[0,0,-2],"max":[1,1,0])");
  CHECK(bounds_of(file.text(kPositionMesh)).empty());
}

TEST_CASE("bounds of the wrong length or kind are a fault of their own, and harm nothing else") {
  const ReadResult result = read_text(positions_with(R"(,"min":[0,0],"max":[1,1,"a"])"));
  CHECK(findings_of(result) == std::vector<std::string>{"asset/schema /accessors/0/min",
                                                        "asset/schema /accessors/0/max/2"});
  CHECK_FALSE(result.scene.meshes.at(0).primitives.at(0).poisoned);
}

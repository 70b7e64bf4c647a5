#include <fmt/format.h>

#include "support/catch.h"
#include "support/gltf_text.h"

using namespace rigpack;
using namespace rigpack::test;
using Strings = std::vector<std::string>;

namespace {

/// Accessor 0: times 0, 1; accessor 1: two translations; accessor 2: the times as u16.
GltfText with_keys() {
  GltfText file;
  file.stream<float>({0, 1}, kF32, 2, "SCALAR");
  file.stream<float>({1, 2, 3, 4, 5, 6}, kF32, 2, "VEC3");
  file.stream<std::uint16_t>({0, 1}, kU16, 2, "SCALAR");
  return file;
}

std::string animation(const std::string& sampler, const std::string& target) {
  return fmt::format(R"("nodes":[{{}}],"animations":[{{"name":"walk","samplers":[{}],)"
                     R"("channels":[{{"sampler":0,"target":{}}}]}}])",
                     sampler, target);
}

const std::string kTranslation = R"({"node":0,"path":"translation"})";

ReadResult read_clip(const std::string& sampler, const std::string& target) {
  return read_text(with_keys().text(animation(sampler, target)));
}

}  // namespace

TEST_CASE("samplers that a Scene cannot hold are reported and poison their tracks") {
  const std::string at = " /animations/0/samplers/0";
  const auto judge = [](const std::string& sampler) {
    const ReadResult result = read_clip(sampler, kTranslation);
    CHECK(result.scene.clips.at(0).tracks.at(0).poisoned);
    return findings_of(result);
  };
  CHECK(judge(R"({"input":0,"output":1,"interpolation":"BEZIER"})") ==
        Strings{"clip/interpolation-unknown" + at + "/interpolation"});
  CHECK(judge(R"({"input":2,"output":1})") == Strings{"asset/accessor-type" + at + "/input"});
  CHECK(judge(R"({"input":0,"output":0})") == Strings{"asset/accessor-type" + at + "/output"});
  CHECK(judge(R"({"input":9,"output":1})") == Strings{"asset/reference" + at + "/input"});
  CHECK(judge(R"({"input":0})") == Strings{"asset/schema" + at});
}

TEST_CASE("channels that drive nothing a package holds are told, and make no track") {
  const std::string sampler = R"({"input":0,"output":1})";
  const std::string at = " /animations/0/channels/0/target";
  const auto judge = [&](const std::string& target) {
    const ReadResult result = read_clip(sampler, target);
    CHECK(result.scene.clips.at(0).tracks.empty());
    return findings_of(result);
  };
  CHECK(judge(R"({"path":"translation"})") == Strings{"clip/target-missing" + at});
  CHECK(
      judge(
          R"({"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":"/nodes/0"}}})") ==
      Strings{"clip/unsupported-channel" + at});
  CHECK(judge(R"({"node":1,"path":"translation"})") == Strings{"asset/reference" + at + "/node"});
  CHECK(judge(R"({"node":0,"path":"color"})") == Strings{"asset/schema" + at + "/path"});
  CHECK(judge(R"({"node":0})") == Strings{"asset/schema" + at});
  CHECK(judge(R"({"node":0,"path":"weights"})") == Strings{"asset/reference" + at + "/node"});
}

TEST_CASE("a channel without a sampler or target is reported") {
  const auto judge = [](const std::string& channel) {
    return findings_of(read_text(with_keys().text(fmt::format(
        R"("nodes":[{{}}],"animations":[{{"samplers":[{{"input":0,"output":1}}],"channels":[{}]}}])",
        channel))));
  };
  CHECK(judge(R"({"sampler":5,"target":{"node":0,"path":"scale"}})") ==
        Strings{"asset/reference /animations/0/channels/0/sampler"});
  CHECK(judge(R"({"sampler":0})") == Strings{"asset/schema /animations/0/channels/0"});
  CHECK(judge("[]") == Strings{"asset/schema /animations/0/channels/0"});
}

TEST_CASE("keys, interpolation and name are kept as stored") {
  const ReadResult result =
      read_clip(R"({"input":0,"output":1,"interpolation":"STEP"})", kTranslation);
  CHECK(findings_of(result).empty());
  const Clip& clip = result.scene.clips.at(0);
  CHECK(clip.name == "walk");
  const Track& track = clip.tracks.at(0);
  CHECK(track.interpolation == Interpolation::step);
  CHECK(track.path == TrackPath::translation);
  CHECK(track.components == 3);
  CHECK(track.times == std::vector<float>{0, 1});
  CHECK(track.values == std::vector<float>{1, 2, 3, 4, 5, 6});
  CHECK(track.pointer == "/animations/0/channels/0");
  CHECK(result.scene.source_clip_bytes == 8 + 24);
}

TEST_CASE("cubic tracks keep their tangents") {
  GltfText file;
  file.stream<float>({0.5F}, kF32, 1, "SCALAR");
  file.stream<float>({1, 2, 3, 4, 5, 6, 7, 8, 9}, kF32, 3, "VEC3");
  const ReadResult result = read_text(file.text(
      animation(R"({"input":0,"output":1,"interpolation":"CUBICSPLINE"})", kTranslation)));
  CHECK(findings_of(result).empty());
  const Track& track = result.scene.clips.at(0).tracks.at(0);
  CHECK(track.interpolation == Interpolation::cubic);
  CHECK(track.values.size() == key_count(track) * key_stride(track));
}

TEST_CASE("rotations may be normalised integers, translations may not") {
  GltfText file;
  file.stream<float>({0}, kF32, 1, "SCALAR");
  file.stream<std::int16_t>({0, -32768, 32767, 0}, kI16, 1, "VEC4", R"(,"normalized":true)");
  file.stream<std::int16_t>({0, 0, 0, 0}, kI16, 1, "VEC3", R"(,"normalized":true)");
  const ReadResult rotation = read_text(
      file.text(animation(R"({"input":0,"output":1})", R"({"node":0,"path":"rotation"})")));
  CHECK(findings_of(rotation).empty());
  const Track& track = rotation.scene.clips.at(0).tracks.at(0);
  CHECK(track.values == std::vector<float>{0, -1, 1, 0});
  CHECK(track.encoding == Encoding::snorm16);
  const ReadResult translation =
      read_text(file.text(animation(R"({"input":0,"output":2})", kTranslation)));
  CHECK(findings_of(translation) == Strings{"asset/accessor-type /animations/0/samplers/0/output"});
}

TEST_CASE("morph weight tracks have as many components as the mesh has targets") {
  GltfText file;
  file.stream<float>({0, 1}, kF32, 2, "SCALAR");
  file.stream<float>({0, 1, -0.5F, 1.5F}, kF32, 4, "SCALAR");
  file.stream(std::vector<float>(9), kF32, 3, "VEC3");
  const ReadResult result = read_text(file.text(
      R"("nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":2},)"
      R"("targets":[{"POSITION":2},{"POSITION":2}]}]}],"animations":[{"samplers":[)"
      R"({"input":0,"output":1}],"channels":[{"sampler":0,"target":{"node":0,"path":"weights"}}]}])"));
  CHECK(findings_of(result).empty());
  const Track& track = result.scene.clips.at(0).tracks.at(0);
  CHECK(track.components == 2);
  CHECK(track.values == std::vector<float>{0, 1, -0.5F, 1.5F});
}

TEST_CASE("an accessor that several samplers share is counted once") {
  const ReadResult result = read_text(with_keys().text(
      R"("nodes":[{}],"animations":[{"samplers":[{"input":0,"output":1},{"input":0,"output":1}],)"
      R"("channels":[{"sampler":0,"target":{"node":0,"path":"translation"}},)"
      R"({"sampler":1,"target":{"node":0,"path":"scale"}}]}])"));
  CHECK(findings_of(result).empty());
  CHECK(result.scene.source_clip_bytes == 8 + 24);
}

TEST_CASE("a byteStride on keys is told once, and the keys are read") {
  GltfText file;
  const std::size_t view = file.view<float>({0, 9, 1, 9}, R"(,"byteStride":8)");
  file.accessor(view, kF32, 2, "SCALAR");
  file.stream<float>({1, 2, 3, 4, 5, 6}, kF32, 2, "VEC3");
  const ReadResult result =
      read_text(file.text(animation(R"({"input":0,"output":1})", kTranslation)));
  CHECK(findings_of(result) == Strings{"asset/schema /bufferViews/0/byteStride"});
  CHECK(result.scene.clips.at(0).tracks.at(0).times == std::vector<float>{0, 1});
  CHECK_FALSE(result.scene.clips.at(0).tracks.at(0).poisoned);
}

TEST_CASE("a track on a node of a cycle is poisoned without a word") {
  const ReadResult result = read_text(with_keys().text(
      R"("nodes":[{"children":[0]}],"animations":[{"samplers":[{"input":0,"output":1}],)"
      R"("channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}])"));
  CHECK(findings_of(result) == Strings{"skeleton/cycle /nodes/0/children/0"});
  CHECK(result.scene.clips.at(0).tracks.at(0).poisoned);
}

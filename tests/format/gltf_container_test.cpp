#include <cstring>
#include <string>

#include "support/catch.h"
#include "support/gltf_text.h"

using namespace rigpack;
using rigpack::test::error_of;
using rigpack::test::read_text;

namespace {

std::string u32(std::uint32_t value) {
  std::string out(4, '\0');
  std::memcpy(out.data(), &value, 4);
  return out;
}

std::string chunk(const std::string& type, const std::string& data) {
  return u32(static_cast<std::uint32_t>(data.size())) + type + data;
}

/// A GLB around `chunks`; `total` replaces the true length when it is not 0.
std::string glb(const std::string& chunks, std::uint32_t version = 2, std::uint32_t total = 0) {
  const auto length = static_cast<std::uint32_t>(12 + chunks.size());
  return "glTF" + u32(version) + u32(total == 0 ? length : total) + chunks;
}

const std::string kJson = R"({"asset":{"version":"2.0"}} )";  // 28 bytes: whole words
const std::string kJsonChunk = chunk("JSON", kJson);
const std::string kBinary("BIN\0", 4);

}  // namespace

TEST_CASE("a GLB whose lengths or chunks do not add up is refused as asset/container") {
  CHECK(error_of("glTF").rule == "asset/container");
  CHECK(error_of(glb("")).rule == "asset/container");
  CHECK(error_of(glb("\x01")).rule == "asset/container");
  CHECK(error_of(glb(kJsonChunk, 2, 20)).rule == "asset/container");
  CHECK(error_of(glb(kJsonChunk, 2, 48 + 4)).rule == "asset/container");
  CHECK(error_of(glb(u32(0xFFFFFFF0) + "JSON" + kJson)).rule == "asset/container");
  CHECK(error_of(glb(chunk(kBinary, "abcd") + kJsonChunk)).rule == "asset/container");
  CHECK(error_of(glb(kJsonChunk + kJsonChunk)).rule == "asset/container");
  CHECK(error_of(glb(chunk("JSON", kJson + " "))).rule == "asset/container");
  CHECK(error_of(glb(kJsonChunk + chunk("XTRA", "") + chunk(kBinary, "abcd"))).rule ==
        "asset/container");
}

TEST_CASE("a GLB that is cut short anywhere is an error") {
  const std::string whole = glb(kJsonChunk + chunk(kBinary, "abcd"));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Error error = error_of(whole.substr(0, size));
    CHECK(error.code == ErrorCode::unreadable);
    CHECK(!error.rule.empty());
  }
}

TEST_CASE("other versions are asset/version") {
  CHECK(error_of(glb(kJsonChunk, 1)).rule == "asset/version");
  CHECK(error_of("{}").rule == "asset/version");
  CHECK(error_of(R"({"asset":{"version":"1.0"}})").rule == "asset/version");
  CHECK(error_of(R"({"asset":{"version":2.0}})").rule == "asset/version");
  CHECK(error_of(R"({"asset":{"version":"2."}})").rule == "asset/version");
  CHECK(error_of(R"({"asset":{"version":"20.0"}})").rule == "asset/version");
  CHECK(error_of(R"({"asset":{"version":"2.1","minVersion":"2.1"}})").rule == "asset/version");
}

TEST_CASE("glTF 2.x without a higher minVersion is read") {
  CHECK(read_text(R"({"asset":{"version":"2.7"}})").findings.empty());
  CHECK(read_text(R"({"asset":{"version":"2.7","minVersion":"2.0"}})").findings.empty());
}

TEST_CASE("a GLB may hold chunks that nobody knows") {
  const ReadResult result = read_text(glb(kJsonChunk + chunk("XTRA", "abcd")));
  CHECK(result.findings.empty());
  CHECK(result.scene.format == "glb");
}

TEST_CASE("the binary chunk is buffer 0, which may leave up to its padding unused") {
  const std::string json = R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":3}],)"
                           R"("bufferViews":[{"buffer":0,"byteLength":3}]})";
  const std::string padded = json + std::string((4 - json.size() % 4) % 4, ' ');
  CHECK(read_text(glb(chunk("JSON", padded) + chunk(kBinary, "abcd"))).findings.empty());
  CHECK(rigpack::test::findings_of(read_text(glb(chunk("JSON", padded)))) ==
        std::vector<std::string>{"asset/buffer-missing /bufferViews/0/buffer"});
}

TEST_CASE("broken JSON is asset/json") {
  CHECK(error_of("").rule == "asset/json");
  CHECK(error_of("[]").rule == "asset/json");
  CHECK(error_of("\xEF\xBB\xBF{}").rule == "asset/json");
  CHECK(error_of(R"({"asset":{"version":"2.0"}} x)").rule == "asset/json");
  CHECK(error_of(R"({"asset":{"version":"2.0"},"scene":NaN})").rule == "asset/json");
  CHECK(error_of(R"({"asset":{"version":"2.0"},"scene":1e999})").rule == "asset/json");
  CHECK(error_of(R"({"asset":{"version":"2.0"},"scene":0,"scene":1})").rule == "asset/json");
  CHECK(error_of("{\"asset\":{\"version\":\"2.0\xFF\"}}").rule == "asset/json");
}

TEST_CASE("nesting is bounded, before and behind the limit") {
  const auto nested = [](std::size_t depth) {
    return R"({"asset":{"version":"2.0"},"extras":)" + std::string(depth, '[') +
           std::string(depth, ']') + "}";
  };
  CHECK(read_text(nested(63)).findings.empty());
  CHECK(error_of(nested(64)).rule == "asset/json");
  CHECK(error_of(nested(1'000'000)).rule == "asset/json");
}

TEST_CASE("the message about broken JSON does not carry the file along") {
  const std::string text = R"({"asset":{"version":")" + std::string(1'000'000, 'x');
  CHECK(error_of(text).message.size() < 300);
  CHECK(error_of(R"({"a":[1,]})").where == "byte 8");
}

TEST_CASE("more objects than the limit are refused") {
  ReadLimits limits;
  limits.objects = 2;
  const std::string three = R"({"asset":{"version":"2.0"},"nodes":[{},{},{}]})";
  CHECK(error_of(three, limits).rule == "asset/limit");
  CHECK(error_of(three, limits).code == ErrorCode::limit);
  limits.objects = 3;
  CHECK(read_text(three, limits).findings.empty());
}

TEST_CASE("a VRM is told by its extension") {
  CHECK(read_text(R"({"asset":{"version":"2.0"},"extensions":{"VRMC_vrm":{}}})").scene.format ==
        "vrm");
  CHECK(read_text(R"({"asset":{"version":"2.0"}})").scene.format == "gltf");
}

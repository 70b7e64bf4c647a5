#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>

#include "rigpack/formats/package.h"
#include "rpk/checksum.h"
#include "rpk/layout.h"
#include "support/catch.h"
#include "support/packages.h"

using namespace rigpack;

namespace {

std::vector<std::byte> written(const Package& package) {
  auto bytes = write_package(package);
  INFO((bytes ? std::string() : bytes.error().message + " at " + bytes.error().where));
  REQUIRE(bytes.has_value());
  return *bytes;
}

std::string hex(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte b : bytes) {
    for (const unsigned digit :
         {std::to_integer<unsigned>(b) >> 4, std::to_integer<unsigned>(b) & 15U}) {
      text += "0123456789abcdef"[digit];
    }
  }
  return text;
}

/// Stored bytes of the chunk `name`.
std::span<const std::byte> chunk(std::span<const std::byte> file, std::string_view name) {
  for (std::size_t at = rpk::kHeaderSize; at + rpk::kEntrySize <= file.size();
       at += rpk::kEntrySize) {
    if (std::memcmp(file.data() + at, name.data(), 4) != 0) {
      continue;
    }
    std::uint64_t offset = 0, size = 0;
    std::memcpy(&offset, file.data() + at + 24, 8);
    std::memcpy(&size, file.data() + at + 32, 8);
    return file.subspan(offset, size);
  }
  return {};
}

}  // namespace

TEST_CASE("crc32c gives the published check value") {
  const std::string_view text = "123456789";
  REQUIRE(rpk::crc32c(std::as_bytes(std::span(text))) == 0xE3069283U);
}

TEST_CASE("siphash128 gives the reference implementation's vectors") {
  std::array<std::byte, 15> message{};
  for (std::size_t i = 0; i < message.size(); ++i) {
    message[i] = static_cast<std::byte>(i);
  }
  const std::uint64_t key0 = 0x0706050403020100U, key1 = 0x0f0e0d0c0b0a0908U;
  // vectors_sip128 of github.com/veorq/SipHash: lengths 0, 1 and 15.
  REQUIRE(hex(rpk::siphash128(std::span(message).first(0), key0, key1)) ==
          "a3817f04ba25a8e66df67214c7550293");
  REQUIRE(hex(rpk::siphash128(std::span(message).first(1), key0, key1)) ==
          "da87c1d86b99af44347659119b22fc45");
  REQUIRE(hex(rpk::siphash128(message, key0, key1)) == "5493e99933b0a8117e08ec0f97cfc3d9");
}

TEST_CASE("a written package starts as SPEC.md says") {
  const auto file = written(test::small_package());
  REQUIRE(hex(std::span(file).first(16)) == "8952504b0d0a1a0a0000010000000000");
  std::uint64_t size = 0;
  std::memcpy(&size, file.data() + 24, 8);
  REQUIRE(size == file.size());
  REQUIRE(std::memcmp(file.data() + 64, "CERT", 4) == 0);
}

TEST_CASE("a clip's block holds the bits that the specification gives by hand") {
  Package package;
  package.nodes.resize(1);
  PackedClip clip{"c", 0, 1, {{2, 0, 1, 1, {0, 1}}}, {}};
  PackedTrack track;
  track.kind = TrackKind::linear;
  track.step = 1;
  track.centre = {0, 0, 0};
  track.width = 3;
  track.integers = {0, -2, 5, 3, -2, 4};
  clip.tracks.push_back(track);
  package.clips.push_back(clip);
  const std::vector<std::byte> file = written(package);
  const auto bytes = chunk(file, "RDAT");
  // Minima 0, -2, 4 need m = 4 bits; widths 2, 0, 1. Header: 5 bits m, then (w, minimum) each:
  // 4 | 2, 0 | 0, 14 | 1, 4; rows 0 _ 1 and 3 _ 0. Bits, least significant first:
  // 00100 01000 0000 00000 0111 10000 0010 00 1 11 0 -> 38 bits, padded to 64.
  REQUIRE(bytes.size() == 4 + 8 + 8);
  REQUIRE(hex(bytes.first(4)) == "04000000");
  REQUIRE(hex(bytes.subspan(4, 8)) == "4400f0401c000000");
  REQUIRE(hex(bytes.last(8)) == "0000000000000000");
}

TEST_CASE("reading a package and writing it gives the same bytes") {
  for (const Package& package : {Package{}, test::small_package(), test::noisy_package(1, 700, 70),
                                 test::noisy_package(2, 3, 1), test::noisy_package(3, 256, 32)}) {
    const auto bytes = written(package);
    const auto read = read_package(bytes);
    INFO((read ? std::string() : read.error().message + " at " + read.error().where));
    REQUIRE(read.has_value());
    REQUIRE(written(*read) == bytes);
  }
}

TEST_CASE("read_package gives back what was written") {
  const Package package = test::small_package();
  const auto read = read_package(written(package));
  REQUIRE(read.has_value());
  REQUIRE(read->nodes.size() == 3);
  CHECK(read->nodes[2].name == "box");
  CHECK(read->nodes[2].parent == 1);
  CHECK(read->nodes[2].rest == package.nodes[2].rest);
  CHECK(read->skins[0].inverse_binds == package.skins[0].inverse_binds);
  CHECK(read->meshes[0].primitives[0].indices == package.meshes[0].primitives[0].indices);
  CHECK(read->meshes[0].primitives[0].streams[1].bytes ==
        package.meshes[0].primitives[0].streams[1].bytes);
  CHECK(read->meshes[0].primitives[0].morphs[0].normals ==
        package.meshes[0].primitives[0].morphs[0].normals);
  CHECK(read->instances[1].morph_weights == std::vector{0.25F});
  REQUIRE(read->clips.size() == 2);
  CHECK(read->clips[0].time_sets == package.clips[0].time_sets);
  for (std::size_t c = 0; c < 2; ++c) {
    REQUIRE(read->clips[c].tracks.size() == package.clips[c].tracks.size());
    for (std::size_t t = 0; t < package.clips[c].tracks.size(); ++t) {
      CHECK(read->clips[c].tracks[t].integers == package.clips[c].tracks[t].integers);
      CHECK(read->clips[c].tracks[t].centre == package.clips[c].tracks[t].centre);
      CHECK(read->clips[c].tracks[t].kind == package.clips[c].tracks[t].kind);
    }
  }
  CHECK(read->provenance == package.provenance);
  CHECK(read->certificate.clip_error_m == 9e-5);
}

TEST_CASE("the sizes of a package's parts add up to the file") {
  const auto bytes = written(test::small_package());
  const auto sizes = package_sizes(bytes);
  REQUIRE(sizes.has_value());
  std::uint64_t sum = 0;
  for (const PackagePart& part : sizes->parts) {
    sum += part.bytes;
  }
  CHECK(sum == bytes.size());
  CHECK(sizes->parts.front().name == "header");
}

TEST_CASE("a clip's size is what its second copy adds to the package") {
  Package package = test::small_package();
  const auto clip_parts = [](const PackageSizes& sizes) {
    std::uint64_t sum = 0;
    for (const PackagePart& part : sizes.parts) {
      if (part.name == "clip tables" || part.name == "clip data") {
        sum += part.bytes;
      }
    }
    return sum;
  };
  const auto before = package_sizes(written(package));
  REQUIRE(before.has_value());
  REQUIRE(before->clips.size() == package.clips.size());
  for (std::size_t c = 0; c < before->clips.size(); ++c) {
    Package more = package;
    more.clips.push_back(package.clips[c]);
    const auto after = package_sizes(written(more));
    REQUIRE(after.has_value());
    CHECK(after->clips.back() == before->clips[c]);
    CHECK(clip_parts(*after) - clip_parts(*before) == before->clips[c]);
  }
}

TEST_CASE("write_package refuses what no reader would accept") {
  Package package = test::small_package();
  SECTION("an integer of 25 bits") {
    package.clips[0].tracks[0].integers[0] = 1 << 23;
    const auto bytes = write_package(package);
    REQUIRE_FALSE(bytes.has_value());
    CHECK(bytes.error().code == ErrorCode::limit);
  }
  SECTION("a number that is not finite") {
    package.nodes[0].rest.scale.x = std::numeric_limits<float>::quiet_NaN();
    REQUIRE_FALSE(write_package(package).has_value());
  }
  SECTION("a joint beyond the palette") {
    package.meshes[0].primitives[0].streams[2].bytes[0] = 2;
    REQUIRE_FALSE(write_package(package).has_value());
  }
  SECTION("a parent after its child") {
    package.nodes[0].parent = 1;
    REQUIRE_FALSE(write_package(package).has_value());
  }
  SECTION("a stream that is too short") {
    package.meshes[0].primitives[0].streams[1].bytes.pop_back();
    REQUIRE_FALSE(write_package(package).has_value());
  }
}

TEST_CASE("the stored 0.1 container still reads, and is what the writer makes") {
  std::ifstream stream(RIGPACK_SOURCE_DIR "/testdata/containers/v0_1/every_kind.rpk",
                       std::ios::binary);
  const std::vector<char> text{std::istreambuf_iterator<char>(stream), {}};
  const auto stored = std::as_bytes(std::span(text));
  REQUIRE(stored.size() > 1000);
  const auto read = read_package(stored);
  REQUIRE(read.has_value());
  CHECK(read->clips.size() == 2);
  const auto made = written(test::small_package());
  CHECK(std::equal(stored.begin(), stored.end(), made.begin(), made.end()));
}

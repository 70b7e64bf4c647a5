#include <algorithm>
#include <cstring>
#include <random>

#include "rigpack/formats/package.h"
#include "support/catch.h"
#include "support/package_judges.h"
#include "support/packages.h"

using namespace rigpack;
using test::judge;

namespace {

std::vector<std::byte> small_file() {
  auto bytes = write_package(test::small_package());
  REQUIRE(bytes.has_value());
  return *bytes;
}

}  // namespace

TEST_CASE("both package readers accept what was written") {
  const auto verdicts = judge(small_file());
  CHECK(verdicts.runtime);
  CHECK(verdicts.reader);
  const auto noisy = judge(*write_package(test::noisy_package(7, 300, 65)));
  CHECK(noisy.runtime);
  CHECK(noisy.reader);
}

TEST_CASE("both package readers refuse every flipped bit") {
  const auto file = small_file();
  std::size_t accepted = 0;
  for (std::size_t i = 0; i < file.size(); ++i) {
    auto damaged = file;
    damaged[i] ^= static_cast<std::byte>(1U << (i % 8));
    const auto verdicts = judge(damaged);
    accepted += verdicts.runtime || verdicts.reader ? 1 : 0;
  }
  REQUIRE(file.size() > 1000);
  CHECK(accepted == 0);
}

TEST_CASE("both package readers refuse every truncation, and bytes after the end") {
  const auto file = small_file();
  std::size_t accepted = 0;
  for (std::size_t size = 0; size < file.size(); ++size) {
    // A copy of exactly that size, so that a sanitizer sees reads past it.
    const std::vector<std::byte> cut(file.begin(),
                                     file.begin() + static_cast<std::ptrdiff_t>(size));
    const auto verdicts = judge(cut);
    accepted += verdicts.runtime || verdicts.reader ? 1 : 0;
  }
  CHECK(accepted == 0);
  auto longer = file;
  longer.push_back(std::byte{0});
  test::fix_checksums(longer);
  CHECK_FALSE(judge(longer).runtime);
  CHECK_FALSE(judge(longer).reader);
}

TEST_CASE("both package readers agree on damage whose checksums were recomputed") {
  const auto file = small_file();
  std::size_t agreed = 0, accepted = 0, tried = 0;
  for (std::size_t i = 0; i < file.size(); ++i) {
    for (const unsigned flip : {1U, 0x80U, 0xFFU, 0x10U}) {
      auto damaged = file;
      damaged[i] ^= static_cast<std::byte>(flip);
      test::fix_checksums(damaged);
      const auto verdicts = judge(damaged);
      ++tried;
      agreed += verdicts.runtime == verdicts.reader ? 1 : 0;
      accepted += verdicts.runtime ? 1 : 0;
      if (verdicts.runtime != verdicts.reader) {
        UNSCOPED_INFO("byte " << i << " xor " << flip << ": runtime " << verdicts.runtime);
      }
    }
  }
  CHECK(agreed == tried);
  // Other numbers of the same kind are another package; other structure is none.
  CHECK(accepted > 100);
  CHECK(accepted < tried);
}

TEST_CASE("both package readers agree on random damage of coded streams and blocks") {
  const unsigned seed = 20260;
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const auto file = *write_package(test::noisy_package(5, 40, 40));
  REQUIRE(judge(file).runtime);
  std::size_t accepted = 0, tried = 0;
  for (int i = 0; i < 600; ++i) {
    auto damaged = file;
    for (auto n = random() % 3 + 1; n > 0; --n) {
      damaged[random() % damaged.size()] = static_cast<std::byte>(random());
    }
    test::fix_checksums(damaged);
    const auto verdicts = judge(damaged);
    ++tried;
    accepted += verdicts.runtime ? 1 : 0;
    INFO("try " << i);
    REQUIRE(verdicts.runtime == verdicts.reader);
  }
  CHECK(accepted > 0);
  CHECK(accepted < tried);
}

TEST_CASE("a later minor version, an unknown feature or a required chunk are unsupported") {
  auto file = small_file();
  SECTION("minor version") {
    file[10] = std::byte{2};
  }
  SECTION("feature") {
    file[17] = std::byte{1};
  }
  SECTION("required chunk") {
    file[64 + 48] = std::byte{'X'};
  }
  test::fix_checksums(file);
  const auto read = read_package(file);
  REQUIRE_FALSE(read.has_value());
  const auto opened = open_package(file);
  REQUIRE_FALSE(opened.has_value());
  if (file[64 + 48] != std::byte{'X'}) {
    CHECK(read.error().code == ErrorCode::unsupported);
    CHECK(opened.error().code == ErrorCode::unsupported);
  }
}

TEST_CASE("an error says which chunk and byte") {
  auto file = small_file();
  // The first node's parent: the NODE chunk is the sixth entry.
  std::uint64_t offset = 0;
  std::memcpy(&offset, file.data() + 64 + 5 * 48 + 24, 8);
  file[offset] = std::byte{0};
  for (std::size_t i = 1; i < 4; ++i) {
    file[offset + i] = std::byte{0};
  }
  test::fix_checksums(file);
  const auto read = read_package(file);
  REQUIRE_FALSE(read.has_value());
  CHECK(read.error().code == ErrorCode::corrupt);
  CHECK(read.error().where == "NODE, byte " + std::to_string(offset));
  CHECK(read.error().message == "node 0 has the parent 0");
  const auto opened = open_package(file);
  REQUIRE_FALSE(opened.has_value());
  CHECK(opened.error().where == "NODE, byte " + std::to_string(offset));
}

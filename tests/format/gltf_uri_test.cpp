#include "gltf/uri.h"

#include "support/catch.h"

using rigpack::gltf::confined_path;
using rigpack::gltf::decode_data_uri;

namespace {

std::string_view rule_of(std::string_view uri) {
  const auto path = confined_path(uri);
  return path ? "" : path.error().rule;
}

std::string text_of(std::string_view uri) {
  const auto bytes = decode_data_uri(uri);
  REQUIRE(bytes.has_value());
  return {reinterpret_cast<const char*>(bytes->data()), bytes->size()};
}

}  // namespace

TEST_CASE("confined_path refuses every way out of the folder") {
  for (const auto* uri :
       {"../x.bin", "a/../../x.bin", "%2e%2e/x.bin", "..%2Fx.bin", "/etc/passwd", "//host/x.bin",
        "%2Fetc/passwd", "http://host/x.bin", "file:///etc/passwd", "C:/x.bin", "C%3A/x.bin",
        "a\\..\\..\\x.bin", "%5C%5Chost/x.bin", "./../x.bin", "a/b/../../../x.bin"}) {
    INFO(uri);
    CHECK(rule_of(uri) == "asset/path-escape");
  }
}

TEST_CASE("confined_path refuses what names no file") {
  for (const auto* uri : {"", "a%00.bin", "a%", "a%4", "a%zz"}) {
    INFO(uri);
    CHECK(rule_of(uri) == "asset/buffer-missing");
  }
}

TEST_CASE("confined_path decodes percents and keeps what stays inside") {
  CHECK(*confined_path("my%20mesh%2B1.bin") == "my mesh+1.bin");
  CHECK(*confined_path("a/../x.bin") == "a/../x.bin");
  CHECK(*confined_path("%E2%82%AC.bin") == "\xE2\x82\xAC.bin");
  CHECK(*confined_path("..x.bin") == "..x.bin");
}

TEST_CASE("decode_data_uri refuses what is not base64") {
  for (const auto* uri : {"data:,abc", "data:text/plain,abc", "data:;base64", "data:;base64,A",
                          "data:;base64,AA*A", "data:;base64,AAAA=AAA", "data:;base64,AA A"}) {
    INFO(uri);
    const auto bytes = decode_data_uri(uri);
    REQUIRE_FALSE(bytes.has_value());
    CHECK(bytes.error().rule == "asset/buffer-missing");
  }
}

TEST_CASE("decode_data_uri decodes with and without padding") {
  // RFC 4648, section 10.
  CHECK(text_of("data:application/octet-stream;base64,") == "");
  CHECK(text_of("data:;base64,Zg==") == "f");
  CHECK(text_of("data:;base64,Zg") == "f");
  CHECK(text_of("data:;base64,Zm8=") == "fo");
  CHECK(text_of("data:;base64,Zm9vYmFy") == "foobar");
}

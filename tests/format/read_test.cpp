#include "rigpack/formats/read.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "support/catch.h"

using namespace rigpack;
namespace fs = std::filesystem;

namespace {

/// A folder of its own for one test, gone afterwards.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "rigpack_read_XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  fs::path write(const std::string& name, const std::string& content) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << content;
    return path_ / name;
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string file_with(const std::string& uri) {
  return R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":4,"uri":")" + uri + R"("}]})";
}

std::string only_rule(const fs::path& path) {
  const auto result = read_asset(path);
  REQUIRE(result.has_value());
  REQUIRE(result->findings.size() == 1);
  return std::string(result->findings[0].rule);
}

}  // namespace

TEST_CASE("read_asset gives an error for what it cannot read, with the path") {
  const Folder folder;
  const auto missing = read_asset(folder.path() / "nothing.glb");
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error().code == ErrorCode::unreadable);
  CHECK(missing.error().where.ends_with("nothing.glb"));
  CHECK_FALSE(read_asset(folder.path()).has_value());
  const auto other = read_asset(folder.write("a.fbx", "Kaydara FBX Binary"));
  REQUIRE_FALSE(other.has_value());
  CHECK(other.error().code == ErrorCode::unsupported);
  const auto garbage = read_asset(folder.write("b.glb", "garbage"));
  REQUIRE_FALSE(garbage.has_value());
  CHECK(garbage.error().rule == "asset/container");
  const auto empty = read_asset(folder.write("c.gltf", ""));
  REQUIRE_FALSE(empty.has_value());
  CHECK(empty.error().rule == "asset/json");
}

TEST_CASE("read_asset opens buffers beside the asset and lists what it opened") {
  const Folder folder;
  folder.write("sub/my data.bin", "abcd");
  const fs::path path = folder.write("a.gltf", file_with("sub/my%20data.bin"));
  const auto result = read_asset(path);
  REQUIRE(result.has_value());
  CHECK(result->findings.empty());
  REQUIRE(result->inputs.size() == 2);
  CHECK(result->inputs[0] == path);
  CHECK(fs::equivalent(result->inputs[1], folder.path() / "sub/my data.bin"));
}

TEST_CASE("read_asset opens nothing outside the asset's folder, links followed") {
  const Folder folder;
  folder.write("secret.bin", "abcd");
  folder.write("asset/b.bin", "abcd");
  fs::create_symlink("../secret.bin", folder.path() / "asset/link.bin");
  fs::create_directory_symlink("..", folder.path() / "asset/up");
  fs::create_symlink("b.bin", folder.path() / "asset/inside.bin");
  CHECK(only_rule(folder.write("asset/a.gltf", file_with("link.bin"))) == "asset/path-escape");
  CHECK(only_rule(folder.write("asset/a.gltf", file_with("up/secret.bin"))) == "asset/path-escape");
  CHECK(only_rule(folder.write("asset/a.gltf", file_with("../secret.bin"))) == "asset/path-escape");
  CHECK(read_asset(folder.write("asset/a.gltf", file_with("inside.bin")))->findings.empty());
}

TEST_CASE("missing, short and too large buffers are findings") {
  const Folder folder;
  folder.write("short.bin", "ab");
  CHECK(only_rule(folder.write("a.gltf", file_with("nothing.bin"))) == "asset/buffer-missing");
  CHECK(only_rule(folder.write("a.gltf", file_with("."))) == "asset/buffer-missing");
  CHECK(only_rule(folder.write("a.gltf", file_with("short.bin"))) == "asset/truncated");
  folder.write("large.bin", std::string(1000, 'x'));
  ReadLimits limits;
  limits.file_bytes = 999;
  const auto large = read_asset(folder.write("a.gltf", file_with("large.bin")), limits);
  REQUIRE(large.has_value());
  REQUIRE(large->findings.size() == 1);
  CHECK(large->findings[0].rule == "asset/limit");
  const auto asset = read_asset(folder.path() / "large.bin", limits);
  REQUIRE_FALSE(asset.has_value());
  CHECK(asset.error().code == ErrorCode::limit);
}

TEST_CASE("the kind of file is told by its bytes before its ending") {
  const Folder folder;
  CHECK(read_asset(folder.write("a.glb", R"({"asset":{"version":"2.0"}})"))->scene.format ==
        "gltf");
  CHECK(read_asset(folder.write("a.txt", " \n{\"asset\":{\"version\":\"2.0\"}}"))->scene.format ==
        "gltf");
}

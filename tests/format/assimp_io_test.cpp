/// Which files an importer may open.

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "assimp/confined_io.h"
#include "support/catch.h"

using rigpack::assimp::ConfinedIo;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& path) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << "words";
}

/// <temporary>/assets/a.fbx and b.txt beside it, inner/c.txt below, and secret.txt above.
struct Folder {
  fs::path root = fs::temp_directory_path() / fmt::format("rigpack_io_{}", ::getpid());
  Folder() {
    fs::remove_all(root);
    for (const char* name : {"assets/a.fbx", "assets/b.txt", "assets/inner/c.txt", "secret.txt"}) {
      write(root / name);
    }
  }
  ~Folder() { fs::remove_all(root); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
};

bool opens(ConfinedIo& io, const fs::path& path, const char* mode = "rb") {
  Assimp::IOStream* stream = io.Open(path.c_str(), mode);
  if (stream != nullptr) {
    io.Close(stream);
  }
  const bool exists = io.Exists(path.c_str());
  CHECK(exists == (stream != nullptr || std::string(mode) != "rb"));
  return stream != nullptr;
}

}  // namespace

TEST_CASE("ConfinedIo opens what lies in the asset's folder and below, and remembers it") {
  const Folder folder;
  std::vector<std::string> opened;
  ConfinedIo io(folder.root / "assets/a.fbx", opened);
  CHECK(opens(io, folder.root / "assets/a.fbx"));
  CHECK(opens(io, folder.root / "assets/b.txt"));
  CHECK(opens(io, folder.root / "assets/inner/../inner/c.txt"));
  CHECK(opens(io, folder.root / "assets/b.txt"));
  CHECK(opened == std::vector<std::string>{"b.txt", "inner/c.txt"});
}

TEST_CASE("ConfinedIo opens nothing elsewhere, however it is named") {
  const Folder folder;
  fs::create_symlink(folder.root / "secret.txt", folder.root / "assets/link.txt");
  fs::create_directory_symlink(folder.root, folder.root / "assets/up");
  std::vector<std::string> opened;
  ConfinedIo io(folder.root / "assets/a.fbx", opened);
  CHECK_FALSE(opens(io, folder.root / "secret.txt"));
  CHECK_FALSE(opens(io, folder.root / "assets/../secret.txt"));
  CHECK_FALSE(opens(io, folder.root / "assets/link.txt"));
  CHECK_FALSE(opens(io, folder.root / "assets/up/secret.txt"));
  CHECK_FALSE(opens(io, folder.root / "assets/absent.txt"));
  CHECK_FALSE(opens(io, folder.root / "assets/inner"));
  CHECK_FALSE(opens(io, "/etc/passwd"));
  CHECK(opened.empty());
}

TEST_CASE("ConfinedIo writes nothing") {
  const Folder folder;
  std::vector<std::string> opened;
  ConfinedIo io(folder.root / "assets/a.fbx", opened);
  for (const char* mode : {"wb", "ab", "r+b"}) {
    CHECK_FALSE(opens(io, folder.root / "assets/b.txt", mode));
  }
  CHECK_FALSE(io.DeleteFile((folder.root / "assets/b.txt").string()));
  CHECK_FALSE(io.CreateDirectory((folder.root / "assets/new").string()));
  CHECK(fs::file_size(folder.root / "assets/b.txt") == 5);
}

TEST_CASE("ConfinedIo opens an asset that is a link, and the asset under another ending") {
  const Folder folder;
  fs::create_symlink(folder.root / "secret.txt", folder.root / "assets/linked.bin");
  std::vector<std::string> opened;
  ConfinedIo io(folder.root / "assets/linked.bin", opened);
  CHECK(opens(io, folder.root / "assets/linked.bin"));
  CHECK(opens(io, io.path_as("fbx")));
  CHECK(io.path_as("fbx").ends_with("linked.bin.fbx"));
  CHECK(opened.empty());
}

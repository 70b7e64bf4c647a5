#include "assimp/kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

#include "rigpack/formats/import.h"

namespace rigpack {
namespace {

constexpr std::array<std::string_view, 9> kImportable{".b3d",     ".bvh",  ".dae", ".fbx", ".iqm",
                                                      ".md5mesh", ".ms3d", ".smd", ".x"};

}  // namespace

std::span<const std::string_view> importable_endings() {
  return kImportable;
}

namespace assimp {
namespace {

constexpr std::array<std::string_view, 12> kUnskinned{
    ".3ds", ".3mf", ".ac", ".dxf", ".lwo", ".obj", ".off", ".ply", ".raw", ".stl", ".ter", ".wrl"};
constexpr std::string_view kBinaryFbx = "Kaydara FBX Binary  ";
constexpr std::size_t kFbxVersionAt = 23;
constexpr std::uint32_t kOldestFbx = 7100;
constexpr std::string_view kIqm = "INTERQUAKEMODEL";
constexpr std::size_t kIqmJointsAt = 16 + 4 * 13;  ///< num_joints: the 14th u32 of the header

std::unexpected<Error> unsupported(const std::filesystem::path& path, std::string message,
                                   std::string_view rule = {}) {
  return std::unexpected(
      Error{ErrorCode::unsupported, std::move(message), path.generic_string(), rule});
}

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::optional<std::uint32_t> u32_at(std::string_view bytes, std::size_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < 4) {
    return std::nullopt;
  }
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[offset + i]);
  }
  return value;
}

/// What follows `FBXVersion:` in the header of an ASCII file.
std::optional<std::uint32_t> ascii_fbx_version(std::string_view text) {
  constexpr std::string_view kKey = "FBXVersion:";
  const std::size_t at = text.substr(0, 4096).find(kKey);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const std::size_t digits = text.find_first_not_of(" \t", at + kKey.size());
  std::uint32_t version = 0;
  if (digits == std::string_view::npos ||
      std::from_chars(text.data() + digits, text.data() + text.size(), version).ec != std::errc()) {
    return std::nullopt;
  }
  return version;
}

Result<std::string> check_fbx(std::string_view bytes, const std::filesystem::path& path) {
  const auto version =
      bytes.starts_with(kBinaryFbx) ? u32_at(bytes, kFbxVersionAt) : ascii_fbx_version(bytes);
  if (version && *version < kOldestFbx) {
    return unsupported(path, fmt::format("FBX {}.{} is too old to read: re-export the file as FBX "
                                         "7.4 or newer (\"FBX 2014\" and later)",
                                         *version / 1000, *version % 1000 / 100));
  }
  return "fbx";
}

/// Assimp reads the mesh of an IQM and leaves out its joints and clips without a word.
Result<std::string> check_iqm(std::string_view bytes, const std::filesystem::path& path) {
  const auto joints = u32_at(bytes, kIqmJointsAt);
  if (joints && *joints != 0) {
    return unsupported(path,
                       fmt::format("the file has {} joints, which the importer drops with their "
                                   "weights and clips: export it as glTF or FBX",
                                   *joints),
                       rules::import_lossy.id);
  }
  return unsupported(path, "an IQM without joints: there is no skin to check");
}

std::string lower_ending(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return ending;
}

}  // namespace

Result<std::string> format_of(std::span<const std::byte> bytes, const std::filesystem::path& path) {
  const std::string_view text = text_of(bytes);
  const std::string ending = lower_ending(path);
  if (text.starts_with(kBinaryFbx) || text.starts_with("; FBX") || ending == ".fbx") {
    return check_fbx(text, path);
  }
  if (text.starts_with(kIqm) || ending == ".iqm") {
    return check_iqm(text, path);
  }
  if (std::ranges::find(kUnskinned, ending) != kUnskinned.end()) {
    return unsupported(
        path, fmt::format("{} holds meshes without skins or clips: there is nothing to check",
                          ending.substr(1)));
  }
  if (ending == ".md5anim") {
    return unsupported(path, "an .md5anim holds no mesh: give the .md5mesh of the same name");
  }
  return std::ranges::find(kImportable, ending) == kImportable.end() ? std::string()
                                                                     : ending.substr(1);
}

}  // namespace assimp
}  // namespace rigpack

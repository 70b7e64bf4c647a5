#include "rigpack/formats/read.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "assimp/import_asset.h"
#include "assimp/kinds.h"
#include "rigpack/formats/gltf.h"

namespace rigpack {
namespace {

namespace fs = std::filesystem;

std::unexpected<Error> unreadable(const fs::path& path, std::string message,
                                  std::string_view rule) {
  return std::unexpected(
      Error{ErrorCode::unreadable, std::move(message), path.generic_string(), rule});
}

/// Reads in pieces, so that a file that claims or grows to any size costs no more than `limit`.
Result<std::vector<std::byte>> read_file(const fs::path& path, std::uint64_t limit) {
  std::error_code status;
  if (!fs::is_regular_file(path, status)) {
    return unreadable(path, fs::exists(path, status) ? "not a regular file" : "no such file",
                      rules::asset_buffer_missing.id);
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return unreadable(path, "cannot be opened", rules::asset_buffer_missing.id);
  }
  std::vector<std::byte> bytes;
  constexpr std::size_t kPiece = 1U << 20;
  const std::uint64_t expected = fs::file_size(path, status);
  // With room for the piece that finds the end: else the last step would copy everything.
  bytes.reserve(status ? 0 : std::min(expected, limit) + kPiece);
  for (std::size_t got = 1; got != 0;) {
    const std::size_t size = bytes.size();
    bytes.resize(size + kPiece);
    file.read(reinterpret_cast<char*>(bytes.data() + size), kPiece);
    got = static_cast<std::size_t>(file.gcount());
    bytes.resize(size + got);
    if (bytes.size() > limit) {
      return std::unexpected(Error{ErrorCode::limit,
                                   fmt::format("larger than the limit of {} bytes", limit),
                                   path.generic_string(), rules::asset_limit.id});
    }
  }
  if (file.bad()) {
    return unreadable(path, "cannot be read", rules::asset_truncated.id);
  }
  return bytes;
}

/// Whether `path` really lies in `folder`, symbolic links followed.
bool lies_in(const fs::path& path, const fs::path& folder) {
  std::error_code fault;
  const fs::path inner = fs::weakly_canonical(path, fault);
  const fs::path outer = fault ? fs::path() : fs::weakly_canonical(folder, fault);
  if (fault) {
    return false;
  }
  const auto [end, unused] = std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end());
  return end == outer.end();
}

std::string lower_ending(const fs::path& path) {
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return ending;
}

bool starts_with(std::span<const std::byte> bytes, std::string_view magic) {
  return bytes.size() >= magic.size() &&
         std::equal(magic.begin(), magic.end(), bytes.begin(),
                    [](char c, std::byte b) { return static_cast<std::byte>(c) == b; });
}

/// GLB by its magic; JSON by its first character; otherwise what the ending promises, so that a
/// damaged file is told what is wrong with it and not that it is no glTF.
Result<void> check_kind(std::span<const std::byte> bytes, const fs::path& path) {
  const auto first = std::ranges::find_if(bytes, [](std::byte b) {
    return b != std::byte{' '} && b != std::byte{'\n'} && b != std::byte{'\r'} &&
           b != std::byte{'\t'};
  });
  const bool is_json = first != bytes.end() && *first == std::byte{'{'};
  const std::string ending = lower_ending(path);
  if (starts_with(bytes, "glTF") || is_json || ending == ".gltf") {
    return {};
  }
  if (ending == ".glb" || ending == ".vrm") {
    return unreadable(path, "the file does not start as a GLB", rules::asset_container.id);
  }
  return std::unexpected(
      Error{ErrorCode::unsupported,
            "not a format that this build reads: it takes glTF, GLB and VRM, and "
            "by way of an importer FBX, Collada, BVH, X, B3D, MS3D, MD5 and SMD",
            path.generic_string(),
            {}});
}

Result<ReadResult> read_imported(const fs::path& path, const std::string& format,
                                 const ReadLimits& limits, const ImportOptions& import) {
  if (import.worker.empty()) {
    return std::unexpected(
        Error{ErrorCode::unsupported,
              fmt::format("{} needs an import worker, and none was given", format),
              path.generic_string(),
              {}});
  }
  return assimp::import_asset(path, format, import, limits);
}

}  // namespace

Result<ReadResult> read_asset(const fs::path& path, const ReadLimits& limits,
                              const ImportOptions& import) {
  Result<std::vector<std::byte>> bytes = read_file(path, limits.file_bytes);
  if (!bytes) {
    bytes.error().rule =
        bytes.error().code == ErrorCode::limit ? rules::asset_limit.id : std::string_view{};
    return std::unexpected(bytes.error());
  }
  const Result<std::string> imported = assimp::format_of(*bytes, path);
  if (!imported) {
    return std::unexpected(imported.error());
  }
  if (!imported->empty()) {
    return read_imported(path, *imported, limits, import);
  }
  if (const Result<void> kind = check_kind(*bytes, path); !kind) {
    return std::unexpected(kind.error());
  }
  std::vector<fs::path> inputs{path};
  const OpenBuffer open_buffer = [&](const std::string& uri) -> Result<std::vector<std::byte>> {
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    const fs::path buffer = folder / fs::path(uri);
    if (!lies_in(buffer, folder)) {
      return unreadable(uri, "the file lies outside the asset's folder",
                        rules::asset_path_escape.id);
    }
    Result<std::vector<std::byte>> content = read_file(buffer, limits.file_bytes);
    if (content) {
      inputs.push_back(buffer);
    }
    return content;
  };
  Result<ReadResult> result = read_gltf(*bytes, open_buffer, limits);
  if (!result) {
    result.error().where = result.error().where.empty()
                               ? path.generic_string()
                               : path.generic_string() + ": " + result.error().where;
    return result;
  }
  result->inputs = std::move(inputs);
  return result;
}

}  // namespace rigpack

#include "asset.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <future>
#include <iostream>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "rigpack/formats/gltf.h"

namespace rigpack::cli {
namespace {

constexpr std::array<char, 4> kPackageMagic{'\x89', 'R', 'P', 'K'};

Error unreadable(const std::string& path, std::string message) {
  return {ErrorCode::unreadable, std::move(message), path};
}

Result<std::vector<std::byte>> slurp(std::istream& in, const std::string& path,
                                     std::uint64_t limit) {
  std::vector<std::byte> bytes;
  std::array<char, 1 << 16> buffer{};
  while (in.read(buffer.data(), buffer.size()) || in.gcount() > 0) {
    const auto got = static_cast<std::size_t>(in.gcount());
    if (got > limit - bytes.size()) {
      return std::unexpected(
          Error{ErrorCode::limit, fmt::format("is larger than {} bytes", limit), path});
    }
    const auto* data = reinterpret_cast<const std::byte*>(buffer.data());
    bytes.insert(bytes.end(), data, data + got);
  }
  if (in.bad() || !in.eof()) {
    return std::unexpected(unreadable(path, "cannot be read"));
  }
  return bytes;
}

/// `where` without the file's own name, which the report's `path` gives already.
std::string place_in_file(std::string_view where, const std::string& path) {
  if (where.starts_with(path)) {
    where.remove_prefix(path.size());
    where.remove_prefix(where.starts_with(": ") ? 2 : 0);
  }
  return std::string(where);
}

Result<ReadResult> read_stdin(LoadedAsset& asset) {
  auto bytes = read_bytes("-");
  if (!bytes) {
    return std::unexpected(bytes.error());
  }
  asset.digest = digest_bytes(*bytes);
  const auto refuse = [](const std::string& uri) -> Result<std::vector<std::byte>> {
    return std::unexpected(unreadable(uri, "an asset from stdin has no folder to read from"));
  };
  return read_gltf(*bytes, refuse);
}

Result<ReadResult> read_file(LoadedAsset& asset, const ImportOptions& import) {
  std::error_code error;
  if (std::filesystem::is_directory(asset.path, error)) {
    const std::filesystem::directory_iterator listing(asset.path, error);
    return std::unexpected(
        unreadable(asset.path, error ? "is a folder that cannot be listed: " + error.message()
                                     : "is a folder: add --recursive to check what is in it"));
  }
  if (is_package(asset.path)) {
    return std::unexpected(Error{ErrorCode::unsupported,
                                 "is a package, not a source asset: use verify, info or skin",
                                 asset.path});
  }
  // Hashing takes about as long as reading, so it runs beside it.
  auto hashing = std::async(std::launch::async, digest_file, asset.path);
  auto read = read_asset(asset.path, {}, import);
  const auto digest = hashing.get();
  if (!digest) {
    return std::unexpected(digest.error());
  }
  asset.digest = *digest;
  return read;
}

/// Of the asset and of the buffers it names. One that is gone by now counts nothing.
std::uint64_t source_bytes(const LoadedAsset& asset) {
  std::uint64_t bytes = asset.digest.bytes;
  for (std::size_t i = 1; i < asset.read->inputs.size(); ++i) {
    std::error_code error;
    const auto size = std::filesystem::file_size(asset.read->inputs[i], error);
    bytes += error ? 0 : size;
  }
  return bytes;
}

}  // namespace

LoadedAsset load_asset(const std::string& path, const ImportOptions& import) {
  LoadedAsset asset;
  asset.path = path;
  auto read = path == "-" ? read_stdin(asset) : read_file(asset, import);
  if (read) {
    asset.read = std::move(*read);
    asset.read->scene.source_bytes = source_bytes(asset);
  } else {
    asset.error = read.error();
  }
  return asset;
}

bool is_package(const std::string& path) {
  std::error_code error;
  std::array<char, 4> head{};
  return std::filesystem::is_regular_file(path, error) &&
         std::ifstream(path, std::ios::binary).read(head.data(), head.size()) &&
         head == kPackageMagic;
}

Result<std::vector<std::byte>> read_bytes(const std::string& path, std::uint64_t limit) {
  if (path == "-") {
    return slurp(std::cin, path, limit);
  }
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    return std::unexpected(
        unreadable(path, error ? error.message() : std::string("is not a regular file")));
  }
  std::ifstream file(path, std::ios::binary);
  return file ? slurp(file, path, limit)
              : Result<std::vector<std::byte>>(
                    std::unexpected(unreadable(path, "cannot be opened")));
}

AssetReport begin_report(const LoadedAsset& asset) {
  AssetReport report;
  report.path = asset.path;
  report.sha256 = asset.digest.sha256;
  report.bytes = asset.digest.bytes;
  if (asset.read) {
    report.format = asset.read->scene.format;
    report.names = part_names(asset.read->scene);
    return report;
  }
  report.verdict = Verdict::unreadable;
  Finding finding = make_finding(rules::asset_unreadable, asset.error.message);
  if (!asset.error.rule.empty()) {
    finding.rule = asset.error.rule;
  }
  finding.location.pointer = place_in_file(asset.error.where, asset.path);
  report.check.findings.push_back(std::move(finding));
  return report;
}

PartNames part_names(const Scene& scene) {
  PartNames names;
  const auto copy = [](const auto& from, std::vector<std::string>& to) {
    std::ranges::transform(from, std::back_inserter(to),
                           [](const auto& part) { return part.name; });
  };
  copy(scene.meshes, names.meshes);
  copy(scene.skins, names.skins);
  copy(scene.clips, names.clips);
  return names;
}

}  // namespace rigpack::cli

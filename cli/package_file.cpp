#include "package_file.h"

#include "asset.h"

namespace rigpack::cli {

Error in_file(Error error, const std::string& path) {
  if (!error.where.starts_with(path)) {
    error.where = error.where.empty() ? path : path + ": " + error.where;
  }
  return error;
}

Result<PackageFile> open_package_file(const std::string& path) {
  auto bytes = read_bytes(path);
  if (!bytes) {
    return std::unexpected(bytes.error());
  }
  PackageFile file;
  file.sha256 = digest_bytes(*bytes).sha256;
  file.bytes = bytes->size();
  auto content = read_package(*bytes);
  if (!content) {
    return std::unexpected(in_file(content.error(), path));
  }
  file.content = std::move(*content);
  auto sizes = package_sizes(*bytes);
  if (!sizes) {
    return std::unexpected(in_file(sizes.error(), path));
  }
  file.sizes = std::move(*sizes);
  auto provenance = read_provenance(file.content.provenance);
  if (!provenance) {
    return std::unexpected(in_file(provenance.error(), path));
  }
  file.provenance = std::move(*provenance);
  auto decoded = open_package(std::move(*bytes));
  if (!decoded) {
    return std::unexpected(in_file(decoded.error(), path));
  }
  file.decoded = std::move(*decoded);
  return file;
}

}  // namespace rigpack::cli

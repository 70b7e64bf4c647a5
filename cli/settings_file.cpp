#include "settings_file.h"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "asset.h"
#include "sha256.h"

namespace rigpack::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargest = 1U << 20U;
constexpr const char* kConfigName = ".rigpack.json";

bool lies_in(const fs::path& inner, const fs::path& outer) {
  const auto [end, unused] = std::ranges::mismatch(outer, inner);
  return end == outer.end();
}

/// The last folder to look in, at or above `folder`: both canonical.
fs::path last_folder(const fs::path& folder, const fs::path& working) {
  std::error_code ignored;
  for (fs::path at = folder;; at = at.parent_path()) {
    if (fs::exists(at / ".git", ignored)) {
      return at;
    }
    if (at == at.parent_path()) {
      return lies_in(folder, working) ? working : folder;
    }
  }
}

}  // namespace

Result<SettingsFile> read_settings_file(const std::string& path) {
  const auto bytes = read_bytes(path, kLargest);
  if (!bytes) {
    return std::unexpected(bytes.error());
  }
  SettingsFile file;
  file.source = {path, digest_bytes(*bytes).sha256};
  std::ranges::transform(*bytes, std::back_inserter(file.text),
                         [](std::byte byte) { return static_cast<char>(byte); });
  return file;
}

std::optional<std::string> find_config(const std::string& input) {
  std::error_code fault;
  const fs::path working = fs::canonical(fs::current_path(fault), fault);
  const fs::path parent = input == "-" ? working : fs::absolute(input, fault).parent_path();
  const fs::path folder = fs::weakly_canonical(parent, fault);
  if (fault) {
    return std::nullopt;
  }
  const fs::path last = last_folder(folder, working);
  for (fs::path at = folder;; at = at.parent_path()) {
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(at / kConfigName, ignored))) {
      return (at / kConfigName).lexically_proximate(working).string();
    }
    if (at == last) {
      return std::nullopt;
    }
  }
}

Result<std::string> beside_config(const std::string& config, const std::string& name) {
  const fs::path parent = fs::path(config).parent_path();
  const fs::path folder = parent.empty() ? "." : parent;
  std::error_code fault;
  const fs::path inner = fs::weakly_canonical(fs::absolute(folder / name), fault);
  const fs::path outer = fs::weakly_canonical(fs::absolute(folder), fault);
  if (fault || !lies_in(inner, outer)) {
    return std::unexpected(Error{
        ErrorCode::invalid_argument,
        fmt::format("'{}' lies outside the config's folder: a config may name files beside and "
                    "below it",
                    name),
        config});
  }
  return (folder / name).lexically_normal().string();
}

}  // namespace rigpack::cli

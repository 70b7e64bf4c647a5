#include "assimp/confined_io.h"

#include <algorithm>
#include <string_view>
#include <system_error>

namespace rigpack::assimp {
namespace {

namespace fs = std::filesystem;

}  // namespace

ConfinedIo::ConfinedIo(const fs::path& asset, std::vector<std::string>& opened)
    : alias_(asset.string()), opened_(opened) {
  std::error_code fault;
  folder_ = fs::canonical(asset.has_parent_path() ? asset.parent_path() : fs::path("."), fault);
  asset_ = fs::canonical(asset, fault);
}

const std::string& ConfinedIo::path_as(const std::string& format) {
  const std::string ending = "." + format;
  alias_ += alias_.ends_with(ending) ? "" : ending;
  return alias_;
}

fs::path ConfinedIo::confine(const char* file) const {
  std::error_code fault;
  const fs::path real = file == alias_ ? asset_ : fs::canonical(file, fault);
  if (fault || folder_.empty() || !fs::is_regular_file(real, fault)) {
    return {};
  }
  const auto [end, unused] = std::ranges::mismatch(folder_, real);
  return end == folder_.end() || real == asset_ ? real : fs::path();
}

bool ConfinedIo::Exists(const char* file) const {
  return !confine(file).empty();
}

Assimp::IOStream* ConfinedIo::Open(const char* file, const char* mode) {
  const fs::path real = confine(file);
  if (real.empty() || std::string_view(mode).find_first_of("wa+") != std::string_view::npos) {
    return nullptr;
  }
  const std::string name = real.lexically_relative(folder_).generic_string();
  if (real != asset_ && std::ranges::find(opened_, name) == opened_.end()) {
    opened_.push_back(name);
  }
  return DefaultIOSystem::Open(real.c_str(), "rb");
}

}  // namespace rigpack::assimp

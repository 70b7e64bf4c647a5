#include "inputs.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string_view>
#include <system_error>

#include "rigpack/formats/import.h"

namespace rigpack::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> kEndings{".gltf", ".glb", ".vrm"};

bool has_known_ending(const fs::path& path) {
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto imported = importable_endings();
  return std::ranges::find(kEndings, ending) != kEndings.end() ||
         std::ranges::find(imported, ending) != imported.end();
}

bool is_hidden(const fs::path& path) {
  return path.filename().native().starts_with('.');
}

/// Adds the assets right in `folder` to `out` and the folders in it to `waiting`. Errors: what the
/// system says of a folder that cannot be listed.
std::error_code list_folder(const fs::path& folder, std::vector<std::string>& out,
                            std::vector<fs::path>& waiting) {
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code ignored;
    if (is_hidden(entry->path())) {
      continue;
    }
    if (entry->is_directory(ignored) && !entry->is_symlink(ignored)) {
      waiting.push_back(entry->path());
    } else if (has_known_ending(entry->path()) && entry->is_regular_file(ignored)) {
      out.push_back(entry->path().string());
    }
  }
  return error;
}

void append_folder(const std::string& folder, std::vector<std::string>& out) {
  std::vector<std::string> found;
  std::vector<fs::path> waiting{folder};
  while (!waiting.empty()) {
    const fs::path next = std::move(waiting.back());
    waiting.pop_back();
    if (list_folder(next, found, waiting)) {
      found.push_back(next.string());
    }
  }
  std::ranges::sort(found);
  out.insert(out.end(), found.begin(), found.end());
}

void append_path(const std::string& path, bool recursive, std::vector<std::string>& out) {
  std::error_code ignored;
  if (recursive && fs::is_directory(path, ignored)) {
    append_folder(path, out);
  } else {
    out.push_back(path);
  }
}

Result<void> append_list(const std::string& list, bool recursive, std::vector<std::string>& out) {
  std::ifstream file;
  if (list != "-") {
    file.open(list);
  }
  std::istream& lines = list == "-" ? std::cin : file;
  std::error_code ignored;
  if (!lines || fs::is_directory(list, ignored)) {
    return std::unexpected(Error{ErrorCode::unreadable, "cannot read the list of inputs", list});
  }
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line.back() == '\r') {
      line.pop_back();
    }
    if (!line.empty()) {
      append_path(line, recursive, out);
    }
  }
  return {};
}

}  // namespace

Result<std::vector<std::string>> expand_inputs(const std::vector<std::string>& given,
                                               bool recursive) {
  std::vector<std::string> inputs;
  for (const std::string& path : given) {
    const bool list = path.size() > 1 && path.front() == '@';
    if (!list) {
      append_path(path, recursive, inputs);
    } else if (const auto done = append_list(path.substr(1), recursive, inputs); !done) {
      return std::unexpected(done.error());
    }
  }
  return inputs;
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  return fs::equivalent(a, b, error) && !error;
}

}  // namespace rigpack::cli

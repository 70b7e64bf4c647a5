#pragma once
/// Files that change how assets are judged: profiles, `.rigpack.json`, baselines. A pull request
/// can bring them, so they are small, regular files, and reports name them by hash.

#include <filesystem>
#include <optional>
#include <string>

#include "rigpack/error.h"
#include "rigpack/formats/report.h"

namespace rigpack::cli {

struct SettingsFile {
  SettingsSource source;
  std::string text;
};
/// Errors: unreadable, limit (1 MiB); `where` is the path.
Result<SettingsFile> read_settings_file(const std::string& path);

/// The nearest `.rigpack.json` in the folder of `input` or above it, and no higher than the root of
/// its repository (the folder that holds `.git`). Outside a repository the search ends at the
/// working directory or, for inputs that lie elsewhere, in the input's own folder. "-" is looked
/// for from the working directory. The path is relative to the working directory.
std::optional<std::string> find_config(const std::string& input);

/// The path of a file that the config at `config` calls `name`: relative to the config's folder and
/// inside it, links followed. Errors: invalid_argument.
Result<std::string> beside_config(const std::string& config, const std::string& name);

}  // namespace rigpack::cli

#pragma once
/// --locked-profile: a config may ask for more than the profile does, never for less.

#include <optional>
#include <string_view>

#include "rigpack/formats/profile.h"
#include "rigpack/formats/report.h"

#include "check_settings.h"

namespace rigpack::cli {

/// A `.rigpack.json` that was read.
struct ConfigFile {
  SettingsSource source;
  Config config;
};

/// off, info, warning or error; none for any other word ("never" is one).
std::optional<Severity> severity_of(std::string_view text);

/// Errors (invalid_argument, with the config's path): the first thing by which `file` would judge
/// less strictly than `base`, which are the settings without it. A rule's severity may only be
/// raised or set to error, since some findings of a rule can stand above its usual severity.
Result<void> refuse_loosening(const ConfigFile& file, const CheckSettings& base,
                              const CheckOptions& options);

}  // namespace rigpack::cli

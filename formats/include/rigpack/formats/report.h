#pragma once
/// Reports: what happened to each asset, as JSON (`rigpack.report` 1.0).

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rigpack/formats/package.h"
#include "rigpack/pipeline.h"
#include "rigpack/verify.h"

namespace rigpack {

inline constexpr std::string_view kReportSchemaVersion = "1.0";

enum class Verdict : std::uint8_t { pass, fail, unreadable };
std::string_view to_string(Verdict verdict);

/// A settings file, so that a report can say which one was meant.
struct SettingsSource {
  std::string path;  ///< as found or given
  std::string sha256;
};

/// A severity that is not the profile's own.
struct SeverityChange {
  SeverityOverride change;
  std::string_view by;  ///< "profile" (one in a file), "config" or "--set"
};

/// What an asset was judged by, and who asked for it.
struct JudgedBy {
  std::string profile;
  std::optional<SettingsSource> profile_file;  ///< none: one of the binary's
  std::optional<SettingsSource> config;        ///< the `.rigpack.json`
  std::optional<SettingsSource> baseline;
  std::vector<SeverityChange> changes;  ///< in order: the last of a rule wins
};

/// Entries of a baseline that no finding of the asset answers to any more.
struct StaleEntry {
  std::string baseline;  ///< path
  std::string asset, rule, fingerprint, reason;
};

struct AssetReport {
  std::string path;  ///< as given
  std::string sha256;
  std::uint64_t bytes = 0;
  std::string format;
  Verdict verdict = Verdict::pass;
  CheckResult check;
  std::optional<JudgedBy> judged_by;
  std::optional<StageReport> stages;        ///< pack
  std::vector<ClipReport> clips;            ///< pack; one a packed clip
  std::vector<std::uint32_t> clip_sources;  ///< pack, verify; source clip of each packed one
  std::uint64_t source_clip_bytes = 0;      ///< pack; of the file's animation accessors
  std::uint64_t source_bytes = 0;           ///< pack, verify; of every file that was read
  PackageSizes package_sizes;               ///< pack, verify
  std::uint64_t package_bytes = 0;
  std::optional<VerifyReport> verify;
  /// `--timing` alone: phase ("read_s") and seconds. Left out when empty, so that reports without
  /// it are the same bytes run to run.
  std::vector<std::pair<std::string, double>> timing;
};

struct Report {
  std::string tool_version;
  std::string profile = "default";
  std::vector<AssetReport> assets;
  std::vector<StaleEntry> stale_entries;
};

/// The JSON document: fixed key order, findings sorted, non-finite numbers as strings, no clock, no
/// absolute path of ours. Ends with a newline. Invalid UTF-8 in names becomes U+FFFD.
std::string to_json(const Report& report);

/// What a package says about its making; the PROV chunk holds its JSON. No path, no clock.
struct Provenance {
  struct Input {
    std::string name;  ///< the file's name without folders
    std::string sha256;
    friend bool operator==(const Input&, const Input&) = default;
  };
  std::string tool = "rigpack";
  std::string version;
  std::vector<Input> inputs;                                 ///< the asset first, then its buffers
  std::vector<std::pair<std::string, std::string>> options;  ///< name without dashes, value as text
  friend bool operator==(const Provenance&, const Provenance&) = default;

  /// The value of option `name`, or `fallback`.
  std::string option(std::string_view name, std::string_view fallback) const;
};
/// `{"tool","version","inputs":[{"name","sha256"}],"options":{...}}`, in the order given.
std::string to_json(const Provenance& provenance);
/// Errors: corrupt, when `json` is no such object; unknown keys are ignored.
Result<Provenance> read_provenance(std::string_view json);

/// The packages this build stands on: name and version, sorted by name.
std::vector<std::pair<std::string, std::string>> library_versions();

/// `text` made safe for a terminal: control characters and invalid UTF-8 shown as \xNN.
std::string escape_terminal(std::string_view text);

}  // namespace rigpack

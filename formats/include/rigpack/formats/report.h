#pragma once
/// Reports: what happened to each asset, in the formats that people's tools read.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rigpack/formats/package.h"
#include "rigpack/formats/words.h"
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
  PartNames names;                          ///< for people; JSON has indices alone
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

/// Assets that do not pass, and findings of all assets that no stage repaired.
struct Totals {
  std::size_t failed = 0, errors = 0, warnings = 0, infos = 0;
};
Totals totals(const Report& report);
Totals totals(const AssetReport& asset);

/// "glb, 1.2 MB: 1 mesh with 9000 vertices, 1 skin with 30 joints, 2 clips, longest 4.2 s". Not
/// escaped.
std::string stats_text(const AssetReport& asset);
/// "2 errors, 1 warning"; "no findings" when there are none but notes.
std::string counts_text(const Totals& sum);
/// What the catalogue advises; empty for notes and for what is repaired.
std::string_view remedy_text(const Finding& finding);

enum class ReportFormat : std::uint8_t { json, jsonl, sarif, junit, markdown, openmetrics };
/// As `--report` names them.
std::string_view to_string(ReportFormat format);
std::span<const ReportFormat> report_formats();

/// `report` in one format. All are UTF-8, end with a newline and are the same bytes for the same
/// report: fixed order, no clock, no path but those given. Names in them are hostile: each format
/// has its own escaper, which keeps them on one line and out of the format's syntax; JSON keeps
/// their characters, with U+FFFD for invalid UTF-8, the others show what is not printable as \xNN.
std::string report_text(const Report& report, ReportFormat format);

/// The JSON document `rigpack.report`: fixed key order, findings sorted, non-finite numbers as
/// strings.
std::string to_json(const Report& report);
/// One line of ASCII an asset: the same objects as in the document's `assets`.
std::string to_json_lines(const Report& report);
/// SARIF 2.1.0: one result a finding, one artifact an asset, the text of `explain` for each rule
/// met. Paths become relative URI references (file: for absolute ones).
std::string to_sarif(const Report& report);
/// JUnit XML: one testcase an asset; a failed one has a <failure>, an unreadable one an <error>.
std::string to_junit(const Report& report);
/// A comment for a pull request: what fails and how to fix it, within GitHub's 65,536 characters;
/// what does not fit is counted.
std::string to_markdown(const Report& report);
/// OpenMetrics 1.0 text: totals, findings by rule, and size and errors by asset.
std::string to_openmetrics(const Report& report);
/// GitHub workflow commands, one line a finding: `::error file=...,title=RULE::MESSAGE`.
std::string to_github_annotations(const Report& report);

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

/// `text` made safe for a terminal and for a CI log: on one line, what is not printable and invalid
/// UTF-8 shown as \xNN, and nothing in it that a log's reader takes for a command.
std::string escape_terminal(std::string_view text);

}  // namespace rigpack

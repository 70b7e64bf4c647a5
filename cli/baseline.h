#pragma once
/// Baselines: findings that people have decided to live with, each with the reason.

#include <string>
#include <vector>

#include "rigpack/formats/profile.h"
#include "rigpack/formats/report.h"

namespace rigpack::cli {

class Baseline {
 public:
  /// Errors: unreadable; invalid_argument, with the entry that is wrong.
  static Result<Baseline> read(const std::string& path);

  const SettingsSource& source() const { return source_; }
  /// What the baseline accepts of the asset at `path` (as given on the command line).
  std::vector<AcceptedFinding> accepted_for(const std::string& path) const;
  /// Appends the entries that no longer stand for anything: their asset was judged and shows no
  /// such finding, or its file is gone. Assets that this run left out are not judged.
  void append_stale(const Report& report, std::vector<StaleEntry>& out) const;

 private:
  SettingsSource source_;
  std::vector<BaselineEntry> entries_;
};

/// A baseline of every finding at or above `least`, to stand at `path`. A finding that a baseline
/// accepts now keeps its reason; the reason of others is empty, for a person to fill in.
struct NewBaseline {
  std::string json;
  std::size_t entries = 0;
  std::size_t without_reason = 0;
};
NewBaseline make_baseline(const Report& report, const std::string& path, Severity least);

}  // namespace rigpack::cli

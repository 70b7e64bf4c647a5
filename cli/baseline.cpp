#include "baseline.h"

#include <algorithm>
#include <filesystem>

#include "settings_file.h"

namespace rigpack::cli {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const std::string& baseline) {
  std::error_code fault;
  return fs::weakly_canonical(fs::absolute(baseline, fault).parent_path(), fault);
}

/// How the baseline in `folder` calls the asset at `path`.
std::string name_of(const std::string& path, const fs::path& folder) {
  if (path == "-") {
    return path;
  }
  std::error_code fault;
  const fs::path real = fs::weakly_canonical(fs::absolute(path, fault), fault);
  return fault ? path : real.lexically_proximate(folder).generic_string();
}

bool answers(const AssetReport& asset, const AcceptedFinding& entry) {
  const auto same = [&](const auto& found, const std::string& print) {
    return found.rule == entry.rule && print == entry.fingerprint;
  };
  return std::ranges::any_of(
             asset.check.accepted,
             [&](const AcceptedFinding& found) { return same(found, found.fingerprint); }) ||
         std::ranges::any_of(asset.check.findings,
                             [&](const Finding& found) { return same(found, fingerprint(found)); });
}

}  // namespace

Result<Baseline> Baseline::read(const std::string& path) {
  auto file = read_settings_file(path);
  if (!file) {
    return std::unexpected(file.error());
  }
  auto entries = read_baseline(file->text);
  if (!entries) {
    Error error = entries.error();
    error.where = path;
    return std::unexpected(error);
  }
  Baseline baseline;
  baseline.source_ = file->source;
  baseline.entries_ = std::move(*entries);
  return baseline;
}

std::vector<AcceptedFinding> Baseline::accepted_for(const std::string& path) const {
  const std::string name = name_of(path, folder_of(source_.path));
  std::vector<AcceptedFinding> accepted;
  for (const BaselineEntry& entry : entries_) {
    if (entry.asset == name) {
      accepted.push_back(entry.finding);
    }
  }
  return accepted;
}

void Baseline::append_stale(const Report& report, std::vector<StaleEntry>& out) const {
  const fs::path folder = folder_of(source_.path);
  for (const BaselineEntry& entry : entries_) {
    const auto asset = std::ranges::find_if(report.assets, [&](const AssetReport& candidate) {
      return candidate.judged_by && candidate.judged_by->baseline &&
             candidate.judged_by->baseline->path == source_.path &&
             name_of(candidate.path, folder) == entry.asset;
    });
    std::error_code ignored;
    const bool stale =
        asset == report.assets.end()
            ? entry.asset != "-" && !fs::exists(folder / entry.asset, ignored)
            : asset->verdict != Verdict::unreadable && !answers(*asset, entry.finding);
    if (stale) {
      out.push_back({source_.path, entry.asset, entry.finding.rule, entry.finding.fingerprint,
                     entry.finding.reason});
    }
  }
}

NewBaseline make_baseline(const Report& report, const std::string& path, Severity least) {
  const fs::path folder = folder_of(path);
  NewBaseline out;
  std::vector<BaselineEntry> entries;
  for (const AssetReport& asset : report.assets) {
    if (asset.verdict == Verdict::unreadable) {
      continue;  // not to be had is not to be lived with
    }
    const std::string name = name_of(asset.path, folder);
    for (const AcceptedFinding& accepted : asset.check.accepted) {
      entries.push_back({name, accepted});
    }
    for (const Finding& finding : asset.check.findings) {
      if (!finding.fixed && finding.severity >= least) {
        entries.push_back(
            {name, {std::string(finding.rule), fingerprint(finding), finding.count, ""}});
        ++out.without_reason;
      }
    }
  }
  out.entries = entries.size();
  out.json = to_json(entries);
  return out;
}

}  // namespace rigpack::cli

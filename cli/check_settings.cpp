#include "check_settings.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "rigpack/formats/profile.h"

#include "asset.h"
#include "locked_profile.h"
#include "settings_file.h"
#include "terminal.h"

namespace rigpack::cli {
namespace {

Error invalid(std::string message, std::string where = {}) {
  return {ErrorCode::invalid_argument, std::move(message), std::move(where), {}};
}

Result<SeverityOverride> parse_override(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string rule = text.substr(0, equals);
  const auto severity =
      equals == std::string::npos ? std::nullopt : severity_of(text.substr(equals + 1));
  if (!severity) {
    return std::unexpected(invalid(
        fmt::format("--set {}: give RULE=off, RULE=info, RULE=warning or RULE=error", text)));
  }
  std::vector<std::string> ids;
  std::ranges::transform(known_rules(), std::back_inserter(ids),
                         [](const Rule* known) { return std::string(known->id); });
  if (std::ranges::find(ids, rule) == ids.end()) {
    const std::string near = nearest(rule, ids);
    return std::unexpected(
        invalid(fmt::format("--set {}: there is no rule '{}'{}", text, rule,
                            near.empty() ? "" : "; did you mean " + near + "?")));
  }
  return SeverityOverride{rule, *severity};
}

/// A profile's name, or its file; and what to call the place that asked for it.
struct ProfileChoice {
  std::string name, path, asked_by;
};

Result<ProfileChoice> choose_profile(const CheckOptions& options, const ConfigFile* file) {
  if (options.profile) {
    return ProfileChoice{*options.profile, *options.profile, "--profile"};
  }
  if (file == nullptr || !file->config.profile) {
    return ProfileChoice{"default", "", ""};
  }
  const std::string& name = *file->config.profile;
  if (!profile_text(name).empty()) {
    return ProfileChoice{name, "", file->source.path};
  }
  auto path = beside_config(file->source.path, name);
  if (!path) {
    return std::unexpected(path.error());
  }
  return ProfileChoice{name, *path, file->source.path + ": profile"};
}

/// The profile's text: one in the binary wins over a file of that name.
Result<std::string> profile_json(const ProfileChoice& choice, JudgedBy& judged_by) {
  if (const std::string_view text = profile_text(choice.name); !text.empty()) {
    return std::string(text);
  }
  auto file = read_settings_file(choice.path);
  if (!file) {
    const std::string near = nearest(choice.name, profile_names());
    return std::unexpected(
        invalid(fmt::format("{} {}: there is no such profile or file{}", choice.asked_by,
                            choice.name, near.empty() ? "" : "; did you mean " + near + "?")));
  }
  judged_by.profile_file = file->source;
  return std::move(file->text);
}

Result<void> apply_profile_choice(const CheckOptions& options, const ConfigFile* file,
                                  CheckSettings& settings) {
  const auto choice = choose_profile(options, file);
  if (!choice) {
    return std::unexpected(choice.error());
  }
  const auto json = profile_json(*choice, settings.judged_by);
  if (!json) {
    return std::unexpected(json.error());
  }
  const auto profile = read_profile(*json, known_rules());
  if (!profile) {
    return std::unexpected(
        invalid(fmt::format("{} {}: {}", choice->asked_by, choice->name, profile.error().message)));
  }
  apply_profile(*profile, settings.policy);
  settings.judged_by.profile = profile->name.empty() ? choice->name : profile->name;
  if (settings.judged_by.profile_file) {
    for (const SeverityOverride& change : profile->rules) {
      settings.judged_by.changes.push_back({change, "profile"});
    }
  }
  return {};
}

void apply_change(SeverityOverride change, std::string_view by, CheckSettings& settings) {
  settings.judged_by.changes.push_back({change, by});
  settings.policy.overrides.push_back(std::move(change));
}

Result<void> apply_overrides(const CheckOptions& options, CheckSettings& settings) {
  for (const std::string& text : options.set) {
    auto change = parse_override(text);
    if (!change) {
      return std::unexpected(change.error());
    }
    apply_change(std::move(*change), "--set", settings);
  }
  return {};
}

Result<void> apply_baseline(const CheckOptions& options, const ConfigFile* file,
                            CheckSettings& settings) {
  Result<std::string> path = options.baseline;
  if (path->empty() && file != nullptr && file->config.baseline) {
    path = beside_config(file->source.path, *file->config.baseline);
  }
  if (!path) {
    return std::unexpected(path.error());
  }
  if (path->empty()) {
    return {};
  }
  auto baseline = Baseline::read(*path);
  if (!baseline) {
    return std::unexpected(invalid(fmt::format("baseline {}: {}", *path, baseline.error().message),
                                   options.baseline.empty() ? file->source.path : ""));
  }
  settings.judged_by.baseline = baseline->source();
  settings.baseline = std::make_shared<const Baseline>(std::move(*baseline));
  return {};
}

Result<void> apply_tolerance(const CheckOptions& options, const ConfigFile* file,
                             CheckSettings& settings) {
  double& tolerance = settings.policy.weights.sum_tolerance;
  if (options.weight_tolerance) {
    tolerance = *options.weight_tolerance;
  } else if (file != nullptr && file->config.weight_tolerance) {
    tolerance = *file->config.weight_tolerance;
  }
  if (!std::isfinite(tolerance) || tolerance < 0) {
    return std::unexpected(invalid(
        fmt::format("--weight-tolerance {}: give a number that is not negative", tolerance)));
  }
  return {};
}

/// What the config and the command line ask of the judging; the latter wins.
Result<void> apply_judging(const CheckOptions& options, const ConfigFile* file,
                           CheckSettings& settings) {
  if (auto done = apply_profile_choice(options, file, settings); !done) {
    return done;
  }
  if (auto done = apply_tolerance(options, file, settings); !done) {
    return done;
  }
  std::string fail_on = options.fail_on.value_or("error");
  if (file != nullptr) {
    settings.judged_by.config = file->source;
    for (const SeverityOverride& change : file->config.rules) {
      apply_change(change, "config", settings);
    }
    fail_on = options.fail_on ? fail_on : file->config.fail_on.value_or(fail_on);
  }
  settings.fail_on = severity_of(fail_on);
  if (auto done = apply_overrides(options, settings); !done) {
    return done;
  }
  return apply_baseline(options, file, settings);
}

Result<CheckSettings> build(const CheckOptions& options, const ConfigFile* file) {
  CheckSettings settings;
  if (options.max_warnings) {
    settings.max_warnings = static_cast<std::uint64_t>(*options.max_warnings);
  }
  settings.threads = thread_count(options.jobs);
  settings.policy.engine = find_engine(options.simulate);
  auto import = import_options(options.import);
  if (!import) {
    return std::unexpected(import.error());
  }
  settings.import = std::move(*import);
  if (const auto done = apply_judging(options, file, settings); !done) {
    return std::unexpected(done.error());
  }
  auto reports = report_settings(options.report);
  if (!reports) {
    return std::unexpected(reports.error());
  }
  settings.report = std::move(*reports);
  return settings;
}

Result<ConfigFile> read_config_file(const std::string& path) {
  const auto file = read_settings_file(path);
  if (!file) {
    return std::unexpected(file.error());
  }
  auto config = read_config(file->text, known_rules());
  if (!config) {
    return std::unexpected(invalid(config.error().message, path));
  }
  return ConfigFile{file->source, std::move(*config)};
}

Result<CheckSettings> build_with_config(const CheckOptions& options, const std::string& path) {
  const auto file = read_config_file(path);
  if (!file) {
    return std::unexpected(file.error());
  }
  if (options.locked_profile) {
    const auto base = build(options, nullptr);
    if (!base) {
      return base;
    }
    if (const auto fine = refuse_loosening(*file, *base, options); !fine) {
      return std::unexpected(fine.error());
    }
  }
  return build(options, &*file);
}

}  // namespace

CheckPolicy CheckSettings::policy_for(const std::string& path) const {
  CheckPolicy out = policy;
  if (baseline) {
    out.accepted = baseline->accepted_for(path);
  }
  return out;
}

Result<CheckSettings> check_settings(const CheckOptions& options) {
  return build(options, nullptr);
}

Result<const CheckSettings*> SettingsByAsset::find(const std::string& input) {
  std::string path = options_.config == "none" ? "" : options_.config;
  if (options_.config.empty()) {
    path = find_config(input).value_or("");
  }
  if (const auto known = by_config_.find(path); known != by_config_.end()) {
    return &known->second;
  }
  auto settings = path.empty() ? build(options_, nullptr) : build_with_config(options_, path);
  if (!settings) {
    return std::unexpected(settings.error());
  }
  return &(by_config_[path] = std::move(*settings));
}

std::vector<StaleEntry> SettingsByAsset::stale_entries(const Report& report) const {
  std::map<std::string, std::shared_ptr<const Baseline>> baselines;
  for (const auto& [config, settings] : by_config_) {
    if (settings.baseline) {
      baselines[settings.baseline->source().path] = settings.baseline;
    }
  }
  std::vector<StaleEntry> stale;
  for (const auto& [path, baseline] : baselines) {
    baseline->append_stale(report, stale);
  }
  return stale;
}

void judge(AssetReport& report, const CheckSettings& settings) {
  report.judged_by = settings.judged_by;
  const bool failing = std::ranges::any_of(report.check.findings, [&](const Finding& finding) {
    return settings.fail_on && !finding.fixed && finding.severity >= *settings.fail_on;
  });
  if (report.verdict != Verdict::unreadable) {
    report.verdict = failing ? Verdict::fail : Verdict::pass;
  }
}

}  // namespace rigpack::cli

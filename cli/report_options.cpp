#include "report_options.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "terminal.h"

namespace rigpack::cli {
namespace {

Error invalid(std::string message) {
  return {ErrorCode::invalid_argument, std::move(message), ""};
}

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names;
  std::ranges::transform(report_formats(), std::back_inserter(names),
                         [](ReportFormat format) { return to_string(format); });
  return names;
}

Result<ReportTarget> parse_target(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string_view name = std::string_view(text).substr(0, equals);
  const auto formats = report_formats();
  const auto found = std::ranges::find(formats, name, [](ReportFormat f) { return to_string(f); });
  if (found == formats.end()) {
    const std::string near = nearest(name, format_names());
    return std::unexpected(invalid(fmt::format(
        "--report {}: there is no format '{}'{}; formats: {}", text, name,
        near.empty() ? "" : ", did you mean " + near + "?", fmt::join(format_names(), ", "))));
  }
  if (equals == std::string::npos || equals + 1 == text.size()) {
    return std::unexpected(
        invalid(fmt::format("--report {}: give a path, e.g. {}=report.{}, or {}=- for stdout", text,
                            name, name, name)));
  }
  return ReportTarget{*found, text.substr(equals + 1)};
}

/// Two reports in one file would leave the second alone.
Result<void> refuse_shared_paths(const std::vector<ReportTarget>& targets) {
  std::vector<std::string> paths;
  for (const ReportTarget& target : targets) {
    const std::string path = std::filesystem::path(target.path).lexically_normal().string();
    if (std::ranges::find(paths, path) != paths.end()) {
      return std::unexpected(
          invalid(path == "-" ? "two reports cannot share stdout: give one of them a path"
                              : fmt::format("two reports cannot be one file: {}", target.path)));
    }
    paths.push_back(path);
  }
  return {};
}

}  // namespace

void add_report_arguments(CLI::App& verb, ReportArguments& arguments) {
  verb.add_option("--report", arguments.reports,
                  fmt::format("Write a report (repeatable): {}. PATH - is stdout, in place of the "
                              "table",
                              fmt::join(format_names(), ", ")))
      ->type_name("FORMAT=PATH")
      ->allow_extra_args(false);
  verb.add_option("--annotate", arguments.annotate,
                  "Print findings as annotations that a CI shows beside the files: github")
      ->type_name("CI")
      ->check(CLI::IsMember({"github"}));
  verb.add_option("--color", arguments.color,
                  "auto (the default: on a terminal, unless NO_COLOR is set), always, never")
      ->type_name("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  verb.add_flag("--timing", arguments.timing,
                "Add run times to the reports (they are then no longer the same bytes each run)");
}

bool ReportSettings::on_stdout() const {
  return std::ranges::find(targets, "-", &ReportTarget::path) != targets.end();
}

Result<ReportSettings> report_settings(const ReportArguments& arguments) {
  ReportSettings settings;
  for (const std::string& text : arguments.reports) {
    auto target = parse_target(text);
    if (!target) {
      return std::unexpected(target.error());
    }
    settings.targets.push_back(std::move(*target));
  }
  if (auto fine = refuse_shared_paths(settings.targets); !fine) {
    return std::unexpected(fine.error());
  }
  settings.annotate = !arguments.annotate.empty();
  settings.timing = arguments.timing;
  choose_colour(arguments.color == "always"  ? Colour::always
                : arguments.color == "never" ? Colour::never
                                             : Colour::automatic);
  return settings;
}

}  // namespace rigpack::cli

#include "check_options.h"

#include <algorithm>
#include <thread>

#include <CLI/CLI.hpp>

namespace rigpack::cli {

unsigned thread_count(unsigned jobs) {
  return jobs != 0 ? jobs : std::max(1U, std::thread::hardware_concurrency());
}

void add_report_options(CLI::App& verb, CheckOptions& options) {
  add_report_arguments(verb, options.report);
  verb.add_option("-j", options.jobs,
                  "Threads; 0, the default: one a processor. Results do not depend on it")
      ->type_name("N")
      ->check(CLI::Range(0U, 1024U));
  add_import_options(verb, options.import);
}

void add_check_options(CLI::App& verb, CheckOptions& options) {
  verb.add_option("--profile", options.profile,
                  "Limits and severities: default, strict, unreal, unity, godot, web, mobile, or a "
                  "JSON file")
      ->type_name("NAME|FILE");
  verb.add_option("--weight-tolerance", options.weight_tolerance,
                  "How far a vertex's weights may sum from 1 [0.001]")
      ->type_name("X");
  verb.add_option("--fail-on", options.fail_on,
                  "Findings that fail: error (the default), warning, info, never")
      ->type_name("SEVERITY")
      ->check(CLI::IsMember({"error", "warning", "info", "never"}));
  verb.add_option("--max-warnings", options.max_warnings,
                  "Exit with 1 when all inputs together have more warnings")
      ->check(CLI::NonNegativeNumber)
      ->type_name("N");
  verb.add_option("--set", options.set,
                  "Change a rule's severity: off, info, warning, error (repeatable)")
      ->type_name("RULE=SEVERITY")
      ->allow_extra_args(false);
  verb.add_option("--config", options.config,
                  "A config in place of the nearest .rigpack.json at or above each input, within "
                  "its repository; none: use no config")
      ->type_name("FILE|none");
  verb.add_flag("--locked-profile", options.locked_profile,
                "Refuse a config that loosens the profile, names another or brings a baseline");
  verb.add_option("--baseline", options.baseline,
                  "Leave out the findings that FILE accepts, each with its reason")
      ->type_name("FILE");
  add_report_options(verb, options);
}

}  // namespace rigpack::cli

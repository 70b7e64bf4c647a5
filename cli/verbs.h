#pragma once
/// The verbs, one a file. Each adds its subcommand and options to `app` and gives back what to run
/// once the arguments are parsed; the result is the process's exit code.

#include <functional>

namespace CLI {
class App;
}

namespace rigpack::cli {

/// Exit codes; over several inputs the highest wins.
inline constexpr int kClean = 0;     ///< nothing at or above --fail-on
inline constexpr int kFindings = 1;  ///< at least one finding is, or a bound is not met
inline constexpr int kUnusable = 2;  ///< usage, unreadable input, unwritable output
inline constexpr int kInternal = 3;  ///< our own fault

struct Verb {
  CLI::App* app = nullptr;
  std::function<int()> run;
};

Verb add_check(CLI::App& app);
Verb add_pack(CLI::App& app);
Verb add_verify(CLI::App& app);
Verb add_skin(CLI::App& app);
Verb add_pose(CLI::App& app);
Verb add_info(CLI::App& app);
Verb add_rules(CLI::App& app);
Verb add_explain(CLI::App& app);
Verb add_version(CLI::App& app);

}  // namespace rigpack::cli

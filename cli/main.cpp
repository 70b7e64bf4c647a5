#include <array>
#include <exception>
#include <span>

#include <CLI/CLI.hpp>

#include "rigpack/formats/import.h"

#include "process.h"
#include "terminal.h"
#include "usage.h"
#include "verbs.h"

namespace {

using namespace rigpack::cli;

int run(int argc, char** argv) {
  CLI::App app("Validates skinned, animated assets and packs them into .rpk.", "rigpack");
  app.require_subcommand(1);
  app.footer("Exit codes: 0 clean, 1 findings, 2 usage or unreadable input, 3 internal error.");
  const std::array verbs{add_check(app), add_pack(app),    add_verify(app),
                         add_skin(app),  add_pose(app),    add_info(app),
                         add_rules(app), add_explain(app), add_version(app)};
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return explain_usage(app, error);
  }
  for (const Verb& verb : verbs) {
    if (verb.app->parsed()) {
      const int code = verb.run();
      return code < kUnusable && stdout_failed() ? kUnusable : code;
    }
  }
  return kUnusable;
}

}  // namespace

int main(int argc, char** argv) {
  const std::span<char* const> arguments(argv, static_cast<std::size_t>(argc));
  if (rigpack::is_import_worker(arguments)) {
    rigpack::run_import_worker(arguments);
  }
  prepare_process();
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    return report_internal_error(error.what());
  } catch (...) {
    return report_internal_error("unknown exception");
  }
}

#include "usage.h"

#include <cctype>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "terminal.h"
#include "verbs.h"

namespace rigpack::cli {
namespace {

const CLI::App& chosen(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? app : *parsed.front();
}

/// "; did you mean --max-error?" for the first unknown option or verb of the command line.
std::string suggestion(const CLI::App& app) {
  const CLI::App& verb = chosen(app);
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options()) {
    names.push_back(option->get_name());
  }
  if (&verb == &app) {
    for (const CLI::App* sub : app.get_subcommands({})) {
      names.push_back(sub->get_name());
    }
  }
  const std::vector<std::string> unknown = verb.remaining(true);
  const std::string near = unknown.empty() ? "" : nearest(unknown.front(), names);
  return near.empty() ? "" : fmt::format("; did you mean {}?", near);
}

}  // namespace

int explain_usage(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) {
    std::ostringstream text;
    app.exit(error, text, text);
    write_stdout(text.str());
    return stdout_failed() ? kUnusable : kClean;
  }
  std::string message = error.what();
  message = message.substr(0, message.find('\n'));
  if (message.size() > 1 && std::islower(static_cast<unsigned char>(message[1])) != 0) {
    message[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(message[0])));
  }
  const CLI::App& verb = chosen(app);
  return usage_error(&verb == &app ? "" : verb.get_name(), message + suggestion(app));
}

}  // namespace rigpack::cli

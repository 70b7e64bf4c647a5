#pragma once
/// Help texts and mistakes in the command line.

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace rigpack::cli {

/// Prints the help asked for (exit code 0), or CLI11's message about a mistake in our style, with
/// the nearest option of the verb where one was unknown (exit code 2).
int explain_usage(const CLI::App& app, const CLI::ParseError& error);

}  // namespace rigpack::cli

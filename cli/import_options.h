#pragma once
/// The options about formats other than glTF.

#include <optional>
#include <string>

#include "rigpack/formats/import.h"
#include "rigpack/formats/report.h"

namespace CLI {
class App;
}

namespace rigpack::cli {

/// As typed.
struct ImportArguments {
  double timeout_s = 10;
  std::string memory_limit = "2GiB";
  std::string unit;
};
void add_import_options(CLI::App& verb, ImportArguments& arguments);

/// Errors (invalid_argument): a size or unit that is none, a timeout that is not above 0.
Result<ImportOptions> import_options(const ImportArguments& arguments);

/// What provenance says of `--unit`, so that `verify` reads the source as `pack` did; nothing when
/// it was not given.
std::optional<std::string> unit_text(const ImportOptions& options);
/// Takes the unit from `provenance` unless one was given.
void apply_provenance(const Provenance& provenance, ImportOptions& options);

}  // namespace rigpack::cli

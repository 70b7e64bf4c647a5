#pragma once
/// The options about formats other than glTF.

#include <string>

#include "rigpack/formats/import.h"

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

}  // namespace rigpack::cli

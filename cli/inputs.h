#pragma once
/// Which files a command line names.

#include <string>
#include <vector>

#include "rigpack/error.h"

namespace rigpack::cli {

/// Expands `@list.txt` (one path a line, blank lines skipped, `@-`: stdin) and, when `recursive`,
/// folders into the files below them whose endings are known, sorted by path. In folders, what is
/// hidden (a name that starts with a dot) is left out, and links to folders are not followed.
/// Everything else, missing files and folders that cannot be listed too, is kept as given: reading
/// it will tell. Errors: unreadable, when a list cannot be read.
Result<std::vector<std::string>> expand_inputs(const std::vector<std::string>& given,
                                               bool recursive);

/// True when both name one existing file.
bool same_file(const std::string& a, const std::string& b);

}  // namespace rigpack::cli

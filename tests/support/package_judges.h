#pragma once
/// Both readers of a package beside each other, and damage that gets past the checksums.

#include <cstddef>
#include <span>
#include <vector>

namespace rigpack::test {

/// Writes the checksums and the content hash that the bytes should have, as far as the directory
/// makes sense. A forger would do this; so does the fuzzer.
void fix_checksums(std::vector<std::byte>& file);

struct Verdicts {
  bool runtime = false;  ///< rpk_open accepts
  bool reader = false;   ///< read_package accepts
};
/// Asks both. When the runtime accepts, every name, stream, index, morph and pose is decoded, and
/// each function must say RPK_OK; when the reader accepts too, the decoded bytes must be equal.
/// Aborts where that does not hold, so that a fuzzer sees it.
Verdicts judge(std::span<const std::byte> file);

}  // namespace rigpack::test

/// Bytes -> an .rpk whose checksums are made right -> both readers: one verdict, and everything
/// the runtime accepts decodes.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "support/package_judges.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::byte> file(size);
  if (size > 0) {
    std::memcpy(file.data(), data, size);
  }
  rigpack::test::fix_checksums(file);
  const rigpack::test::Verdicts verdicts = rigpack::test::judge(file);
  if (verdicts.runtime != verdicts.reader) {
    std::fprintf(stderr, "runtime %d, reader %d\n", verdicts.runtime, verdicts.reader);
    std::abort();
  }
  return 0;
}

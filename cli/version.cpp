#include <string>
#include <string_view>

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <CLI/CLI.hpp>

#include "rigpack/formats/package.h"
#include "rigpack/formats/report.h"

#include "terminal.h"
#include "verbs.h"

namespace rigpack::cli {
namespace {

/// The widest vector instructions of this processor; results do not depend on them.
std::string_view simd_level() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) {
    return "AVX-512";
  }
  if (__builtin_cpu_supports("avx2")) {
    return "AVX2";
  }
  return __builtin_cpu_supports("sse4.2") ? "SSE4.2" : "SSE2";
#elif defined(__aarch64__)
  return "NEON";
#else
  return "none known";
#endif
}

int run_version() {
  std::string text =
      fmt::format("rigpack {}\npackage format {}.{}\nreport schema {}\n", RIGPACK_VERSION,
                  kPackageMajor, kPackageMinor, kReportSchemaVersion);
  for (const auto& [name, version] : library_versions()) {
    text += fmt::format("{} {}\n", name, version);
  }
  text += fmt::format("CLI11 {}\n{}\n", CLI11_VERSION, OpenSSL_version(OPENSSL_VERSION));
  text += fmt::format("SIMD {}\n", simd_level());
  write_stdout(text);
  return kClean;
}

}  // namespace

Verb add_version(CLI::App& app) {
  return {app.add_subcommand("version", "Version, libraries and their versions, SIMD level"),
          run_version};
}

}  // namespace rigpack::cli

#pragma once
/// One run of `pack`, from the command line to proven bytes.

#include <string>
#include <vector>

#include "asset.h"
#include "check_settings.h"
#include "clock.h"
#include "pack_options.h"
#include "pack_proof.h"

namespace rigpack::cli {

/// As typed.
struct PackOptions {
  std::string input, output, depfile;
  bool no_verify = false;
  CheckOptions check;
  StageOptions stages;
};

/// One run of `pack`: what is asked, and what has come of it so far.
struct PackJob {
  const PackOptions& options;
  CheckSettings settings;
  Bounds bounds;
  LoadedAsset asset;
  Report report;
  PackedBytes packed;
  Stopwatch watch;

  AssetReport& entry() { return report.assets.front(); }
  void lap(const char* phase) {
    const double seconds = watch.lap_s();
    if (settings.report.timing) {
      entry().timing.emplace_back(phase, seconds);
    }
  }
};

/// Every file that the asset was read from, the asset first.
std::vector<std::string> input_paths(const PackJob& job);

/// The whole job up to proven bytes in `job.packed`; false when findings or the proof stop it (the
/// report then says why).
Result<bool> build_package(PackJob& job);

}  // namespace rigpack::cli

#pragma once
/// The options of `pack` beyond check's, and how they travel to `verify` through the package.

#include <cstdint>
#include <optional>
#include <string>

#include "rigpack/formats/report.h"
#include "rigpack/pipeline.h"

#include "units.h"

namespace CLI {
class App;
}

namespace rigpack::cli {

/// How weights are repaired; `pack`, `verify` and `skin` take it. Empty: not given.
struct RepairOptions {
  std::optional<std::string> weights, zero_weights;
  std::optional<std::uint32_t> max_influences;
};
void add_repair_options(CLI::App& verb, RepairOptions& options);
/// Puts what is given into `policy`.
void apply_repair(const RepairOptions& options, PackPolicy& policy);

/// The two bounds, as typed. Empty: the default share of the asset's size.
struct BoundOptions {
  std::string max_error, max_static_error;
};
void add_bound_options(CLI::App& verb, BoundOptions& options);
struct Bounds {
  std::optional<Length> clip, fixed;
};
/// Errors: invalid_argument, with the option's name.
Result<Bounds> parse_bounds(const BoundOptions& options);
/// Metres for an asset of `size_m`; 0 where no bound was given.
double bound_m(const std::optional<Length>& bound, double size_m);

struct StageOptions {
  RepairOptions repair;
  BoundOptions bounds;
  std::string weight_bits = "auto";
  std::string clips;
  bool no_clips = false;
  bool keep_constant = false;
};
void add_stage_options(CLI::App& verb, StageOptions& options);
/// All but the bounds, which need the asset's size.
void apply_stages(const StageOptions& options, PackPolicy& policy);

/// What the package remembers of the options, in one fixed order.
std::vector<std::pair<std::string, std::string>> provenance_options(const StageOptions& options,
                                                                    const PackPolicy& policy);
/// The part of them that decides what the package was meant to hold; unknown values keep the
/// defaults.
void apply_provenance(const Provenance& provenance, PackPolicy& policy);

}  // namespace rigpack::cli

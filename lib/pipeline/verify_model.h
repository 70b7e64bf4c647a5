#pragma once
/// The two displacements that verify measures.

#include <vector>

#include "pipeline/displacement.h"
#include "pipeline/verify_structure.h"
#include "rigpack/verify.h"

namespace rigpack::proof {

struct ProofModel {
  Displacement clip;   ///< the source mesh, moved by decoded clips instead of source clips
  Displacement fixed;  ///< the decoded mesh instead of the source mesh, moved by decoded clips
  AttributeErrors attributes;
};

/// What a model is made from.
struct ModelInput {
  const Scene& source;
  const std::vector<std::vector<Influences>>& influences;  ///< repaired, `[mesh][primitive]`
  const DecodedAsset& package;
  double static_share = 0;  ///< static bound as a share of the asset's size
  double shell_m = 0;       ///< without a mesh: radius of the shell around a joint
};

/// Matches every pair's vertices and builds both displacements. A source that draws nothing gets a
/// shell instead of a mesh: six points around every joint (ARCHITECTURE, two budgets).
ProofModel build_model(const ModelInput& input, const std::vector<PrimitivePair>& pairs,
                       Mismatches& out);

}  // namespace rigpack::proof

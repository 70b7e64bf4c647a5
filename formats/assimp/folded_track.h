#pragma once
/// Sampling of a chain of nodes as one transform.

#include <assimp/anim.h>

#include <vector>

#include "assimp/convert.h"

namespace rigpack::assimp {

/// One link of a chain: what drives it, or how it stands still.
struct ChainLink {
  const aiNodeAnim* channel = nullptr;  ///< null: `local` at all times
  affined local;
};

/// A key of the whole chain; `time` in the file's ticks.
struct ChainKey {
  double time = 0;
  trsd local;
};

/// `channel` at `time`: keys clamped at both ends, linear between them, rotations along the
/// shortest arc.
trsd sample(const aiNodeAnim& channel, double time);

/// Keys that give the chain's product at every key time of its links, and between keys to 1e-5 of
/// its length: where pivots make the product curve, keys are added (at most 31 an interval).
/// `sheared` is set when a product is no translation, rotation and scale.
std::vector<ChainKey> fold_keys(const std::vector<ChainLink>& chain, bool& sheared);

}  // namespace rigpack::assimp

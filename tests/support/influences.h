#pragma once
/// Influences written as lists, and random ones.

#include <random>
#include <vector>

#include "rigpack/weights.h"

namespace rigpack::test {

inline std::vector<PaletteSlot> slots_of(const std::vector<unsigned>& joints) {
  std::vector<PaletteSlot> out;
  for (const unsigned joint : joints) {
    out.push_back(PaletteSlot{joint});
  }
  return out;
}

inline Influences influences_of(std::uint32_t slots, const std::vector<unsigned>& joints,
                                std::vector<float> weights) {
  return {slots, slots_of(joints), std::move(weights)};
}

/// One vertex of the given weights on joints 0, 1, 2 ...
inline Influences one_vertex(std::vector<float> weights) {
  Influences influences;
  influences.slots = static_cast<std::uint32_t>(weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    influences.joints.push_back(PaletteSlot{i});
  }
  influences.weights = std::move(weights);
  return influences;
}

/// Raw vertices of twelve slots as files have them: some slots unused, joints that repeat, weights
/// over eight orders of magnitude, sums far from 1; every vertex has a weight.
inline Influences random_influences(std::size_t vertices, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> unit(0.0F, 1.0F);
  Influences influences;
  influences.slots = 12;
  for (std::size_t i = 0; i < 12 * vertices; ++i) {
    const float size = unit(random);
    float weight = size * size * size * size * size * size * size * size;
    weight = i % 12 != 0 && unit(random) < 0.4F ? 0 : weight + 1e-8F;
    influences.joints.push_back(PaletteSlot{random() % 40});
    influences.weights.push_back(weight);
  }
  return influences;
}

inline bool same(const Influences& a, const Influences& b) {
  return a.slots == b.slots && a.joints == b.joints && a.weights == b.weights;
}

}  // namespace rigpack::test

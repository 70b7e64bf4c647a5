#include <algorithm>
#include <cassert>
#include <numeric>
#include <span>

#include "rigpack/weights.h"

namespace rigpack {
namespace {

/// Largest remainder (Hamilton's apportionment): everyone gets the whole part of their share of
/// `total`, and what is then missing goes, one each, to the largest fractions.
class Apportionment {
 public:
  void run(std::span<const float> weights, std::uint32_t total, std::span<std::uint16_t> out) {
    double sum = 0;
    for (const float weight : weights) {
      sum += weight;
    }
    assert(sum > 0);
    std::uint32_t missing = total;
    fractions_.assign(weights.size(), 0);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const double share = weights[i] * static_cast<double>(total) / sum;
      const auto whole = std::min(static_cast<std::uint32_t>(share), missing);
      out[i] = static_cast<std::uint16_t>(whole);
      fractions_[i] = share - whole;
      missing -= whole;
    }
    hand_out(weights, missing, out);
  }

 private:
  void hand_out(std::span<const float> weights, std::uint32_t missing,
                std::span<std::uint16_t> out) {
    ranking_.resize(weights.size());
    std::iota(ranking_.begin(), ranking_.end(), std::size_t{0});
    std::erase_if(ranking_, [&](std::size_t i) { return weights[i] <= 0; });
    std::ranges::sort(ranking_, [&](std::size_t a, std::size_t b) {
      if (fractions_[a] != fractions_[b]) {
        return fractions_[a] > fractions_[b];
      }
      return weights[a] != weights[b] ? weights[a] > weights[b] : a < b;
    });
    for (std::size_t i = 0; missing > 0; i = (i + 1) % ranking_.size(), --missing) {
      ++out[ranking_[i]];
    }
  }

  std::vector<double> fractions_;
  std::vector<std::size_t> ranking_;
};

struct Influence {
  PaletteSlot joint;
  std::uint16_t weight = 0;
  std::size_t place = 0;
};

}  // namespace

std::vector<std::uint16_t> quantize_weights(Influences& influences, std::uint32_t total) {
  assert(total == 255 || total == 65535);
  std::vector<std::uint16_t> out(influences.weights.size());
  Apportionment apportionment;
  std::vector<Influence> vertex(influences.slots);
  for (std::size_t v = 0; v < influences.vertex_count(); ++v) {
    const std::size_t first = v * influences.slots;
    const auto integers = std::span(out).subspan(first, influences.slots);
    apportionment.run(std::span(influences.weights).subspan(first, influences.slots), total,
                      integers);
    for (std::size_t i = 0; i < vertex.size(); ++i) {
      vertex[i] = {influences.joints[first + i], integers[i], i};
    }
    std::ranges::sort(vertex, [](const Influence& a, const Influence& b) {
      return a.weight != b.weight ? a.weight > b.weight : a.place < b.place;
    });
    for (std::size_t i = 0; i < vertex.size(); ++i) {
      const bool used = vertex[i].weight != 0;
      integers[i] = vertex[i].weight;
      influences.joints[first + i] = used ? vertex[i].joint : PaletteSlot{};
      influences.weights[first + i] =
          static_cast<float>(vertex[i].weight / static_cast<double>(total));
    }
  }
  return out;
}

}  // namespace rigpack

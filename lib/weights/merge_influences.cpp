#include <algorithm>

#include "rigpack/weights.h"

namespace rigpack {
namespace {

struct Influence {
  PaletteSlot joint;
  double weight = 0;
};

/// Adds up neighbours of one joint; true when there were any.
bool add_up(std::vector<Influence>& sorted_by_joint) {
  std::size_t kept = 0;
  for (const Influence& influence : sorted_by_joint) {
    if (kept != 0 && sorted_by_joint[kept - 1].joint == influence.joint) {
      sorted_by_joint[kept - 1].weight += influence.weight;
    } else {
      sorted_by_joint[kept++] = influence;
    }
  }
  const bool merged = kept != sorted_by_joint.size();
  sorted_by_joint.resize(kept);
  return merged;
}

}  // namespace

MergeReport merge_influences(Influences& influences) {
  MergeReport report;
  std::vector<Influence> vertex;
  for (std::size_t first = 0; first < influences.weights.size(); first += influences.slots) {
    vertex.clear();
    for (std::size_t i = first; i < first + influences.slots; ++i) {
      if (influences.weights[i] > 0) {
        vertex.push_back({influences.joints[i], influences.weights[i]});
      }
    }
    // By weight as well: equal joints then add up in one order, whatever slots they came from.
    std::ranges::sort(vertex, [](const Influence& a, const Influence& b) {
      return a.joint != b.joint ? a.joint < b.joint : a.weight > b.weight;
    });
    report.vertices_merged += add_up(vertex) ? 1U : 0U;
    for (Influence& influence : vertex) {
      influence.weight = static_cast<float>(influence.weight);  // as stored, so ties stay ties
    }
    std::ranges::sort(vertex, [](const Influence& a, const Influence& b) {
      return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
    });
    vertex.resize(influences.slots);
    for (std::size_t i = 0; i < influences.slots; ++i) {
      influences.joints[first + i] = vertex[i].joint;
      influences.weights[first + i] = static_cast<float>(vertex[i].weight);
    }
  }
  return report;
}

}  // namespace rigpack

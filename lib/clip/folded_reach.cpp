#include "clip/folded_reach.h"

#include <algorithm>

namespace rigpack {
namespace {

std::vector<double> chain_depths(const Skeleton& skeleton, const std::vector<bool>& turns) {
  const std::size_t count = skeleton.joints.size();
  std::vector<double> above(count, 0), below(count, 0), depth(count, 1);
  for (std::size_t j = 0; j < count; ++j) {
    const std::int32_t parent = skeleton.joints[j].parent;
    above[j] = (parent < 0 ? 0 : above[static_cast<std::size_t>(parent)]) + (turns[j] ? 1 : 0);
  }
  for (std::size_t j = count; j-- > 0;) {
    depth[j] = std::max(1.0, above[j] + below[j]);
    if (skeleton.joints[j].parent >= 0) {
      double& up = below[static_cast<std::size_t>(skeleton.joints[j].parent)];
      up = std::max(up, below[j] + (turns[j] ? 1 : 0));
    }
  }
  return depth;
}

}  // namespace

FoldedReach folded_reach(const Skeleton& skeleton, const ErrorModel& model,
                         const std::vector<bool>& turns) {
  const std::size_t count = skeleton.joints.size();
  FoldedReach out;
  out.rotation.assign(count, 0);
  out.depth = chain_depths(skeleton, turns);
  std::vector<std::size_t> owner(count);  // nearest turning joint above, itself included
  for (std::size_t j = 0; j < count; ++j) {
    const std::int32_t parent = skeleton.joints[j].parent;
    const std::size_t upper = parent < 0 ? j : owner[static_cast<std::size_t>(parent)];
    owner[j] = turns[j] ? j : upper;
    const JointReach& own = model.reach()[j];
    const double far = length(model.origins()[j] - model.origins()[owner[j]]);
    out.rotation[owner[j]] = std::max(out.rotation[owner[j]], own.rotation + own.weight * far);
    if (turns[j]) {
      out.rotation[upper] =
          std::max(out.rotation[upper], length(model.origins()[j] - model.origins()[upper]));
    }
    out.translation.push_back(own.linear_scale);
  }
  // Joints that nothing turns (scale tracks, cubic rotations) are not made up for.
  for (std::size_t j = 0; j < count; ++j) {
    if (!turns[j]) {
      out.rotation[j] = model.subtree_reach()[j];
    }
  }
  return out;
}

}  // namespace rigpack

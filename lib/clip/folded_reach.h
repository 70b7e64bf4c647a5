#pragma once
/// How far a joint's own error reaches when its children make up for their parents.

#include <vector>

#include "clip/error_model.h"
#include "rigpack/skeleton.h"

namespace rigpack {

struct FoldedReach {
  std::vector<double> rotation;     ///< [joint], metres a radian
  std::vector<double> translation;  ///< [joint], metres a unit
  std::vector<double> depth;        ///< [joint], turning joints on the longest chain through it
};

/// A turning joint moves its own vertices, those of joints below that no track turns, and the
/// origins of the turning joints below; what lies further down is turned back by those.
FoldedReach folded_reach(const Skeleton& skeleton, const ErrorModel& model,
                         const std::vector<bool>& turns);

}  // namespace rigpack

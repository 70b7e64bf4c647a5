#pragma once
/// A pose as JSON: what `rigpack pose` prints.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rigpack/math.h"

namespace rigpack {

struct PosedJoint {
  std::string name;
  std::optional<std::uint32_t> parent;  ///< index in the same list, always smaller
  affined global;                       ///< joint space to world space
};
struct PoseReport {
  std::optional<std::string> clip;  ///< none: the rest pose
  double time_s = 0;
  std::vector<PosedJoint> joints;
};

/// `{clip, time_s, joints: [{name, parent, matrix}]}`; a matrix is 16 numbers, column-major, and
/// one that is not finite is a string ("nan", "inf", "-inf").
std::string pose_json(const PoseReport& pose);

}  // namespace rigpack

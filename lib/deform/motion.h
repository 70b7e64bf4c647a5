#pragma once
/// The skin matrices of an asset at the times that the deformation rules look at.

#include <optional>
#include <vector>

#include "rigpack/deform.h"
#include "rigpack/pose.h"

namespace rigpack {

struct MotionTime {
  std::optional<std::uint32_t> clip;  ///< none: the rest pose
  double time_s = 0;
};

class Motion {
 public:
  Motion(const Scene& scene, const DeformLimits& limits);
  /// The rest pose first, then each clip's times, ascending.
  const std::vector<MotionTime>& times() const { return times_; }
  /// By palette slot; empty for a skin that is not drawn or poisoned.
  const std::vector<affined>& palette(SkinIndex skin, std::size_t time) const {
    return palettes_[skin.value][time];
  }
  /// Where each joint of `skin` stands in the space it was bound in; none for a singular bind.
  const std::vector<std::optional<double3>>& bind_origins(SkinIndex skin) const {
    return bind_origins_[skin.value];
  }

 private:
  void choose_times(const Scene& scene, const DeformLimits& limits, std::size_t joints);

  std::vector<MotionTime> times_;
  std::vector<std::vector<std::vector<affined>>> palettes_;  ///< [skin][time]
  std::vector<std::vector<std::optional<double3>>> bind_origins_;
};

}  // namespace rigpack

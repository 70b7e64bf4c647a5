#pragma once
/// The skin matrices of an asset at the times that the deformation rules look at.

#include <array>
#include <cstdint>
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
  /// Cosine of the angle between two joints' rotations, whatever they scale; 1 where one of
  /// them is flattened to nothing.
  double cosine_between(SkinIndex skin, std::size_t time, std::uint32_t a, std::uint32_t b) const;
  /// Length of the longest image of a unit axis under a joint's matrix.
  double largest_axis(SkinIndex skin, std::size_t time, std::uint32_t joint) const {
    return scales_[skin.value][time][joint];
  }
  /// By joint, the time at which its matrix is furthest from a similarity; none where it never is
  /// by more than 1 %.
  const std::vector<std::optional<std::size_t>>& uneven_times(SkinIndex skin) const {
    return uneven_times_[skin.value];
  }
  /// Where each joint of `skin` stands in the space it was bound in; none for a singular bind.
  const std::vector<std::optional<double3>>& bind_origins(SkinIndex skin) const {
    return bind_origins_[skin.value];
  }

 private:
  void add_palette(std::size_t skin, std::vector<affined> palette);
  void choose_times(const Scene& scene, const DeformLimits& limits, std::size_t joints);

  std::vector<MotionTime> times_;
  std::vector<std::vector<std::vector<affined>>> palettes_;  ///< [skin][time]
  /// Palettes' columns at unit length, one after another: nine numbers a joint.
  std::vector<std::vector<std::vector<std::array<double, 9>>>> axes_;
  std::vector<std::vector<std::vector<double>>> scales_;  ///< [skin][time]
  std::vector<std::vector<std::optional<std::size_t>>> uneven_times_;
  std::vector<std::vector<std::optional<double3>>> bind_origins_;
};

}  // namespace rigpack

#include "deform/motion.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "rigpack/skeleton.h"
#include "rigpack/skinning.h"

namespace rigpack {
namespace {

std::vector<bool> drawn_skins(const Scene& scene) {
  std::vector<bool> drawn(scene.skins.size(), false);
  for (const Instance& instance : instances(scene)) {
    if (instance.skin) {
      drawn[instance.skin->value] = true;
    }
  }
  return drawn;
}

/// Columns at unit length; NaN for one without length, which has no direction.
std::array<double, 9> unit_axes(const affined& m) {
  std::array<double, 9> axes{};
  for (std::size_t c = 0; c < 3; ++c) {
    const double size = length(double3{m.rows[0][c], m.rows[1][c], m.rows[2][c]});
    for (std::size_t r = 0; r < 3; ++r) {
      axes[3 * c + r] = m.rows[r][c] / size;
    }
  }
  return axes;
}

/// How much more a joint stretches one direction than another: 0 for a similarity.
double unevenness(const affined& m) {
  double largest = 0, smallest = HUGE_VAL, skew = 0;
  std::array<double3, 3> columns;
  for (std::size_t c = 0; c < 3; ++c) {
    columns[c] = {m.rows[0][c], m.rows[1][c], m.rows[2][c]};
    largest = std::max(largest, dot(columns[c], columns[c]));
    smallest = std::min(smallest, dot(columns[c], columns[c]));
  }
  for (std::size_t c = 0; c < 3; ++c) {
    skew = std::max(skew, std::abs(dot(columns[c], columns[(c + 1) % 3])));
  }
  return largest > 0 ? (largest - smallest + skew) / largest : 0;
}

/// By joint, the palette's time with the most uneven matrix.
std::vector<std::optional<std::size_t>> find_uneven(
    const std::vector<std::vector<affined>>& palettes) {
  constexpr double kVisible = 0.01;
  std::vector<std::optional<std::size_t>> times(palettes.front().size());
  for (std::size_t joint = 0; joint < times.size(); ++joint) {
    double most = kVisible;
    for (std::size_t time = 0; time < palettes.size(); ++time) {
      const double now = unevenness(palettes[time][joint]);
      if (now > most) {
        most = now;
        times[joint] = time;
      }
    }
  }
  return times;
}

std::optional<double3> bind_origin(const affined& inverse_bind) {
  const double volume = determinant(inverse_bind);
  if (!std::isfinite(volume) || volume == 0) {
    return std::nullopt;
  }
  return transform_point(inverse(inverse_bind), {});
}

}  // namespace

void Motion::choose_times(const Scene& scene, const DeformLimits& limits, std::size_t joints) {
  times_.push_back({});
  const std::size_t poses = limits.joint_poses / std::max<std::size_t>(joints, 1);
  const std::size_t clips = std::max<std::size_t>(scene.clips.size(), 1);
  const std::size_t wanted = std::clamp<std::size_t>(poses / clips, 1, limits.times_per_clip);
  for (std::uint32_t clip = 0; clip < scene.clips.size() && times_.size() <= poses; ++clip) {
    const std::vector<double> keys = key_times(scene.clips[clip], false);
    const std::size_t count = std::min(wanted, keys.size());
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t key = count == 1 ? keys.size() / 2 : i * (keys.size() - 1) / (count - 1);
      times_.push_back({clip, keys[key]});
    }
  }
}

void Motion::add_palette(std::size_t skin, std::vector<affined> palette) {
  std::ranges::transform(palette, std::back_inserter(axes_[skin].emplace_back()), unit_axes);
  std::ranges::transform(palette, std::back_inserter(scales_[skin].emplace_back()),
                         [](const affined& m) { return rigpack::largest_axis(m); });
  palettes_[skin].push_back(std::move(palette));
}

Motion::Motion(const Scene& scene, const DeformLimits& limits)
    : palettes_(scene.skins.size()),
      axes_(scene.skins.size()),
      scales_(scene.skins.size()),
      uneven_times_(scene.skins.size()),
      bind_origins_(scene.skins.size()) {
  const std::vector<bool> drawn = drawn_skins(scene);
  std::size_t joints = scene.nodes.size();
  for (std::size_t skin = 0; skin < drawn.size(); ++skin) {
    joints += drawn[skin] ? scene.skins[skin].joints.size() : 0;
  }
  choose_times(scene, limits, joints);
  const Poser poser(scene);
  Pose pose;
  for (const MotionTime& time : times_) {
    if (time.clip) {
      poser.sample(*time.clip, time.time_s, pose);
    } else {
      poser.rest(pose);
    }
    for (std::size_t skin = 0; skin < drawn.size(); ++skin) {
      add_palette(skin, drawn[skin] ? skin_matrices(scene, scene.skins[skin], pose)
                                    : std::vector<affined>{});
    }
  }
  for (std::size_t skin = 0; skin < drawn.size(); ++skin) {
    if (drawn[skin]) {
      std::ranges::transform(inverse_binds(scene.skins[skin]),
                             std::back_inserter(bind_origins_[skin]), bind_origin);
      bind_origins_[skin].resize(scene.skins[skin].joints.size());
      uneven_times_[skin] = find_uneven(palettes_[skin]);
    }
  }
}

double Motion::cosine_between(SkinIndex skin, std::size_t time, std::uint32_t a,
                              std::uint32_t b) const {
  const std::array<double, 9>& x = axes_[skin.value][time][a];
  const std::array<double, 9>& y = axes_[skin.value][time][b];
  double trace = 0;
  for (std::size_t i = 0; i < 9; ++i) {
    trace += x[i] * y[i];
  }
  return std::isnan(trace) ? 1 : std::clamp((trace - 1) / 2, -1.0, 1.0);
}

}  // namespace rigpack

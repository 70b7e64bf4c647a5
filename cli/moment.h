#pragma once
/// What --clip, --time and --loop of `skin`, `pose` and `render` mean.

#include <cstddef>
#include <string>
#include <vector>

#include "rigpack/error.h"
#include "rigpack/package.h"
#include "rigpack/scene.h"
#include "rigpack/verify.h"

namespace CLI {
class App;
}

namespace rigpack::cli {

/// A clip and a time, or kRestPose.
struct Moment {
  std::size_t clip = kRestPose;
  double time_s = 0;
};

/// As typed. Empty: not given.
struct MomentOptions {
  std::string clip, time;
  bool loop = false;
};
void add_moment_options(CLI::App& verb, MomentOptions& options);

/// A clip that can be asked for.
struct NamedClip {
  std::string name;
  double duration_s = 0;  ///< time of its last key
};
std::vector<NamedClip> named_clips(const Scene& scene);
std::vector<NamedClip> named_clips(const Package& package);

/// A name wins over an index. With `loop` the time is taken modulo the clip's duration, as players
/// do. Errors: invalid_argument, about the time, or listing the clips.
Result<Moment> moment_of(const MomentOptions& options, const std::vector<NamedClip>& clips);

}  // namespace rigpack::cli

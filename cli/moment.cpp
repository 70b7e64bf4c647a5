#include "moment.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "units.h"

namespace rigpack::cli {
namespace {

Error invalid(std::string message) {
  return {ErrorCode::invalid_argument, std::move(message), {}, {}};
}

Result<std::size_t> find_clip(const std::string& wanted, const std::vector<NamedClip>& clips) {
  const auto found = std::ranges::find(clips, wanted, &NamedClip::name);
  if (found != clips.end()) {
    return static_cast<std::size_t>(found - clips.begin());
  }
  std::size_t index = 0;
  const char* end = wanted.data() + wanted.size();
  const auto parsed = std::from_chars(wanted.data(), end, index);
  if (parsed.ec == std::errc() && parsed.ptr == end && index < clips.size()) {
    return index;
  }
  std::string list;
  for (const NamedClip& clip : clips) {
    list += fmt::format("{}'{}'", list.empty() ? "" : ", ", clip.name);
  }
  return std::unexpected(
      invalid(fmt::format("there is no clip '{}'; {}", wanted,
                          clips.empty() ? "the asset has no clips" : "its clips are " + list)));
}

/// In [0, duration): a time before the start counts from the end.
double wrapped(double time_s, double duration_s) {
  const double rest = duration_s > 0 ? std::fmod(time_s, duration_s) : 0;
  return rest < 0 ? rest + duration_s : rest;
}

}  // namespace

void add_moment_options(CLI::App& verb, MomentOptions& options) {
  verb.add_option("--clip", options.clip, "Clip by name, or by its index; without: the rest pose")
      ->type_name("NAME|INDEX");
  verb.add_option("--time", options.time, "In the file's own time [0]")->type_name("SECONDS");
  verb.add_flag("--loop", options.loop, "Past its end the clip starts anew, instead of holding");
}

std::vector<NamedClip> named_clips(const Scene& scene) {
  std::vector<NamedClip> clips;
  clips.reserve(scene.clips.size());
  for (const Clip& clip : scene.clips) {
    clips.push_back({clip.name, duration_s(clip)});
  }
  return clips;
}

std::vector<NamedClip> named_clips(const Package& package) {
  std::vector<NamedClip> clips;
  clips.reserve(package.clips.size());
  for (const PackedClip& clip : package.clips) {
    clips.push_back({clip.name, static_cast<double>(clip.duration_s)});
  }
  return clips;
}

Result<Moment> moment_of(const MomentOptions& options, const std::vector<NamedClip>& clips) {
  Moment moment;
  if (options.clip.empty()) {
    if (!options.time.empty() || options.loop) {
      return std::unexpected(
          invalid(fmt::format("{} needs --clip", options.loop ? "--loop" : "--time")));
    }
    return moment;
  }
  if (!options.time.empty()) {
    const auto time = parse_seconds(options.time);
    if (!time) {
      return std::unexpected(time.error());
    }
    moment.time_s = *time;
  }
  const auto clip = find_clip(options.clip, clips);
  if (!clip) {
    return std::unexpected(clip.error());
  }
  moment.clip = *clip;
  if (options.loop) {
    moment.time_s = wrapped(moment.time_s, clips[*clip].duration_s);
  }
  return moment;
}

}  // namespace rigpack::cli

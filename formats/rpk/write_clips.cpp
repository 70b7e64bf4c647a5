#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <tuple>

#include "rpk/writer_parts.h"

namespace rigpack::rpk {
namespace {

constexpr std::int32_t kMaxInteger = (1 << 23) - 1, kMinInteger = -(1 << 23);

/// Runs of floats, each stored once; equal means equal bits.
class FloatPool {
 public:
  /// Index of the first float of `values`.
  std::uint32_t add(const std::vector<float>& values) {
    std::vector<std::uint32_t> key;
    key.reserve(values.size());
    for (const float v : values) {
      key.push_back(std::bit_cast<std::uint32_t>(v));
    }
    const auto [it, is_new] = index_.try_emplace(std::move(key), count_);
    if (is_new) {
      for (const float v : values) {
        bytes_.f32(v);
      }
      count_ += static_cast<std::uint32_t>(values.size());
    }
    return it->second;
  }
  std::uint32_t count() const { return count_; }
  const ByteWriter& bytes() const { return bytes_; }

 private:
  std::map<std::vector<std::uint32_t>, std::uint32_t> index_;
  ByteWriter bytes_;
  std::uint32_t count_ = 0;
};

struct ClipTables {
  Chunks* chunks;
  ByteWriter clips, sets, constants, animated, times;
  FloatPool pool, time_lists;
  std::uint32_t set_count = 0, constant_count = 0, animated_count = 0;
};

using Tracks = std::vector<const PackedTrack*>;

std::uint32_t integers_per_knot(const PackedTrack& track) {
  if (track.kind == TrackKind::constant) {
    return 0;
  }
  if (track.kind == TrackKind::cubic) {
    return 3 * track.components;
  }
  return track.path == PackedPath::rotation ? 3 : track.components;
}

Result<void> check_track(const PackedTrack& track, const PackedClip& clip,
                         const std::string& where) {
  const std::uint32_t width = integers_per_knot(track);
  if (track.node >= kMaxNodes || track.components == 0 || track.components > kMaxComponents ||
      track.centre.size() != track.components || track.width != width) {
    return refuse(ErrorCode::invalid_argument,
                  fmt::format("a track of node {} has {} components, {} centre numbers and width "
                              "{}",
                              track.node, track.components, track.centre.size(), track.width),
                  where);
  }
  if (width == 0) {
    return {};
  }
  if (track.time_set >= clip.time_sets.size() ||
      track.integers.size() != std::size_t{clip.time_sets[track.time_set].count} * width) {
    return refuse(ErrorCode::invalid_argument,
                  fmt::format("a track of node {} has {} integers on time set {}", track.node,
                              track.integers.size(), track.time_set),
                  where);
  }
  const auto [low, high] = std::minmax_element(track.integers.begin(), track.integers.end());
  if (low != track.integers.end() && (*low < kMinInteger || *high > kMaxInteger)) {
    return refuse(ErrorCode::limit,
                  fmt::format("a track of node {} needs the integers {} to {}, 24 bits hold {} to "
                              "{}",
                              track.node, *low, *high, kMinInteger, kMaxInteger),
                  where);
  }
  return {};
}

Result<void> check_clip(const PackedClip& clip) {
  const std::string where = "clip '" + clip.name + "'";
  for (const TimeSet& set : clip.time_sets) {
    if (set.count == 0 || set.count > kMaxKnots || set.times.size() != set.count) {
      return refuse(
          ErrorCode::limit,
          fmt::format("a time set of {} keys, the format holds 1 to {}", set.count, kMaxKnots),
          where);
    }
  }
  for (const PackedTrack& track : clip.tracks) {
    if (auto checked = check_track(track, clip, where); !checked) {
      return checked;
    }
  }
  return {};
}

Tracks sorted_tracks(const PackedClip& clip) {
  Tracks tracks;
  for (const PackedTrack& track : clip.tracks) {
    tracks.push_back(&track);
  }
  std::sort(tracks.begin(), tracks.end(), [](const PackedTrack* a, const PackedTrack* b) {
    return std::tie(a->node, a->path, a) < std::tie(b->node, b->path, b);
  });
  return tracks;
}

std::uint16_t what_of(const PackedTrack& track) {
  return static_cast<std::uint16_t>(static_cast<unsigned>(track.path) |
                                    (static_cast<unsigned>(track.kind) << 2) |
                                    (track.components << 4));
}

void write_constants(const Tracks& tracks, ClipTables& tables) {
  for (const PackedTrack* track : tracks) {
    if (track->kind != TrackKind::constant) {
      continue;
    }
    tables.constants.u16(static_cast<std::uint16_t>(track->node));
    tables.constants.u16(what_of(*track));
    tables.constants.u32(tables.pool.add(track->centre));
    ++tables.constant_count;
  }
}

void write_animated(const Tracks& tracks, ClipTables& tables) {
  for (const PackedTrack* track : tracks) {
    tables.animated.u16(static_cast<std::uint16_t>(track->node));
    tables.animated.u16(what_of(*track));
    tables.animated.f32(track->step);
    tables.animated.u32(tables.pool.add(track->centre));
    ++tables.animated_count;
  }
}

void write_time_set(const TimeSet& set, const Tracks& tracks, ClipTables& tables) {
  ByteWriter& rdat = (*tables.chunks)[Chunk::rdat];
  tables.sets.u32(set.count);
  tables.sets.u32(set.den != 0 ? set.first : 4 * tables.time_lists.add(set.times));
  tables.sets.u32(set.den != 0 ? set.num : 0);
  tables.sets.u32(set.den);
  tables.sets.size32(rdat.size());
  tables.sets.u32(tables.animated_count);
  tables.sets.size32(tracks.size());
  write_animated(tracks, tables);
  write_blocks(tracks, set.count, rdat);
  ++tables.set_count;
}

Tracks tracks_on(const Tracks& tracks, std::size_t time_set) {
  Tracks out;
  for (const PackedTrack* track : tracks) {
    if (track->kind != TrackKind::constant && track->time_set == time_set) {
      out.push_back(track);
    }
  }
  return out;
}

void write_clip(const PackedClip& clip, ClipTables& tables) {
  const Tracks tracks = sorted_tracks(clip);
  ByteWriter& record = tables.clips;
  record.u32(tables.chunks->names.add(clip.name));
  record.u32(clip.source_clip);
  record.f32(clip.duration_s);
  record.u32(tables.set_count);
  const std::uint32_t sets_before = tables.set_count;
  for (std::size_t i = 0; i < clip.time_sets.size(); ++i) {
    if (const Tracks on_set = tracks_on(tracks, i); !on_set.empty()) {
      write_time_set(clip.time_sets[i], on_set, tables);
    }
  }
  record.u32(tables.set_count - sets_before);
  record.u32(tables.constant_count);
  const std::uint32_t constants_before = tables.constant_count;
  write_constants(tracks, tables);
  record.u32(tables.constant_count - constants_before);
}

/// The explicit lists come first in RDAT, so that a first pass collects them.
void collect_times(const Package& package, ClipTables& tables) {
  for (const PackedClip& clip : package.clips) {
    const Tracks tracks = sorted_tracks(clip);
    for (std::size_t i = 0; i < clip.time_sets.size(); ++i) {
      if (clip.time_sets[i].den == 0 && !tracks_on(tracks, i).empty()) {
        tables.time_lists.add(clip.time_sets[i].times);
      }
    }
  }
  (*tables.chunks)[Chunk::rdat].raw(tables.time_lists.bytes().bytes());
}

}  // namespace

Result<void> write_clips(const Package& package, Chunks& chunks) {
  ClipTables tables{};
  tables.chunks = &chunks;
  for (const PackedClip& clip : package.clips) {
    if (auto checked = check_clip(clip); !checked) {
      return checked;
    }
  }
  collect_times(package, tables);
  for (const PackedClip& clip : package.clips) {
    write_clip(clip, tables);
  }
  for (std::size_t i = 0; i < kTailSize; ++i) {
    chunks[Chunk::rdat].u8(0);
  }
  ByteWriter& out = chunks[Chunk::clip];
  out.size32(package.clips.size());
  out.u32(tables.set_count);
  out.u32(tables.constant_count);
  out.u32(tables.animated_count);
  out.u32(tables.pool.count());
  for (const ByteWriter* table :
       std::initializer_list<const ByteWriter*>{&tables.clips, &tables.sets, &tables.constants,
                                                &tables.animated, &tables.pool.bytes()}) {
    out.raw(table->bytes());
  }
  return {};
}

}  // namespace rigpack::rpk

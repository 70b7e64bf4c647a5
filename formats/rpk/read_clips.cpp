#include <fmt/core.h>

#include <algorithm>
#include <tuple>

#include "rpk/clip_blocks.h"
#include "rpk/reader_parts.h"

namespace rigpack::rpk {
namespace {

struct ClipRecord {
  Range sets, constants;
};
struct SetRecord {
  TimeSet set;
  std::uint32_t blocks = 0;
  Range animated;
};
/// A track whose `centre` still lies in the pool, at `value`.
struct TrackRecord {
  PackedTrack track;
  std::uint32_t value = 0;
};

struct ClipReader {
  ChunkSet* chunks;
  Package* package;
  std::uint64_t clips = 0, sets = 0, constants = 0, animated = 0, floats = 0;
  std::vector<ClipRecord> clip_records;
  std::vector<SetRecord> set_records;
  std::vector<TrackRecord> constant_records, animated_records;
  std::vector<float> pool;
};

void read_clip_records(ClipReader& r, ByteReader& in) {
  std::uint64_t set_cursor = 0, constant_cursor = 0;
  for (std::uint64_t i = 0; i < r.clips && in.ok(); ++i) {
    PackedClip& clip = r.package->clips.emplace_back();
    ClipRecord& record = r.clip_records.emplace_back();
    clip.name = r.chunks->name(in);
    clip.source_clip = in.u32();
    clip.duration_s = in.f32();
    record.sets = read_range(in, "time sets", set_cursor, r.sets);
    record.constants = read_range(in, "constants", constant_cursor, r.constants);
  }
  expect_value(in, "the time sets of all clips", set_cursor, r.sets, 0);
  expect_value(in, "the constants of all clips", constant_cursor, r.constants, 0);
}

void read_set_records(ClipReader& r, ByteReader& in) {
  std::uint64_t animated_cursor = 0;
  for (std::uint64_t i = 0; i < r.sets && in.ok(); ++i) {
    SetRecord& record = r.set_records.emplace_back();
    record.set.count = in.u32();
    if (record.set.count == 0 || record.set.count > kMaxKnots) {
      in.fail(fmt::format("a time set of {} keys", record.set.count), 4);
    }
    record.set.first = in.u32();
    record.set.num = in.u32();
    record.set.den = in.u32();
    if (record.set.den == 0 && record.set.num != 0) {
      in.fail("a time set without denominator", 8);
    }
    record.blocks = in.u32();
    record.animated = read_range(in, "animated tracks", animated_cursor, r.animated);
    if (record.animated.count == 0) {
      in.fail("a time set without tracks", 4);
    }
  }
  expect_value(in, "the animated tracks of all clips", animated_cursor, r.animated, 0);
}

std::uint32_t integers_per_knot(const PackedTrack& track) {
  if (track.kind == TrackKind::constant) {
    return 0;
  }
  if (track.kind == TrackKind::cubic) {
    return 3 * track.components;
  }
  return track.path == PackedPath::rotation ? 3 : track.components;
}

/// Node and `what` of either kind of track.
void read_track_head(ClipReader& r, ByteReader& in, PackedTrack& track) {
  track.node = in.u16();
  if (track.node >= r.package->nodes.size()) {
    in.fail(fmt::format("a track of node {} of {}", track.node, r.package->nodes.size()), 2);
  }
  const unsigned what = in.u16();
  track.path = static_cast<PackedPath>(what & 3U);
  track.kind = static_cast<TrackKind>((what >> 2) & 3U);
  track.components = what >> 4;
  const unsigned expected = track.path == PackedPath::rotation  ? 4
                            : track.path == PackedPath::weights ? track.components
                                                                : 3;
  if (track.components != expected || track.components == 0) {
    in.fail(fmt::format("a track of path {} with {} components", what & 3U, track.components), 2);
  }
  track.width = integers_per_knot(track);
}

void read_pool_index(ClipReader& r, ByteReader& in, TrackRecord& record) {
  record.value = in.u32();
  if (record.value > r.floats || record.track.components > r.floats - record.value) {
    in.fail(fmt::format("numbers {} + {} of {}", record.value, record.track.components, r.floats),
            4);
  }
}

void read_track_records(ClipReader& r, ByteReader& in) {
  for (std::uint64_t i = 0; i < r.constants && in.ok(); ++i) {
    TrackRecord& record = r.constant_records.emplace_back();
    read_track_head(r, in, record.track);
    if (record.track.kind != TrackKind::constant) {
      in.fail("an animated track among constants", 2);
    }
    read_pool_index(r, in, record);
  }
  for (std::uint64_t i = 0; i < r.animated && in.ok(); ++i) {
    TrackRecord& record = r.animated_records.emplace_back();
    read_track_head(r, in, record.track);
    if (record.track.kind == TrackKind::constant) {
      in.fail("a constant among animated tracks", 2);
    }
    record.track.step = in.f32();
    if (record.track.step < 0) {
      in.fail("a step below 0", 4);
    }
    read_pool_index(r, in, record);
  }
}

void read_pool(ClipReader& r, ByteReader& in) {
  for (std::uint64_t i = 0; i < r.floats && in.ok(); ++i) {
    r.pool.push_back(in.f32());
  }
  if (!in.ok()) {
    return;
  }
  for (auto* records : {&r.constant_records, &r.animated_records}) {
    for (TrackRecord& record : *records) {
      const auto first = r.pool.begin() + record.value;
      record.track.centre.assign(first, first + record.track.components);
    }
  }
}

void read_times(ByteReader& data, TimeSet& set, std::uint64_t lists_end) {
  if (set.den == 0) {
    if (set.first % 4 != 0 || set.first > lists_end ||
        std::uint64_t{set.count} * 4 > lists_end - set.first) {
      return data.fail_at(fmt::format("{} times at {} of {}", set.count, set.first, lists_end),
                          set.first);
    }
    data.seek(set.first);
  }
  float last = 0;
  for (std::uint64_t k = 0; k < set.count && data.ok(); ++k) {
    const float time =
        set.den == 0 ? data.f32()
                     : static_cast<float>((static_cast<double>(k) + set.first) * set.num / set.den);
    if (k > 0 && time < last) {
      data.fail("times decrease", 4);
    }
    set.times.push_back(last = time);
  }
  // An explicit set has no grid: the offset was the file's.
  if (set.den == 0) {
    set.first = 0;
  }
}

/// One block of `knots` rows at the reader's cursor, appended to the tracks' integers.
void read_block(ByteReader& data, std::span<TrackRecord> tracks, std::uint32_t knots) {
  const std::size_t start = data.position();
  BitReader bits(data.bytes().subspan(start, data.size() - kTailSize - start));
  std::vector<std::int32_t> minima;
  std::vector<std::uint32_t> widths;
  for (const TrackRecord& record : tracks) {
    const std::uint32_t m = bits.bits(5);
    if (m > kMaxBits) {
      return data.fail(fmt::format("{} bits a minimum", m));
    }
    for (std::uint32_t i = 0; i < record.track.width; ++i) {
      widths.push_back(bits.bits(5));
      minima.push_back(bits.signed_bits(m));
      if (widths.back() > kMaxBits) {
        return data.fail(fmt::format("{} bits", widths.back()));
      }
      if (bits.past_end()) {
        return data.fail("a block's header ends too late");
      }
    }
  }
  std::uint64_t row = 0;
  for (const std::uint32_t w : widths) {
    row += w;
  }
  const std::uint64_t end = start + align_up((bits.position() + row * knots + 7) / 8, 4);
  if (end > data.size() - kTailSize) {
    return data.fail("a block's rows end too late");
  }
  for (std::uint32_t knot = 0; knot < knots; ++knot) {
    std::size_t i = 0;
    for (TrackRecord& record : tracks) {
      for (std::uint32_t c = 0; c < record.track.width; ++c, ++i) {
        record.track.integers.push_back(minima[i] +
                                        static_cast<std::int32_t>(bits.bits(widths[i])));
      }
    }
  }
  while (bits.position() < (end - start) * 8) {
    if (bits.bits(1) != 0) {
      return data.fail("a block's padding is not 0");
    }
  }
  data.seek(end);
}

void read_blocks(ClipReader& r, ByteReader& data, SetRecord& record) {
  if (!expect_value(data, "a block table's place", record.blocks, data.position(), 0)) {
    return;
  }
  const std::uint32_t blocks = (record.set.count + kBlockKnots - 1) / kBlockKnots;
  const std::size_t table = data.position();
  if (data.take(std::size_t{blocks} * 4).empty()) {
    return;
  }
  for (std::uint32_t b = 0; b < blocks && data.ok(); ++b) {
    const std::size_t start = data.position();
    data.seek(table + std::size_t{b} * 4);
    expect_value(data, "a block's place", data.u32(), start);
    if (start > data.size() - kTailSize) {
      data.fail("a block beyond the chunk's end");
    }
    data.seek(start);
    if (!data.ok()) {
      return;
    }
    read_block(data,
               std::span(r.animated_records).subspan(record.animated.first, record.animated.count),
               std::min(kBlockKnots, record.set.count - b * kBlockKnots));
  }
}

void read_data(ClipReader& r) {
  ByteReader& data = (*r.chunks)[Chunk::rdat];
  std::uint64_t integers = 0;
  for (const SetRecord& record : r.set_records) {
    for (std::uint32_t t = 0; t < record.animated.count; ++t) {
      integers += std::uint64_t{record.set.count} *
                  r.animated_records[record.animated.first + t].track.width;
    }
  }
  if (integers > kMaxIntegers) {
    return data.fail_at(fmt::format("{} integers, at most {}", integers, kMaxIntegers), 0,
                        ErrorCode::limit);
  }
  const std::uint32_t lists_end = r.set_records.empty() ? 0 : r.set_records.front().blocks;
  if (data.size() < kTailSize || lists_end % 4 != 0 || lists_end > data.size() - kTailSize) {
    return data.fail(fmt::format("time lists of {} bytes in {}", lists_end, data.size()));
  }
  for (SetRecord& record : r.set_records) {
    if (data.ok()) {
      read_times(data, record.set, lists_end);
    }
  }
  data.seek(lists_end);
  for (SetRecord& record : r.set_records) {
    if (data.ok()) {
      read_blocks(r, data, record);
    }
  }
  if (!data.ok()) {
    return;
  }
  expect_value(data, "the bytes after the last block", data.rest(), kTailSize, 0);
  expect_zero(data, data.bytes().last(kTailSize), data.size() - kTailSize);
}

void build_clips(ClipReader& r) {
  for (std::size_t i = 0; i < r.clip_records.size(); ++i) {
    PackedClip& clip = r.package->clips[i];
    const ClipRecord& record = r.clip_records[i];
    for (std::uint32_t c = 0; c < record.constants.count; ++c) {
      clip.tracks.push_back(std::move(r.constant_records[record.constants.first + c].track));
    }
    for (std::uint32_t s = 0; s < record.sets.count; ++s) {
      SetRecord& set = r.set_records[record.sets.first + s];
      for (std::uint32_t t = 0; t < set.animated.count; ++t) {
        PackedTrack& track =
            clip.tracks.emplace_back(std::move(r.animated_records[set.animated.first + t].track));
        track.time_set = s;
      }
      clip.time_sets.push_back(std::move(set.set));
    }
    std::sort(clip.tracks.begin(), clip.tracks.end(),
              [](const PackedTrack& a, const PackedTrack& b) {
                return std::tie(a.node, a.path, a.time_set, a.kind) <
                       std::tie(b.node, b.path, b.time_set, b.kind);
              });
  }
}

}  // namespace

void read_clips(ChunkSet& chunks, Package& package) {
  ByteReader& in = chunks[Chunk::clip];
  ClipReader r{};
  r.chunks = &chunks;
  r.package = &package;
  for (std::uint64_t* count : {&r.clips, &r.sets, &r.constants, &r.animated, &r.floats}) {
    *count = in.u32();
  }
  const std::uint64_t expected = 20 + r.clips * kClipSize + r.sets * kTimeSetSize +
                                 r.constants * kConstantSize + r.animated * kAnimatedSize +
                                 r.floats * 4;
  if (!expect_value(in, "the chunk's size", in.size(), expected, 20)) {
    return;
  }
  for (const auto part : {read_clip_records, read_set_records, read_track_records, read_pool}) {
    if (in.ok()) {
      part(r, in);
    }
  }
  if (in.ok()) {
    read_data(r);
  }
  if (in.ok() && chunks[Chunk::rdat].ok()) {
    build_clips(r);
  }
}

}  // namespace rigpack::rpk

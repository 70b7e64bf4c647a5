#include <algorithm>
#include <ranges>

#include "rpk/reader_parts.h"

namespace rigpack::rpk {
namespace {

struct ClipCounts {
  std::uint64_t sets = 0, constants = 0;
};

std::vector<ClipCounts> read_counts(ByteReader& in, std::uint64_t clips) {
  std::vector<ClipCounts> out;
  for (std::uint64_t i = 0; i < clips && in.ok(); ++i) {
    in.take(16);  // name, source, duration, first set
    const std::uint32_t sets = in.u32();
    in.take(4);
    out.push_back({sets, in.u32()});
  }
  return out;
}

/// A time set's records, and where in RDAT its blocks start.
struct SetSize {
  std::uint64_t records = 0, start = 0;
};

std::vector<SetSize> read_sets(ByteReader& in, std::uint64_t sets) {
  std::vector<SetSize> out;
  for (std::uint64_t i = 0; i < sets && in.ok(); ++i) {
    in.take(16);  // count, first, num, den
    const std::uint32_t start = in.u32();
    in.take(4);
    out.push_back({kTimeSetSize + in.u32() * kAnimatedSize, start});
  }
  return out;
}

}  // namespace

std::vector<std::uint64_t> clip_sizes(ChunkSet& chunks) {
  ByteReader& in = chunks[Chunk::clip];
  in.seek(0);
  const std::uint64_t clips = in.u32(), sets = in.u32();
  in.seek(20);
  const std::vector<ClipCounts> counts = read_counts(in, clips);
  std::vector<SetSize> set_sizes = read_sets(in, sets);
  // Blocks lie in the order of their sets, and end where the next set's start.
  std::uint64_t end = chunks[Chunk::rdat].size() - std::min(chunks[Chunk::rdat].size(), kTailSize);
  for (SetSize& set : std::views::reverse(set_sizes)) {
    set.records += end - std::min(end, set.start);
    end = set.start;
  }
  std::vector<std::uint64_t> out;
  std::size_t next = 0;
  for (const ClipCounts& clip : counts) {
    std::uint64_t bytes = kClipSize + clip.constants * kConstantSize;
    const std::size_t last = std::min<std::uint64_t>(next + clip.sets, set_sizes.size());
    for (; next < last; ++next) {
      bytes += set_sizes[next].records;
    }
    out.push_back(bytes);
  }
  return out;
}

}  // namespace rigpack::rpk

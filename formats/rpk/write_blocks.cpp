#include <algorithm>
#include <bit>

#include "rpk/writer_parts.h"

namespace rigpack::rpk {
namespace {

class BitWriter {
 public:
  explicit BitWriter(ByteWriter& out) : out_(&out) {}
  /// The low `count` bits of `value`, least significant first.
  void put(std::uint32_t value, std::uint32_t count) {
    pending_ |= (std::uint64_t{value} & ((std::uint64_t{1} << count) - 1)) << held_;
    held_ += count;
    for (; held_ >= 8; held_ -= 8, pending_ >>= 8) {
      out_->u8(static_cast<std::uint8_t>(pending_));
    }
  }
  void finish() {
    if (held_ > 0) {
      put(0, 8 - held_);
    }
  }

 private:
  ByteWriter* out_;
  std::uint64_t pending_ = 0;
  std::uint32_t held_ = 0;
};

/// Bits that `value` needs in two's complement; 0 needs none.
std::uint32_t signed_width(std::int32_t value) {
  if (value == 0) {
    return 0;
  }
  const std::uint32_t magnitude = static_cast<std::uint32_t>(value < 0 ? ~value : value);
  return static_cast<std::uint32_t>(std::bit_width(magnitude)) + 1;
}

/// Minimum and bit width of each integer of a track over the knots [begin, end).
struct Ranges {
  std::vector<std::int32_t> minimum;
  std::vector<std::uint32_t> width;
};

Ranges ranges_of(const PackedTrack& track, std::uint32_t begin, std::uint32_t end) {
  Ranges ranges;
  for (std::size_t i = 0; i < track.width; ++i) {
    std::int32_t low = track.integers[std::size_t{begin} * track.width + i], high = low;
    for (std::size_t k = begin; k < end; ++k) {
      low = std::min(low, track.integers[k * track.width + i]);
      high = std::max(high, track.integers[k * track.width + i]);
    }
    ranges.minimum.push_back(low);
    ranges.width.push_back(
        static_cast<std::uint32_t>(std::bit_width(static_cast<std::uint32_t>(high - low))));
  }
  return ranges;
}

void write_header(const Ranges& ranges, BitWriter& bits) {
  std::uint32_t m = 0;
  for (const std::int32_t low : ranges.minimum) {
    m = std::max(m, signed_width(low));
  }
  bits.put(m, 5);
  for (std::size_t i = 0; i < ranges.minimum.size(); ++i) {
    bits.put(ranges.width[i], 5);
    bits.put(static_cast<std::uint32_t>(ranges.minimum[i]), m);
  }
}

void write_block(const std::vector<const PackedTrack*>& tracks, std::uint32_t begin,
                 std::uint32_t end, ByteWriter& out) {
  std::vector<Ranges> ranges;
  BitWriter bits(out);
  for (const PackedTrack* track : tracks) {
    ranges.push_back(ranges_of(*track, begin, end));
    write_header(ranges.back(), bits);
  }
  for (std::uint32_t knot = begin; knot < end; ++knot) {
    for (std::size_t t = 0; t < tracks.size(); ++t) {
      for (std::size_t i = 0; i < tracks[t]->width; ++i) {
        const std::int32_t value = tracks[t]->integers[std::size_t{knot} * tracks[t]->width + i];
        bits.put(static_cast<std::uint32_t>(value - ranges[t].minimum[i]), ranges[t].width[i]);
      }
    }
  }
  bits.finish();
  out.align(4);
}

}  // namespace

void write_blocks(const std::vector<const PackedTrack*>& tracks, std::uint32_t count,
                  ByteWriter& out) {
  const std::size_t table = out.size();
  const std::uint32_t blocks = (count + kBlockKnots - 1) / kBlockKnots;
  for (std::uint32_t b = 0; b < blocks; ++b) {
    out.u32(0);
  }
  for (std::uint32_t b = 0; b < blocks; ++b) {
    out.patch_u32(table + std::size_t{b} * 4, static_cast<std::uint32_t>(out.size()));
    write_block(tracks, b * kBlockKnots, std::min(count, (b + 1) * kBlockKnots), out);
  }
}

}  // namespace rigpack::rpk

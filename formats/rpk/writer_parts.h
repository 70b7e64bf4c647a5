#pragma once
/// The parts of the writer, one a subject. Each appends its records to the chunks it owns.

#include <array>
#include <expected>
#include <map>
#include <string>
#include <vector>

#include "rigpack/error.h"
#include "rigpack/package.h"
#include "rpk/byte_writer.h"
#include "rpk/layout.h"

namespace rigpack::rpk {

/// Names by index, each stored once, in order of first use.
class NameTable {
 public:
  std::uint32_t add(const std::string& name) {
    const auto [it, is_new] = index_.try_emplace(name, static_cast<std::uint32_t>(order_.size()));
    if (is_new) {
      order_.push_back(name);
    }
    return it->second;
  }
  void write(ByteWriter& out) const;

 private:
  std::map<std::string, std::uint32_t> index_;
  std::vector<std::string> order_;
};

/// Chunks under construction.
struct Chunks {
  std::array<ByteWriter, kChunkCount> bytes;
  NameTable names;
  ByteWriter& operator[](Chunk chunk) { return bytes[static_cast<std::size_t>(chunk)]; }
};

inline std::unexpected<Error> refuse(ErrorCode code, std::string message, std::string where) {
  return std::unexpected(Error{code, std::move(message), std::move(where)});
}

Result<void> write_nodes(const Package& package, Chunks& chunks);
Result<void> write_skins(const Package& package, Chunks& chunks);
Result<void> write_meshes(const Package& package, Chunks& chunks);
Result<void> write_clips(const Package& package, Chunks& chunks);

/// `count` elements of `size` bytes with the meshopt vertex codec; empty when that is not smaller.
std::vector<std::byte> encode_elements(std::span<const std::byte> raw, std::size_t count,
                                       std::size_t size);
/// `indices` with the meshopt index codec; empty when that is not smaller than `raw_size`, or when
/// coding the decoded triangles again would give other bytes.
std::vector<std::byte> encode_indices(const std::vector<std::uint32_t>& indices,
                                      std::size_t vertex_count, std::size_t raw_size);

/// The blocks of one time set: offset table, then bits.
void write_blocks(const std::vector<const PackedTrack*>& tracks, std::uint32_t count,
                  ByteWriter& out);

}  // namespace rigpack::rpk

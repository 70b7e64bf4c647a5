#pragma once
/// The parts of the C++ reader, one a subject.

#include <array>
#include <vector>

#include "rigpack/error.h"
#include "rigpack/package.h"
#include "rpk/byte_reader.h"
#include "rpk/layout.h"

namespace rigpack::rpk {

/// A directory entry, checked against the file.
struct Entry {
  std::array<char, 4> type{};
  std::uint16_t version = 0, flags = 0;
  std::uint32_t id = 0, codec = 0, checksum = 0;
  std::uint64_t offset = 0, stored = 0, raw = 0;
};

/// Header and directory of `file`: sizes, order, places, gaps and all checksums.
Result<std::vector<Entry>> read_directory(std::span<const std::byte> file);

/// The eleven chunks, and the names that the others refer to.
struct ChunkSet {
  std::array<ByteReader, kChunkCount> readers;
  std::vector<std::string> names;
  ByteReader& operator[](Chunk chunk) { return readers[static_cast<std::size_t>(chunk)]; }
  /// Reads the index of a name, and gives the name.
  std::string name(ByteReader& in) const {
    const std::uint32_t index = in.u32();
    if (index < names.size()) {
      return names[index];
    }
    in.fail("name " + std::to_string(index) + " of " + std::to_string(names.size()), 4);
    return {};
  }
};

/// Picks the known chunks out of `entries`; refuses unknown required ones and other versions.
Result<ChunkSet> find_chunks(std::span<const std::byte> file, const std::vector<Entry>& entries);

/// Fails `in` unless `found` is `expected`; tells both.
bool expect_value(ByteReader& in, const char* what, std::uint64_t found, std::uint64_t expected,
                  std::size_t back = 4);
/// Elements of another table. Ranges tile that table: they are stored in its order, without gaps.
struct Range {
  std::uint32_t first = 0, count = 0;
};
/// Reads a range that must start at `cursor` and stay below `total`; moves the cursor.
Range read_range(ByteReader& in, const char* what, std::uint64_t& cursor, std::uint64_t total);
/// Fails `in` when a byte of `gap` is not zero; `at` is where it starts in the chunk.
void expect_zero(ByteReader& in, std::span<const std::byte> gap, std::uint64_t at);

// Each leaves its fault in the chunk's reader; the package is complete when all are ok.
void read_names(ChunkSet& chunks);
void read_certificate(ChunkSet& chunks, Package& package);
void read_nodes(ChunkSet& chunks, Package& package);
void read_skins(ChunkSet& chunks, Package& package);
void read_meshes(ChunkSet& chunks, Package& package);
void read_clips(ChunkSet& chunks, Package& package);

/// Bytes of each clip: its records in CLIP and its blocks in RDAT. Leaves its fault in CLIP.
std::vector<std::uint64_t> clip_sizes(ChunkSet& chunks);

/// Decodes what `in` is a view of (see Coding) into `count` elements of `size` bytes; fails `in`.
std::vector<std::byte> decode_elements(ByteReader& in, std::span<const std::byte> stored,
                                       Coding coding, std::size_t count, std::size_t size);
std::vector<std::uint32_t> decode_indices(ByteReader& in, std::span<const std::byte> stored,
                                          IndexCoding coding, std::size_t count);

}  // namespace rigpack::rpk

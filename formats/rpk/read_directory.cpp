#include <fmt/core.h>

#include <algorithm>

#include "rigpack/formats/package.h"
#include "rpk/checksum.h"
#include "rpk/reader_parts.h"

namespace rigpack::rpk {

bool expect_value(ByteReader& in, const char* what, std::uint64_t found, std::uint64_t expected,
                  std::size_t back) {
  if (found != expected) {
    in.fail(fmt::format("{} is {}, not {}", what, found, expected), back);
  }
  return found == expected;
}

Range read_range(ByteReader& in, const char* what, std::uint64_t& cursor, std::uint64_t total) {
  Range range{in.u32(), in.u32()};
  if (range.first != cursor || range.count > total - cursor) {
    in.fail(fmt::format("{} {} + {} of {}, expected to start at {}", what, range.first, range.count,
                        total, cursor),
            8);
  } else {
    cursor += range.count;
  }
  return range;
}

void expect_zero(ByteReader& in, std::span<const std::byte> gap, std::uint64_t at) {
  for (std::size_t i = 0; i < gap.size(); ++i) {
    if (gap[i] != std::byte{0}) {
      in.fail_at(fmt::format("a gap holds {:#04x}, not 0", std::to_integer<unsigned>(gap[i])),
                 at + i);
    }
  }
}

namespace {

struct Header {
  std::uint32_t count = 0, checksum = 0;
};

void read_version(ByteReader& in) {
  const unsigned major = in.u16(), minor = in.u16();
  if (major != kPackageMajor || minor != kPackageMinor) {
    in.fail_at(fmt::format("package version {}.{}, this build reads {}.{}: pack the asset again",
                           major, minor, kPackageMajor, kPackageMinor),
               8, ErrorCode::unsupported);
  }
}

Header read_header(ByteReader& in) {
  Header header;
  for (const std::uint8_t byte : kMagic) {
    if (const std::uint8_t found = in.u8(); found != byte) {
      in.fail(fmt::format("not an .rpk package: {:#04x}, not {:#04x}", found, byte), 1);
    }
  }
  read_version(in);
  expect_value(in, "a reserved field", in.u32(), 0);
  if (const std::uint64_t features = in.u64(); features != 0) {
    in.fail_at(fmt::format("required features {:#x} are unknown to this build", features), 16,
               ErrorCode::unsupported);
  }
  expect_value(in, "the file's size", in.u64(), in.size(), 8);
  expect_value(in, "the directory's offset", in.u64(), kHeaderSize, 8);
  header.count = in.u32();
  if (header.count < kChunkCount || header.count > kMaxEntries) {
    in.fail(
        fmt::format("{} directory entries, not {} to {}", header.count, kChunkCount, kMaxEntries),
        4);
  }
  header.checksum = in.u32();
  return header;
}

Entry read_entry(ByteReader& in) {
  Entry entry;
  for (char& c : entry.type) {
    c = static_cast<char>(in.u8());
  }
  entry.version = in.u16();
  entry.flags = in.u16();
  if ((entry.flags & ~kFlagRequired) != 0) {
    in.fail(fmt::format("chunk flags {:#x}", entry.flags), 2);
  }
  entry.id = in.u32();
  entry.codec = in.u32();
  entry.checksum = in.u32();
  expect_value(in, "a reserved field", in.u32(), 0);
  entry.offset = in.u64();
  entry.stored = in.u64();
  entry.raw = in.u64();
  if (entry.codec == 0) {
    expect_value(in, "a raw size", entry.raw, entry.stored, 8);
  }
  return entry;
}

/// Fails when `entry` does not stand right after what ends at `end`, or its bytes are damaged.
void check_place(ByteReader& in, const Entry& entry, std::uint64_t end) {
  const auto file = in.bytes();
  const std::uint64_t offset = align_up(end, kChunkAlign);
  const std::string name(entry.type.begin(), entry.type.end());
  if (!expect_value(in, ("the offset of " + name).c_str(), entry.offset, offset, 24)) {
    return;
  }
  if (offset > file.size() || entry.stored > file.size() - offset) {
    return in.fail(fmt::format("{} takes {} bytes at {} of a file of {}", name, entry.stored,
                               offset, file.size()),
                   16);
  }
  expect_zero(in, file.subspan(end, offset - end), end);
  const std::uint32_t found = crc32c(file.subspan(offset, entry.stored));
  if (found != entry.checksum) {
    in.fail_at(fmt::format("{} is damaged: its checksum is {:08x}, the directory says {:08x}", name,
                           found, entry.checksum),
               offset);
  }
}

bool in_order(const Entry& a, const Entry& b) {
  const auto less = [](char x, char y) {
    return static_cast<unsigned char>(x) < static_cast<unsigned char>(y);
  };
  if (a.type == b.type) {
    return a.id < b.id;
  }
  return std::lexicographical_compare(a.type.begin(), a.type.end(), b.type.begin(), b.type.end(),
                                      less);
}

std::vector<Entry> read_entries(ByteReader& in, const Header& header) {
  const std::size_t size = header.count * kEntrySize;
  if (in.rest() < size) {
    in.fail(fmt::format("the directory takes {} bytes, {} are left", size, in.rest()));
    return {};
  }
  const std::uint32_t found = crc32c(in.bytes().subspan(kHeaderSize, size));
  if (found != header.checksum) {
    in.fail(fmt::format("the directory is damaged: its checksum is {:08x}, the header says {:08x}",
                        found, header.checksum));
  }
  std::vector<Entry> entries;
  std::uint64_t end = kHeaderSize + size;
  for (std::uint32_t i = 0; i < header.count && in.ok(); ++i) {
    entries.push_back(read_entry(in));
    if (i > 0 && !in_order(entries[i - 1], entries[i])) {
      in.fail("directory entries are not in order", kEntrySize);
    }
    if (in.ok()) {
      check_place(in, entries.back(), end);
    }
    end = entries.back().offset + entries.back().stored;
  }
  if (in.ok() && end != in.size()) {
    in.fail_at(fmt::format("the last chunk ends at {} of {} bytes", end, in.size()), end);
  }
  return entries;
}

bool is_known(const Entry& entry, std::size_t& index) {
  const auto it = std::find(kChunkNames.begin(), kChunkNames.end(),
                            std::string_view(entry.type.data(), entry.type.size()));
  index = static_cast<std::size_t>(it - kChunkNames.begin());
  return it != kChunkNames.end() && entry.id == 0;
}

}  // namespace

Result<std::vector<Entry>> read_directory(std::span<const std::byte> file) {
  ByteReader in("header", file, 0);
  if (file.size() < kHeaderSize || file.size() > kMaxFileSize) {
    in.fail(
        fmt::format("{} bytes, a package has {} to {}", file.size(), kHeaderSize, kMaxFileSize));
  }
  if (in.error()) {
    return std::unexpected(*in.error());
  }
  const Header header = read_header(in);
  if (in.error()) {
    return std::unexpected(*in.error());
  }
  in.seek(kHeaderSize);
  std::vector<Entry> entries = read_entries(in, header);
  const Hash128 hash = content_hash(file);
  if (!std::equal(hash.begin(), hash.end(), file.begin() + kHashOffset)) {
    in.fail_at("the content hash does not match the file", kHashOffset);
  }
  if (in.error()) {
    return std::unexpected(*in.error());
  }
  return entries;
}

Result<ChunkSet> find_chunks(std::span<const std::byte> file, const std::vector<Entry>& entries) {
  ChunkSet chunks;
  std::array<bool, kChunkCount> found{};
  ByteReader in("directory", file, 0);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Entry& entry = entries[i];
    const std::string name(entry.type.begin(), entry.type.end());
    const std::size_t at = kHeaderSize + i * kEntrySize;
    std::size_t index = 0;
    if (!is_known(entry, index)) {
      if ((entry.flags & kFlagRequired) != 0) {
        in.fail_at("chunk '" + name + "' is required and unknown to this build", at,
                   ErrorCode::unsupported);
      }
      continue;
    }
    if (entry.version != kChunkVersion || entry.codec != 0) {
      in.fail_at(fmt::format("chunk {} has version {} and codec {}, this build reads {} and 0",
                             name, entry.version, entry.codec, kChunkVersion),
                 at, ErrorCode::unsupported);
    }
    found[index] = true;
    chunks.readers[index] =
        ByteReader(kChunkNames[index], file.subspan(entry.offset, entry.stored), entry.offset);
  }
  for (std::size_t i = 0; i < kChunkCount; ++i) {
    if (!found[i]) {
      in.fail_at(fmt::format("chunk {} is missing", kChunkNames[i]), kHeaderSize);
    }
  }
  if (in.error()) {
    return std::unexpected(*in.error());
  }
  return chunks;
}

}  // namespace rigpack::rpk

#include <fmt/core.h>

#include "rigpack/formats/package.h"
#include "rpk/checksum.h"
#include "rpk/writer_parts.h"

namespace rigpack {
namespace rpk {

void NameTable::write(ByteWriter& out) const {
  out.size32(order_.size());
  std::size_t end = 0;
  out.u32(0);
  for (const std::string& name : order_) {
    out.size32(end += name.size());
  }
  for (const std::string& name : order_) {
    out.raw(std::as_bytes(std::span(name)));
  }
}

namespace {

void write_certificate(const Certificate& certificate, ByteWriter& out) {
  out.f64(certificate.size_m);
  out.f64(certificate.clip_bound_m);
  out.f64(certificate.static_bound_m);
  out.f64(certificate.clip_error_m);
  out.f64(certificate.static_error_m);
}

Result<void> write_chunks(const Package& package, Chunks& chunks) {
  for (const auto part : {write_nodes, write_skins, write_meshes, write_clips}) {
    if (auto written = part(package, chunks); !written) {
      return written;
    }
  }
  write_certificate(package.certificate, chunks[Chunk::cert]);
  chunks[Chunk::prov].raw(std::as_bytes(std::span(package.provenance)));
  chunks.names.write(chunks[Chunk::strs]);
  return {};
}

/// The directory; returns the file's size.
std::uint64_t write_directory(const Chunks& chunks, ByteWriter& out) {
  std::uint64_t end = kHeaderSize + kChunkCount * kEntrySize;
  for (std::size_t i = 0; i < kChunkCount; ++i) {
    const std::vector<std::byte>& bytes = chunks.bytes[i].bytes();
    const std::uint64_t offset = align_up(end, kChunkAlign);
    for (const char c : kChunkNames[i]) {
      out.u8(static_cast<std::uint8_t>(c));
    }
    out.u16(kChunkVersion);
    out.u16(is_optional(static_cast<Chunk>(i)) ? 0 : kFlagRequired);
    out.u32(0);
    out.u32(0);
    out.u32(crc32c(bytes));
    out.u32(0);
    out.u64(offset);
    out.u64(bytes.size());
    out.u64(bytes.size());
    end = offset + bytes.size();
  }
  return end;
}

std::vector<std::byte> assemble(const Chunks& chunks) {
  ByteWriter directory;
  const std::uint64_t file_size = write_directory(chunks, directory);
  ByteWriter out;
  for (const std::uint8_t b : kMagic) {
    out.u8(b);
  }
  out.u16(kPackageMajor);
  out.u16(kPackageMinor);
  out.u32(0);
  out.u64(0);
  out.u64(file_size);
  out.u64(kHeaderSize);
  out.u32(kChunkCount);
  out.u32(crc32c(directory.bytes()));
  out.align(kHeaderSize);
  out.raw(directory.bytes());
  for (const ByteWriter& chunk : chunks.bytes) {
    out.align(kChunkAlign);
    out.raw(chunk.bytes());
  }
  std::vector<std::byte> file = out.bytes();
  const Hash128 hash = content_hash(file);
  std::copy(hash.begin(), hash.end(), file.begin() + kHashOffset);
  return file;
}

}  // namespace
}  // namespace rpk

Result<std::vector<std::byte>> write_package(const Package& package) {
  rpk::Chunks chunks;
  if (auto written = rpk::write_chunks(package, chunks); !written) {
    return std::unexpected(written.error());
  }
  std::uint64_t total = 0;
  for (const rpk::ByteWriter& chunk : chunks.bytes) {
    total += chunk.size() + rpk::kChunkAlign;
  }
  if (total > rpk::kMaxFileSize - 4096) {
    return rpk::refuse(
        ErrorCode::limit,
        fmt::format("the package would take {} bytes, the format ends at 4 GiB", total), "package");
  }
  std::vector<std::byte> file = rpk::assemble(chunks);
  // What cannot be read back is not written: indices, NaN and ranges are judged in one place.
  if (auto read = read_package(file); !read) {
    return rpk::refuse(ErrorCode::invalid_argument,
                       "the package cannot be stored: " + read.error().message, read.error().where);
  }
  return file;
}

}  // namespace rigpack

#include "rigpack/formats/package.h"
#include "rpk/reader_parts.h"

namespace rigpack {
namespace {

std::string part_name(const rpk::Entry& entry) {
  std::string type(entry.type.begin(), entry.type.end());
  constexpr std::array<const char*, rpk::kChunkCount> kWords{
      "certificate", "clip tables", "indices", "mesh tables", "morphs",  "nodes",
      "provenance",  "clip data",   "skins",   "names",       "vertices"};
  for (std::size_t i = 0; i < rpk::kChunkCount; ++i) {
    if (type == rpk::kChunkNames[i]) {
      return kWords[i];
    }
  }
  return type;
}

}  // namespace

Result<Package> read_package(std::span<const std::byte> bytes) {
  const auto entries = rpk::read_directory(bytes);
  if (!entries) {
    return std::unexpected(entries.error());
  }
  auto chunks = rpk::find_chunks(bytes, *entries);
  if (!chunks) {
    return std::unexpected(chunks.error());
  }
  Package package;
  // Later parts refer to earlier ones, so the first fault ends the read.
  for (const auto part :
       {+[](rpk::ChunkSet& c, Package&) { rpk::read_names(c); }, &rpk::read_certificate,
        &rpk::read_nodes, &rpk::read_skins, &rpk::read_meshes, &rpk::read_clips}) {
    part(*chunks, package);
    for (const rpk::ByteReader& reader : chunks->readers) {
      if (reader.error()) {
        return std::unexpected(*reader.error());
      }
    }
  }
  const auto json = (*chunks)[rpk::Chunk::prov].bytes();
  package.provenance.assign(reinterpret_cast<const char*>(json.data()), json.size());
  return package;
}

Result<PackageSizes> package_sizes(std::span<const std::byte> bytes) {
  const auto entries = rpk::read_directory(bytes);
  if (!entries) {
    return std::unexpected(entries.error());
  }
  auto chunks = rpk::find_chunks(bytes, *entries);
  if (!chunks) {
    return std::unexpected(chunks.error());
  }
  PackageSizes sizes;
  sizes.parts.push_back({"header", rpk::kHeaderSize + entries->size() * rpk::kEntrySize});
  std::uint64_t counted = sizes.parts.front().bytes;
  for (const rpk::Entry& entry : *entries) {
    sizes.parts.push_back({part_name(entry), entry.stored});
    counted += entry.stored;
  }
  sizes.parts.push_back({"padding", bytes.size() - counted});
  sizes.clips = rpk::clip_sizes(*chunks);
  if (const auto& fault = (*chunks)[rpk::Chunk::clip].error()) {
    return std::unexpected(*fault);
  }
  return sizes;
}

}  // namespace rigpack

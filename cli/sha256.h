#pragma once
/// SHA-256, by OpenSSL.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "rigpack/error.h"

namespace rigpack::cli {

/// A file's hash (64 hex digits) and size.
struct FileDigest {
  std::string sha256;
  std::uint64_t bytes = 0;
};

/// Hashes the file in pieces; errors: unreadable. Files that are not regular (pipes, devices) are
/// refused: reading them twice gives other bytes.
Result<FileDigest> digest_file(const std::string& path);
FileDigest digest_bytes(std::span<const std::byte> bytes);

}  // namespace rigpack::cli

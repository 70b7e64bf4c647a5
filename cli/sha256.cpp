#include "sha256.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>
#include <openssl/evp.h>

namespace rigpack::cli {
namespace {

class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
    if (context_ == nullptr || EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) != 1) {
      throw std::runtime_error("OpenSSL has no SHA-256");
    }
  }
  void add(const void* data, std::size_t size) {
    if (EVP_DigestUpdate(context_.get(), data, size) != 1) {
      throw std::runtime_error("OpenSSL cannot hash");
    }
  }
  std::string hex() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    if (EVP_DigestFinal_ex(context_.get(), digest.data(), &size) != 1) {
      throw std::runtime_error("OpenSSL cannot finish a hash");
    }
    std::string text;
    for (unsigned i = 0; i < size; ++i) {
      text += fmt::format("{:02x}", digest[i]);
    }
    return text;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

Error unreadable(const std::string& path, std::string message) {
  return {ErrorCode::unreadable, std::move(message), path};
}

}  // namespace

Result<FileDigest> digest_file(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    return std::unexpected(
        unreadable(path, error ? error.message() : std::string("is not a regular file")));
  }
  std::ifstream file(path, std::ios::binary);
  Sha256 hash;
  FileDigest out;
  std::array<char, 1 << 16> buffer{};
  while (file.read(buffer.data(), buffer.size()) || file.gcount() > 0) {
    hash.add(buffer.data(), static_cast<std::size_t>(file.gcount()));
    out.bytes += static_cast<std::uint64_t>(file.gcount());
  }
  if (!file.eof()) {
    return std::unexpected(unreadable(path, "cannot be read"));
  }
  out.sha256 = hash.hex();
  return out;
}

FileDigest digest_bytes(std::span<const std::byte> bytes) {
  Sha256 hash;
  hash.add(bytes.data(), bytes.size());
  return {hash.hex(), bytes.size()};
}

}  // namespace rigpack::cli

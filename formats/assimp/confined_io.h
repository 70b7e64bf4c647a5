#pragma once
/// The files that Assimp may open: those of the asset's folder and below, to read.

#include <assimp/DefaultIOSystem.h>

#include <filesystem>
#include <string>
#include <vector>

namespace rigpack::assimp {

class ConfinedIo final : public Assimp::DefaultIOSystem {
 public:
  /// `opened` gets the path of every file opened, relative to the folder of `asset`, each once.
  ConfinedIo(const std::filesystem::path& asset, std::vector<std::string>& opened);

  bool Exists(const char* file) const override;
  /// Null for a mode that writes, and for a path that leads out of the folder, links followed.
  Assimp::IOStream* Open(const char* file, const char* mode) override;
  bool DeleteFile(const std::string&) override { return false; }
  bool CreateDirectory(const std::string&) override { return false; }
  bool ChangeDirectory(const std::string&) override { return false; }

 private:
  /// The real path; empty when it is no regular file of the folder.
  std::filesystem::path confine(const char* file) const;

  std::filesystem::path folder_;
  std::vector<std::string>& opened_;
};

}  // namespace rigpack::assimp

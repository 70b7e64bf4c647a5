#pragma once
/// The files that an importer may open: the asset itself, wherever a link to it leads, and those of
/// its folder and below; to read.

#include <assimp/DefaultIOSystem.h>

#include <filesystem>
#include <string>
#include <vector>

namespace rigpack::assimp {

class ConfinedIo final : public Assimp::DefaultIOSystem {
 public:
  /// `opened` gets the path of every file opened but `asset`, relative to its folder, each once.
  ConfinedIo(const std::filesystem::path& asset, std::vector<std::string>& opened);

  /// A path that stands for the asset and ends in `.format`: Assimp asks the importer of the ending
  /// first, whatever the file holds.
  const std::string& path_as(const std::string& format);

  bool Exists(const char* file) const override;
  /// Null for a mode that writes, and for a path that leads elsewhere, links followed.
  Assimp::IOStream* Open(const char* file, const char* mode) override;
  bool DeleteFile(const std::string&) override { return false; }
  bool CreateDirectory(const std::string&) override { return false; }
  bool ChangeDirectory(const std::string&) override { return false; }

 private:
  /// The real path; empty when it is no regular file that may be opened.
  std::filesystem::path confine(const char* file) const;

  std::filesystem::path folder_, asset_;  ///< both real
  std::string alias_;
  std::vector<std::string>& opened_;
};

}  // namespace rigpack::assimp

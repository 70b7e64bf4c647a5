#pragma once
/// Which files go to Assimp, and which are refused before anything is spawned.

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "rigpack/error.h"

namespace rigpack::assimp {

/// The format of a file that Assimp is to read ("fbx", "dae" ...), by its first bytes, then by its
/// ending. Empty: none of ours. Errors: unsupported, for a format that holds no skin, for FBX
/// before 7.1; with import/lossy for a format whose skin Assimp drops without a word.
Result<std::string> format_of(std::span<const std::byte> bytes, const std::filesystem::path& path);

}  // namespace rigpack::assimp

#pragma once
/// The words that reports and the terminal share. Nothing here is escaped: names go through the
/// escaper of whoever prints them.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rigpack/findings.h"

namespace rigpack {

/// What the parts of an asset are called, for people; findings hold indices alone.
struct PartNames {
  std::vector<std::string> meshes, skins, clips;
};

/// "mesh 0 'Body', primitive 1 (/meshes/0/primitives/1)"; empty when nothing is known.
std::string location_text(const Location& at, const PartNames& names);

/// "491 KB", "1.2 MB": powers of 1000.
std::string size_text(std::uint64_t bytes);
/// A length in the unit that suits it: "0.083 mm", "1.2 m".
std::string length_text(double metres);
/// "1 mesh", "2 meshes".
std::string count_text(std::uint64_t count, std::string_view one, std::string_view many);

}  // namespace rigpack

#pragma once
/// The profiles that travel in the binary: formats/profiles/*.json, embedded by CMake.

#include <span>
#include <string_view>

namespace rigpack {

struct BuiltinProfile {
  std::string_view name, json;
};
std::span<const BuiltinProfile> builtin_profiles();

}  // namespace rigpack

#pragma once
/// What an engine would draw from weights as they are stored, unrepaired.

#include <cstdint>
#include <span>
#include <string_view>

#include "rigpack/deform.h"
#include "rigpack/findings.h"
#include "rigpack/scene.h"

namespace rigpack {

namespace rules {
inline constexpr Rule simulate_displacement{
    "simulate/displacement", Severity::info,
    "an engine puts vertices elsewhere than repaired weights would"};
}  // namespace rules

/// How an engine takes a vertex's influences. None of them normalises at run time but one.
struct Engine {
  std::string_view name;
  std::uint32_t influences = 0;  ///< the first so many of the vertex, as stored
  bool renormalises = false;
  std::string_view source;
};
/// unreal, unity-compute, unity-vs, godot.
std::span<const Engine> engines();
/// nullptr when there is none of that name.
const Engine* find_engine(std::string_view name);

/// Skins every drawn, skinned primitive twice, in the rest pose and at key times: as `engine` would
/// from the stored weights, and with weights repaired (negative and non-finite ones and joints that
/// are not there dropped, sums made 1, nothing cut). Reports, one finding a primitive, the vertices
/// that move by more than 1e-5 of the size. A vertex without any weight has nothing to compare
/// with.
void simulate(const PosedAsset& asset, const Engine& engine, Findings& out);

}  // namespace rigpack

#pragma once
/// What the line formats have in common: joints as a flat list, and a scene made of it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assimp/imported.h"
#include "rigpack/math.h"

namespace rigpack::assimp::text {

inline constexpr std::size_t kMostJoints = 65'535;  ///< so that a slot past them fits JOINTS_n

struct TextJoint {
  std::string name;
  std::optional<std::uint32_t> parent;  ///< always an earlier joint
  affined world;                        ///< of the bind pose
};

/// Adds the root that turns Z up into Y up and a unit into `unit_m` metres, a node a joint, and one
/// skin of all joints that binds them where they stand. Node of joint j: `first.value + j`.
NodeIndex add_rig(const std::vector<TextJoint>& joints, std::optional<double> unit_m,
                  Imported& out);
/// A node below the root that draws `mesh`, with the skin when the scene has one. Nothing for a
/// mesh without primitives.
void add_mesh(Mesh mesh, Imported& out);

/// A track of `path` for `node` whose keys stand at `i / rate` seconds.
Track frame_track(NodeIndex node, TrackPath path, std::vector<float> values, double rate);
/// Slot of a stored joint number: numbers past 65535 stay out of range.
std::uint16_t slot_of(std::uint32_t joint);

}  // namespace rigpack::assimp::text

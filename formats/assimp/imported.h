#pragma once
/// What a worker sends back.

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "rigpack/math.h"
#include "rigpack/scene.h"

namespace rigpack::assimp {

/// The importer cannot tell this file rightly, and what it tells looks sound.
struct GarbledImport : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Imported {
  Scene scene;
  std::vector<std::string> notes;  ///< lower case, no full stop: what is lost, or was assumed
  /// Joints that weights follow and the file does not have, each once. They stand still on nodes of
  /// their own, so that the weights can be judged as they are.
  std::vector<std::string> missing_joints;
  std::uint64_t missing_joint_weights = 0;  ///< weights that follow them
};

inline constexpr std::string_view kNoUnit =
    "the format holds no unit: 1 unit is taken as 1 m (--unit says otherwise)";
/// The node above all others that converts units and axes.
inline constexpr std::string_view kConversionNode = "rigpack units and axes";

inline constexpr std::string_view kNotFinite =
    "nodes stand at what is no finite number: the identity stands in";

float3 to_float(const double3& v);
trsf to_float(const trsd& t);
float4x4 to_float4x4(const affined& m);

/// Appends a node below `parent`.
NodeIndex add_node(Scene& scene, std::string name, std::optional<NodeIndex> parent);
/// Sets `node`'s rest as TRS where that rebuilds `local`, else as a matrix. False, with the
/// identity instead, when a number is not finite.
bool set_rest(Node& node, const affined& local);
/// The nodes without a parent become the one scene.
void close_scene(Scene& scene);

}  // namespace rigpack::assimp

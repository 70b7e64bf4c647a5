#pragma once
/// Proof: the package as an engine would decode it, posed beside the source it came from.

#include <cstdint>
#include <string>
#include <vector>

#include "rigpack/error.h"
#include "rigpack/math.h"
#include "rigpack/scene.h"
#include "rigpack/weights.h"

namespace rigpack {

/// A decoded package, whoever decodes it. formats/rpk implements it over the shipped C99 runtime.
/// Several threads call the const members at once.
class DecodedAsset {
 public:
  struct NodeInfo {
    std::string name;
    std::uint32_t parent = 0;       ///< kNone for roots
    std::uint32_t source_node = 0;  ///< index in the source scene
  };
  struct PrimitiveInfo {
    std::uint32_t instance = 0, node = 0, skin = 0;  ///< package indices; skin kNone: rigid
    std::uint32_t source_mesh = 0, source_primitive = 0;
    std::uint32_t vertex_count = 0;
  };
  /// Decoded vertices of one primitive; influences sum to 1.
  struct Geometry {
    std::vector<float3> positions;
    std::vector<float3> normals;                 ///< empty without
    std::vector<float4> tangents;                ///< w is the handedness; empty without
    std::vector<std::vector<float2>> texcoords;  ///< by set; an empty one where there is none
    std::vector<std::vector<float4>> colors;     ///< likewise
    Influences influences;                       ///< slots 0 for rigid ones
    std::vector<std::uint32_t> indices;
    std::vector<MorphTarget> morph_targets;
  };

  DecodedAsset() = default;
  DecodedAsset(const DecodedAsset&) = delete;
  DecodedAsset& operator=(const DecodedAsset&) = delete;
  virtual ~DecodedAsset() = default;

  virtual std::vector<NodeInfo> nodes() const = 0;
  virtual std::vector<std::string> clip_names() const = 0;
  virtual std::vector<std::uint32_t> clip_sources() const = 0;  ///< source clip of each clip
  virtual std::vector<PrimitiveInfo> primitives() const = 0;    ///< one a drawn primitive
  virtual Result<Geometry> geometry(std::size_t primitive) const = 0;
  /// Global transforms of every node at `t_s` of `clip` (kRestPose: none), float rows as shipped.
  virtual void pose(std::size_t clip, double t_s, std::vector<affinef>& globals) const = 0;
  /// Skin matrices of `skin` for `globals`, from the package's palette and inverse binds.
  virtual void palette(std::uint32_t skin, const std::vector<affinef>& globals,
                       std::vector<affinef>& out) const = 0;
  /// Morph weights of `instance` at `t_s`.
  virtual std::vector<float> morph_weights(std::size_t clip, double t_s,
                                           std::uint32_t instance) const = 0;
};
inline constexpr std::size_t kRestPose = ~std::size_t{0};

struct VerifyPolicy {
  double max_error_m = 0;         ///< clip bound; 0: default share of the asset's size
  double max_static_error_m = 0;  ///< static bound; 0: default share
  bool exhaustive = false;        ///< 240 Hz on top of every key and interval's middle
  unsigned threads = 1;
};
/// 0.1 mm and 0.05 mm of a 1750 mm character.
inline constexpr double kDefaultClipShare = 1e-4 / 1.75;
inline constexpr double kDefaultStaticShare = 0.5e-4 / 1.75;

/// Where an error was worst.
struct ErrorPlace {
  double error_m = 0;
  std::string clip;
  double time_s = 0;
  std::uint32_t mesh = 0, primitive = 0, vertex = 0;  ///< source indices
  std::string joint;  ///< of the vertex's heaviest influence, or the node
};
struct ClipError {
  std::string name;
  ErrorPlace worst;
  double rms_error_m = 0;
  double p99_error_m = 0;     ///< 99 of 100 are not larger; at most 12 % above the least such
  std::uint64_t samples = 0;  ///< vertices times times
};
/// Worst differences between stored and decoded attributes of one vertex.
struct AttributeErrors {
  double normal_rad = 0, tangent_rad = 0;  ///< angles; pi for a tangent of the other handedness
  double texcoord = 0;                     ///< in texture coordinates, over all sets
  double color = 0;                        ///< Euclidean, of RGBA within 0 to 1
};
struct VerifyReport {
  double size_m = 0;
  double clip_bound_m = 0, static_bound_m = 0;
  ErrorPlace clip_error, static_error;
  double clip_rms_m = 0, static_rms_m = 0;
  double clip_p99_m = 0, static_p99_m = 0;  ///< as ClipError::p99_error_m
  AttributeErrors attributes;
  std::vector<ClipError> clips;  ///< one a source clip
  std::uint64_t times = 0, vertex_samples = 0;
  std::vector<std::string>
      mismatches;       ///< structure that differs: missing clip, triangle, primitive
  bool passed = false;  ///< within both bounds, nothing missing, something looked at
};

/// Compares `package` with `source`, whose repaired influences (`[mesh][primitive]`) say what the
/// package was meant to hold. Clip error: the source mesh posed by decoded clips against source
/// clips; static error: the decoded mesh against the repaired source mesh, both posed by decoded
/// clips. Source vertices are matched to package vertices by their attributes, nearest first, and
/// the triangles must match too, so no map made by pack has to be believed. Normals, tangents,
/// texture coordinates and colours may differ by rounding alone. NaN anywhere fails.
///
/// Looks at the vertices that triangles use, in the rest pose and, for the clip error, at every key
/// of every clip, in the middle of every interval, just before each STEP key, and a second before
/// the first and after the last key. Static error is looked at in the rest pose and at 16 key times
/// a clip, evenly chosen (with `exhaustive` at all times). An asset that draws nothing is judged by
/// six points around each node, 1.7 % of its size away. The same report for any thread count.
VerifyReport verify_package(const Scene& source,
                            const std::vector<std::vector<Influences>>& influences,
                            const DecodedAsset& package, const VerifyPolicy& policy);

}  // namespace rigpack

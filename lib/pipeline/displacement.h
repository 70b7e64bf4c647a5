#pragma once
/// How far vertices are displaced, for many vertices and many times.
///
/// Posing is linear: a vertex goes to sum of w_i S_i p, morph targets only add terms whose matrices
/// carry the target's weight. So the difference between two posed meshes is one sum of matrix times
/// vector a vertex, where the vectors (w_i p) are fixed and the matrices depend on the time alone.
/// The matrices of kLanes times lie side by side, so that the inner loop runs over times.

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "rigpack/package.h"
#include "rigpack/scene.h"
#include "rigpack/verify.h"

namespace rigpack::proof {

inline constexpr std::size_t kLanes = 8;
using Lanes = std::array<double, kLanes>;

/// What a matrix is made of at each time. G: a node's global transform; M^-1: its inverse bind (the
/// identity for a rigid mesh); d: decoded, s: source.
enum class MatrixKind : std::uint8_t {
  difference,  ///< (G_d - G_s) M^-1; for a morph target (weight_d G_d - weight_s G_s) M^-1
  source,      ///< G_d M^-1, times weight_d for a morph target
  package,     ///< what the package's own palette says, times weight_d for a morph target
};

struct MorphRef {
  std::uint32_t package_instance = kNone;  ///< kNone: not a morph target's matrix
  std::uint32_t node = 0;                  ///< source node that draws it
  std::uint32_t target = 0;
  friend auto operator<=>(const MorphRef&, const MorphRef&) = default;
};

struct MatrixRecipe {
  MatrixKind kind = MatrixKind::difference;
  std::uint32_t node = 0;      ///< source node whose global transform is taken
  std::uint32_t skin = kNone;  ///< source skin, for `package` the package's; kNone: rigid
  std::uint32_t slot = 0;      ///< of the skin's palette
  MorphRef morph;
  affined inverse_bind;
};

/// A vertex of the source, for naming it.
struct VertexRef {
  std::uint32_t mesh = 0, primitive = 0, vertex = 0;
  std::uint32_t node = 0;  ///< joint of the heaviest influence, or the node that draws it
};

/// One side of a difference: where its vertices are and what moves them.
struct PosedSide {
  MatrixKind kind = MatrixKind::difference;
  double sign = 1;
  std::uint32_t node = 0;             ///< source node that draws it
  std::uint32_t skin = kNone;         ///< source skin, for `package` the package's; kNone: rigid
  std::span<const NodeIndex> joints;  ///< of the source skin's palette
  std::span<const affined> inverse_binds;  ///< likewise
  std::uint32_t package_instance = kNone;
  std::span<const float3> positions;
  std::span<const MorphTarget> morph_targets;
  const Influences* influences = nullptr;  ///< null: rigid
};

/// vector times matrix, one of a vertex's sum; for a point w is its weight, for a delta 0.
struct DisplacementTerm {
  std::uint32_t matrix = 0;
  double x = 0, y = 0, z = 0, w = 0;
};

struct Displacement {
  std::vector<MatrixRecipe> matrices;
  std::vector<DisplacementTerm> terms;
  std::vector<std::size_t> ends;  ///< by vertex: one past its last term
  std::vector<VertexRef> vertices;
};

class DisplacementBuilder {
 public:
  /// Adds the terms of `vertex` of `side` to the vertex that is being built.
  void add(const PosedSide& side, std::size_t vertex);
  void finish_vertex(const VertexRef& ref);
  Displacement take() { return std::move(built_); }

 private:
  /// Kind, skin, palette slot (rigid: node), morph target.
  using Key = std::tuple<MatrixKind, std::uint32_t, std::uint32_t, MorphRef>;
  std::uint32_t matrix(const PosedSide& side, PaletteSlot slot, const MorphRef& morph);
  void add_vector(const PosedSide& side, std::size_t vertex, const float3& v,
                  const MorphRef& morph);

  Displacement built_;
  std::map<Key, std::uint32_t> matrix_of_;
};

/// The matrices of a Displacement at kLanes times: [matrix][4 * row + column][lane].
struct MatrixTable {
  std::vector<std::array<Lanes, 12>> matrices;
  std::vector<char> is_zero;  ///< by matrix: 0 at every time

  void resize(std::size_t count);
  void set(std::size_t matrix, std::size_t lane, const affined& value);
  void find_zeros();
};

/// How many displacements have which size: counts by the square's exponent and two bits of its
/// mantissa, so that a bin spans less than 12 % of a length.
class SquareCounts {
 public:
  void add(double square) { ++counts_[bin_of(square)]; }
  void add_zeros(std::uint64_t count) { counts_[0] += count; }
  void add(const SquareCounts& other);
  /// A length that `share` of the displacements do not exceed, at most a bin above the least such;
  /// infinite when it is a displacement that was NaN.
  double quantile(double share) const;

 private:
  static constexpr std::size_t kBins = 1024;
  static std::size_t bin_of(double square);
  static double upper_end(std::size_t bin);
  std::vector<std::uint64_t> counts_ = std::vector<std::uint64_t>(kBins);
};

/// The largest displacement met, the sum of squares, and the squares by size.
struct Extent {
  double worst_square = 0;  ///< infinite when a displacement was NaN
  std::size_t vertex = kNone;
  double time_s = 0;
  double sum_of_squares = 0;
  std::uint64_t samples = 0;
  SquareCounts counts;
};

/// Displaces every vertex at the first `times.size()` lanes of `table`.
void measure(const Displacement& displacement, const MatrixTable& table,
             std::span<const double> times, Extent& out);

}  // namespace rigpack::proof

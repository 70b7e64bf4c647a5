#pragma once
/// One track on its integer lattice: source keys -> real coordinates -> integers -> decoded values.

#include <cstdint>
#include <span>
#include <vector>

#include "rigpack/math.h"
#include "rigpack/package.h"
#include "rigpack/scene.h"

namespace rigpack {

/// A source track without its faults: rotations unit, keys in double, long arcs split.
struct CleanTrack {
  std::uint32_t joint = 0;
  PackedPath path = PackedPath::translation;
  TrackKind kind = TrackKind::linear;
  std::uint32_t components = 3;
  std::vector<float> times;
  std::vector<double> values;  ///< knot-major; cubic: in-tangent, value, out-tangent
  std::vector<double> rest;    ///< the node's own value, `components` numbers

  std::size_t groups() const { return kind == TrackKind::cubic ? 3 : 1; }
  /// The value (not the tangents) of knot `knot`.
  std::span<const double> value(std::size_t knot) const {
    const std::size_t stride = components * groups();
    return std::span(values).subspan(knot * stride + (groups() == 3 ? components : 0), components);
  }
};

/// Copies `track` for skeleton joint `joint`. A LINEAR rotation whose arc between two keys exceeds
/// 150 degrees gets keys of the same slerp in between, so that rounding cannot turn it around.
CleanTrack clean_track(const Track& track, std::uint32_t joint, std::span<const double> rest);

/// Distance between two values of a path: radians for rotations (q and -q are equal), else the
/// largest difference of a component.
double value_distance(PackedPath path, std::span<const double> a, std::span<const double> b);

/// Coordinates of every knot in lattice units of 1, to be divided by a step and rounded.
struct Coordinates {
  std::uint32_t width = 0;    ///< numbers a knot
  std::vector<float> centre;  ///< `components` numbers
  std::vector<double> numbers;
};

/// Places the centre (the rest value, which clips share; the mean rotation where keys lie more than
/// 2.5 radians from rest) and measures every knot from it; rotations are unwrapped.
Coordinates to_coordinates(const CleanTrack& track);
/// The same for rotations of a LINEAR or STEP track about a given centre.
Coordinates rotation_coordinates(std::span<const quatd> rotations, const quatf& centre);

/// Rounds to integers of `step`; false when one leaves 24 bits.
bool round_to_lattice(const Coordinates& coordinates, float step,
                      std::vector<std::int32_t>& integers);

/// The keys that a package's track decodes to, by the formulas of package.h; `sample_track` reads
/// it.
Track decode_track(const PackedTrack& track, const TimeSet& times);

}  // namespace rigpack

#include "pipeline/verify_attributes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "rigpack/package.h"

namespace rigpack::proof {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Angle between two directions; 0 when the source has none, infinite when decoding lost it.
double angle_between(const double3& source, const double3& decoded) {
  if (!(length(source) > 0)) {
    return 0;
  }
  const double angle = exact::atan2(length(cross(source, decoded)), dot(source, decoded));
  return length(decoded) > 0 ? angle : kInfinity;
}

/// A tangent of the other handedness is as wrong as one that points the other way.
double tangent_angle(const float4& source, const float4& decoded) {
  const double angle = angle_between({double{source.x}, double{source.y}, double{source.z}},
                                     {double{decoded.x}, double{decoded.y}, double{decoded.z}});
  return source.w * decoded.w > 0 || source.w == 0 ? angle : std::max(angle, std::numbers::pi);
}

double distance_of(const float2& a, const float2& b) {
  return std::sqrt(square_of(a, b, 1));
}

double distance_of(const float4& a, const float4& b) {
  return std::sqrt(square_of(clamped(a), clamped(b), 1));
}

/// Pairs of vertices, and what is said of those that differ.
struct Pairs {
  std::span<const std::uint32_t> package_vertex;
  std::string_view label;
  Mismatches& out;

  /// Largest `error_of(source, decoded)`; a line when one is above `limit` or NaN.
  template <class Values>
  double worst(const Values& source, const Values& decoded, auto error_of, double limit,
               std::string_view what) const {
    double worst = 0;
    std::size_t beyond = 0, first = 0;
    for (std::size_t v = 0; v < package_vertex.size() && v < source.size(); ++v) {
      if (const std::uint32_t q = package_vertex[v]; q < decoded.size()) {
        const double error = error_of(source[v], decoded[q]);
        worst = error <= worst ? worst : error;
        if (!(error <= limit)) {
          first = beyond == 0 ? v : first;
          ++beyond;
        }
      }
    }
    if (beyond != 0) {
      out.push_back(
          fmt::format("{}: {} of {} vertices differ from the source's, by up to {:.3g} "
                      "where {:.3g} is rounding; the first is vertex {}",
                      label, what, beyond, worst, limit, first));
    }
    return worst;
  }
};

}  // namespace

AttributeErrors compare_attributes(const VertexAttributes& source, const VertexAttributes& decoded,
                                   std::span<const std::uint32_t> package_vertex,
                                   const DistanceUnits& units, std::string_view label,
                                   Mismatches& out) {
  const Pairs pairs{package_vertex, label, out};
  AttributeErrors errors;
  errors.normal_rad = pairs.worst(
      source.normals, decoded.normals,
      [](const float3& a, const float3& b) { return angle_between(to_double(a), to_double(b)); },
      kAttributeLimit * units.normal, "normals (in radians)");
  errors.tangent_rad = pairs.worst(source.tangents, decoded.tangents, tangent_angle,
                                   kAttributeLimit * units.normal, "tangents (in radians)");
  const auto distance = [](const auto& a, const auto& b) { return distance_of(a, b); };
  for (std::size_t set = 0; set < std::min(source.texcoords.size(), decoded.texcoords.size());
       ++set) {
    errors.texcoord =
        std::max(errors.texcoord, pairs.worst(source.texcoords[set], decoded.texcoords[set],
                                              distance, kAttributeLimit * units.texcoords[set],
                                              fmt::format("texture coordinates of set {}", set)));
  }
  for (std::size_t set = 0; set < std::min(source.colors.size(), decoded.colors.size()); ++set) {
    errors.color = std::max(errors.color, pairs.worst(source.colors[set], decoded.colors[set],
                                                      distance, kAttributeLimit * units.color,
                                                      fmt::format("colours of set {}", set)));
  }
  return errors;
}

}  // namespace rigpack::proof

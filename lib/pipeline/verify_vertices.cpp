#include "pipeline/verify_vertices.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "pipeline/position_index.h"
#include "pipeline/verify_attributes.h"
#include "pipeline/vertex_distance.h"
#include "rigpack/package.h"

namespace rigpack::proof {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
using Triangles = std::vector<std::array<std::uint32_t, 3>>;

/// Largest side of the box of the finite ones among `points`; grows `low` and `high`.
void grow(const std::vector<float3>& points, float3& low, float3& high) {
  for (const float3& p : points) {
    if (std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z)) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
  }
}

/// One unit of a set of texture coordinates: two steps of a 16-bit grid over all of them.
double texcoord_unit(std::span<const float2> texcoords) {
  double low = kInfinity, high = -kInfinity;
  for (const float2& uv : texcoords) {
    low = std::min({low, static_cast<double>(uv.x), static_cast<double>(uv.y)});
    high = std::max({high, static_cast<double>(uv.x), static_cast<double>(uv.y)});
  }
  const double unit = 2.0 / 65535 * (high - low);
  return unit > 0 && std::isfinite(unit) ? unit : 1.0;
}

DistanceUnits distance_units(const Primitive& source, const MatchPolicy& policy) {
  DistanceUnits units;
  units.position = policy.position_unit;
  for (const std::vector<float2>& set : source.texcoords) {
    units.texcoords.push_back(texcoord_unit(set));
  }
  return units;
}

/// Which of the decoded vertices are one vertex as far as matching can tell: a forest whose roots
/// are the lowest indices.
class Classes {
 public:
  explicit Classes(std::size_t count) : parents_(count) {
    std::iota(parents_.begin(), parents_.end(), 0U);
  }
  std::uint32_t root(std::uint32_t v) {
    while (parents_[v] != v) {
      parents_[v] = parents_[parents_[v]];
      v = parents_[v];
    }
    return v;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t x = root(a), y = root(b);
    parents_[std::max(x, y)] = std::min(x, y);
  }

 private:
  std::vector<std::uint32_t> parents_;
};

/// The vertices of both sides and the ways to compare them.
struct Comparison {
  VertexAttributes source, decoded;
  DistanceUnits units;
  PositionIndex index;

  Classes classes() const {
    Classes classes(decoded.positions.size());
    for (std::uint32_t v = 0; v < decoded.positions.size(); ++v) {
      index.visit_near(decoded.positions[v], [&](std::uint32_t other) {
        if (other > v && squared_distance(decoded, v, decoded, other, units) <= kSameVertex) {
          classes.join(v, other);
        }
      });
    }
    return classes;
  }

  /// The nearest decoded vertex among those near in position; of equals the first.
  std::uint32_t nearest(std::uint32_t vertex) const {
    std::uint32_t best = kNone;
    double least = kInfinity;
    index.visit_near(source.positions[vertex], [&](std::uint32_t other) {
      const double distance = squared_distance(source, vertex, decoded, other, units);
      if (distance < least || (distance == least && other < best)) {
        least = distance;
        best = other;
      }
    });
    return best;
  }
};

/// Each triangle from its lowest corner on, winding kept; those with joined corners left out.
Triangles canonical(const Triangles& triangles, auto class_of) {
  Triangles out;
  for (const auto& [a, b, c] : triangles) {
    std::array<std::uint32_t, 3> t{class_of(a), class_of(b), class_of(c)};
    if (t[0] != t[1] && t[1] != t[2] && t[2] != t[0]) {
      std::ranges::rotate(t, std::ranges::min_element(t));
      out.push_back(t);
    }
  }
  std::ranges::sort(out);
  return out;
}

std::size_t count_missing(const Triangles& from, const Triangles& in) {
  Triangles missing;
  std::ranges::set_difference(from, in, std::back_inserter(missing));
  return missing.size();
}

/// What must hold before vertices can be compared at all.
bool is_comparable(const Primitive& source, const Influences* influences,
                   const DecodedAsset::Geometry& decoded, std::string_view label, Mismatches& out) {
  const std::size_t before = out.size();
  const std::size_t vertices = decoded.positions.size();
  const auto require = [&](bool holds, std::string_view what) {
    if (!holds) {
      out.push_back(fmt::format("{}: {}", label, what));
    }
  };
  // What the source has for each vertex, the package must have too.
  const auto require_all = [&](const auto& wanted, const auto& found, std::string_view what) {
    require(wanted.size() != source.positions.size() || found.size() == vertices, what);
  };
  const auto require_sets = [&](const auto& wanted, const auto& found, std::string_view what) {
    require(found.size() <= wanted.size(), what);
    for (std::size_t set = 0; set < wanted.size(); ++set) {
      require(wanted[set].empty() || set < found.size(), what);
      if (set < found.size()) {
        require_all(wanted[set], found[set], what);
      }
    }
  };
  require_all(source.normals, decoded.normals, "normals are missing");
  require_all(source.tangents, decoded.tangents, "tangents are missing");
  require_sets(source.texcoords, decoded.texcoords, "other sets of texture coordinates");
  require_sets(source.colors, decoded.colors, "other sets of colours");
  require(std::ranges::all_of(decoded.indices, [&](auto index) { return index < vertices; }) &&
              decoded.indices.size() % 3 == 0,
          "triangles name vertices that are not there");
  require(source.morph_targets.size() == decoded.morph_targets.size(),
          "another number of morph targets");
  if (influences != nullptr) {
    require(influences->vertex_count() == source.positions.size(),
            "no repaired influences to compare with");
    require(decoded.influences.vertex_count() == vertices &&
                decoded.influences.weights.size() == decoded.influences.joints.size(),
            "influences do not match the vertices");
  }
  return out.size() == before;
}

/// The source's triangles but those with two corners of one place and all the same attributes:
/// however the mesh is posed they draw nothing.
Triangles drawn_triangles(const Primitive& source, const VertexAttributes& vertices,
                          const DistanceUnits& units) {
  Triangles triangles = proper_triangles(triangle_list(source), source.positions.size());
  const auto is_one = [&](std::uint32_t a, std::uint32_t b) {
    return squared_distance(vertices, a, vertices, b, units) == 0;
  };
  std::erase_if(triangles, [&](const auto& t) {
    return is_one(t[0], t[1]) || is_one(t[1], t[2]) || is_one(t[2], t[0]);
  });
  return triangles;
}

void match_triangles(const Triangles& source, const DecodedAsset::Geometry& decoded,
                     const VertexMatch& match, Classes classes, std::string_view label,
                     Mismatches& out) {
  const Triangles packed = proper_triangles(decoded.indices, decoded.positions.size());
  Triangles matched;
  std::ranges::copy_if(source, std::back_inserter(matched), [&](const auto& t) {
    return std::ranges::all_of(t, [&](auto v) { return match.package_vertex[v] != kNone; });
  });
  const Triangles expected =
      canonical(matched, [&](std::uint32_t v) { return classes.root(match.package_vertex[v]); });
  const Triangles found = canonical(packed, [&](std::uint32_t v) { return classes.root(v); });
  const std::size_t missing = count_missing(expected, found);
  const std::size_t extra = count_missing(found, expected);
  if (missing + extra != 0) {
    out.push_back(fmt::format("{}: {} of {} triangles missing, {} that the source lacks", label,
                              missing, source.size(), extra));
  }
}

}  // namespace

MatchPolicy match_policy(const Mesh& mesh, double static_share) {
  constexpr float kFar = std::numeric_limits<float>::infinity();
  float3 low{kFar, kFar, kFar}, high{-kFar, -kFar, -kFar};
  for (const Primitive& primitive : mesh.primitives) {
    grow(primitive.positions, low, high);
  }
  const double3 size = to_double(high) - to_double(low);
  const double side = std::max({size.x, size.y, size.z});
  const double unit = side * std::max(1.0 / 65535, static_share);
  return {unit > 0 && std::isfinite(unit) ? unit : 1.0};
}

VertexMatch match_vertices(const Primitive& source, const Influences* influences,
                           const DecodedAsset::Geometry& decoded, const MatchPolicy& policy,
                           std::string_view label, Mismatches& out) {
  VertexMatch match;
  match.package_vertex.assign(source.positions.size(), kNone);
  match.is_used.assign(source.positions.size(), 0);
  if (!is_comparable(source, influences, decoded, label, out)) {
    return match;
  }
  const VertexAttributes attributes{source.positions,    source.normals, source.tangents,
                                    source.texcoords,    source.colors,  influences,
                                    source.morph_targets};
  const DistanceUnits units = distance_units(source, policy);
  const Triangles triangles = drawn_triangles(source, attributes, units);
  if (triangles.empty()) {
    return match;
  }
  for (const auto& triangle : triangles) {
    std::ranges::for_each(triangle, [&](std::uint32_t v) { match.is_used[v] = 1; });
  }
  // The farthest that two vertices may lie apart and still be one by kSameVertex.
  const double radius = std::sqrt(kSameVertex) * policy.position_unit;
  const Comparison compare{
      attributes,
      {decoded.positions, decoded.normals, decoded.tangents, decoded.texcoords, decoded.colors,
       influences == nullptr ? nullptr : &decoded.influences, decoded.morph_targets},
      units,
      PositionIndex(decoded.positions, source.positions[triangles[0][0]], radius)};
  std::size_t used = 0, unmatched = 0;
  for (std::uint32_t v = 0; v < match.package_vertex.size(); ++v) {
    if (match.is_used[v] != 0) {
      match.package_vertex[v] = compare.nearest(v);
      ++used;
      unmatched += match.package_vertex[v] == kNone ? 1U : 0U;
    }
  }
  if (unmatched != 0) {
    out.push_back(fmt::format("{}: {} of {} vertices have no counterpart", label, unmatched, used));
  }
  match_triangles(triangles, decoded, match, compare.classes(), label, out);
  match.errors = compare_attributes(compare.source, compare.decoded, match.package_vertex,
                                    compare.units, label, out);
  return match;
}

}  // namespace rigpack::proof

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "findings/tally.h"
#include "rigpack/vertex.h"

namespace rigpack {
namespace {

/// A triangle is a line when its doubled area is below this share of its longest edge, squared:
/// some steps of single precision.
constexpr double kFlatShare = 1e-7;

Location at_primitive(const Primitive& primitive, std::uint32_t mesh, std::uint32_t index) {
  Location at;
  at.mesh = mesh;
  at.primitive = index;
  at.pointer = primitive.pointer;
  return at;
}

bool is_flat(const double3& a, const double3& b, const double3& c) {
  const double3 ab = b - a;
  const double3 ac = c - a;
  const double3 bc = c - b;
  const double longest = std::max({dot(ab, ab), dot(ac, ac), dot(bc, bc)});
  return length(cross(ab, ac)) <= kFlatShare * longest;
}

void check_triangles(const Primitive& primitive, const Location& at, Findings& out) {
  const std::vector<std::uint32_t> corners = triangle_list(primitive);
  std::vector<bool> used(primitive.positions.size());
  Tally flat;
  bool sound = true;
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
    const std::uint32_t a = corners[i], b = corners[i + 1], c = corners[i + 2];
    if (std::max({a, b, c}) >= used.size()) {
      sound = false;  // mesh/index-out-of-range has said so
      continue;
    }
    used[a] = used[b] = used[c] = true;
    const auto place = [&](std::uint32_t v) { return to_double(primitive.positions[v]); };
    // The joints of a strip are flat on purpose.
    if (primitive.topology == Topology::triangles &&
        (a == b || b == c || a == c || is_flat(place(a), place(b), place(c)))) {
      flat.add(i / 3, a, 0);
    }
  }
  if (flat.count != 0) {
    out.push_back(flat.finding(rules::mesh_degenerate_triangle,
                               fmt::format("{} of {} triangles have no area, first is triangle {}",
                                           flat.count, corners.size() / 3, flat.worst_index),
                               at));
  }
  Tally unused;
  for (std::size_t v = 0; v < used.size(); ++v) {
    if (!used[v]) {
      unused.add(v, static_cast<double>(v), 0);
    }
  }
  if (unused.count != 0 && sound && !corners.empty()) {
    out.push_back(
        unused.finding(rules::mesh_unused_vertex,
                       fmt::format("{} of {} vertices are in no triangle, first is vertex {}",
                                   unused.count, used.size(), unused.worst_index),
                       at));
  }
}

void check_directions(const Primitive& primitive, const MeshLimits& limits, const Location& at,
                      Findings& out) {
  Tally normals, tangents;
  for (std::size_t v = 0; v < primitive.normals.size(); ++v) {
    const double size = length(to_double(primitive.normals[v]));
    if (!(std::abs(size - 1) <= limits.unit_tolerance)) {
      normals.add(v, size, std::abs(size - 1));
    }
  }
  for (std::size_t v = 0; v < primitive.tangents.size(); ++v) {
    const float4& t = primitive.tangents[v];
    const double size = length(double3{t.x, t.y, t.z});
    const double off = std::max(std::abs(size - 1), std::abs(std::abs(double{t.w}) - 1));
    if (!(off <= limits.unit_tolerance)) {
      tangents.add(v, size, off);
    }
  }
  const auto say = [&](const Tally& tally, const Rule& rule, std::string_view what) {
    if (tally.count != 0) {
      out.push_back(tally.finding(
          rule,
          fmt::format("{} of {} vertices have {}, worst is vertex {} of length {:.6g}", tally.count,
                      primitive.positions.size(), what, tally.worst_index, tally.worst),
          at));
    }
  };
  say(normals, rules::mesh_normal_not_unit, "a normal that is no unit vector");
  say(tangents, rules::mesh_tangent_invalid,
      "a tangent that is no unit vector or whose w is not 1 or -1");
}

}  // namespace

void check_meshes(const Scene& scene, const MeshLimits& limits, Findings& out) {
  for (std::uint32_t m = 0; m < scene.meshes.size(); ++m) {
    for (std::uint32_t p = 0; p < scene.meshes[m].primitives.size(); ++p) {
      const Primitive& primitive = scene.meshes[m].primitives[p];
      if (!primitive.poisoned) {
        const Location at = at_primitive(primitive, m, p);
        check_triangles(primitive, at, out);
        check_directions(primitive, limits, at, out);
      }
    }
  }
}

}  // namespace rigpack

#include "mesh_file.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace rigpack::cli {
namespace {

void put_u32(std::string& out, std::uint32_t value) {
  for (unsigned shift = 0; shift < 32; shift += 8) {
    out += static_cast<char>((value >> shift) & 0xFFU);
  }
}

void put_float(std::string& out, float number) {
  put_u32(out, std::bit_cast<std::uint32_t>(number));
}

void put_vector(std::string& out, const double3& v) {
  for (const double number : {v.x, v.y, v.z}) {
    put_float(out, static_cast<float>(number));
  }
}

bool has_normals(const PosedPart& part) {
  return part.normals.size() == part.positions.size();
}

bool has_tangents(const PosedPart& part) {
  return part.tangents.size() == part.positions.size() &&
         part.handedness.size() == part.positions.size();
}

/// Streams that every part has.
struct Streams {
  bool normals = false, tangents = false;
};

/// Calls `face(a, b, c)` for every triangle whose corners exist.
template <class Face>
void for_each_triangle(const PosedPart& part, Face face) {
  for (std::size_t i = 0; i + 2 < part.indices.size(); i += 3) {
    const std::uint32_t a = part.indices[i], b = part.indices[i + 1], c = part.indices[i + 2];
    if (std::max({a, b, c}) < part.positions.size()) {
      face(a, b, c);
    }
  }
}

std::string ply_header(const std::vector<PosedPart>& parts, const Streams& streams) {
  std::size_t vertices = 0, faces = 0;
  for (const PosedPart& part : parts) {
    vertices += part.positions.size();
    for_each_triangle(part, [&](auto, auto, auto) { ++faces; });
  }
  std::string out = fmt::format(
      "ply\nformat binary_little_endian 1.0\nelement vertex {}\n"
      "property float x\nproperty float y\nproperty float z\n",
      vertices);
  if (streams.normals) {
    out += "property float nx\nproperty float ny\nproperty float nz\n";
  }
  if (streams.tangents) {
    out += "property float tx\nproperty float ty\nproperty float tz\nproperty float tw\n";
  }
  return out + fmt::format("element face {}\nproperty list uchar uint vertex_indices\nend_header\n",
                           faces);
}

/// A name that cannot break a line of the file.
std::string line_safe(std::string name) {
  std::ranges::replace_if(
      name, [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F; }, '_');
  return name.empty() ? "part" : name;
}

}  // namespace

std::string ply_text(const std::vector<PosedPart>& parts) {
  const Streams streams{std::ranges::all_of(parts, has_normals),
                        std::ranges::all_of(parts, has_tangents)};
  std::string out = ply_header(parts, streams);
  for (const PosedPart& part : parts) {
    for (std::size_t v = 0; v < part.positions.size(); ++v) {
      put_vector(out, part.positions[v]);
      if (streams.normals) {
        put_vector(out, part.normals[v]);
      }
      if (streams.tangents) {
        put_vector(out, part.tangents[v]);
        put_float(out, part.handedness[v]);
      }
    }
  }
  std::uint32_t base = 0;
  for (const PosedPart& part : parts) {
    for_each_triangle(part, [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
      out += '\x03';
      put_u32(out, base + a);
      put_u32(out, base + b);
      put_u32(out, base + c);
    });
    base += static_cast<std::uint32_t>(part.positions.size());
  }
  return out;
}

std::string obj_text(const std::vector<PosedPart>& parts) {
  std::string out = "# posed by rigpack\n";
  std::size_t base = 1, normal_base = 1;
  for (const PosedPart& part : parts) {
    out += fmt::format("o {}\n", line_safe(part.name));
    for (const double3& p : part.positions) {
      out += fmt::format("v {:.9g} {:.9g} {:.9g}\n", p.x, p.y, p.z);
    }
    const bool normals = has_normals(part);
    for (const double3& n : normals ? part.normals : std::vector<double3>{}) {
      out += fmt::format("vn {:.9g} {:.9g} {:.9g}\n", n.x, n.y, n.z);
    }
    const auto corner = [&](std::uint32_t v) {
      return normals ? fmt::format("{}//{}", base + v, normal_base + v)
                     : fmt::format("{}", base + v);
    };
    for_each_triangle(part, [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
      out += fmt::format("f {} {} {}\n", corner(a), corner(b), corner(c));
    });
    base += part.positions.size();
    normal_base += normals ? part.positions.size() : 0;
  }
  return out;
}

}  // namespace rigpack::cli

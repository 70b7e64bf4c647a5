#pragma once
/// Posed meshes as files: PLY (binary, little-endian) and OBJ (text).

#include <cstdint>
#include <string>
#include <vector>

#include "rigpack/math.h"

namespace rigpack::cli {

/// One posed primitive, world space.
struct PosedPart {
  std::string name;
  std::vector<double3> positions;
  std::vector<double3> normals;        ///< empty, or one a vertex
  std::vector<double3> tangents;       ///< likewise
  std::vector<float> handedness;       ///< of the tangents, +1 or -1
  std::vector<std::uint32_t> indices;  ///< triangle corners of this part's own vertices
};

/// All parts in one vertex list, in order. PLY: float x y z, nx ny nz when every part has
/// normals, and tx ty tz tw when every part has tangents; faces are `list uchar uint
/// vertex_indices`. OBJ: 9 significant digits, one object a part. Triangles that name missing
/// vertices are left out.
std::string ply_text(const std::vector<PosedPart>& parts);
std::string obj_text(const std::vector<PosedPart>& parts);

}  // namespace rigpack::cli

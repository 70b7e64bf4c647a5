#pragma once
/// How both MD5 files write where a joint stands.

#include "assimp/text/line_reader.h"
#include "rigpack/math.h"

namespace rigpack::assimp::text {

/// The rotation whose first three numbers are `v`; the fourth is what makes it a unit, and never
/// above 0.
quatd md5_rotation(const double3& v);
/// Six numbers from word `at` on: position, rotation.
trsd read_md5_pose(LineReader& in, std::size_t at);

}  // namespace rigpack::assimp::text

#pragma once
/// Dual-quaternion blending in two phases: scale first, then the rigid part (Kavan et al.,
/// "Geometric Skinning with Approximate Dual Quaternion Blending", 2008, section 4).

#include <vector>

#include "rigpack/math.h"

namespace rigpack {

/// A skin matrix as a rigid motion after a symmetric stretch (its polar decomposition).
struct StretchedRigid {
  quatd real;       ///< rotation, unit
  quatd dual;       ///< half of translation times rotation
  affined stretch;  ///< no translation; mirrors and zero axes are in here
};

StretchedRigid split(const affined& matrix);

/// One joint's part in a vertex.
struct BlendTerm {
  const StretchedRigid* joint = nullptr;
  double weight = 0;
};
/// The matrix that moves a vertex: stretches are summed as linear blending does, rotations as
/// quaternions that are all turned towards the heaviest term's and normalised in the end. All zeros
/// when nothing weighs anything.
affined blend(const std::vector<BlendTerm>& terms);

}  // namespace rigpack

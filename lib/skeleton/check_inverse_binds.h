#pragma once
/// What legal inverse bind matrices hold that engines stumble over.

#include "rigpack/skeleton.h"

namespace rigpack {

/// Transposed, scaled, sheared and mirrored matrices of `skin`, one finding each, at `at`.
void check_inverse_bind_quality(const Skin& skin, const Location& at, const SkeletonLimits& limits,
                                Findings& out);

}  // namespace rigpack

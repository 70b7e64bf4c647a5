#include "rigpack/skeleton.h"

namespace rigpack {
namespace {

float3 to_float(const double3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

}  // namespace

trsf packed_rest(const Node& node) {
  trsd rest;
  rest_trs(node, SkeletonLimits{}.shear_tolerance, rest);
  const quatd q = normalized(rest.rotation);
  return {to_float(rest.translation),
          {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
           static_cast<float>(q.w)},
          to_float(rest.scale)};
}

}  // namespace rigpack

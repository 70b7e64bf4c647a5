// A static bound finer than 65535 steps: positions stay floats, and the proof holds.

#include <algorithm>

#include "rigpack/formats/package.h"
#include "rigpack/formats/read.h"
#include "rigpack/pipeline.h"
#include "support/catch.h"

using namespace rigpack;

namespace {

/// How the positions of the mesh with the largest grid, the body, are stored.
ElementFormat position_format(const Package& package) {
  const auto body = std::ranges::max_element(package.meshes, {}, &PackedMesh::grid_scale);
  return body->primitives.at(0).streams.at(0).format;
}

}  // namespace

TEST_CASE("pack keeps float positions where the grid is too coarse for the static bound") {
  const auto read = read_asset(RIGPACK_SOURCE_DIR "/testdata/biped.glb");
  REQUIRE(read);
  PackPolicy policy;
  const auto usual = pack_scene(read->scene, read->findings, policy);
  CHECK(position_format(usual.package) == ElementFormat::unorm16x4);

  policy.max_static_error_m = 1e-5;  // half a step of the grid is 14 um along each axis
  const auto fine = pack_scene(read->scene, read->findings, policy);
  CHECK(position_format(fine.package) == ElementFormat::f32x3);
  const auto bytes = write_package(fine.package);
  REQUIRE(bytes);
  const auto decoded = open_package(*bytes);
  REQUIRE(decoded);
  VerifyPolicy bounds;
  bounds.max_static_error_m = 1e-5;
  const VerifyReport report = verify_package(read->scene, fine.influences, **decoded, bounds);
  CHECK(report.passed);
  CHECK(report.static_error.error_m > 0);
}

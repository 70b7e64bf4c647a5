// Faults planted in a real package, its checksums made anew: verify must see each of them.

#include <algorithm>
#include <functional>
#include <string>

#include "rigpack/formats/package.h"
#include "rigpack/formats/read.h"
#include "rigpack/pipeline.h"
#include "rigpack/verify.h"
#include "support/catch.h"

using namespace rigpack;

namespace {

struct Packed {
  Scene scene;
  PackResult result;
};

Packed pack_biped() {
  auto read = read_asset(RIGPACK_SOURCE_DIR "/testdata/biped.glb");
  REQUIRE(read);
  auto packed = pack_scene(read->scene, read->findings, {});
  REQUIRE_FALSE(packed.refused);
  return {std::move(read->scene), std::move(packed)};
}

VerifyReport verify_with(const Packed& packed, const std::function<void(Package&)>& fault) {
  Package package = packed.result.package;
  fault(package);
  const auto bytes = write_package(package);
  REQUIRE(bytes);
  const auto decoded = open_package(*bytes);
  REQUIRE(decoded);
  return verify_package(packed.scene, packed.result.influences, **decoded, {});
}

PackedTrack& animated_rotation(Package& package) {
  for (PackedTrack& track : package.clips.at(0).tracks) {
    if (track.path == PackedPath::rotation && track.kind == TrackKind::linear) {
      return track;
    }
  }
  FAIL("the biped's first clip turns nothing");
  return package.clips[0].tracks[0];
}

/// Calls `plant` on every stream of `semantic`; there must be one.
void plant_in_streams(Package& package, Semantic semantic,
                      const std::function<void(PackedStream&)>& plant) {
  std::size_t planted = 0;
  for (PackedMesh& mesh : package.meshes) {
    for (PackedPrimitive& primitive : mesh.primitives) {
      for (PackedStream& stream : primitive.streams) {
        if (stream.semantic == semantic) {
          plant(stream);
          ++planted;
        }
      }
    }
  }
  REQUIRE(planted > 0);
}

/// Global transforms of the package's nodes half a second into its first clip: away from the bind
/// pose, where both orders of a skin matrix give the identity.
std::vector<affinef> posed_globals(const Package& package) {
  const auto bytes = write_package(package);
  REQUIRE(bytes);
  const auto decoded = open_package(*bytes);
  REQUIRE(decoded);
  std::vector<affinef> globals;
  (*decoded)->pose(0, 0.5, globals);
  return globals;
}

}  // namespace

TEST_CASE("verify passes the biped's package and fails it with a fault planted") {
  const Packed packed = pack_biped();
  const VerifyReport clean = verify_with(packed, [](Package&) {});
  REQUIRE(clean.passed);
  REQUIRE(clean.vertex_samples > 0);

  SECTION("a step doubled") {
    const auto report = verify_with(packed, [](Package& p) { animated_rotation(p).step *= 2; });
    CHECK_FALSE(report.passed);
    CHECK(report.clip_error.error_m > report.clip_bound_m);
  }
  SECTION("one integer off by a thousand steps") {
    const auto report =
        verify_with(packed, [](Package& p) { animated_rotation(p).integers.at(10) += 1000; });
    CHECK_FALSE(report.passed);
  }
  SECTION("two joints swapped in the palette") {
    const auto report = verify_with(packed, [](Package& p) {
      auto& palette = p.skins.at(0).palette;
      std::swap(palette.at(palette.size() / 3), palette.at(palette.size() / 2));
    });
    CHECK_FALSE(report.passed);
    CHECK(report.static_error.error_m > report.static_bound_m);
  }
  SECTION("two joints swapped in the hierarchy") {
    const auto report = verify_with(packed, [](Package& p) {
      auto& nodes = p.nodes;
      std::swap(nodes.at(nodes.size() - 1).rest, nodes.at(nodes.size() - 4).rest);
    });
    CHECK_FALSE(report.passed);
  }
  SECTION("an inverse bind transposed") {
    const auto report = verify_with(packed, [](Package& p) {
      auto& m = p.skins.at(0).inverse_binds.at(5).rows;
      std::swap(m[0][1], m[1][0]);
      std::swap(m[0][2], m[2][0]);
      std::swap(m[1][2], m[2][1]);
      // The translation of a transposed 4x4 lands in the last row, which a package does not hold.
      m[0][3] = m[1][3] = m[2][3] = 0;
    });
    CHECK_FALSE(report.passed);
    CHECK(report.static_error.error_m > report.static_bound_m);
  }
  SECTION("inverse bind times global instead of global times inverse bind") {
    const auto report = verify_with(packed, [](Package& p) {
      const std::vector<affinef> globals = posed_globals(p);
      PackedSkin& skin = p.skins.at(0);
      for (std::size_t slot = 0; slot < skin.palette.size(); ++slot) {
        const affined global = to_double(globals[skin.palette[slot]]);
        const affined wrong = to_double(skin.inverse_binds[slot]) * global;  // in that pose
        skin.inverse_binds[slot] = to_float(inverse(global) * wrong);
      }
    });
    CHECK_FALSE(report.passed);
  }
  SECTION("every vertex with the joints of its neighbour") {
    const auto report = verify_with(packed, [](Package& p) {
      plant_in_streams(p, Semantic::joints, [](PackedStream& stream) {
        std::ranges::rotate(stream.bytes, stream.bytes.begin() + element_size(stream.format));
      });
    });
    CHECK_FALSE(report.passed);
  }
  SECTION("one attribute stored wrongly") {
    struct Fault {
      Semantic semantic;
      std::string says;
    };
    for (const Fault& fault : {Fault{Semantic::normal, "normals"},
                               {Semantic::color, "colours of set 0"},
                               {Semantic::texcoord, "texture coordinates of set 0"}}) {
      const auto report = verify_with(packed, [&](Package& p) {
        plant_in_streams(p, fault.semantic, [](PackedStream& stream) {
          // The first vertex: little-endian, so the second byte of two weighs more than rounding.
          stream.bytes.at(1) = static_cast<std::uint8_t>(stream.bytes[1] ^ 0x40U);
        });
      });
      INFO(fault.says);
      CHECK_FALSE(report.passed);
      REQUIRE_FALSE(report.mismatches.empty());
      CHECK(std::ranges::any_of(report.mismatches, [&](const std::string& mismatch) {
        return mismatch.find(fault.says) != std::string::npos;
      }));
    }
  }
  SECTION("a triangle left out") {
    const auto report = verify_with(packed, [](Package& p) {
      auto& indices = p.meshes.at(0).primitives.at(0).indices;
      indices.resize(indices.size() - 3);
    });
    CHECK_FALSE(report.passed);
    CHECK_FALSE(report.mismatches.empty());
  }
  SECTION("a clip left out") {
    const auto report = verify_with(packed, [](Package& p) { p.clips.pop_back(); });
    CHECK_FALSE(report.passed);
  }
  SECTION("a mesh left out") {
    const auto report = verify_with(packed, [](Package& p) { p.instances.pop_back(); });
    CHECK_FALSE(report.passed);
  }
  SECTION("morph deltas scaled") {
    const auto report = verify_with(packed, [](Package& p) {
      bool planted = false;
      for (PackedMesh& mesh : p.meshes) {
        for (PackedPrimitive& primitive : mesh.primitives) {
          for (PackedMorph& morph : primitive.morphs) {
            morph.position_scale *= 1.5F;
            planted |= morph.position_scale > 0;
          }
        }
      }
      REQUIRE(planted);
    });
    CHECK_FALSE(report.passed);
  }
}

#include <meshoptimizer.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>

#include "rigpack/formats/package.h"
#include "rpk/runtime/rigpack.h"
#include "support/catch.h"
#include "support/packages.h"

using namespace rigpack;

namespace {

std::unique_ptr<DecodedAsset> opened(const Package& package) {
  auto bytes = write_package(package);
  REQUIRE(bytes.has_value());
  auto asset = open_package(*bytes);
  REQUIRE(asset.has_value());
  return std::move(*asset);
}

std::vector<rpk_trs> sampled(const std::vector<std::byte>& file, std::uint32_t clip, double t) {
  rpk_view view;
  REQUIRE(rpk_open(&view, file.data(), file.size()) == RPK_OK);
  std::vector<rpk_trs> out(rpk_node_count(&view));
  rpk_rest_pose(&view, out.data(), rpk_node_count(&view));
  rpk_sample(&view, clip, t, out.data(), rpk_node_count(&view));
  return out;
}

using Vec4d = std::array<double, 4>;

/// SPEC.md section 9 with libm, key by key: the truth that the runtime is held to.
Vec4d knot_rotation(const PackedTrack& track, std::size_t k) {
  const std::int32_t* i = &track.integers[k * 3];
  const double x = double(track.step) * i[0], y = double(track.step) * i[1],
               z = double(track.step) * i[2];
  const double angle = std::sqrt(x * x + y * y + z * z);
  const double s = angle > 0 ? std::sin(angle / 2) / angle : 0.5;
  const Vec4d b{x * s, y * s, z * s, std::cos(angle / 2)};
  const double ax = track.centre[0], ay = track.centre[1], az = track.centre[2],
               aw = track.centre[3];
  return {
      aw * b[0] + ax * b[3] + ay * b[2] - az * b[1], aw * b[1] - ax * b[2] + ay * b[3] + az * b[0],
      aw * b[2] + ax * b[1] - ay * b[0] + az * b[3], aw * b[3] - ax * b[0] - ay * b[1] - az * b[2]};
}

Vec4d reference_slerp(const Vec4d& a, Vec4d b, double u) {
  double d = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    d += a[i] * b[i];
  }
  for (double& v : b) {
    v = d < 0 ? -v : v;
  }
  double sum = 0, difference = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    sum += (a[i] + b[i]) * (a[i] + b[i]);
    difference += (a[i] - b[i]) * (a[i] - b[i]);
  }
  const double angle = 2 * std::atan2(std::sqrt(difference), std::sqrt(sum));
  if (angle < 1e-12) {
    return a;
  }
  Vec4d out{};
  for (std::size_t i = 0; i < 4; ++i) {
    out[i] = (a[i] * std::sin((1 - u) * angle) + b[i] * std::sin(u * angle)) / std::sin(angle);
  }
  return out;
}

Vec4d reference_sample(const PackedTrack& track, const TimeSet& set, double t) {
  std::size_t k = 0;
  while (k + 1 < set.count && double(set.times[k + 1]) <= t) {
    ++k;
  }
  const bool inside = t > set.times[0] && k + 1 < set.count;
  const double h = inside ? double(set.times[k + 1]) - set.times[k] : 1;
  const double u = inside ? (t - set.times[k]) / h : 0;
  const std::size_t next = inside ? k + 1 : k, n = track.components;
  if (track.width == 3 && n == 4) {
    const Vec4d a = knot_rotation(track, k);
    return track.kind == TrackKind::step ? a : reference_slerp(a, knot_rotation(track, next), u);
  }
  Vec4d out{};
  const auto value = [&](std::size_t knot, std::size_t group, std::size_t c) {
    return double(track.step) * track.integers[knot * track.width + group * n + c];
  };
  for (std::size_t c = 0; c < n; ++c) {
    if (track.kind == TrackKind::cubic) {
      const double p0 = track.centre[c] + value(k, 1, c), m0 = h * value(k, 2, c);
      const double p1 = track.centre[c] + value(next, 1, c), m1 = h * value(next, 0, c);
      out[c] = (2 * u * u * u - 3 * u * u + 1) * p0 + (u * u * u - 2 * u * u + u) * m0 +
               (3 * u * u - 2 * u * u * u) * p1 + (u * u * u - u * u) * m1;
    } else {
      const double a = track.centre[c] + value(k, 0, c), b = track.centre[c] + value(next, 0, c);
      out[c] = track.kind == TrackKind::step ? a : a + u * (b - a);
    }
  }
  if (n == 4) {
    const double length =
        std::sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2] + out[3] * out[3]);
    for (double& v : out) {
      v /= length;
    }
  }
  return out;
}

}  // namespace

TEST_CASE("rpk_sample gives hand-computed poses") {
  const auto file = *write_package(test::small_package());
  const auto middle = sampled(file, 0, 0.5);
  CHECK(middle[0].translation[0] == Approx(1).margin(1e-6));
  CHECK(middle[0].translation[1] == Approx(0.5).margin(1e-6));
  CHECK(middle[0].translation[2] == Approx(0.007).margin(1e-6));
  // A rotation vector of 1.571 rad about z.
  CHECK(middle[0].rotation[2] == Approx(std::sin(0.7855)).margin(1e-7));
  CHECK(middle[0].rotation[3] == Approx(std::cos(0.7855)).margin(1e-7));
  CHECK(middle[1].rotation[2] == 1);     // constant
  CHECK(middle[1].translation[1] == 1);  // at rest
  CHECK(middle[1].scale[0] == 1);        // step: the key at 0.75 has not come
  const auto quarter = sampled(file, 0, 0.25);
  CHECK(quarter[0].translation[0] == Approx(0.5).margin(1e-6));
  CHECK(quarter[0].rotation[2] == Approx(std::sin(0.7855 / 2)).margin(1e-7));
  CHECK(sampled(file, 0, 0.75)[1].scale[0] == Approx(2).margin(1e-6));
  CHECK(sampled(file, 0, 99)[0].translation[0] == Approx(2).margin(1e-6));
  CHECK(sampled(file, 0, -99)[0].translation[0] == 0);
}

TEST_CASE("rpk_sample agrees with the specification computed in double") {
  for (const std::uint32_t knots : {1U, 2U, 31U, 32U, 33U, 64U, 97U}) {
    const Package package = test::noisy_package(knots, 3, knots);
    const auto file = *write_package(package);
    const PackedClip& clip = package.clips[0];
    std::mt19937 random(knots);
    double worst = 0;
    for (int i = 0; i < 60; ++i) {
      const double span = 0.2 + 0.05 * knots;
      double t = span * double(random() % 100000U) / 100000.0 - 0.05;
      if (i % 4 == 0) {
        t = clip.time_sets[static_cast<std::size_t>(i / 4) % 2].times[random() % knots];
      }
      const auto pose = sampled(file, 0, t);
      for (const PackedTrack& track : clip.tracks) {
        const Vec4d expected = reference_sample(track, clip.time_sets[track.time_set], t);
        const float* found = track.path == PackedPath::rotation ? pose[track.node].rotation
                                                                : pose[track.node].translation;
        for (std::size_t c = 0; c < track.components; ++c) {
          // Half a float's step at the size of the number.
          const double error =
              std::abs(found[c] - expected[c]) / std::max(1.0, std::abs(expected[c]));
          worst = std::max(worst, error);
        }
      }
    }
    INFO(knots << " knots, worst error " << worst);
    CHECK(worst < 6.1e-8);
  }
}

TEST_CASE("open_package shows the package as engines decode it") {
  const auto asset = opened(test::small_package());
  CHECK(asset->nodes()[2].name == "box");
  CHECK(asset->nodes()[2].source_node == 6);
  CHECK(asset->nodes()[0].parent == kNone);
  CHECK(asset->clip_names() == std::vector<std::string>{"walk", "wave \"\x1b[0m"});
  CHECK(asset->clip_sources() == std::vector<std::uint32_t>{1, 0});
  const auto primitives = asset->primitives();
  REQUIRE(primitives.size() == 2);
  CHECK(primitives[0].skin == 0);
  CHECK(primitives[1].skin == kNone);
  CHECK(primitives[1].source_mesh == 1);
  const auto quad = asset->geometry(0);
  REQUIRE(quad.has_value());
  CHECK(quad->positions[2] == float3{1, 2, 0});
  CHECK(quad->positions[3].z == Approx(2.0 * 32768 / 65535).epsilon(1e-7));
  CHECK(quad->normals[0] == float3{0, 0, 1});
  CHECK(quad->normals[3] == float3{0, 0, -1});
  CHECK(quad->influences.slots == 4);
  CHECK(quad->influences.joints[9] == PaletteSlot(1));
  CHECK(quad->influences.weights[8] == Approx(128.0 / 255));
  CHECK(quad->morph_targets[0].positions[1] == float3{0.5F, 0, 0});
  CHECK(quad->morph_targets[0].normals[1] == float3{0, 0.25F, 0});
  const auto triangle = asset->geometry(1);
  REQUIRE(triangle.has_value());
  CHECK(triangle->texcoords[0][1] == float2{1, 2});
  CHECK(triangle->indices == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(triangle->influences.slots == 0);
  CHECK_FALSE(asset->geometry(2).has_value());
}

TEST_CASE("open_package poses, builds palettes and samples morph weights") {
  const auto asset = opened(test::small_package());
  std::vector<affinef> globals, palette;
  asset->pose(kRestPose, 0, globals);
  REQUIRE(globals.size() == 3);
  // hip at the origin, knee 1 above, box half a metre further, turned half around z, y doubled.
  CHECK(globals[2].rows[1][3] == 1.5F);
  CHECK(globals[2].rows[0][0] == -1);
  CHECK(globals[2].rows[1][1] == -2);
  asset->palette(0, globals, palette);
  REQUIRE(palette.size() == 2);
  CHECK(palette[1].rows[1][3] == 0);  // bound where it rests
  CHECK(asset->morph_weights(kRestPose, 0, 0) == std::vector{0.5F});
  CHECK(asset->morph_weights(0, 0.25, 0)[0] == Approx(0.25).margin(1e-6));
  CHECK(asset->morph_weights(1, 0.25, 0) == std::vector{0.5F});
}

TEST_CASE("rpk_skin_lbs blends matrices and turns normals by the inverse transpose") {
  // One vertex half on identity, half on a shift by 2 in x; then one stretched by 2 in x.
  rpk_mat34 palette[3] = {{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}},
                          {{1, 0, 0, 2, 0, 1, 0, 0, 0, 0, 1, 0}},
                          {{-2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}}};
  const float positions[6] = {1, 2, 3, 1, 2, 3};
  const float normals[6] = {0, 0, 1, 0.6F, 0.8F, 0};
  const std::uint16_t joints[4] = {0, 1, 2, 9};  // 9 is beyond the palette
  const float weights[4] = {0.5F, 0.5F, 1, 0.5F};
  float out_positions[6], out_normals[6];
  const rpk_skin_job job = {2,       2,       positions, normals,       joints,
                            weights, palette, 3,         out_positions, out_normals};
  rpk_skin_lbs(&job);
  CHECK(out_positions[0] == 2);
  CHECK(out_positions[1] == 2);
  CHECK(out_normals[2] == 1);
  CHECK(out_positions[3] == -2);
  // (0.6 / -2, 0.8) made unit: (-0.3511, 0.9363).
  CHECK(out_normals[3] == Approx(-0.35112344).margin(1e-6));
  CHECK(out_normals[4] == Approx(0.93632918).margin(1e-6));
}

TEST_CASE("rpk_find_clip finds the first clip of a name") {
  const auto file = *write_package(test::small_package());
  rpk_view view;
  REQUIRE(rpk_open(&view, file.data(), file.size()) == RPK_OK);
  CHECK(rpk_find_clip(&view, "walk", 4) == 0);
  CHECK(rpk_find_clip(&view, "wal", 3) == RPK_NONE);
  CHECK(rpk_find_clip(&view, "", 0) == RPK_NONE);
}

TEST_CASE("the runtime's index decoder gives what meshoptimizer's gives") {
  const unsigned seed = 11;
  std::mt19937 random(seed);
  Package package;
  for (const std::uint32_t vertices : {3U, 20U, 400U, 70000U}) {
    PackedMesh mesh{"m", 0, {}, 1, {}, {}};
    PackedPrimitive p;
    p.vertex_count = vertices;
    PackedStream positions;
    positions.format = ElementFormat::unorm16x4;
    positions.bytes.resize(std::size_t{vertices} * 8);
    p.streams.push_back(positions);
    // Strips, fans, jumps and repeated corners.
    for (std::uint32_t i = 0; i < 3000; ++i) {
      const std::uint32_t base = random() % 4 == 0 ? static_cast<std::uint32_t>(random()) : i / 2;
      for (std::uint32_t c = 0; c < 3; ++c) {
        p.indices.push_back(
            (base + (random() % 16 == 0 ? static_cast<std::uint32_t>(random()) : c)) % vertices);
      }
    }
    std::vector<unsigned char> coded(meshopt_encodeIndexBufferBound(p.indices.size(), vertices));
    meshopt_encodeIndexVersion(1);
    coded.resize(
        meshopt_encodeIndexBuffer(coded.data(), coded.size(), p.indices.data(), p.indices.size()));
    std::vector<std::uint32_t> expected(p.indices.size());
    REQUIRE(meshopt_decodeIndexBuffer(expected.data(), expected.size(), 4, coded.data(),
                                      coded.size()) == 0);
    mesh.primitives.push_back(p);
    package.meshes = {mesh};
    const auto file = *write_package(package);
    rpk_view view;
    REQUIRE(rpk_open(&view, file.data(), file.size()) == RPK_OK);
    std::vector<std::uint32_t> found(expected.size());
    REQUIRE(rpk_indices(&view, 0, found.data(), found.size() * 4, 4) == RPK_OK);
    const bool coded_or_raw = found == expected || found == p.indices;
    CHECK(coded_or_raw);
    if (vertices == 70000) {
      CHECK(rpk_indices(&view, 0, found.data(), 1U << 20, 2) == RPK_TOO_SMALL);
    }
  }
}

TEST_CASE("the C example runs on a package and refuses a damaged one") {
  auto file = *write_package(test::small_package());
  const std::string path = std::string(RIGPACK_EXAMPLE) + "_input.rpk";
  const auto run = [&] {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(file.data()),
               static_cast<std::streamsize>(file.size()));
    return std::system(
        ("'" + std::string(RIGPACK_EXAMPLE) + "' '" + path + "' >/dev/null 2>&1").c_str());
  };
  CHECK(run() == 0);
  file[100] ^= std::byte{1};
  CHECK(run() != 0);
  std::remove(path.c_str());
}

#include "rigpack/vertex.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "support/catch.h"
#include "support/influences.h"
#include "support/skinned_triangle.h"

using namespace rigpack;
using namespace rigpack::test;

namespace {

using Bytes = std::vector<std::uint8_t>;

/// A square of two triangles, its corners given one by one: six vertices, four places.
Primitive split_square() {
  Primitive primitive;
  primitive.positions = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 0, 0}, {2, 2, 0}, {0, 2, 0}};
  return primitive;
}

struct Built {
  PackedPrimitive packed;
  VertexReport report;
};

Built build(const Primitive& primitive, const Influences& influences = {},
            const VertexPolicy& policy = {}) {
  Mesh mesh;
  mesh.primitives = {primitive};
  Built built;
  built.packed = build_primitive(primitive, influences, position_grid(mesh), policy, built.report);
  return built;
}

const PackedStream& stream_of(const PackedPrimitive& packed, Semantic semantic,
                              std::uint8_t set = 0) {
  for (const PackedStream& stream : packed.streams) {
    if (stream.semantic == semantic && stream.set == set) {
      return stream;
    }
  }
  FAIL("no such stream");
  return packed.streams.front();
}

std::uint32_t u16_at(const Bytes& bytes, std::size_t i) {
  return bytes[2 * i] + 256U * bytes[2 * i + 1];
}

/// Integer position of package vertex `v`, as (x, y, z).
std::array<std::uint32_t, 3> position_of(const PackedPrimitive& packed, std::size_t v) {
  const Bytes& bytes = stream_of(packed, Semantic::position).bytes;
  return {u16_at(bytes, 4 * v), u16_at(bytes, 4 * v + 1), u16_at(bytes, 4 * v + 2)};
}

/// The package vertex at integer position `at`.
std::size_t find_vertex(const PackedPrimitive& packed, std::array<std::uint32_t, 3> at) {
  for (std::size_t v = 0; v < packed.vertex_count; ++v) {
    if (position_of(packed, v) == at) {
      return v;
    }
  }
  FAIL("no vertex there");
  return 0;
}

/// Per vertex, one influence on the given joint.
Influences rigid(const std::vector<unsigned>& joints) {
  return influences_of(1, joints, std::vector<float>(joints.size(), 1.0F));
}

}  // namespace

TEST_CASE("build_primitive joins equal vertices and keeps the triangles") {
  const Built built = build(split_square());
  CHECK(built.report.vertices_in == 6);
  CHECK(built.report.vertices_out == 4);
  CHECK(built.report.triangles_in == 2);
  CHECK(built.report.triangles_out == 2);
  CHECK(built.packed.vertex_count == 4);
  REQUIRE(built.packed.indices.size() == 6);
  std::set<std::array<std::uint32_t, 3>> centres;  // corner sums: winding aside, which triangles
  for (std::size_t t = 0; t < 6; t += 3) {
    std::array<std::uint32_t, 3> sum{};
    for (std::size_t c = t; c < t + 3; ++c) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        sum[axis] += position_of(built.packed, built.packed.indices[c])[axis] / 65535;
      }
    }
    centres.insert(sum);
  }
  CHECK(centres == std::set<std::array<std::uint32_t, 3>>{{2, 1, 0}, {1, 2, 0}});
}

TEST_CASE("build_primitive takes 0 and -0 for equal") {
  Primitive primitive = split_square();
  primitive.positions[3] = {-0.0F, 0, -0.0F};
  CHECK(build(primitive).packed.vertex_count == 4);
}

TEST_CASE("build_primitive keeps coincident vertices apart that differ in anything") {
  Primitive primitive = split_square();
  SECTION("joint (o3de issue 4644)") {
    CHECK(build(primitive, rigid({0, 0, 0, 1, 0, 0})).packed.vertex_count == 5);
  }
  SECTION("weight") {
    const Influences influences =
        influences_of(2, {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1},
                      {.75F, .25F, .75F, .25F, .75F, .25F, .5F, .5F, .75F, .25F, .75F, .25F});
    CHECK(build(primitive, influences).packed.vertex_count == 5);
  }
  SECTION("normal") {
    primitive.normals.assign(6, float3{0, 0, 1});
    primitive.normals[3] = {0, 1, 0};
    CHECK(build(primitive).packed.vertex_count == 5);
  }
  SECTION("second texture coordinate") {
    primitive.texcoords.assign(2, std::vector<float2>(6));
    primitive.texcoords[1][4] = {0, 1e-9F};
    CHECK(build(primitive).packed.vertex_count == 5);
  }
  SECTION("morph delta") {
    primitive.morph_targets.resize(1);
    primitive.morph_targets[0].positions.assign(6, float3{});
    primitive.morph_targets[0].positions[4] = {0, 0, 1};
    CHECK(build(primitive).packed.vertex_count == 5);
  }
}

TEST_CASE("build_primitive drops unused vertices and triangles without area by number") {
  Primitive primitive = split_square();
  primitive.indexed = true;
  primitive.indices = {0, 1, 2, 0, 3, 5};  // 0 and 3 are one vertex
  const Built built = build(primitive);
  CHECK(built.packed.vertex_count == 3);
  CHECK(built.packed.indices.size() == 3);
  CHECK(built.report.degenerate_triangles == 1);
  CHECK(built.report.vertices_out == 3);
}

TEST_CASE("build_primitive of points, lines or nothing is empty") {
  Primitive primitive = split_square();
  primitive.material = "wire";
  SECTION("points") {
    primitive.topology = Topology::points;
  }
  SECTION("nothing") {
    primitive.positions.clear();
  }
  const Built built = build(primitive);
  CHECK(built.packed.vertex_count == 0);
  CHECK(built.packed.streams.empty());
  CHECK(built.packed.material == "wire");
}

TEST_CASE("position_grid is a cube around all primitives of the mesh") {
  Mesh mesh;
  mesh.primitives.resize(3);
  mesh.primitives[0].positions = {{-1, 2, 3}, {0, 2, 3}};
  mesh.primitives[1].positions = {{0, 0, 3.5F}};
  mesh.primitives[2].positions = {{1000, 0, 0}};
  mesh.primitives[2].poisoned = true;
  const PositionGrid grid = position_grid(mesh);
  CHECK(grid.offset == float3{-1, 0, 3});
  CHECK(grid.scale == 2);
  CHECK(position_grid({}).scale == 0);
}

TEST_CASE("position_grid reaches the far corner although floats round") {
  Mesh mesh;
  mesh.primitives.resize(1);
  mesh.primitives[0].positions = {{-1e-9F, 0, 0}, {1, 0, 0}};  // the side is 1 + 1e-9
  const PositionGrid grid = position_grid(mesh);
  CHECK(double{grid.offset.x} + double{grid.scale} >= 1);
}

TEST_CASE("positions decode within half a step of the grid") {
  Primitive primitive = split_square();
  primitive.positions[1] = {1.2345F, .1F, .7F};
  const Built built = build(primitive);
  const auto at = position_of(built.packed, find_vertex(built.packed, {40451, 3277, 22937}));
  CHECK(at[0] * 2.0 / 65535 == Approx(1.2345).margin(1.0001 / 65535));
  CHECK(stream_of(built.packed, Semantic::position).format == ElementFormat::unorm16x4);
}

TEST_CASE("a mesh without extent decodes to its one place") {
  Primitive primitive = split_square();
  primitive.positions.assign(6, float3{3, 4, 5});
  primitive.texcoords = {{{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}}};
  const Built built = build(primitive);
  CHECK(built.packed.vertex_count == 4);
  CHECK(position_of(built.packed, 0) == std::array<std::uint32_t, 3>{0, 0, 0});
}

TEST_CASE("normals and tangents are octahedral, tangents with their sign") {
  Primitive primitive = split_square();
  primitive.normals.assign(6, float3{1, 0, 0});
  primitive.tangents.assign(6, float4{0, -1, 0, -1});
  SECTION("8 bits") {
    const Built built = build(primitive);
    const PackedStream& normals = stream_of(built.packed, Semantic::normal);
    CHECK(normals.format == ElementFormat::oct8x4);
    CHECK(Bytes(normals.bytes.begin(), normals.bytes.begin() + 4) == Bytes{127, 0, 0, 0});
    const PackedStream& tangents = stream_of(built.packed, Semantic::tangent);
    CHECK(Bytes(tangents.bytes.begin(), tangents.bytes.begin() + 4) == Bytes{0, 0x81, 0x81, 0});
  }
  SECTION("16 bits") {
    const Built built = build(primitive, {}, {.normal_bits = 16});
    const PackedStream& tangents = stream_of(built.packed, Semantic::tangent);
    CHECK(tangents.format == ElementFormat::oct16x4);
    CHECK(Bytes(tangents.bytes.begin(), tangents.bytes.begin() + 8) ==
          Bytes{0, 0, 0x01, 0x80, 0x01, 0x80, 0, 0});
  }
}

TEST_CASE("texture coordinates have a grid a set, and stay floats where it would be coarse") {
  Primitive primitive = split_square();
  primitive.texcoords.resize(3);
  primitive.texcoords[0] = {{-1, 0}, {3, 0}, {3, .5F}, {-1, 0}, {3, .5F}, {-1, .5F}};
  primitive.texcoords[2] = {{0, 0}, {17, 0}, {17, 1}, {0, 0}, {17, 1}, {0, 1}};
  const Built built = build(primitive);
  const PackedStream& near = stream_of(built.packed, Semantic::texcoord, 0);
  CHECK(near.format == ElementFormat::unorm16x2);
  CHECK(near.grid_offset == std::array{-1.0F, 0.0F});
  CHECK(near.grid_scale == std::array{4.0F, .5F});
  const std::size_t v = find_vertex(built.packed, {65535, 65535, 0});
  CHECK(u16_at(near.bytes, 2 * v) == 65535);
  CHECK(u16_at(near.bytes, 2 * v + 1) == 65535);
  // 17 / 65535 is more than 1 / 4096.
  const PackedStream& wide = stream_of(built.packed, Semantic::texcoord, 2);
  CHECK(wide.format == ElementFormat::f32x2);
  CHECK(Bytes(wide.bytes.begin() + static_cast<std::ptrdiff_t>(8 * v),
              wide.bytes.begin() + static_cast<std::ptrdiff_t>(8 * v + 8)) ==
        Bytes{0, 0, 0x88, 0x41, 0, 0, 0x80, 0x3F});
  CHECK(built.packed.streams.size() == 3);
}

TEST_CASE("colours take 8 bits where that is exact") {
  Primitive primitive = split_square();
  primitive.colors = {std::vector<float4>(6, float4{1, 128 / 255.0F, 0, 1}),
                      std::vector<float4>(6, float4{.3F, 0, 2, -1})};
  const Built built = build(primitive);
  const PackedStream& exact = stream_of(built.packed, Semantic::color, 0);
  CHECK(exact.format == ElementFormat::unorm8x4);
  CHECK(Bytes(exact.bytes.begin(), exact.bytes.begin() + 4) == Bytes{255, 128, 0, 255});
  const PackedStream& fine = stream_of(built.packed, Semantic::color, 1);
  CHECK(fine.format == ElementFormat::unorm16x4w);
  CHECK(u16_at(fine.bytes, 0) == 19661);  // 0.3 * 65535 = 19660.5
  CHECK(u16_at(fine.bytes, 2) == 65535);
  CHECK(u16_at(fine.bytes, 3) == 0);
}

TEST_CASE("joints and weights take the width they need") {
  const Primitive primitive = skinned_triangle();
  SECTION("one influence: 8 bits are exact") {
    const Built built = build(primitive, rigid({7, 7, 255}));
    const PackedStream& joints = stream_of(built.packed, Semantic::joints);
    const PackedStream& weights = stream_of(built.packed, Semantic::weights);
    CHECK(joints.format == ElementFormat::u8x4);
    CHECK(weights.format == ElementFormat::unorm8x4);
    CHECK(weights.bytes == Bytes{255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0});
    CHECK(std::ranges::count(joints.bytes, 255) == 1);
  }
  SECTION("halves are not") {
    const Influences influences =
        influences_of(2, {0, 300, 0, 1, 0, 1}, {.5F, .5F, .5F, .5F, .5F, .5F});
    const Built built = build(primitive, influences);
    CHECK(stream_of(built.packed, Semantic::joints).format == ElementFormat::u16x4);
    const PackedStream& weights = stream_of(built.packed, Semantic::weights);
    CHECK(weights.format == ElementFormat::unorm16x4w);
    CHECK(Bytes(weights.bytes.begin(), weights.bytes.begin() + 8) ==
          Bytes{0x00, 0x80, 0xFF, 0x7F, 0, 0, 0, 0});
    const Built narrow = build(primitive, influences, {.weight_bits = 8});
    CHECK(stream_of(narrow.packed, Semantic::weights).format == ElementFormat::unorm8x4);
  }
  SECTION("weights that were bytes stay bytes") {
    const Influences influences = influences_of(
        2, {0, 1, 0, 1, 0, 1},
        {200 / 255.0F, 55 / 255.0F, 254 / 255.0F, 1 / 255.0F, 128 / 255.0F, 127 / 255.0F});
    const Built built = build(primitive, influences);
    CHECK(stream_of(built.packed, Semantic::weights).format == ElementFormat::unorm8x4);
  }
  SECTION("eight influences are two sets") {
    Influences influences;
    influences.slots = 8;
    for (unsigned i = 0; i < 24; ++i) {
      influences.joints.push_back(PaletteSlot{i % 8});
      influences.weights.push_back(.125F);
    }
    const Built built = build(primitive, influences);
    const PackedStream& joints = stream_of(built.packed, Semantic::joints, 1);
    CHECK(Bytes(joints.bytes.begin(), joints.bytes.begin() + 4) == Bytes{4, 5, 6, 7});
    CHECK(stream_of(built.packed, Semantic::weights, 1).bytes.size() == 24);
    CHECK(std::ranges::is_sorted(built.packed.streams, {}, [](const PackedStream& s) {
      return std::pair{s.semantic, s.set};
    }));
  }
}

TEST_CASE("morph targets list only the vertices they move") {
  Primitive primitive = split_square();
  primitive.morph_targets.resize(3);
  primitive.morph_targets[0].positions.assign(6, float3{});
  primitive.morph_targets[0].positions[5] = {0, -.5F, .25F};
  primitive.morph_targets[0].normals.assign(6, float3{});
  primitive.morph_targets[1].positions.assign(6, float3{});
  primitive.morph_targets[2].normals.assign(6, float3{2, 0, 0});
  const Built built = build(primitive);
  REQUIRE(built.packed.morphs.size() == 3);
  const PackedMorph& moved = built.packed.morphs[0];
  CHECK(moved.position_scale == .5F);
  CHECK(moved.vertices ==
        std::vector{static_cast<std::uint32_t>(find_vertex(built.packed, {0, 65535, 0}))});
  CHECK(moved.positions == std::vector<std::array<std::int16_t, 3>>{{0, -32767, 16384}});
  CHECK(moved.normals.empty());
  CHECK(built.packed.morphs[1].vertices.empty());
  CHECK(built.packed.morphs[1].position_scale == 0);
  const PackedMorph& turned = built.packed.morphs[2];
  CHECK(turned.vertices == std::vector<std::uint32_t>{0, 1, 2, 3});
  CHECK(turned.positions == std::vector<std::array<std::int16_t, 3>>(4));
  CHECK(turned.normals == std::vector<std::array<std::int16_t, 3>>(4, {32767, 0, 0}));
}

TEST_CASE("build_primitive gives the same bytes each time") {
  Primitive primitive = split_square();
  primitive.normals.assign(6, float3{.6F, .8F, 0});
  const Influences influences = rigid({0, 1, 2, 3, 4, 5});
  const Built first = build(primitive, influences);
  const Built second = build(primitive, influences);
  CHECK(first.packed.indices == second.packed.indices);
  REQUIRE(first.packed.streams.size() == second.packed.streams.size());
  for (std::size_t i = 0; i < first.packed.streams.size(); ++i) {
    CHECK(first.packed.streams[i].bytes == second.packed.streams[i].bytes);
  }
}

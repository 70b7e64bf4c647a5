#include "rigpack/verify.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rigpack/pose.h"
#include "support/catch.h"
#include "support/fake_asset.h"

namespace rigpack {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

quatf turn(double degrees, bool about_z) {
  const double half = degrees * 3.14159265358979323846 / 360;
  const auto s = static_cast<float>(std::sin(half));
  return {about_z ? 0 : s, 0, about_z ? s : 0, static_cast<float>(std::cos(half))};
}

Track make_track(std::uint32_t node, TrackPath path, Interpolation interpolation,
                 std::vector<float> times, std::vector<float> values) {
  Track track;
  track.node = NodeIndex(node);
  track.path = path;
  track.interpolation = interpolation;
  track.components = static_cast<std::uint32_t>(values.size() / times.size());
  track.times = std::move(times);
  track.values = std::move(values);
  return track;
}

/// A strip of 2 x 5 vertices along y, bent by two joints, with texture coordinates, a morph target
/// and one vertex that no triangle uses.
Primitive make_strip() {
  Primitive strip;
  strip.texcoords.resize(1);
  strip.morph_targets.resize(1);
  InfluenceSet set;
  set.has_joints = set.has_weights = true;
  for (int i = 0; i < 10; ++i) {
    const float x = static_cast<float>(i % 2) * 0.4F, y = static_cast<float>(i / 2) * 0.5F;
    strip.positions.push_back({x, y, 0.1F * x});
    strip.normals.push_back({0, 0, 1});
    strip.texcoords[0].push_back({x, y});
    strip.morph_targets[0].positions.push_back({0, 0, i == 9 ? 0.25F : 0.0F});
    set.joints.insert(set.joints.end(), {0, 1, 0, 0});
    set.weights.insert(set.weights.end(), {1 - y / 2, y / 2, 0, 0});
  }
  strip.influences = {set};
  strip.indexed = true;
  for (std::uint32_t row = 0; row < 4; ++row) {
    const std::uint32_t a = 2 * row;
    strip.indices.insert(strip.indices.end(), {a, a + 1, a + 2, a + 2, a + 1, a + 3});
  }
  return strip;
}

/// The stored inverse of the rest pose of `node`.
float4x4 inverse_bind_of(const Scene& scene, std::size_t node) {
  Pose rest;
  Poser(scene).rest(rest);
  const affined inverted = inverse(rest.globals[node]);
  float4x4 out;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      out.m[4 * c + r] = static_cast<float>(inverted.rows[r][c]);
    }
  }
  return out;
}

/// Node 0: shoulder, 1: elbow, 2: the skinned strip, 3: a rigid blade under the elbow, 4: a socket
/// that moves no vertex. Clip 0 turns both joints and bulges, clip 1 steps.
Scene make_arm() {
  Scene scene;
  scene.nodes.resize(5);
  const char* names[] = {"shoulder", "elbow", "strip", "blade", "socket"};
  for (std::size_t n = 0; n < 5; ++n) {
    scene.nodes[n].name = names[n];
  }
  for (const std::uint32_t child : {1U, 3U, 4U}) {
    const std::uint32_t parent = child == 1 ? 0 : 1;
    scene.nodes[child].parent = NodeIndex(parent);
    scene.nodes[parent].children.push_back(NodeIndex(child));
  }
  scene.nodes[0].rest.rotation = turn(20, true);
  scene.nodes[1].rest.translation = {0, 1, 0};
  scene.nodes[1].rest.rotation = turn(15, false);
  scene.skins.resize(1);
  scene.skins[0].joints = {NodeIndex(0), NodeIndex(1)};
  scene.skins[0].has_inverse_binds = true;
  scene.skins[0].inverse_binds = {inverse_bind_of(scene, 0), inverse_bind_of(scene, 1)};
  scene.meshes.resize(2);
  scene.meshes[0].primitives = {make_strip()};
  scene.nodes[2].mesh = MeshIndex(0);
  scene.nodes[2].skin = SkinIndex(0);
  Primitive blade;
  blade.positions = {{0, 1, 0}, {0.1F, 1, 0}, {0, 1.5F, 0}};
  scene.meshes[1].primitives = {blade};
  scene.nodes[3].mesh = MeshIndex(1);
  const quatf a = turn(20, true), b = turn(60, true), c = turn(80, false);
  scene.clips.resize(2);
  scene.clips[0].name = "wave";
  scene.clips[0].tracks = {
      make_track(0, TrackPath::rotation, Interpolation::linear, {0, 0.5F},
                 {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w}),
      make_track(1, TrackPath::rotation, Interpolation::linear, {0.1F, 0.6F},
                 {0, 0, 0, 1, c.x, c.y, c.z, c.w}),
      make_track(2, TrackPath::weights, Interpolation::linear, {0, 0.6F}, {0, 1})};
  scene.clips[1].name = "step";
  scene.clips[1].tracks = {make_track(0, TrackPath::translation, Interpolation::step,
                                      {0, 0.3F, 0.7F}, {0, 0, 0, 1, 0, 0, 1, 1, 0})};
  return scene;
}

std::vector<std::vector<Influences>> influences_of(const Scene& scene) {
  std::vector<std::vector<Influences>> all;
  for (const Mesh& mesh : scene.meshes) {
    auto& of_mesh = all.emplace_back();
    for (const Primitive& primitive : mesh.primitives) {
      of_mesh.push_back(gather_influences(primitive));
    }
  }
  return all;
}

VerifyReport verify(const Scene& source, const DecodedAsset& package, VerifyPolicy policy = {}) {
  return verify_package(source, influences_of(source), package, policy);
}

bool mentions(const VerifyReport& report, std::string_view words) {
  return std::ranges::any_of(report.mismatches, [&](const std::string& line) {
    return line.find(words) != std::string::npos;
  });
}

/// Fails by one of its two errors, and names no mismatch.
bool fails_by_error(const VerifyReport& report) {
  return !report.passed && report.mismatches.empty();
}

}  // namespace

TEST_CASE("verify catches a step that was doubled") {
  const Scene source = make_arm();
  FakeAsset fake(source);
  for (float& value : fake.decoded.clips[1].tracks[0].values) {
    value *= 2;
  }
  const VerifyReport report = verify(source, fake);
  CHECK(fails_by_error(report));
  CHECK(report.clip_error.error_m == Approx(std::sqrt(2)));
  CHECK(report.clip_error.clip == "step");
  CHECK(report.clip_error.time_s == Approx(0.7));
}

TEST_CASE("verify catches two joints swapped in the palette") {
  const Scene source = make_arm();
  FakeAsset fake(source);
  std::swap(fake.decoded.skins[0].joints[0], fake.decoded.skins[0].joints[1]);
  const VerifyReport report = verify(source, fake);
  CHECK(fails_by_error(report));
  CHECK(report.static_error.error_m > report.static_bound_m);
}

TEST_CASE("verify catches a transposed inverse bind") {
  const Scene source = make_arm();
  FakeAsset fake(source);
  auto& m = fake.decoded.skins[0].inverse_binds[1].m;
  std::swap(m[1], m[4]);
  std::swap(m[2], m[8]);
  std::swap(m[6], m[9]);
  CHECK(fails_by_error(verify(source, fake)));
}

TEST_CASE("verify catches the inverse bind on the wrong side") {
  const Scene source = make_arm();
  FakeAsset fake(source);
  fake.skin_matrix = [](const affined& global, const affined& bind) { return bind * global; };
  CHECK(fails_by_error(verify(source, fake)));
}

TEST_CASE("verify catches a dropped, a turned and an invented triangle") {
  const Scene source = make_arm();
  FakeAsset dropped(source), turned(source), wild(source);
  dropped.geometries[0].indices.resize(21);
  CHECK(mentions(verify(source, dropped), "1 of 8 triangles missing, 0 that"));
  std::swap(turned.geometries[0].indices[1], turned.geometries[0].indices[2]);
  CHECK(mentions(verify(source, turned), "1 of 8 triangles missing, 1 that"));
  wild.geometries[0].indices[3] = 99;
  CHECK(mentions(verify(source, wild), "not there"));
  CHECK_FALSE(verify(source, dropped).passed);
}

TEST_CASE("verify catches NaN, even in a joint that moves no vertex") {
  const Scene source = make_arm();
  FakeAsset fake(source);
  fake.after_pose = [](double t_s, std::vector<affinef>& globals) {
    if (t_s > 0.4 && t_s < 0.6) {
      globals[4].rows[0][3] = kNan;
    }
  };
  CHECK(mentions(verify(source, fake), "not finite"));
  CHECK_FALSE(verify(source, fake).passed);
  fake.after_pose = [](double, std::vector<affinef>& globals) { globals[1].rows[0][3] = kNan; };
  const VerifyReport report = verify(source, fake);
  CHECK_FALSE(report.passed);
  CHECK(std::isinf(report.clip_error.error_m));
  CHECK(std::isinf(report.clip_rms_m));
}

TEST_CASE("verify catches NaN in vertices, weights and morph weights") {
  const Scene source = make_arm();
  FakeAsset position(source), weight(source), normal(source), morph(source);
  position.geometries[0].positions[3].y = kNan;
  CHECK(mentions(verify(source, position), "have no counterpart"));
  weight.geometries[0].influences.weights[12] = kNan;
  CHECK_FALSE(verify(source, weight).passed);
  normal.geometries[0].normals[2].x = kNan;
  CHECK_FALSE(verify(source, normal).passed);
  morph.decoded.meshes[0].primitives[0].morph_targets.clear();
  CHECK(fails_by_error(verify(source, morph)));
}

TEST_CASE("verify catches a wrong parent, a wrong name and nodes that are missing or doubled") {
  const Scene source = make_arm();
  FakeAsset parent(source), name(source), missing(source), doubled(source);
  parent.node_infos[4].parent = 0;
  CHECK(mentions(verify(source, parent), "1 nodes have another parent"));
  name.node_infos[1].name = "wrist";
  CHECK(mentions(verify(source, name), "1 nodes have another name"));
  missing.node_infos[3].source_node = 77;
  CHECK(mentions(verify(source, missing), "1 joints and animated nodes of the source are missing"));
  doubled.node_infos[4].source_node = 3;
  CHECK(mentions(verify(source, doubled), "1 nodes of the package name no node"));
  CHECK_FALSE(verify(source, doubled).passed);
}

TEST_CASE("a node that nothing needs may be missing") {
  const Scene source = make_arm();
  FakeAsset fake(source);
  fake.node_infos.pop_back();
  CHECK(verify(source, fake).passed);
}

TEST_CASE("verify catches a missing, a foreign and a renamed clip") {
  const Scene source = make_arm();
  FakeAsset missing(source), foreign(source), renamed(source), exchanged(source);
  missing.names.pop_back();
  missing.sources.pop_back();
  const VerifyReport report = verify(source, missing);
  CHECK(mentions(report, "1 clips of the source are missing"));
  CHECK(report.clips.size() == 2);
  CHECK(report.clips[1].samples == 0);
  foreign.sources[1] = 9;
  CHECK(mentions(verify(source, foreign), "name no clip"));
  renamed.names[0] = "walk";
  CHECK(mentions(verify(source, renamed), "another name"));
  std::swap(exchanged.sources[0], exchanged.sources[1]);
  std::swap(exchanged.names[0], exchanged.names[1]);
  CHECK(fails_by_error(verify(source, exchanged)));
}

TEST_CASE("verify catches missing, foreign and unskinned primitives and unreadable geometry") {
  const Scene source = make_arm();
  FakeAsset missing(source), foreign(source), unskinned(source), torn(source);
  missing.primitive_infos.pop_back();
  CHECK(mentions(verify(source, missing), "1 primitives of the source are missing"));
  foreign.primitive_infos.push_back(foreign.primitive_infos[0]);
  CHECK(mentions(verify(source, foreign), "1 primitives of the package draw nothing"));
  unskinned.primitive_infos[0].skin = 0xFFFFFFFF;
  CHECK(mentions(verify(source, unskinned), "skinned on one side only"));
  torn.geometries[0].positions.pop_back();
  CHECK(mentions(verify(source, torn), "mesh 0 primitive 0: cannot be compared"));
  CHECK_FALSE(verify(source, torn).passed);
}

TEST_CASE("verify catches a vertex that is wired to its neighbour's weights") {
  const Scene source = make_arm();
  FakeAsset fake(source);
  fake.geometries[0].influences.weights[32] = 0.75F;
  fake.geometries[0].influences.weights[33] = 0.25F;
  const VerifyReport report = verify(source, fake);
  CHECK(fails_by_error(report));
  CHECK(report.static_error.vertex == 8);
  CHECK(report.clip_error.error_m <= report.clip_bound_m);
}

TEST_CASE("verify catches steps that come late and motion past the ends of a clip") {
  const Scene source = make_arm();
  FakeAsset late(source), unclamped(source);
  late.decoded.clips[1].tracks[0].times[1] = std::nextafter(0.3F, 1.0F);
  CHECK(fails_by_error(verify(source, late)));
  late.decoded.clips[1].tracks[0].times[1] = std::nextafter(0.3F, 0.0F);
  CHECK(fails_by_error(verify(source, late)));
  unclamped.after_pose = [](double t_s, std::vector<affinef>& globals) {
    globals[0].rows[0][3] += t_s < 0 || t_s > 1 ? 1.0F : 0.0F;
  };
  CHECK(fails_by_error(verify(source, unclamped)));
}

TEST_CASE("verify catches wrong morph weights and wrong morph deltas") {
  const Scene source = make_arm();
  FakeAsset weights(source), deltas(source);
  weights.decoded.clips[0].tracks[2].values = {0, 0.99F};
  const VerifyReport report = verify(source, weights);
  CHECK(fails_by_error(report));
  // A hundredth of the delta of 0.25, at the last key.
  CHECK(report.clip_error.error_m == Approx(0.0025).epsilon(1e-4));
  CHECK(report.clip_error.vertex == 9);
  deltas.geometries[0].morph_targets[0].positions[9].z = 0.2F;
  CHECK(fails_by_error(verify(source, deltas)));
  deltas.geometries[0].morph_targets.clear();
  CHECK(mentions(verify(source, deltas), "another number of morph targets"));
}

TEST_CASE("an exact package passes, and the report says how much was looked at") {
  const Scene source = make_arm();
  const VerifyReport report = verify(source, FakeAsset(source));
  CHECK(report.passed);
  CHECK(report.mismatches.empty());
  CHECK(report.clip_error.error_m < 1e-6);
  CHECK(report.static_error.error_m < 1e-6);
  CHECK(report.attributes.normal_rad < 1e-7);
  // 4 keys, 3 middles, 2 ends; 3 keys, 2 middles, 3 before steps less one at an end, 2 ends; rest.
  CHECK(report.clips[0].samples == 9 * 13);
  CHECK(report.clips[1].samples == 10 * 13);
  CHECK(report.times == 20);
  CHECK(report.vertex_samples == 20 * 13);
  CHECK(report.clip_bound_m == Approx(1e-4 / 1.75 * report.size_m));
  CHECK(report.static_bound_m == Approx(0.5e-4 / 1.75 * report.size_m));
}

TEST_CASE("the error is the distance that the worst vertex is off, with its place") {
  const Scene source = make_arm();
  FakeAsset fake(source);
  // The elbow is 3 mm off at one key alone.
  fake.after_pose = [](double t_s, std::vector<affinef>& globals) {
    globals[1].rows[2][3] += t_s == static_cast<double>(0.1F) ? 0.003F : 0.0F;
  };
  VerifyPolicy policy;
  policy.max_error_m = 0.0031;
  const VerifyReport report = verify(source, fake, policy);
  CHECK(report.passed);
  CHECK(report.clip_error.error_m == Approx(0.003).epsilon(1e-4));
  CHECK(report.clip_error.joint == "elbow");
  CHECK(report.clip_error.time_s == static_cast<double>(0.1F));
  CHECK(report.clip_error.mesh == 0);
  CHECK(report.clip_error.vertex >= 8);
  CHECK(report.clips[0].worst.error_m == report.clip_error.error_m);
  CHECK(report.clips[0].rms_error_m < 0.003);
  CHECK(report.clips[0].p99_error_m >= report.clips[0].rms_error_m);
  CHECK(report.clips[0].p99_error_m <= report.clips[0].worst.error_m);
  policy.max_error_m = 0.0029;
  CHECK(fails_by_error(verify(source, fake, policy)));
}

TEST_CASE("a rigid mesh is moved by its node") {
  const Scene source = make_arm();
  FakeAsset fake(source);
  fake.after_pose = [](double, std::vector<affinef>& globals) { globals[3].rows[1][3] += 0.5F; };
  const VerifyReport report = verify(source, fake);
  CHECK(fails_by_error(report));
  CHECK(report.clip_error.mesh == 1);
  CHECK(report.clip_error.joint == "blade");
  CHECK(report.clip_error.error_m == Approx(0.5));
}

TEST_CASE("attributes that differ by more than rounding are named") {
  Scene source = make_arm();
  Primitive& strip = source.meshes[0].primitives[0];
  for (std::size_t v = 0; v < strip.positions.size(); ++v) {
    strip.tangents.push_back({1, 0, 0, v < 4 ? 1.0F : -1.0F});
  }
  strip.texcoords.push_back(strip.texcoords[0]);
  // Above 1 is 1, as glTF reads it.
  strip.colors.assign(1, std::vector<float4>(strip.positions.size(), float4{1.5F, 0.5F, 0, 1}));
  const FakeAsset fine(source);
  REQUIRE(verify(source, fine).passed);
  const auto fault = [&](auto plant) {
    FakeAsset fake(source);
    plant(fake.geometries[0]);
    const VerifyReport report = verify(source, fake);
    CHECK_FALSE(report.passed);
    REQUIRE(report.mismatches.size() == 1);
    return report.mismatches[0];
  };
  using Geometry = DecodedAsset::Geometry;
  CHECK(fault([](Geometry& g) { g.normals[2] = {0, 0, -1}; }) ==
        "mesh 0 primitive 0: normals (in radians) of 1 vertices differ from the source's, by up to "
        "3.14 where 0.06 is rounding; the first is vertex 2");
  CHECK(fault([](Geometry& g) { g.tangents[3].w = -1; }).find("tangents") != std::string::npos);
  CHECK(fault([](Geometry& g) { g.texcoords[0][1].x += 0.001F; }).find("set 0") !=
        std::string::npos);
  CHECK(fault([](Geometry& g) { g.texcoords[1][7].y = 0.9F; }).find("set 1") != std::string::npos);
  CHECK(fault([](Geometry& g) { g.colors[0][5].y = 0.49F; }).find("colours") != std::string::npos);
  CHECK(fault([](Geometry& g) { g.colors.clear(); }).find("sets of colours") != std::string::npos);
  CHECK(fault([](Geometry& g) { g.tangents.clear(); }).find("missing") != std::string::npos);
  CHECK(fault([](Geometry& g) { g.texcoords.push_back(g.texcoords[0]); }).find("sets of texture") !=
        std::string::npos);
}

TEST_CASE("vertices may be reordered and triangles may start at any corner") {
  const Scene source = make_arm();
  FakeAsset fake(source);
  DecodedAsset::Geometry& strip = fake.geometries[0];
  const DecodedAsset::Geometry before = strip;
  for (std::size_t v = 0; v < 10; ++v) {
    const std::size_t to = 9 - v;
    strip.positions[to] = before.positions[v];
    strip.texcoords[0][to] = before.texcoords[0][v];
    strip.morph_targets[0].positions[to] = before.morph_targets[0].positions[v];
    for (std::size_t i = 0; i < 4; ++i) {
      strip.influences.joints[4 * to + i] = before.influences.joints[4 * v + i];
      strip.influences.weights[4 * to + i] = before.influences.weights[4 * v + i];
    }
  }
  for (std::size_t i = 0; i < 24; ++i) {
    strip.indices[i] = 9 - before.indices[i / 3 * 3 + (i + 1) % 3];
  }
  CHECK(verify(source, fake).passed);
}

TEST_CASE("equal source vertices may be joined, and degenerate and unused ones left out") {
  Scene source = make_arm();
  Primitive& strip = source.meshes[0].primitives[0];
  FakeAsset fake(source);
  // Vertex 10 repeats vertex 3, which joins; vertex 11 is drawn by nothing; vertex 12, which looks
  // the other way, only by a triangle whose other corners are 3 and 10.
  for (const std::size_t copy : {3U, 0U, 0U}) {
    strip.positions.push_back(strip.positions[copy]);
    strip.normals.push_back(strip.normals[copy]);
    strip.texcoords[0].push_back(strip.texcoords[0][copy]);
    auto& deltas = strip.morph_targets[0].positions;
    deltas.push_back(deltas[copy]);
    auto& set = strip.influences[0];
    for (std::size_t i = 0; i < 4; ++i) {
      set.joints.push_back(set.joints[4 * copy + i]);
      set.weights.push_back(set.weights[4 * copy + i]);
    }
  }
  strip.indices[5] = 10;
  strip.normals.back() = {0, 0, -1};
  strip.indices.insert(strip.indices.end(), {3, 10, 4, 5, 5, 6, 3, 10, 12});
  const VerifyReport report = verify(source, fake);
  CHECK(report.passed);
  CHECK(report.mismatches.empty());
}

TEST_CASE("vertices at one place are told apart by their weights") {
  Scene source = make_arm();
  // Two triangles share a place but follow different joints.
  Primitive& strip = source.meshes[0].primitives[0];
  strip.positions[8] = strip.positions[0];
  strip.positions[9] = strip.positions[1];
  FakeAsset fake(source);
  CHECK(verify(source, fake).passed);
  for (std::uint32_t& index : fake.geometries[0].indices) {
    index = index == 8 ? 0 : index;
  }
  CHECK(mentions(verify(source, fake), "triangles missing"));
}

TEST_CASE("quantised attributes are matched, and the static error says what they cost") {
  const Scene source = make_arm();
  FakeAsset fake(source);
  for (float3& p : fake.geometries[0].positions) {
    p = {p.x + 1e-5F, p.y - 1e-5F, p.z + 1e-5F};
  }
  for (float3& n : fake.geometries[0].normals) {
    n = {0.01F, 0, 0.99995F};
  }
  const VerifyReport report = verify(source, fake);
  CHECK(report.passed);
  CHECK(report.static_error.error_m == Approx(std::sqrt(3) * 1e-5).epsilon(0.05));
  CHECK(report.attributes.normal_rad == Approx(0.01).epsilon(1e-3));
  VerifyPolicy strict;
  strict.max_static_error_m = 1e-5;
  CHECK(fails_by_error(verify(source, fake, strict)));
}

TEST_CASE("the report is the same for any number of threads") {
  const Scene source = make_arm();
  FakeAsset fake(source);
  for (float& value : fake.decoded.clips[0].tracks[1].values) {
    value += 1e-4F;
  }
  VerifyPolicy policy;
  policy.exhaustive = true;
  const VerifyReport one = verify(source, fake, policy);
  policy.threads = 4;
  const VerifyReport four = verify(source, fake, policy);
  CHECK(one.clip_error.error_m > 0);
  CHECK(one.clip_error.error_m == four.clip_error.error_m);
  CHECK(one.clip_error.time_s == four.clip_error.time_s);
  CHECK(one.clip_rms_m == four.clip_rms_m);
  CHECK(one.clip_p99_m == four.clip_p99_m);
  CHECK(one.static_rms_m == four.static_rms_m);
  // 240 Hz over 0.6 s and over 0.7 s on top.
  CHECK(one.times > 20 + 300);
}

TEST_CASE("without a mesh, a shell around each joint stands in for skin") {
  Scene source = make_arm();
  source.meshes.clear();
  for (Node& node : source.nodes) {
    node.mesh.reset();
    node.skin.reset();
  }
  source.clips[0].tracks.pop_back();
  FakeAsset fake(source);
  CHECK(verify(source, fake).passed);
  // A turn about the joint itself moves only the shell: by 2 sin(angle / 2) * 1.7 % of the size.
  const quatf turned = turn(1, true);
  fake.decoded.nodes[4].rest.rotation = turned;
  const VerifyReport report = verify(source, fake);
  CHECK(fails_by_error(report));
  CHECK(report.clip_error.joint == "socket");
  CHECK(report.clip_error.error_m == Approx(2 * turned.z * 0.017 * report.size_m).epsilon(1e-3));
}

TEST_CASE("points and lines are not packed, but something must be") {
  Scene source = make_arm();
  source.meshes[1].primitives[0].topology = Topology::points;
  FakeAsset fake(source);
  fake.primitive_infos.pop_back();
  CHECK(verify(source, fake).passed);
  source.meshes[0].primitives[0].topology = Topology::line_strip;
  fake.primitive_infos.clear();
  const VerifyReport report = verify(source, fake);
  CHECK(mentions(report, "none of the 2 primitives has a triangle"));
  CHECK_FALSE(report.passed);
}

TEST_CASE("an asset with nothing to look at does not pass") {
  const Scene source;
  CHECK_FALSE(verify(source, FakeAsset(source)).passed);
}

}  // namespace rigpack

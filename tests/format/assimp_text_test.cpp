/// MD5 and SMD as text: numbers worked out by hand.

#include <cmath>
#include <string>

#include "assimp/text/md5.h"
#include "assimp/text/smd.h"
#include "support/catch.h"

using namespace rigpack;
using namespace rigpack::assimp;
using text::add_md5_anim;
using text::read_md5_mesh;
using text::read_smd;

namespace {

/// Joint `top` lies 2 above `base` and is turned a quarter about x: y goes to z, z to -y.
/// sin(45 degrees) = 0.70710678; MD5 keeps w negative, so the x of that turn is negative as well.
const std::string kHead = R"(MD5Version 10
commandline "a // b"
numJoints 2
joints {
	"base" -1 ( 0 0 0 ) ( 0 0 0 )	//
	"top joint" 0 ( 0 0 2 ) ( -0.70710678118 0 0 )	// base
}
)";

std::string mesh_of(const std::string& verts, const std::string& weights) {
  return kHead + "mesh {\nshader \"skin\"\nnumverts 3\n" + verts + "numtris 1\ntri 0 0 1 2\n" +
         weights + "}\n";
}

const std::string kVerts = "vert 0 ( 0.25 0.5 ) 0 1\nvert 1 ( 0 0 ) 1 2\nvert 2 ( 0 0 ) 3 1\n";
const std::string kWeights =
    "weight 0 0 1 ( 1 2 3 )\nweight 1 0 0.5 ( 0 0 0 )\nweight 2 1 0.25 ( 0 1 0 )\n"
    "weight 3 1 1 ( 0 1 0 )\n";

Imported good(Result<Imported> read) {
  REQUIRE(read);
  return std::move(*read);
}

const Primitive& only_primitive(const Imported& imported) {
  REQUIRE(imported.scene.meshes.size() == 1);
  REQUIRE(imported.scene.meshes[0].primitives.size() == 1);
  return imported.scene.meshes[0].primitives[0];
}

std::string fault(const Result<Imported>& read) {
  REQUIRE_FALSE(read);
  return read.error().message;
}

void check_position(const float3& p, double x, double y, double z) {
  CHECK(p.x == Approx(x).margin(1e-6));
  CHECK(p.y == Approx(y).margin(1e-6));
  CHECK(p.z == Approx(z).margin(1e-6));
}

}  // namespace

TEST_CASE("read_md5_mesh puts vertices where their raw weights do, and keeps the weights") {
  const Imported imported = good(read_md5_mesh(mesh_of(kVerts, kWeights), 0.01));
  const Primitive& primitive = only_primitive(imported);
  check_position(primitive.positions[0], 1, 2, 3);
  // 0.5 of (0 0 0), 0.25 of (0 0 2) + turned (0 1 0) = (0 0 3): no division by 0.75.
  check_position(primitive.positions[1], 0, 0, 0.75);
  check_position(primitive.positions[2], 0, 0, 3);
  REQUIRE(primitive.influences.size() == 1);
  CHECK(std::vector(primitive.influences[0].weights.begin() + 4,
                    primitive.influences[0].weights.begin() + 8) ==
        std::vector{0.5F, 0.25F, 0.0F, 0.0F});
  CHECK(primitive.indices == std::vector<std::uint32_t>{0, 2, 1});  // clockwise in the file
  CHECK(primitive.texcoords[0][0] == float2{0.25F, 0.5F});
  CHECK(primitive.material == "skin");
}

TEST_CASE("read_md5_mesh makes a node a joint, under a root that turns and scales") {
  const Imported imported = good(read_md5_mesh(mesh_of(kVerts, kWeights), 0.01));
  const Scene& scene = imported.scene;
  REQUIRE(scene.skins.size() == 1);
  CHECK(scene.skins[0].joints == std::vector{NodeIndex(1), NodeIndex(2)});
  CHECK(scene.nodes[2].name == "top joint");
  CHECK(scene.nodes[2].parent == NodeIndex(1));
  check_position(scene.nodes[2].rest.translation, 0, 0, 2);
  check_position(scene.nodes[0].rest.scale, 0.01, 0.01, 0.01);
  // The inverse bind takes (0 0 3) back to the joint's own (0 1 0).
  const affined inverse = to_affine(scene.skins[0].inverse_binds[1]);
  check_position(to_float(transform_point(inverse, {0, 0, 3})), 0, 1, 0);
  CHECK(imported.notes.empty());
  CHECK(good(read_md5_mesh(mesh_of(kVerts, kWeights), std::nullopt)).notes.size() == 1);
}

TEST_CASE("read_md5_mesh keeps the numbers of joints that there are none of") {
  const auto weights =
      "weight 0 999 1 ( 0 0 0 )\nweight 1 4294967295 1 ( 0 0 0 )\n"
      "weight 2 0 nan ( 0 0 0 )\nweight 3 0 0 ( 0 0 0 )\n";
  const Imported imported = good(read_md5_mesh(mesh_of(kVerts, weights), 1));
  const InfluenceSet& set = only_primitive(imported).influences[0];
  CHECK(set.joints[0] == 999);
  CHECK(set.joints[4] == 65'535);
  CHECK(std::isnan(set.weights[5]));
}

TEST_CASE("read_md5_mesh names the line of what is not there") {
  CHECK(fault(read_md5_mesh("", 1)).find("MD5Version 10 should stand first") != std::string::npos);
  CHECK(fault(read_md5_mesh("MD5Version 6\n", 1)).starts_with("line 1"));
  CHECK(fault(read_md5_mesh("MD5Version 10\njoints {\n\"a\" 0 (0 0 0) (0 0 0)\n}\n", 1))
            .find("parent") != std::string::npos);
  CHECK(fault(read_md5_mesh(mesh_of("vert 7 ( 0 0 ) 0 1\n", kWeights), 1)).starts_with("line 11"));
  CHECK(fault(read_md5_mesh(mesh_of("vert 0 ( 0 0 ) 1 4294967295\n", kWeights), 1))
            .find("4294967295 weights from 1 on, of 4") != std::string::npos);
  CHECK(fault(read_md5_mesh(mesh_of("", kWeights), 1)).find("names vert 0 of 0") !=
        std::string::npos);
  CHECK(fault(read_md5_mesh(kHead + "mesh {\nvert 0 ( x 0 ) 0 0\n}\n", 1)).find("a number") !=
        std::string::npos);
  CHECK(fault(read_md5_mesh(kHead + "mesh {\n", 1)).find("ends inside") != std::string::npos);
}

TEST_CASE("add_md5_anim takes what the flags name from the frames and the rest from the base") {
  Imported imported = good(read_md5_mesh(mesh_of(kVerts, kWeights), 1));
  const std::string anim = R"(MD5Version 10
numFrames 2
frameRate 10
hierarchy {
	"base"	-1 0 0	//
	"top joint" 0 33 0	// base ( x and the rotation's z )
	"gone" 0 1 2
}
baseframe {
	( 1 2 3 ) ( 0 0 0 )
	( 0 0 2 ) ( 0 0 0 )
	( 0 0 0 ) ( 0 0 0 )
}
frame 0 {
	5 0
	0
}
frame 1 {
	6 0.6 0
}
)";
  REQUIRE(add_md5_anim(anim, "walk", imported));
  REQUIRE(imported.scene.clips.size() == 1);
  const Clip& clip = imported.scene.clips[0];
  CHECK(clip.name == "walk");
  REQUIRE(clip.tracks.size() == 4);
  CHECK(clip.tracks[0].values == std::vector{1.0F, 2.0F, 3.0F, 1.0F, 2.0F, 3.0F});
  CHECK(clip.tracks[2].times == std::vector{0.0F, 0.1F});
  CHECK(clip.tracks[2].values == std::vector{5.0F, 0.0F, 2.0F, 6.0F, 0.0F, 2.0F});
  CHECK(clip.tracks[3].values[6] == Approx(0.6F));
  CHECK(clip.tracks[3].values[7] == Approx(-0.8F));
  CHECK(clip.ignored_keys == 4);
  CHECK(imported.notes == std::vector<std::string>{"1 joints of the clip are not in the mesh"});
}

TEST_CASE("add_md5_anim refuses frames that end early and rates that are none") {
  Imported imported = good(read_md5_mesh(mesh_of(kVerts, kWeights), 1));
  const std::string head = "MD5Version 10\nhierarchy {\n\"base\" -1 63 0\n}\n";
  CHECK_FALSE(add_md5_anim(head + "frame 0 {\n1 2 3\n}\n", "a", imported));
  CHECK_FALSE(add_md5_anim(head + "frameRate 0\n", "a", imported));
  CHECK_FALSE(add_md5_anim(head + "frame 1 {\n1 2 3 4 5 6\n}\n", "a", imported));
  CHECK_FALSE(
      add_md5_anim(head + "baseframe {\n(0 0 0) (0 0 0)\n(0 0 0) (0 0 0)\n}\n", "a", imported));
  CHECK(imported.scene.clips.empty());
}

namespace {

const std::string kRig = R"(version 1
nodes
0 "hip" -1
1 "knee" 0
end
skeleton
time 0
0 0 0 1 0 0 0
1 0 0 2 1.5707963268 0 0
)";

std::string triangle(const std::string& second) {
  return "triangles\nskin (a).bmp\n0 0 0 0 0 0 1 0.5 0.25\n" + second +
         "\n1 0 1 0 0 0 1 0 0 1 1 1.0\nend\n";
}

}  // namespace

TEST_CASE("read_smd keeps links as they stand, and takes the parent where there are none") {
  const Imported imported =
      good(read_smd(kRig + "end\n" + triangle("1 1 0 0 0 0 1 0 0 2 0 0.5 7 0.25"), "leg", 1));
  const Primitive& primitive = only_primitive(imported);
  CHECK(primitive.material == "skin (a).bmp");
  CHECK(primitive.texcoords[0][0] == float2{0.5F, 0.75F});
  const InfluenceSet& set = primitive.influences.at(0);
  CHECK(set.joints == std::vector<std::uint16_t>{0, 0, 0, 0, 0, 7, 0, 0, 1, 0, 0, 0});
  CHECK(set.weights == std::vector<float>{1, 0, 0, 0, 0.5F, 0.25F, 0, 0, 1, 0, 0, 0});
  CHECK(imported.scene.clips.empty());
  // The knee stands at 1 + 2 and is turned a quarter about x: its y points up.
  const affined inverse = to_affine(imported.scene.skins.at(0).inverse_binds.at(1));
  check_position(to_float(transform_point(inverse, {0, 0, 4})), 0, 1, 0);
}

TEST_CASE("read_smd joins corners that are alike and keeps those that follow otherwise") {
  const std::string same = "0 0 0 0 0 0 1 0.5 0.25";
  CHECK(
      only_primitive(good(read_smd(kRig + "end\n" + triangle(same), "leg", 1))).positions.size() ==
      2);
  CHECK(only_primitive(good(read_smd(kRig + "end\n" + triangle(same + " 1 1 1"), "leg", 1)))
            .positions.size() == 3);
}

TEST_CASE("read_smd makes a clip of frames, 30 a second, and says so") {
  const Imported imported =
      good(read_smd(kRig + "time 1\n1 0 0 3 0 0 0\nend\n", "walk", std::nullopt));
  REQUIRE(imported.scene.clips.size() == 1);
  const Clip& clip = imported.scene.clips[0];
  REQUIRE(clip.tracks.size() == 4);
  CHECK(clip.tracks[0].values == std::vector<float>{0, 0, 1, 0, 0, 1});  // left out: as before
  CHECK(clip.tracks[2].values == std::vector<float>{0, 0, 2, 0, 0, 3});
  CHECK(clip.tracks[2].times[1] == Approx(1 / 30.0));
  CHECK(imported.notes.size() == 2);
}

TEST_CASE("read_smd names the line of what is not there") {
  CHECK(fault(read_smd("", "a", 1)).find("version") != std::string::npos);
  CHECK(fault(read_smd("version 1\nnodes\n1 \"a\" -1\nend\n", "a", 1)).starts_with("line 3"));
  CHECK(fault(read_smd(kRig + "9 0 0 0 0 0 0\nend\n", "a", 1)).find("node 9 of 2") !=
        std::string::npos);
  CHECK(fault(read_smd(kRig + "end\n" + triangle("0 0 0 0 0 0 1 0 0 4000000000 0 1"), "a", 1))
            .find("4000000000 links") != std::string::npos);
  CHECK(fault(read_smd(kRig + "end\ntriangles\nskin\n0 0 0 0 0 0 1 0 0\n", "a", 1))
            .find("inside of a triangle") != std::string::npos);
}

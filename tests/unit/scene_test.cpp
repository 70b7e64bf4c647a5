#include "rigpack/scene.h"

#include <limits>

#include "support/catch.h"

using namespace rigpack;

namespace {

using Corners = std::vector<std::uint32_t>;

Primitive indexed(Topology topology, Corners indices) {
  Primitive primitive;
  primitive.topology = topology;
  primitive.indexed = true;
  primitive.indices = std::move(indices);
  return primitive;
}

}  // namespace

TEST_CASE("triangle_list unrolls strips and fans as glTF 2.0 3.7.2.1 says") {
  CHECK(triangle_list(indexed(Topology::triangle_strip, {0, 1, 2, 3, 4})) ==
        Corners{0, 1, 2, 1, 3, 2, 2, 3, 4});
  CHECK(triangle_list(indexed(Topology::triangle_fan, {0, 1, 2, 3})) == Corners{1, 2, 0, 2, 3, 0});
}

TEST_CASE("triangle_list drops what makes no whole triangle") {
  CHECK(triangle_list(indexed(Topology::triangles, {0, 1, 2, 9, 8})) == Corners{0, 1, 2});
  CHECK(triangle_list(indexed(Topology::triangle_strip, {0, 1})).empty());
  CHECK(triangle_list(indexed(Topology::triangle_fan, {})).empty());
  CHECK(triangle_list(indexed(Topology::lines, {0, 1, 2})).empty());
  CHECK(triangle_list(indexed(Topology::points, {0, 1, 2})).empty());
}

TEST_CASE("triangle_list numbers the vertices of a primitive without indices") {
  Primitive primitive;
  primitive.positions.resize(4);
  CHECK(triangle_list(primitive) == Corners{0, 1, 2});
  primitive.topology = Topology::triangle_strip;
  CHECK(triangle_list(primitive) == Corners{0, 1, 2, 1, 3, 2});
}

TEST_CASE("parents_first runs depth first and leaves poisoned branches out") {
  Scene scene;
  scene.nodes.resize(6);  // 5 -> {0, 3}, 3 -> 1, poisoned 2 -> 4
  scene.nodes[0].parent = NodeIndex{5};
  scene.nodes[3].parent = NodeIndex{5};
  scene.nodes[1].parent = NodeIndex{3};
  scene.nodes[4].parent = NodeIndex{2};
  scene.nodes[2].poisoned = true;
  CHECK(parents_first(scene) ==
        std::vector<NodeIndex>{NodeIndex{5}, NodeIndex{0}, NodeIndex{3}, NodeIndex{1}});
}

TEST_CASE("parents_first is not led in circles") {
  Scene scene;
  scene.nodes.resize(2);
  scene.nodes[0].parent = NodeIndex{1};
  scene.nodes[1].parent = NodeIndex{0};
  CHECK(parents_first(scene).empty());
}

TEST_CASE("parents_first takes a chain of a hundred thousand nodes") {
  Scene scene;
  scene.nodes.resize(100'000);
  for (std::size_t i = 1; i < scene.nodes.size(); ++i) {
    scene.nodes[i].parent = NodeIndex{i - 1};
  }
  const auto order = parents_first(scene);
  REQUIRE(order.size() == scene.nodes.size());
  CHECK(order.back() == NodeIndex{99'999U});
}

TEST_CASE("duration_s is the last finite key of the clip") {
  Clip clip;
  CHECK(duration_s(clip) == 0);
  clip.tracks.resize(3);
  clip.tracks[0].times = {1, 2};
  clip.tracks[1].times = {0, 4, std::numeric_limits<float>::quiet_NaN(),
                          std::numeric_limits<float>::infinity()};
  clip.tracks[2].times = {9};
  clip.tracks[2].poisoned = true;
  CHECK(duration_s(clip) == 4);
}

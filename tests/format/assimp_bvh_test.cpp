/// BVH poses, against a reader of a page that does as the format's description says: a joint turns
/// by its channels from left to right, and its position channels stand in place of its offset.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "rigpack/formats/read.h"
#include "rigpack/pose.h"
#include "support/catch.h"

using namespace rigpack;
namespace fs = std::filesystem;

namespace {

struct Joint {
  std::optional<std::size_t> parent;
  double3 offset;
  std::vector<std::string> channels;
};

struct Bvh {
  std::vector<Joint> joints;  ///< end sites among them, as they stand in the file
  std::vector<std::vector<double>> frames;
  double step_s = 0;
};

double3 read_offset(std::istream& in) {
  double3 offset;
  in >> offset.x >> offset.y >> offset.z;
  return offset;
}

void read_joints(std::istream& in, Bvh& bvh) {
  std::vector<std::size_t> open;
  std::string word;
  while (in >> word && word != "MOTION") {
    if (word == "ROOT" || word == "JOINT" || word == "End") {
      const auto parent = open.empty() ? std::nullopt : std::optional(open.back());
      bvh.joints.push_back({parent, {}, {}});
      in >> word;
    } else if (word == "{") {
      open.push_back(bvh.joints.size() - 1);
    } else if (word == "}") {
      open.pop_back();
    } else if (word == "OFFSET") {
      bvh.joints.back().offset = read_offset(in);
    } else if (word == "CHANNELS") {
      std::size_t count = 0;
      in >> count;
      bvh.joints.back().channels.resize(count);
      for (std::string& channel : bvh.joints.back().channels) {
        in >> channel;
      }
    }
  }
}

Bvh read_bvh(const fs::path& path) {
  std::ifstream in(path);
  REQUIRE(in);
  Bvh bvh;
  read_joints(in, bvh);
  std::string word;
  std::size_t frames = 0, numbers = 0;
  in >> word >> frames >> word >> word >> bvh.step_s;
  for (const Joint& joint : bvh.joints) {
    numbers += joint.channels.size();
  }
  bvh.frames.assign(frames, std::vector<double>(numbers));
  for (std::vector<double>& frame : bvh.frames) {
    for (double& value : frame) {
      in >> value;
    }
  }
  REQUIRE(in);
  return bvh;
}

affined turn(char axis, double degrees) {
  const double c = std::cos(degrees * std::acos(-1.0) / 180);
  const double s = std::sin(degrees * std::acos(-1.0) / 180);
  affined out;
  const std::size_t a = axis == 'X' ? 1 : axis == 'Y' ? 2 : 0, b = (a + 1) % 3;
  out.rows[a][a] = out.rows[b][b] = c;
  out.rows[a][b] = -s;
  out.rows[b][a] = s;
  return out;
}

/// Where the joints stand in `frame`.
std::vector<double3> positions(const Bvh& bvh, std::size_t frame) {
  std::vector<affined> globals;
  std::vector<double3> out;
  std::size_t next = 0;
  for (const Joint& joint : bvh.joints) {
    std::array<double, 3> move{joint.offset.x, joint.offset.y, joint.offset.z};
    affined local;
    for (const std::string& channel : joint.channels) {
      const double value = bvh.frames[frame][next++];
      if (channel.ends_with("position")) {
        move[static_cast<std::size_t>(channel[0] - 'X')] = value;
      } else {
        local = local * turn(channel[0], value);
      }
    }
    for (std::size_t i = 0; i < 3; ++i) {
      local.rows[i][3] = move[i];
    }
    globals.push_back(joint.parent ? globals[*joint.parent] * local : local);
    out.push_back(transform_point(globals.back(), {}));
  }
  return out;
}

ReadResult import(const fs::path& path) {
  const char* worker = std::getenv("RIGPACK_BIN");
  REQUIRE(worker != nullptr);
  ImportOptions options;
  options.worker = worker;
  auto result = read_asset(path, {}, options);
  REQUIRE(result);
  return std::move(*result);
}

double size_of(const std::vector<double3>& points) {
  double size = 1e-9;
  for (const double3& point : points) {
    size = std::max(size, length(point - points.front()));
  }
  return size;
}

/// Largest distance of a joint, as a share of the skeleton's reach, over some frames.
double largest_difference(const fs::path& path) {
  const Bvh bvh = read_bvh(path);
  const ReadResult read = import(path);
  REQUIRE(read.scene.nodes.size() == bvh.joints.size());
  const Poser poser(read.scene);
  double worst = 0;
  for (std::size_t frame = 0; frame < bvh.frames.size(); frame += 1 + bvh.frames.size() / 16) {
    Pose pose;
    poser.sample(0, static_cast<double>(frame) * bvh.step_s, pose);
    const std::vector<double3> expected = positions(bvh, frame);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const double3 got = transform_point(pose.globals[i], {});
      const double off = length(got - expected[i]) / size_of(expected);
      worst = std::max(worst, std::isfinite(off) ? off : HUGE_VAL);
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("a BVH's joints turn by their channels from left to right") {
  const fs::path path = fs::temp_directory_path() / fmt::format("rigpack_{}.bvh", ::getpid());
  std::ofstream(path) << R"(HIERARCHY
ROOT a
{
 OFFSET 0 0 0
 CHANNELS 6 Xposition Yposition Zposition Xrotation Yrotation Zrotation
 JOINT b
 {
  OFFSET 1 0 0
  CHANNELS 3 Zrotation Xrotation Yrotation
  End Site
  {
   OFFSET 1 0 0
  }
 }
}
MOTION
Frames: 2
Frame Time: 0.5
0 0 0 0 0 0 0 0 0
7 0 0 90 0 90 90 90 0
)";
  const ReadResult read = import(path);
  fs::remove(path);
  Pose pose;
  Poser(read.scene).sample(0, 0.5, pose);
  // b: X(90) Z(90) takes (1 0 0) by (0 1 0) to (0 0 1).
  // its end: b's own Z(90) X(90) takes (1 0 0) to (0 1 0); a's takes that by (-1 0 0) to itself.
  const double3 b = transform_point(pose.globals.at(1), {});
  const double3 end = transform_point(pose.globals.at(2), {});
  CHECK(length(b - double3{7, 0, 1}) < 1e-6);
  CHECK(length(end - double3{6, 0, 1}) < 1e-6);
}

TEST_CASE("BVH poses of the corpus are those that the format's description gives", "[corpus]") {
  const char* folder = std::getenv("RIGPACK_SHARED");
  const fs::path root =
      (folder == nullptr ? fs::path(RIGPACK_SOURCE_DIR) / "../shared" : fs::path(folder)) /
      "corpus";
  std::size_t seen = 0;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".bvh") {
      ++seen;
      INFO(entry.path().string());
      CHECK(largest_difference(entry.path()) < 1e-5);
    }
  }
  CHECK(seen >= 4);
}

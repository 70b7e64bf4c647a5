/// Every FBX, Collada, X, MD5, SMD and BVH of the corpus, against facts that another program read
/// from the same files. That program counts control points; an importer splits them into corners.
/// Corners of one control point share its position and its weights, so distinct pairs of those are
/// counted here: as many as control points, unless two control points lie and follow alike.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "rigpack/formats/read.h"
#include "support/catch.h"

using namespace rigpack;
namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

fs::path shared() {
  const char* folder = std::getenv("RIGPACK_SHARED");
  return folder == nullptr ? fs::path(RIGPACK_SOURCE_DIR) / "../shared" : fs::path(folder);
}

/// Where our number is another one, rightly: file, field, ours, why.
struct Difference {
  std::string_view file, field;
  double ours;
  std::string_view why;
};
constexpr Difference kDifferences[]{
    {"triangle.smd", "sum_min", 1, "a vertex without links follows its parent joint by 1"},
    {"triangle.smd", "sum_max", 1, "likewise"},
    {"anim_test.x", "weighted", 422, "the file repeats vertices that lie and follow alike"},
    {"anim_test.x", "influences 1", 1, "likewise"},
    {"anim_test.x", "influences 2", 1, "likewise"},
    {"anim_test.x", "influences 4", 420, "likewise"},
    {"test_cube_text.x", "weighted", 8, "likewise"},
    {"test_cube_text.x", "influences 1", 8, "likewise"},
    {"astro_maya.dae", "joints", 43, "Assimp drops the joint without weights"},
    {"astro_maya.dae", "keys", 624,
     "channels of single angles make one rotation: 24 nodes, 26 keys"},
    {"seymour.dae", "joints", 16, "Assimp drops the 3 joints without weights"},
    {"seymour.dae", "keys", 54, "two joints have two angles driven at the same 4 and 3 times"},
    {"skeleton.dae", "joints", 0, "the skin's geometry is not in the file"},
    {"skeleton.dae", "weighted", 0, "likewise"},
    {"skeleton.dae", "sum_min", HUGE_VAL, "likewise"},
    {"skeleton.dae", "sum_max", -HUGE_VAL, "likewise"},
    {"skeleton.dae", "influences 1", 0, "likewise"},
    {"skeleton.dae", "influences 2", 0, "likewise"},
    {"skeleton.dae", "influences 3", 0, "likewise"},
    {"skeleton.dae", "influences 4", 0, "likewise"},
    {"skeleton.dae", "influences 5", 0, "likewise"},
    {"skeleton.dae", "influences 6", 0, "likewise"},
    {"skeleton.dae", "keys", 241, "the second channel's node is not in the file"},
    {"arnaud.fbx", "takes", 0, "its curve nodes have no curves: no key, no clip"},
    {"maya_skinned_pivot_7700_ascii.fbx", "takes", 0, "likewise"},
    {"skeleton.fbx", "dur_s", 0,
     "the later keys drive control objects that Assimp does not read; the joints have one key"},
    {"walk.fbx", "dur_s", 40 / 30.0,
     "Assimp starts each clip at 0; this one starts at frame 17 of 30 a second"},
    {"maya_game_sausage_7500_binary_combined.fbx", "dur_s", 20 / 24.0,
     "likewise: 20 frames, 24 a second"},
    {"maya_blend_shape_cube_7700_ascii.fbx", "takes", 0,
     "Assimp needs normals in a shape; without it the keys drive nothing"},
    {"maya_blend_shape_cube_7700_ascii.fbx", "dur_s", 0, "likewise"},
};

class Comparison {
 public:
  explicit Comparison(std::string file) : file_(std::move(file)) {}

  void equal(std::string_view field, double ours, double theirs, double tolerance = 0) {
    INFO(file_ << ": " << field);
    const auto known = std::ranges::find_if(kDifferences, [&](const Difference& difference) {
      return file_ == difference.file && difference.field == field;
    });
    if (known != std::end(kDifferences)) {
      INFO(known->why);
      CHECK((ours == known->ours || std::abs(ours - known->ours) <= std::max(tolerance, 1e-6)));
      CHECK(known->ours != theirs);  // else the line is stale
    } else {
      CHECK(std::abs(ours - theirs) <= tolerance);
    }
  }

 private:
  std::string file_;
};

/// A control point as far as corners tell it.
struct Point {
  std::vector<std::pair<std::uint32_t, float>> weights;  ///< (node or slot, not 0), sorted
  std::array<float, 3> position{};
  friend auto operator<=>(const Point&, const Point&) = default;
};

Point point_of(const Primitive& primitive, std::size_t vertex) {
  Point point;
  const float3& p = primitive.positions[vertex];
  point.position = {p.x, p.y, p.z};
  for (const InfluenceSet& set : primitive.influences) {
    for (std::size_t i = 4 * vertex; i < 4 * vertex + 4; ++i) {
      if (set.weights.at(i) != 0) {
        point.weights.emplace_back(set.joints.at(i), set.weights.at(i));
      }
    }
  }
  std::ranges::sort(point.weights);
  return point;
}

struct Counts {
  std::size_t weighted = 0, unweighted = 0, bad = 0;
  double lowest = HUGE_VAL, highest = -HUGE_VAL;
  std::map<std::size_t, std::size_t> influences;
};

Counts count(const std::set<Point>& points) {
  Counts counts;
  for (const Point& point : points) {
    double sum = 0;
    for (const auto& [joint, weight] : point.weights) {
      sum += weight;
    }
    if (point.weights.empty()) {
      ++counts.unweighted;
      continue;
    }
    ++counts.weighted;
    ++counts.influences[point.weights.size()];
    counts.bad += std::abs(sum - 1) > 1e-3 ? 1 : 0;
    counts.lowest = std::min(counts.lowest, sum);
    counts.highest = std::max(counts.highest, sum);
  }
  return counts;
}

/// Distinct points of every skinned mesh, each mesh by itself.
Counts count(const Scene& scene) {
  Counts all;
  for (const Mesh& mesh : scene.meshes) {
    std::set<Point> points;
    for (const Primitive& primitive : mesh.primitives) {
      for (std::size_t v = 0; v < primitive.positions.size() && !primitive.influences.empty();
           ++v) {
        points.insert(point_of(primitive, v));
      }
    }
    const Counts counts = count(points);
    all.weighted += counts.weighted;
    all.unweighted += counts.unweighted;
    all.bad += counts.bad;
    all.lowest = std::min(all.lowest, counts.lowest);
    all.highest = std::max(all.highest, counts.highest);
    for (const auto& [influences, vertices] : counts.influences) {
      all.influences[influences] += vertices;
    }
  }
  return all;
}

std::size_t joints_of(const Scene& scene) {
  std::size_t joints = 0;
  for (const Node& node : scene.nodes) {
    joints += node.mesh && node.skin ? scene.skins[node.skin->value].joints.size() : 0;
  }
  return joints;
}

void compare_skin(const Scene& scene, const Json& skin, const Json& influences, Comparison& to) {
  const Counts counts = count(scene);
  to.equal("weighted", double(counts.weighted), skin.at("weighted").get<double>());
  to.equal("bad_sum", double(counts.bad), skin.value("bad_sum", 0.0));
  to.equal("unweighted", double(counts.unweighted), skin.value("unweighted", 0.0));
  if (skin.at("weighted") != 0) {
    to.equal("sum_min", counts.lowest, skin.at("sum_min"), 2e-6);
    to.equal("sum_max", counts.highest, skin.at("sum_max"), 2e-6);
  }
  for (const auto& [name, vertices] : influences.items()) {
    const auto found = counts.influences.find(std::stoul(name));
    to.equal("influences " + name, found == counts.influences.end() ? 0.0 : double(found->second),
             vertices.get<double>());
  }
}

double longest(const Scene& scene) {
  double duration = 0;
  for (const Clip& clip : scene.clips) {
    duration = std::max(duration, duration_s(clip));
  }
  return duration;
}

/// Metres that one unit of the file becomes: what the first node scales by.
double unit_of(const Scene& scene) {
  REQUIRE_FALSE(scene.nodes.empty());
  CHECK_FALSE(scene.nodes[0].matrix);
  return scene.nodes[0].rest.scale.y;
}

void compare_fbx(const Scene& scene, const Json& facts, Comparison& to) {
  to.equal("UnitScaleFactor", 100 * unit_of(scene), facts.at("UnitScaleFactor"), 1e-4);
  to.equal("takes", double(scene.clips.size()), facts.value("takes", 0.0));
  to.equal("dur_s", longest(scene), facts.value("dur_s", 0.0), 6e-4);
  if (!facts.at("skin").is_null()) {
    to.equal("clusters", double(joints_of(scene)), facts.at("skin").at("clusters").get<double>());
    compare_skin(scene, facts.at("skin"), facts.at("influences"), to);
  }
}

std::size_t keys_of(const Scene& scene) {
  std::size_t keys = 0;
  for (const Clip& clip : scene.clips) {
    for (const Track& track : clip.tracks) {
      keys += track.path == TrackPath::rotation ? key_count(track) : 0;
    }
  }
  return keys;
}

void compare_dae(const Scene& scene, const Json& facts, Comparison& to) {
  Json all = {{"weighted", 0}, {"bad_sum", 0}, {"unweighted", 0}, {"sum_min", 1e9}, {"sum_max", 0}};
  Json influences = Json::object();
  double joints = 0;
  for (const Json& skin : facts.at("skins")) {
    joints += skin.at("joints").get<double>();
    all["weighted"] = all["weighted"].get<int>() + skin.at("weighted").get<int>();
    all["bad_sum"] = all["bad_sum"].get<int>() + skin.at("bad_sum").get<int>();
    all["unweighted"] = all["unweighted"].get<int>() + skin.at("zero").get<int>();
    all["sum_min"] = std::min(all["sum_min"].get<double>(), skin.at("sum_min").get<double>());
    all["sum_max"] = std::max(all["sum_max"].get<double>(), skin.at("sum_max").get<double>());
    for (const auto& [name, vertices] : skin.at("influences").items()) {
      influences[name] = influences.value(name, 0) + vertices.get<int>();
    }
  }
  to.equal("unit", unit_of(scene), std::stod(facts.at("unit").get<std::string>()), 1e-7);
  to.equal("joints", double(joints_of(scene)), joints);
  to.equal("dur", longest(scene), facts.at("dur").get<double>(), 6e-4);
  to.equal("keys", double(keys_of(scene)), facts.at("keys").get<double>());
  compare_skin(scene, all, influences, to);
}

void compare_x(const Scene& scene, const Json& facts, Comparison& to) {
  to.equal("skinweights", double(joints_of(scene)), facts.at("skinweights").get<double>());
  to.equal("animsets", double(scene.clips.size()), facts.at("animsets").get<double>());
  compare_skin(scene, facts.at("skin"), facts.at("influences"), to);
}

std::size_t corners_of(const Scene& scene) {
  std::size_t corners = 0;
  for (const Mesh& mesh : scene.meshes) {
    for (const Primitive& primitive : mesh.primitives) {
      corners += primitive.indices.size();
    }
  }
  return corners;
}

/// Vertices stand as in the file, so nothing is distinct or not.
void compare_md5(const Scene& scene, const Json& facts, Comparison& to) {
  to.equal("numJoints", double(joints_of(scene)), facts.at("numJoints").get<double>());
  to.equal("numMeshes", double(scene.meshes.size()), facts.at("numMeshes").get<double>());
  REQUIRE(scene.meshes.size() == 1);
  const Primitive& primitive = scene.meshes[0].primitives.at(0);
  to.equal("verts", double(primitive.positions.size()), facts.at("verts").get<double>());
  double out_of_range = 0;
  for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
    for (const auto& [slot, weight] : point_of(primitive, v).weights) {
      out_of_range += slot >= scene.skins.at(0).joints.size() ? 1 : 0;
    }
  }
  to.equal("oob", out_of_range, facts.value("oob", 0.0));
  const Counts counts = count(scene);
  to.equal("sum_min", counts.lowest, facts.at("skin").at("sum_min"), 1e-6);
  to.equal("sum_max", counts.highest, facts.at("skin").at("sum_max"), 1e-6);
}

void compare_smd(const Scene& scene, const Json& facts, Comparison& to) {
  to.equal("nodes", double(joints_of(scene)), facts.at("nodes").get<double>());
  to.equal("tri_verts", double(corners_of(scene)), facts.at("tri_verts").get<double>());
  const Counts counts = count(scene);
  to.equal("sum_min", counts.lowest, facts.at("skin").at("sum_min"), 1e-6);
  to.equal("sum_max", counts.highest, facts.at("skin").at("sum_max"), 1e-6);
}

void compare_bvh(const Scene& scene, const Json& facts, Comparison& to) {
  const double joints = facts.at("joints").get<double>() + facts.at("end_sites").get<double>();
  const double frames = facts.at("frames").get<double>();
  const double step_s = std::stod(facts.at("frame_time").get<std::string>());
  to.equal("joints and end sites", double(scene.nodes.size()), joints);
  REQUIRE(scene.clips.size() == 1);
  to.equal("keys", double(keys_of(scene)), facts.at("joints").get<double>() * frames);
  to.equal("duration", longest(scene), (frames - 1) * step_s, 1e-4);
}

using Compare = void (*)(const Scene&, const Json&, Comparison&);
const std::map<std::string, Compare> kCompare{{"fbx", compare_fbx}, {"dae", compare_dae},
                                              {"x", compare_x},     {"md5mesh", compare_md5},
                                              {"smd", compare_smd}, {"bvh", compare_bvh}};

/// Files that an importer cannot read, and the rule that says so.
const std::map<std::string, std::string> kUnread{
    {"max7_skin_5000_binary.fbx", ""},                // older than 7.1
    {"maya_game_sausage_6100_ascii_deform.fbx", ""},  // older than 7.1
    {"OverflowingVertexIndex.md5mesh", ""},           // vertex 4294967295 of 1
    {"malformed_skinweights_oob.x", "import/crashed"},
};

}  // namespace

TEST_CASE("what is imported agrees with the facts of the corpus", "[corpus]") {
  const char* worker = std::getenv("RIGPACK_BIN");
  REQUIRE(worker != nullptr);
  ImportOptions import;
  import.worker = worker;
  std::ifstream file(shared() / "corpus/facts.json");
  REQUIRE(file);
  std::size_t seen = 0, refused = 0;
  for (const Json& facts : Json::parse(file)) {
    const fs::path path = facts.at("file").get<std::string>();
    const auto compare = kCompare.find(facts.value("format", ""));
    if (compare == kCompare.end()) {
      continue;
    }
    INFO(path.string());
    const auto result = read_asset(shared() / "corpus" / path, {}, import);
    const auto unread = kUnread.find(path.filename().string());
    if (unread != kUnread.end()) {
      ++refused;
      REQUIRE_FALSE(result);
      CHECK(result.error().rule == unread->second);
      continue;
    }
    ++seen;
    REQUIRE(result);
    Comparison comparison(path.filename().string());
    compare->second(result->scene, facts, comparison);
  }
  CHECK(seen >= 33);
  CHECK(refused == kUnread.size());
}

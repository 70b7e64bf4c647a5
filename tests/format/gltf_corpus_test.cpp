/// Every glTF of the corpus and of the cases, against facts that another program wrote down.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "rigpack/formats/read.h"
#include "rigpack/pipeline.h"
#include "support/catch.h"

using namespace rigpack;
namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

fs::path shared() {
  const char* folder = std::getenv("RIGPACK_SHARED");
  return folder == nullptr ? fs::path(RIGPACK_SOURCE_DIR) / "../shared" : fs::path(folder);
}

Json load(const fs::path& path) {
  std::ifstream file(path);
  REQUIRE(file);
  return Json::parse(file);
}

bool is_gltf(const std::string& file) {
  return file.ends_with(".gltf") || file.ends_with(".glb") || file.ends_with(".vrm");
}

/// What this test counts in the stored data, by its own arithmetic.
struct Counts {
  std::uint64_t primitives = 0, vertices = 0, indices = 0, keys = 0;
  std::uint64_t checked = 0, bad = 0, zero = 0, non_finite = 0;
  double lowest = HUGE_VAL, highest = -HUGE_VAL;
};

/// A set without weights, or with fewer than vertices, is for the rules to report.
bool is_whole(const Primitive& primitive) {
  return std::ranges::all_of(primitive.influences, [&](const InfluenceSet& set) {
    return !set.poisoned &&
           (!set.has_weights || set.weights.size() == 4 * primitive.positions.size());
  });
}

void count_weights(const Primitive& primitive, Counts& counts) {
  for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
    double sum = 0;
    for (const InfluenceSet& set : primitive.influences) {
      for (std::size_t i = 0; i < 4 && set.has_weights; ++i) {
        sum += set.weights.at(4 * v + i);
      }
    }
    ++counts.checked;
    if (!std::isfinite(sum)) {
      ++counts.non_finite;
      continue;
    }
    counts.zero += sum == 0 ? 1 : 0;
    counts.bad += std::abs(sum - 1) > 1e-3 ? 1 : 0;
    counts.lowest = std::min(counts.lowest, sum);
    counts.highest = std::max(counts.highest, sum);
  }
}

Counts count(const Scene& scene) {
  Counts counts;
  for (const Mesh& mesh : scene.meshes) {
    for (const Primitive& primitive : mesh.primitives) {
      ++counts.primitives;
      counts.vertices += primitive.positions.size();
      counts.indices += primitive.indices.size();
      if (!primitive.influences.empty() && !primitive.poisoned && is_whole(primitive)) {
        count_weights(primitive, counts);
      }
    }
  }
  for (const Clip& clip : scene.clips) {
    for (const Track& track : clip.tracks) {
      counts.keys += key_count(track);
    }
    counts.keys += clip.ignored_keys;
  }
  return counts;
}

bool has_errors(const Findings& findings) {
  return count_of(findings, Severity::error) != 0;
}

void compare_weights(const Counts& counts, const Json& facts) {
  CHECK(counts.checked == facts.at("checked"));
  CHECK(counts.bad == facts.at("bad_sum"));
  CHECK(counts.zero == facts.value("zero_sum", std::uint64_t{0}));
  CHECK(counts.non_finite == facts.value("nonfinite", std::uint64_t{0}));
  CHECK(counts.lowest == Approx(facts.at("sum_min").get<double>()).margin(1e-5));
  CHECK(counts.highest == Approx(facts.at("sum_max").get<double>()).margin(1e-5));
}

void compare(const ReadResult& result, const Json& facts) {
  const Scene& scene = result.scene;
  const Counts counts = count(scene);
  CHECK(scene.nodes.size() == facts.at("nodes"));
  CHECK(scene.meshes.size() == facts.at("meshes"));
  CHECK(scene.scenes.size() == facts.at("scenes"));
  CHECK(scene.skins.size() == facts.at("skins"));
  CHECK(scene.clips.size() == facts.at("animations"));
  CHECK(counts.primitives == facts.at("primitives"));
  // Faulty data are left out here, and partly counted by the program behind the facts.
  const bool compressed = !facts.at("compressed").empty();
  if (has_errors(result.findings) && !compressed) {
    return;
  }
  for (std::size_t i = 0; i < scene.skins.size(); ++i) {
    CHECK(scene.skins[i].joints.size() == facts.at("joints_per_skin").at(i));
  }
  CHECK(counts.vertices == facts.at("vertices"));
  if (!facts.at("anim").is_null()) {
    CHECK(counts.keys == facts.at("anim").at("keyframes"));
  }
  if (!compressed) {
    CHECK(counts.indices == facts.at("indices"));
    if (!facts.at("weights").is_null()) {
      compare_weights(counts, facts.at("weights"));
    }
  }
}

/// Rules that a case's report names at `least` or above: the reader's and the lib's, or the
/// error's.
std::set<std::string> rules_of(const Result<ReadResult>& result, Severity least) {
  std::set<std::string> rules;
  if (!result) {
    rules.emplace(result.error().rule);
    return rules;
  }
  for (const Finding& finding : check_scene(result->scene, result->findings, {}).findings) {
    if (finding.severity >= least) {
      rules.emplace(finding.rule);
    }
  }
  return rules;
}

}  // namespace

TEST_CASE("the corpus reads as its facts say", "[corpus]") {
  std::size_t seen = 0;
  for (const Json& facts : load(shared() / "corpus/facts.json")) {
    const std::string file = facts.at("file");
    if (!is_gltf(file)) {
      continue;
    }
    ++seen;
    INFO(file);
    const Result<ReadResult> result = read_asset(shared() / "corpus" / file);
    if (facts.contains("nodes") && result) {
      compare(*result, facts);
    } else if (facts.contains("nodes")) {
      // The program behind the facts reads past a byte order mark; glTF does not allow one.
      CHECK(result.error().rule == "asset/json");
    } else {
      CHECK((!result || has_errors(result->findings)));
    }
  }
  CHECK(seen >= 90);
}

TEST_CASE("every case is accepted or rejected by the rules it names", "[corpus]") {
  std::size_t seen = 0;
  for (const Json& item : load(shared() / "cases/cases.json")) {
    ++seen;
    INFO(item.at("name").get<std::string>());
    const Result<ReadResult> result =
        read_asset(shared() / "cases" / item.at("file").get<std::string>());
    const Severity least = item.at("expect") == "warn" ? Severity::warning : Severity::error;
    const std::set<std::string> rules = rules_of(result, least);
    for (const std::string& rule : rules) {
      UNSCOPED_INFO(rule);
    }
    if (item.at("expect") == "accept") {
      REQUIRE(result.has_value());
      CHECK_FALSE(has_errors(check_scene(result->scene, result->findings, {}).findings));
      continue;
    }
    bool named = false;
    for (const Json& rule : item.at("rules")) {
      named |= rules.contains(rule.get<std::string>());
    }
    CHECK(named);
    CHECK(rules.size() == 1);  // one cause, one rule
    CHECK(result.has_value() == (item.value("exit", 1) != 2));
  }
  CHECK(seen >= 85);
}

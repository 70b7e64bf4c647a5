/// testdata/: each rule's bad and good file, legal encodings, and malformed files.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "rigpack/formats/profile.h"
#include "rigpack/formats/read.h"
#include "rigpack/pipeline.h"
#include "support/catch.h"

using namespace rigpack;
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> files_in(const std::string& folder) {
  std::vector<fs::path> files;
  for (const auto& entry :
       fs::directory_iterator(fs::path(RIGPACK_SOURCE_DIR) / "testdata" / folder)) {
    files.push_back(entry.path());
  }
  std::ranges::sort(files);
  REQUIRE_FALSE(files.empty());
  return files;
}

/// The limits that a rule's pair is judged by: those of RULE.profile.json, where there is one.
CheckPolicy policy_of(const fs::path& pair) {
  const std::string name = pair.filename().string();
  const fs::path file = pair.parent_path() / (name.substr(0, name.find('.')) + ".profile.json");
  CheckPolicy policy;
  if (std::ifstream stream(file); stream) {
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    const Result<Profile> profile = read_profile(text, all_rules());
    REQUIRE(profile.has_value());
    apply_profile(*profile, policy);
  }
  return policy;
}

/// All rules that reading and checking `path` name.
std::set<std::string> rules_of(const fs::path& path, const CheckPolicy& policy) {
  const Result<ReadResult> result = read_asset(path);
  if (!result) {
    return {std::string(result.error().rule)};
  }
  Scene scene = result->scene;
  scene.source_bytes = fs::file_size(path);
  std::set<std::string> rules;
  for (const Finding& finding : check_scene(scene, result->findings, policy).findings) {
    rules.emplace(finding.rule);
  }
  return rules;
}

}  // namespace

TEST_CASE("each rule's bad file is named by that rule, and its good file is not") {
  for (const fs::path& path : files_in("rules")) {
    const std::string name = path.filename().string();
    if (name.ends_with(".profile.json")) {
      continue;
    }
    std::string rule = name.substr(0, name.find('.'));
    rule.replace(rule.find('-'), 1, "/");
    const bool is_bad = name.find(".bad.") != std::string::npos;
    INFO(name);
    CHECK(rules_of(path, policy_of(path)).contains(rule) == is_bad);
  }
}

TEST_CASE("every legal encoding is read without an error") {
  for (const fs::path& path : files_in("accessors")) {
    INFO(path.filename().string());
    const Result<ReadResult> result = read_asset(path);
    REQUIRE(result.has_value());
    const Findings findings = check_scene(result->scene, result->findings, {}).findings;
    CHECK(count_of(findings, Severity::error) == 0);
  }
}

TEST_CASE("malformed files end in an error with a rule or in findings") {
  for (const fs::path& path : files_in("malformed")) {
    INFO(path.filename().string());
    const Result<ReadResult> result = read_asset(path);
    CHECK((result || !result.error().rule.empty()));
  }
}

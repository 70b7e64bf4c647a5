#include "rigpack/weights.h"
#include "support/catch.h"

using namespace rigpack;

namespace {

Finding finding_at(std::string pointer, std::uint64_t count = 1) {
  Location at;
  at.pointer = std::move(pointer);
  Finding finding = make_finding(rules::weights_zero_sum, "a fault", std::move(at));
  finding.count = count;
  return finding;
}

}  // namespace

TEST_CASE("AlikeFindings leaves a few apart and merges many, counting objects") {
  AlikeFindings alike({.apart = 2});
  for (const int mesh : {4, 5, 6}) {
    alike.add(finding_at("/meshes/" + std::to_string(mesh) + "/primitives/0", 10));
    alike.add(finding_at("/skins/" + std::to_string(mesh % 2)));
  }
  const Findings found = alike.take();
  REQUIRE(found.size() == 2);
  CHECK(found[0].message == "a fault, and 2 more like it");
  CHECK(found[0].count == 3);
  CHECK(found[0].location.pointer == "/meshes/4/primitives/0");
  REQUIRE(found[0].samples.size() == 3);
  CHECK(found[0].samples[2].index == 6);
  CHECK(found[0].samples[2].value == 10);
  CHECK(found[1].count == 3);
}

TEST_CASE("AlikeFindings keeps other rules, severities and places apart") {
  AlikeFindings alike({.apart = 1, .measured_apart = 1});
  alike.add(finding_at("/meshes/0/primitives/0"));
  alike.add(finding_at("/meshes/0/name"));
  Finding mild = finding_at("/meshes/0/primitives/0");
  mild.severity = Severity::info;
  alike.add(mild);
  Finding other = finding_at("/meshes/0/primitives/0");
  other.rule = rules::weights_negative.id;
  alike.add(other);
  CHECK(alike.take().size() == 4);
}

TEST_CASE("AlikeFindings bounds the kinds and says that it did") {
  AlikeFindings alike({.kinds = 3});
  for (const char* name : {"/a", "/b", "/c"}) {
    alike.add(finding_at(name));
  }
  CHECK_FALSE(alike.overflowed());
  alike.add(finding_at("/d"));
  CHECK(alike.overflowed());
  CHECK(alike.take().size() == 3);
}

#include "gltf/reporter.h"

#include <functional>
#include <string>

#include "rigpack/formats/gltf.h"

namespace rigpack::gltf {

void Reporter::add(Finding finding) {
  if (seen_.insert(std::hash<std::string>{}(finding.location.pointer + ' ' + finding.message))
          .second) {
    findings_.add(std::move(finding));
  }
}

Findings Reporter::take() {
  Findings findings = findings_.take();
  if (findings_.overflowed()) {
    findings.push_back(
        make_finding(rules::asset_limit, "too many kinds of findings; the rest is left out"));
  }
  return findings;
}

}  // namespace rigpack::gltf

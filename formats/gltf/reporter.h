#pragma once
/// What a reader finds, each thing once.

#include <cstddef>
#include <unordered_set>
#include <utility>

#include "rigpack/findings.h"

namespace rigpack::gltf {

class Reporter {
 public:
  /// One that stands there already is left out: two readers may ask for the same member.
  void add(Finding finding);
  /// In the order in which each was first met; those that are alike are one.
  Findings take();
  /// A list of the file cannot be read, which is reported, or is not there at all: what points into
  /// it is no news. True the first time.
  bool lose_list() { return !std::exchange(lost_list_, true); }

 private:
  AlikeFindings findings_{{.apart = 3}};
  std::unordered_set<std::size_t> seen_;  ///< hashes of pointer and message
  bool lost_list_ = false;
};

}  // namespace rigpack::gltf

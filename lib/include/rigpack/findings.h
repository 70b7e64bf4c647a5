#pragma once
/// What rules and readers say about an asset: one finding a rule and object, however many vertices.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigpack {

enum class Severity : std::uint8_t { off, info, warning, error };
std::string_view to_string(Severity severity);

/// A rule is a constant; its id is stable for ever.
struct Rule {
  std::string_view id;  ///< "weights/not-normalized"
  Severity severity;    ///< in profile `default`
  std::string_view summary;
};

/// Where a finding applies. Indices are the source's own (glTF array positions).
struct Location {
  std::optional<std::uint32_t> mesh, primitive, skin, joint, clip;
  std::optional<double> time_s;
  std::string pointer;  ///< JSON pointer, e.g. /meshes/0/primitives/0/attributes/WEIGHTS_0
};

/// One offending element: `index` is a vertex, key, joint or byte as the rule's message says.
struct Sample {
  std::uint64_t index = 0;
  double value = 0;
};

struct Finding {
  std::string_view rule;  ///< points at a Rule constant's id: static lifetime
  Severity severity = Severity::error;
  std::string message;  ///< lower case, no full stop, with the numbers in it
  std::uint64_t count = 1;
  std::optional<double> worst;
  std::vector<Sample> samples;  ///< at most kMaxSamples, the first ones met
  Location location;
  bool fixed = false;  ///< a stage has repaired it in the output
};
inline constexpr std::size_t kMaxSamples = 8;

using Findings = std::vector<Finding>;

/// A finding of `rule` with its default severity.
Finding make_finding(const Rule& rule, std::string message, Location location = {});
/// Adds `sample` unless eight are there already.
void add_sample(Finding& finding, std::uint64_t index, double value);
/// Orders by severity (errors first), rule, location, message: the order reports use.
void sort_findings(Findings& findings);
/// 16 hex digits over rule, location (names no vertex numbers), stable under vertex reordering.
std::string fingerprint(const Finding& finding);
std::size_t count_of(const Findings& findings, Severity severity);

/// Collects findings. More than a few of one rule at one kind of place (the same JSON pointer but
/// for array positions) have one cause, an exporter's habit or a shift of the file: they become one
/// finding, with their count and the first objects as samples. So a small file cannot fill memory,
/// or a report, with findings.
class AlikeFindings {
 public:
  /// So many of one kind stay apart; those that bring samples of their own tell more by themselves.
  struct Limits {
    std::size_t apart = 8, measured_apart = 8;
    std::size_t kinds = 10'000;  ///< more are left out: hostile names could make any number
  };
  AlikeFindings() = default;
  explicit AlikeFindings(const Limits& limits) : limits_(limits) {}
  void add(Finding finding);
  /// In the order in which each was first met.
  Findings take();
  /// Whether kinds were left out.
  bool overflowed() const { return overflowed_; }

 private:
  struct Group {
    std::vector<std::size_t> members;  ///< in findings_; only the first once they are merged
    bool merged = false;
  };
  void merge(Group& group);
  void add_to(Group& group, const Finding& finding);

  Limits limits_;
  Findings findings_;
  std::vector<bool> gone_;  ///< merged into another
  std::map<std::string, Group> groups_;
  bool overflowed_ = false;
};

}  // namespace rigpack

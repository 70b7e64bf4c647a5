#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "rigpack/findings.h"

namespace rigpack {
namespace {

/// The number that the token of `pointer` from `begin` on is, if it is one.
std::optional<std::uint64_t> number_at(std::string_view pointer, std::size_t begin,
                                       std::size_t& end) {
  end = std::min(pointer.find('/', begin), pointer.size());
  std::uint64_t number = 0;
  const auto [stop, error] = std::from_chars(pointer.data() + begin, pointer.data() + end, number);
  const bool whole = error == std::errc{} && stop == pointer.data() + end;
  return whole ? std::optional(number) : std::nullopt;
}

/// `pointer` without array positions, and the first of them: which object it is.
struct Place {
  std::string kind;
  std::uint64_t object = 0;
};

Place place_of(std::string_view pointer) {
  Place place;
  bool found = false;
  for (std::size_t begin = 0, end = 0; begin < pointer.size(); begin = end) {
    if (pointer[begin] == '/') {
      place.kind += '/';
      end = begin + 1;
      continue;
    }
    const auto number = number_at(pointer, begin, end);
    if (!number) {
      place.kind += pointer.substr(begin, end - begin);
      continue;
    }
    place.kind += '*';
    place.object = found ? place.object : *number;
    found = true;
  }
  return place;
}

}  // namespace

void AlikeFindings::add_to(Group& group, const Finding& finding) {
  Finding& first = findings_[group.members.front()];
  ++first.count;
  add_sample(first, place_of(finding.location.pointer).object, static_cast<double>(finding.count));
}

/// Leaves the first, which then stands for all of them.
void AlikeFindings::merge(Group& group) {
  Finding& first = findings_[group.members.front()];
  const auto own_count = static_cast<double>(first.count);
  first.samples.clear();
  add_sample(first, place_of(first.location.pointer).object, own_count);
  first.worst.reset();
  first.count = 1;
  for (std::size_t i = 1; i < group.members.size(); ++i) {
    gone_[group.members[i]] = true;
    add_to(group, findings_[group.members[i]]);
  }
  group.members.resize(1);
  group.merged = true;
}

void AlikeFindings::add(Finding finding) {
  const std::string kind = std::string(finding.rule) + ' ' +
                           std::string(to_string(finding.severity)) + ' ' +
                           place_of(finding.location.pointer).kind;
  auto known = groups_.find(kind);
  if (known == groups_.end()) {
    if (groups_.size() == limits_.kinds) {
      overflowed_ = true;
      return;
    }
    known = groups_.emplace(kind, Group{}).first;
  }
  Group& group = known->second;
  const std::size_t apart = finding.samples.empty() ? limits_.apart : limits_.measured_apart;
  if (!group.merged && group.members.size() == apart) {
    merge(group);
  }
  if (group.merged) {
    return add_to(group, finding);
  }
  group.members.push_back(findings_.size());
  findings_.push_back(std::move(finding));
  gone_.push_back(false);
}

Findings AlikeFindings::take() {
  for (const auto& [kind, group] : groups_) {
    if (group.merged) {
      Finding& first = findings_[group.members.front()];
      first.message += ", and " + std::to_string(first.count - 1) + " more like it";
    }
  }
  Findings out;
  for (std::size_t i = 0; i < findings_.size(); ++i) {
    if (!gone_[i]) {
      out.push_back(std::move(findings_[i]));
    }
  }
  return out;
}

}  // namespace rigpack

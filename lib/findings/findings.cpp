#include "rigpack/findings.h"

#include <algorithm>
#include <tuple>

namespace rigpack {
namespace {

constexpr std::uint64_t kFnvOffset = 0xCBF29CE484222325ULL;
constexpr std::uint64_t kFnvPrime = 0x100000001B3ULL;

/// FNV-1a, 64 bits, over `text` and a separator that no text contains.
std::uint64_t hash_text(std::uint64_t hash, std::string_view text) {
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * kFnvPrime;
  }
  return (hash ^ 0xFFU) * kFnvPrime;
}

std::uint64_t hash_index(std::uint64_t hash, const std::optional<std::uint32_t>& index) {
  return hash_text(hash, index ? std::to_string(*index) : "-");
}

auto sort_key(const Finding& finding) {
  const Location& at = finding.location;
  return std::tie(finding.rule, at.mesh, at.primitive, at.skin, at.joint, at.clip, at.time_s,
                  at.pointer, finding.message);
}

}  // namespace

std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::off:
      return "off";
    case Severity::info:
      return "info";
    case Severity::warning:
      return "warning";
    case Severity::error:
      return "error";
  }
  return "error";
}

Finding make_finding(const Rule& rule, std::string message, Location location) {
  Finding finding;
  finding.rule = rule.id;
  finding.severity = rule.severity;
  finding.message = std::move(message);
  finding.location = std::move(location);
  return finding;
}

void add_sample(Finding& finding, std::uint64_t index, double value) {
  if (finding.samples.size() < kMaxSamples) {
    finding.samples.push_back({index, value});
  }
}

void sort_findings(Findings& findings) {
  std::ranges::sort(findings, [](const Finding& a, const Finding& b) {
    return a.severity != b.severity ? a.severity > b.severity : sort_key(a) < sort_key(b);
  });
}

std::string fingerprint(const Finding& finding) {
  const Location& at = finding.location;
  std::uint64_t hash = hash_text(kFnvOffset, finding.rule);
  for (const auto& index : {at.mesh, at.primitive, at.skin, at.joint, at.clip}) {
    hash = hash_index(hash, index);
  }
  hash = hash_text(hash, at.pointer);
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) {
    text += kDigits[(hash >> static_cast<unsigned>(shift)) & 0xFU];
  }
  return text;
}

std::size_t count_of(const Findings& findings, Severity severity) {
  return static_cast<std::size_t>(std::ranges::count(findings, severity, &Finding::severity));
}

}  // namespace rigpack

#include "gltf/bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rigpack::gltf {
namespace {

constexpr std::size_t kMostComponents = 16;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Smallest and largest stored number of each component.
struct Extremes {
  std::array<float, kMostComponents> low{}, high{};
};

void widen(Extremes& extremes, std::span<const float> numbers, std::size_t components) {
  for (std::size_t i = 0; i < numbers.size(); i += components) {
    for (std::size_t c = 0; c < components; ++c) {
      extremes.low[c] = std::min(extremes.low[c], numbers[i + c]);
      extremes.high[c] = std::max(extremes.high[c], numbers[i + c]);
    }
  }
}

/// Of what `accessor` stores; normalised integers count as integers, as `min` and `max` do. Piece
/// by piece, so that nothing is allocated for the whole.
Extremes extremes_of(Accessor accessor) {
  constexpr std::uint32_t kPiece = 1024;
  const std::size_t components = component_count(accessor.shape);
  Extremes extremes;
  extremes.low.fill(kInfinity);
  extremes.high.fill(-kInfinity);
  accessor.normalized = false;
  const Accessor whole = accessor;
  accessor.sparse = {};
  std::vector<float> numbers(kPiece * components);
  for (std::uint32_t first = 0, next_sparse = 0; first < whole.count; first += kPiece) {
    accessor.count = std::min(kPiece, whole.count - first);
    if (!whole.data.empty()) {
      accessor.data = whole.data.subspan(std::size_t{first} * whole.stride);
    }
    const std::span<float> piece = std::span(numbers).first(accessor.count * components);
    decode_floats(accessor, piece);
    next_sparse = substitute(whole, first, next_sparse, piece);
    widen(extremes, piece, components);
  }
  return extremes;
}

/// The largest difference between what is declared and what is stored.
struct Difference {
  double size = 0;
  std::string text;
};

void compare(const std::vector<float>& declared, std::string_view name,
             const std::array<float, kMostComponents>& stored, Difference& worst) {
  for (std::size_t c = 0; c < declared.size(); ++c) {
    const double off = std::abs(static_cast<double>(declared[c]) - static_cast<double>(stored[c]));
    if (off > worst.size) {
      worst.size = off;
      worst.text = fmt::format("{}[{}] says {}, the data {}", name, c, declared[c], stored[c]);
    }
  }
}

/// Zeros without a bufferView stand for what an extension may bring; what is coded there may have
/// been quantised since its bounds were written.
bool is_judged(const Accessor& accessor) {
  return accessor.usable && accessor.backed && !accessor.coded;
}

Difference difference_of(const Accessor& accessor) {
  Difference worst;
  if (accessor.low.empty() && accessor.high.empty()) {
    return worst;
  }
  const Extremes stored = extremes_of(accessor);
  compare(accessor.low, "min", stored.low, worst);
  compare(accessor.high, "max", stored.high, worst);
  return worst;
}

void report(Document& document, Finding finding, std::size_t first) {
  finding.location.pointer = fmt::format("/accessors/{}", first);
  document.reporter.add(std::move(finding));
}

}  // namespace

void read_bounds(Object& object, Accessor& accessor) {
  const std::size_t components = component_count(accessor.shape);
  accessor.low = object.numbers("min", components);
  accessor.high = object.numbers("max", components);
}

void require_bounds(Document& document, const Accessor& accessor) {
  const auto index = static_cast<std::size_t>(&accessor - document.accessors.data());
  document.accessors[index].needs_bounds = true;
}

void check_bounds(Document& document) {
  Finding off = make_finding(rules::asset_bounds, {});
  Finding absent = off;
  off.count = absent.count = 0;
  std::size_t judged = 0;
  std::size_t worst_index = 0;
  Difference worst;
  for (std::size_t i = 0; i < document.accessors.size(); ++i) {
    const Accessor& accessor = document.accessors[i];
    if (accessor.usable && accessor.needs_bounds &&
        (accessor.low.empty() || accessor.high.empty())) {
      ++absent.count;
      add_sample(absent, i, static_cast<double>(accessor.count));
    }
    if (!is_judged(accessor)) {
      continue;
    }
    ++judged;
    const Difference difference = difference_of(accessor);
    if (std::isfinite(difference.size) && difference.size > 0) {
      ++off.count;
      add_sample(off, i, difference.size);
      if (difference.size > worst.size) {
        worst = difference;
        worst_index = i;
      }
    }
  }
  if (off.count != 0) {
    off.worst = worst.size;
    off.message = fmt::format(
        "{} of {} accessors are not within their min and max, worst is "
        "accessor {}: {}",
        off.count, judged, worst_index, worst.text);
    report(document, std::move(off), worst_index);
  }
  if (absent.count != 0) {
    const std::size_t first = absent.samples.front().index;
    absent.message = fmt::format(
        "{} accessors of positions or key times lack min or max, first is "
        "accessor {}",
        absent.count, first);
    report(document, std::move(absent), first);
  }
}

}  // namespace rigpack::gltf

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "findings/tally.h"
#include "rigpack/weights.h"

namespace rigpack {
namespace {

/// One step of unorm8 is 257 steps of unorm16, so sums of both are exact in these units.
constexpr std::int64_t kUnorm16 = 65535;

bool is_unorm(const InfluenceSet& set) {
  return set.weight_encoding == Encoding::unorm8 || set.weight_encoding == Encoding::unorm16;
}

/// What is wrong with the sets as such; empty when they fit together.
std::string describe_mismatch(const Primitive& primitive) {
  const std::size_t vertices = primitive.positions.size();
  for (const InfluenceSet& set : primitive.influences) {
    if (set.has_joints != set.has_weights) {
      return set.has_joints ? fmt::format("JOINTS_{0} has no WEIGHTS_{0}", set.set)
                            : fmt::format("WEIGHTS_{0} has no JOINTS_{0}", set.set);
    }
    const std::size_t joints = set.joints.size() / 4;
    const std::size_t weights = set.weights.size() / 4;
    if (joints != vertices || weights != vertices) {
      return fmt::format("JOINTS_{0} has {1} elements, WEIGHTS_{0} {2}, the primitive {3} vertices",
                         set.set, joints, weights, vertices);
    }
  }
  return {};
}

std::string range_text(const Tally& tally, int digits) {
  return tally.low == tally.high
             ? fmt::format("{:.{}g}", tally.low, digits)
             : fmt::format("{:.{}g}..{:.{}g}", tally.low, digits, tally.high, digits);
}

std::size_t histogram_bin(double deviation) {
  constexpr std::array<double, 8> kUpper{0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1};
  return static_cast<std::size_t>(std::ranges::lower_bound(kUpper, deviation) - kUpper.begin());
}

/// Judges the vertices of one primitive one after the other.
class WeightJudge {
 public:
  WeightJudge(const Primitive& primitive, const WeightContext& context, const WeightLimits& limits)
      : primitive_(primitive), context_(context), limits_(limits) {
    all_unorm_ = std::ranges::all_of(primitive.influences, is_unorm);
  }

  void judge(std::size_t vertex) {
    load(vertex);
    ++stats_.vertices;
    explained_ = false;
    judge_values(vertex);
    judge_joints(vertex);
    judge_duplicates(vertex);
    judge_sum(vertex);
    judge_influence_count(vertex);
  }

  void report(Findings& out) const;
  const WeightStats& stats() const { return stats_; }

 private:
  void load(std::size_t vertex);
  void judge_values(std::size_t vertex);
  void judge_joints(std::size_t vertex);
  void judge_duplicates(std::size_t vertex);
  void judge_sum(std::size_t vertex);
  void judge_influence_count(std::size_t vertex);
  double sum() const;
  void record_sum(double sum);
  double dropped_share() const;
  double drop_quantile(double share) const;
  void say(const Tally& tally, const Rule& rule, const std::string& what, Findings& out) const;

  const Primitive& primitive_;
  const WeightContext& context_;
  const WeightLimits& limits_;
  bool all_unorm_ = false;
  WeightStats stats_;
  Tally not_normalized_, imprecise_, zero_sum_, negative_, non_finite_, above_one_, out_of_range_,
      out_of_range_unused_, duplicate_, unused_slot_, too_many_;
  std::vector<double> dropped_;    ///< by vertex with too many influences: what a cut takes
  std::uint64_t unit_length_ = 0;  ///< of the vertices not normalised

  // The vertex at hand.
  std::vector<std::uint32_t> joints_;
  std::vector<double> weights_;
  std::vector<std::uint32_t> used_;  ///< joints with a weight > 0, ascending
  bool explained_ = false;
  bool finite_ = true;
};

void WeightJudge::load(std::size_t vertex) {
  joints_.clear();
  weights_.clear();
  used_.clear();
  for (const InfluenceSet& set : primitive_.influences) {
    for (std::size_t i = 4 * vertex; i < 4 * vertex + 4; ++i) {
      joints_.push_back(set.joints[i]);
      weights_.push_back(double{set.weights[i]});
      if (set.weights[i] > 0) {
        used_.push_back(set.joints[i]);
      }
    }
  }
  std::ranges::sort(used_);
}

void WeightJudge::judge_values(std::size_t vertex) {
  double lowest = 0;
  double highest = 0;
  finite_ = true;
  double stray = 0;
  for (const double weight : weights_) {
    if (!std::isfinite(weight)) {
      stray = finite_ ? weight : stray;
      finite_ = false;
    } else {
      lowest = std::min(lowest, weight);
      highest = std::max(highest, weight);
    }
  }
  // The first of these explains the vertex: a weight above 1 often makes up for a negative one.
  if (!finite_) {
    non_finite_.add(vertex, stray, 0);
  } else if (lowest < 0) {
    negative_.add(vertex, lowest, -lowest);
  } else if (highest > 1 + limits_.sum_tolerance) {
    above_one_.add(vertex, highest, highest);
  }
  explained_ = !finite_ || lowest < 0 || highest > 1 + limits_.sum_tolerance;
}

void WeightJudge::judge_joints(std::size_t vertex) {
  std::int64_t beyond = -1;
  std::int64_t beyond_unused = -1;
  std::int64_t kept = 0;
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const auto joint = std::int64_t{joints_[i]};
    const bool outside = context_.palette_size != 0 && joints_[i] >= context_.palette_size;
    if (weights_[i] != 0) {
      beyond = outside ? std::max(beyond, joint) : beyond;
    } else if (outside) {
      beyond_unused = std::max(beyond_unused, joint);
    } else {
      kept = std::max(kept, joint);
    }
  }
  if (beyond >= 0) {
    out_of_range_.add(vertex, static_cast<double>(beyond), static_cast<double>(beyond));
    explained_ = true;
  }
  if (beyond_unused >= 0) {
    const auto value = static_cast<double>(beyond_unused);
    out_of_range_unused_.add(vertex, value, value);
  }
  if (kept > 0) {
    unused_slot_.add(vertex, static_cast<double>(kept), 0);
  }
}

void WeightJudge::judge_duplicates(std::size_t vertex) {
  const auto twice = std::ranges::adjacent_find(used_);
  if (twice != used_.end()) {
    duplicate_.add(vertex, *twice, 0);
    explained_ = true;
  }
}

double WeightJudge::sum() const {
  if (all_unorm_) {
    std::int64_t total = 0;
    for (const double weight : weights_) {
      total += static_cast<std::int64_t>(std::llround(weight * kUnorm16));
    }
    return static_cast<double>(total) / kUnorm16;
  }
  double total = 0;
  for (const double weight : weights_) {
    total += weight;
  }
  return total;
}

void WeightJudge::record_sum(double sum) {
  const std::uint32_t before = stats_.vertices - 1 - stats_.non_finite;
  stats_.sum_min = before == 0 ? sum : std::min(stats_.sum_min, sum);
  stats_.sum_max = before == 0 ? sum : std::max(stats_.sum_max, sum);
  const double deviation = std::abs(sum - 1);
  ++stats_.histogram[histogram_bin(deviation)];
  stats_.unweighted += sum == 0 ? 1U : 0U;
  stats_.off_by_more_than_tolerance += deviation > limits_.sum_tolerance ? 1U : 0U;
}

void WeightJudge::judge_sum(std::size_t vertex) {
  const double total = sum();
  if (!finite_) {
    ++stats_.non_finite;
    ++stats_.off_by_more_than_tolerance;
    ++stats_.histogram.back();
    return;
  }
  record_sum(total);
  if (explained_) {
    return;
  }
  const double deviation = std::abs(total - 1);
  const double spec = all_unorm_ ? 0 : limits_.spec_tolerance * static_cast<double>(used_.size());
  if (used_.empty()) {
    zero_sum_.add(vertex, 0, 0);
  } else if (!(deviation <= limits_.sum_tolerance)) {
    not_normalized_.add(vertex, total, deviation);
    double squares = 0;
    for (const double weight : weights_) {
      squares += weight * weight;
    }
    unit_length_ += std::abs(squares - 1) <= limits_.sum_tolerance ? 1U : 0U;
  } else if (!(deviation <= spec)) {
    imprecise_.add(vertex, total, deviation);
  }
}

/// Share of the vertex's weight beyond its `warn_influences` heaviest.
double WeightJudge::dropped_share() const {
  std::vector<double> sorted = weights_;
  std::ranges::sort(sorted, std::ranges::greater{});
  double total = 0;
  double dropped = 0;
  for (std::size_t i = 0; i < sorted.size() && sorted[i] > 0; ++i) {
    total += sorted[i];
    dropped += i >= limits_.warn_influences ? sorted[i] : 0;
  }
  return dropped / total;
}

/// What `share` of the vertices with too many influences lose at most.
double WeightJudge::drop_quantile(double share) const {
  if (dropped_.empty()) {
    return 0;
  }
  std::vector<double> sorted = dropped_;
  const auto rank = static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1));
  std::ranges::nth_element(sorted, sorted.begin() + static_cast<std::ptrdiff_t>(rank));
  return sorted[rank];
}

void WeightJudge::judge_influence_count(std::size_t vertex) {
  const auto count = static_cast<std::uint32_t>(used_.size());
  stats_.max_influences = std::max(stats_.max_influences, count);
  if (count > limits_.warn_influences && finite_) {
    too_many_.add(vertex, count, count);
    dropped_.push_back(dropped_share());
  }
}

void WeightJudge::say(const Tally& tally, const Rule& rule, const std::string& what,
                      Findings& out) const {
  if (tally.count == 0) {
    return;
  }
  Location at;
  at.mesh = context_.mesh;
  at.primitive = context_.primitive;
  if (context_.palette_size != 0) {
    at.skin = context_.skin;
  }
  at.pointer = primitive_.pointer;
  out.push_back(tally.finding(
      rule, fmt::format("{} of {} vertices {}", tally.count, stats_.vertices, what), at));
}

void WeightJudge::report(Findings& out) const {
  using namespace rules;
  const auto worst = [](const Tally& tally) {
    return fmt::format("worst is {:.6g} at vertex {}", tally.worst, tally.worst_index);
  };
  const auto first = [](const Tally& tally) {
    return fmt::format("first is vertex {}", tally.worst_index);
  };
  const auto palette = [&](const Tally& tally) {
    return fmt::format("of {} the skin has, up to joint {} at vertex {}", context_.palette_size,
                       tally.worst, tally.worst_index);
  };
  const std::string vector_hint = unit_length_ != 0 && unit_length_ == not_normalized_.count
                                      ? "; their squares sum to 1, as if normalised as vectors"
                                      : "";
  say(non_finite_, weights_non_finite, "have weights that are not finite, " + first(non_finite_),
      out);
  say(negative_, weights_negative, "have negative weights, " + worst(negative_), out);
  say(above_one_, weights_above_one, "have a weight above 1, " + worst(above_one_), out);
  say(out_of_range_, weights_joint_out_of_range,
      "follow joints beyond those " + palette(out_of_range_), out);
  say(out_of_range_unused_, weights_joint_out_of_range_unused,
      "have unused influences with joints beyond those " + palette(out_of_range_unused_), out);
  say(duplicate_, weights_duplicate_joint, "follow one joint twice, " + first(duplicate_), out);
  say(zero_sum_, weights_zero_sum, "follow no joint, " + first(zero_sum_), out);
  say(not_normalized_, weights_not_normalized,
      fmt::format("sum to {}, worst is vertex {}{}", range_text(not_normalized_, 6),
                  not_normalized_.worst_index, vector_hint),
      out);
  say(imprecise_, weights_imprecise_sum,
      fmt::format("sum to {}, worst is vertex {}", range_text(imprecise_, 9),
                  imprecise_.worst_index),
      out);
  say(too_many_, weights_too_many_influences,
      fmt::format(
          "follow more than {} joints, up to {} at vertex {}; a cut drops up to {:.3g} of a "
          "vertex's weight, of 99 % of them {:.3g} at most",
          limits_.warn_influences, too_many_.worst, too_many_.worst_index, drop_quantile(1),
          drop_quantile(0.99)),
      out);
  if (too_many_.count != 0 && limits_.error_influences != 0 &&
      too_many_.worst > limits_.error_influences) {
    out.back().severity = Severity::error;
  }
  say(unused_slot_, weights_unused_slot_not_zero,
      "have influences without weight that keep a joint, " + first(unused_slot_), out);
}

}  // namespace

WeightStats check_weights(const Primitive& primitive, const WeightContext& context,
                          const WeightLimits& limits, Findings& out) {
  if (primitive.poisoned || primitive.influences.empty() ||
      std::ranges::any_of(primitive.influences, &InfluenceSet::poisoned)) {
    return {};
  }
  if (std::string mismatch = describe_mismatch(primitive); !mismatch.empty()) {
    Location at;
    at.mesh = context.mesh;
    at.primitive = context.primitive;
    at.pointer = primitive.pointer;
    out.push_back(make_finding(rules::weights_sets_mismatch, std::move(mismatch), at));
    return {};
  }
  WeightJudge judge(primitive, context, limits);
  for (std::size_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
    judge.judge(vertex);
  }
  judge.report(out);
  return judge.stats();
}

}  // namespace rigpack

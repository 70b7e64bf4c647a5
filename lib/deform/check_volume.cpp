/// deform/volume-loss: two rotations phi apart, blended linearly with shares 1 - w and w, leave
/// sqrt(1 - 2 w (1 - w) (1 - cos phi)) of a radius (Kavan et al. 2008, section 2).

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "deform/rules.h"
#include "findings/tally.h"

namespace rigpack {
namespace {

double degrees(double radians) {
  return radians * 180 / std::numbers::pi;
}

double retention(double mix, double cosine) {
  return std::sqrt(std::max(0.0, 1 - 2 * mix * (1 - mix) * (1 - cosine)));
}

/// The time at which the joints of a pair are turned furthest apart.
struct WidestTurn {
  std::size_t time = 0;
  double cosine = 1;
};

WidestTurn widest_turn(const Motion& motion, SkinIndex skin, const JointPair& pair) {
  WidestTurn widest;
  for (std::size_t time = 0; time < motion.times().size(); ++time) {
    const double cosine = motion.cosine_between(skin, time, pair.heaviest, pair.other);
    if (cosine < widest.cosine) {
      widest = {time, cosine};
    }
  }
  return widest;
}

/// Axis of the rotation from `a` to `b`, unit; zero for a half turn, whose axis does not show.
double3 turn_axis(const affined& a, const affined& b) {
  // Axial vector of B A^T, which does not need A and B free of scale.
  const auto entry = [&](std::size_t r, std::size_t c) {
    return b.rows[r][0] * a.rows[c][0] + b.rows[r][1] * a.rows[c][1] + b.rows[r][2] * a.rows[c][2];
  };
  const double3 axis{entry(2, 1) - entry(1, 2), entry(0, 2) - entry(2, 0),
                     entry(1, 0) - entry(0, 1)};
  const double size = length(axis);
  return size > 0 ? axis * (1 / size) : axis;
}

/// How far from the axis of the turn a vertex stands: the two joints move it a chord apart.
double radius_of(const double3& by_a, const double3& by_b, const double3& axis, double cosine) {
  double3 chord = by_b - by_a;
  chord = chord - axis * dot(chord, axis);
  return length(chord) / std::sqrt(2 * (1 - cosine));
}

/// Whether the joints of `pair` turn about the bone between them. A knee that bends is as its
/// rigger made it; a forearm that twists like a candy wrapper is nobody's wish.
bool is_twist(const Motion& motion, const SkinnedPart& part, const JointPair& pair,
              std::size_t time, const double3& axis) {
  constexpr double kAlong = 0.7;  // 45 degrees
  const std::vector<affined>& palette = motion.palette(part.skin(), time);
  const auto& origins = motion.bind_origins(part.skin());
  if (!origins[pair.heaviest] || !origins[pair.other]) {
    return false;
  }
  const double3 bone = transform_point(palette[pair.other], *origins[pair.other]) -
                       transform_point(palette[pair.heaviest], *origins[pair.heaviest]);
  return std::abs(dot(bone, axis)) > kAlong * length(bone);
}

/// Vertices of the part that get thin, and what became of the worst one.
struct Loss {
  explicit Loss(std::size_t vertices) : thin(vertices) {}
  VertexTally thin;
  double kept = 1, lost_m = 0;
  const JointPair* pair = nullptr;
  WidestTurn turn;
};
struct Losses {
  explicit Losses(std::size_t vertices) : twists(vertices), bends(vertices) {}
  Loss twists, bends;
};

void look_at(const DeformContext& context, const SkinnedPart& part, const JointPair& pair,
             Losses& losses) {
  const WidestTurn turn = widest_turn(context.motion, part.skin(), pair);
  if (!(retention(0.5, turn.cosine) < context.limits.retention)) {
    return;
  }
  const std::vector<affined>& palette = context.motion.palette(part.skin(), turn.time);
  const affined& a = palette[pair.heaviest];
  const affined& b = palette[pair.other];
  const double3 axis = turn_axis(a, b);
  Loss& loss = is_twist(context.motion, part, pair, turn.time, axis) ? losses.twists : losses.bends;
  for (const PairVertex& vertex : pair.vertices) {
    const double kept = retention(vertex.mix(), turn.cosine);
    // Where a third joint has its say, the two tell too little.
    if (!(kept < context.limits.retention) || vertex.heaviest + vertex.other < 0.5) {
      continue;
    }
    const double3 p = part.position(vertex.vertex);
    const double radius =
        radius_of(transform_point(a, p), transform_point(b, p), axis, turn.cosine);
    const double lost_m = radius * (1 - kept);
    if (lost_m > context.limits.lost_share * context.size_m) {
      if (loss.thin.add(vertex.vertex, kept, lost_m)) {
        loss.kept = kept;
        loss.lost_m = lost_m;
        loss.pair = &pair;
        loss.turn = turn;
      }
    }
  }
}

void report(const DeformContext& context, const SkinnedPart& part, const Loss& loss,
            bool is_a_twist, Findings& out) {
  if (loss.pair == nullptr) {
    return;
  }
  Finding finding = loss.thin.tally().finding(
      rules::deform_volume_loss,
      fmt::format(
          "{} of {} vertices keep less than {} of their distance to a joint that {}: vertex "
          "{} keeps {:.3g} and loses {:.3g} m between {} and {}, {:.0f} degrees apart {}",
          loss.thin.tally().count, part.primitive().positions.size(), context.limits.retention,
          is_a_twist ? "twists" : "bends", loss.thin.tally().worst_index, loss.kept, loss.lost_m,
          part.joint_name(loss.pair->heaviest), part.joint_name(loss.pair->other),
          degrees(exact::acos(loss.turn.cosine)), part.time_text(loss.turn.time)),
      part.at(loss.pair->other, loss.turn.time));
  if (!is_a_twist) {
    finding.severity = Severity::info;
  }
  out.push_back(std::move(finding));
}

}  // namespace

void check_volume(const DeformContext& context, const SkinnedPart& part, Findings& out) {
  Losses losses(part.primitive().positions.size());
  for (const JointPair& pair : part.pairs()) {
    look_at(context, part, pair, losses);
  }
  report(context, part, losses.twists, true, out);
  report(context, part, losses.bends, false, out);
}

}  // namespace rigpack

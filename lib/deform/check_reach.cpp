/// deform/far-flung: a vertex that a clip throws out of the neighbourhood of all its joints.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "deform/rules.h"
#include "findings/tally.h"

namespace rigpack {
namespace {

/// A ball around the vertices of a pair, and the most that the second joint weighs in it.
struct PairBall {
  double3 centre;
  double radius = 0, most_weight = 0;
};

PairBall ball_of(const SkinnedPart& part, const JointPair& pair) {
  PairBall ball;
  for (const PairVertex& vertex : pair.vertices) {
    ball.centre = ball.centre + part.position(vertex.vertex);
    ball.most_weight = std::max(ball.most_weight, vertex.other);
  }
  ball.centre = ball.centre * (1 / static_cast<double>(pair.vertices.size()));
  for (const PairVertex& vertex : pair.vertices) {
    ball.radius = std::max(ball.radius, length(part.position(vertex.vertex) - ball.centre));
  }
  return ball;
}

/// An upper bound of how far the second joint pulls a vertex of the ball away from where the
/// heaviest would have it.
double most_pull(const Motion& motion, SkinIndex skin, std::size_t time, const JointPair& pair,
                 const PairBall& ball) {
  const std::vector<affined>& palette = motion.palette(skin, time);
  const double apart = length(transform_point(palette[pair.heaviest], ball.centre) -
                              transform_point(palette[pair.other], ball.centre));
  const double turned = ball.radius * (motion.largest_axis(skin, time, pair.heaviest) +
                                       motion.largest_axis(skin, time, pair.other));
  return ball.most_weight * (apart + turned);
}

/// How far beyond its limit a vertex is from the nearest of its joints; negative within.
double excess(const DeformContext& context, const SkinnedPart& part, std::uint32_t vertex,
              std::size_t time) {
  const std::vector<affined>& palette = context.motion.palette(part.skin(), time);
  const std::vector<affined>& rest = context.motion.palette(part.skin(), 0);
  const auto& origins = context.motion.bind_origins(part.skin());
  const double3 p = part.position(vertex);
  const double3 posed = transform_point(part.transform(vertex, palette), p);
  double nearest = std::numeric_limits<double>::infinity();
  for (const Share& share : part.shares(vertex)) {
    const std::uint32_t joint = share.joint;
    if (!origins[joint]) {
      return -1;
    }
    const double bound =
        length(transform_point(rest[joint], p) - transform_point(rest[joint], *origins[joint]));
    const double now = length(posed - transform_point(palette[joint], *origins[joint]));
    nearest = std::min(nearest, now - context.limits.far_distances * bound -
                                    context.limits.far_share * context.size_m);
  }
  return nearest;
}

}  // namespace

void check_reach(const DeformContext& context, const SkinnedPart& part, Findings& out) {
  VertexTally far(part.primitive().positions.size());
  std::size_t worst_time = 0;
  std::uint32_t worst_joint = 0;
  for (const JointPair& pair : part.pairs()) {
    const PairBall ball = ball_of(part, pair);
    double pull = 0;
    std::size_t at = 0;
    for (std::size_t time = 0; time < context.motion.times().size(); ++time) {
      const double now = most_pull(context.motion, part.skin(), time, pair, ball);
      if (now > pull) {
        pull = now;
        at = time;
      }
    }
    if (!(pull > context.limits.far_share * context.size_m)) {
      continue;
    }
    for (const PairVertex& vertex : pair.vertices) {
      const double by = excess(context, part, vertex.vertex, at);
      if (by > 0 && far.add(vertex.vertex, by, by)) {
        worst_time = at;
        worst_joint = pair.other;
      }
    }
  }
  if (far.tally().count != 0) {
    out.push_back(far.tally().finding(
        rules::deform_far_flung,
        fmt::format("{} of {} vertices leave the joints that they follow: vertex {} flies {:.3g} m "
                    "further than its bones explain, pulled by {} {}",
                    far.tally().count, part.primitive().positions.size(), far.tally().worst_index,
                    far.tally().worst, part.joint_name(worst_joint), part.time_text(worst_time)),
        part.at(worst_joint, worst_time)));
  }
}

}  // namespace rigpack

/// weights/seam-mismatch over the clips: how far vertices of one position come apart.

#include <fmt/format.h>

#include <algorithm>

#include "deform/rules.h"
#include "findings/tally.h"
#include "rigpack/weights.h"

namespace rigpack {
namespace {

/// Vertex poses looked at in a part; more seams are looked at less often.
constexpr std::size_t kMostPoses = 200'000;

bool follow_alike(const SkinnedPart& part, std::uint32_t a, std::uint32_t b) {
  const auto sorted = [&](std::uint32_t vertex) {
    const std::span<const Share> shares = part.shares(vertex);
    std::vector<Share> copy(shares.begin(), shares.end());
    std::ranges::sort(copy);
    return copy;
  };
  return sorted(a) == sorted(b);
}

/// How far a pair is apart at most, and when.
struct Gap {
  double size_m = 0;
  std::size_t time = 0;
};

Gap widest_gap(const DeformContext& context, const SkinnedPart& part, const SharedPosition& pair,
               std::size_t step) {
  Gap widest;
  const double3 p = part.position(pair.vertex);
  for (std::size_t time = 0; time < context.motion.times().size(); time += step) {
    const std::vector<affined>& palette = context.motion.palette(part.skin(), time);
    const double apart = length(transform_point(part.transform(pair.vertex, palette), p) -
                                transform_point(part.transform(pair.first, palette), p));
    if (apart > widest.size_m) {
      widest = {apart, time};
    }
  }
  return widest;
}

}  // namespace

void check_seam_gap(const DeformContext& context, const SkinnedPart& part, Findings& out) {
  std::vector<SharedPosition> seams = shared_positions(part.primitive());
  std::erase_if(seams, [&](const SharedPosition& seam) {
    return part.heaviest()[seam.vertex] == SkinnedPart::kNoJoint ||
           part.heaviest()[seam.first] == SkinnedPart::kNoJoint ||
           follow_alike(part, seam.vertex, seam.first);
  });
  const std::size_t times = context.motion.times().size();
  const std::size_t step = 1 + seams.size() * times / kMostPoses;
  Tally open;
  std::size_t worst_time = 0;
  for (const SharedPosition& seam : seams) {
    const Gap gap = widest_gap(context, part, seam, step);
    if (gap.size_m > context.limits.seam_share * context.size_m) {
      worst_time = gap.size_m > open.worst_badness ? gap.time : worst_time;
      open.add(seam.vertex, gap.size_m, gap.size_m);
    }
  }
  if (open.count != 0) {
    const auto worst = static_cast<std::uint32_t>(open.worst_index);
    out.push_back(open.finding(
        rules::weights_seam_mismatch,
        fmt::format(
            "{} of {} vertices share a position with another but not its weights: at vertex "
            "{}, which follows {}, the seam opens by {:.3g} m {}",
            open.count, part.primitive().positions.size(), worst,
            part.joint_name(part.heaviest()[worst]), open.worst, part.time_text(worst_time)),
        part.at(part.heaviest()[worst], worst_time)));
  }
}

}  // namespace rigpack

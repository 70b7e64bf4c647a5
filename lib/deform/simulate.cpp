#include "rigpack/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "deform/rules.h"
#include "rigpack/weights.h"

namespace rigpack {
namespace {

constexpr std::array kEngines{
    Engine{"unreal", 12, false, "Unreal Engine 5.8, skin cache: 4, 8 or at most 12 influences"},
    Engine{"unity-compute", 4, false, "Unity 2022.3, compute skinning at 4 bones a vertex"},
    Engine{"unity-vs", 2, true, "Unity 2022.3, the vertex shader's macro for 2 bones"},
    Engine{"godot", 8, false, "Godot 4, compute skinning with 8 bones a vertex"}};

/// Below it two ways to add the same numbers may differ.
constexpr double kMoved = 1e-5;
/// Vertex poses looked at in a primitive; larger ones are looked at at fewer times.
constexpr std::size_t kMostPoses = 4'000'000;

using Terms = std::vector<Share>;

/// The stored influences of a vertex that an engine's loop would run over, joints it has alone.
Terms engine_terms(const Influences& stored, std::size_t vertex, const Engine& engine,
                   std::size_t joints) {
  Terms terms;
  double sum = 0;
  const std::size_t first = vertex * stored.slots;
  for (std::size_t i = first; i < first + std::min(stored.slots, engine.influences); ++i) {
    const auto weight = static_cast<double>(stored.weights[i]);
    if (weight != 0 && stored.joints[i].value < joints) {
      terms.push_back({static_cast<std::uint32_t>(stored.joints[i].value), weight});
      sum += weight;
    }
  }
  if (engine.renormalises && sum > 0) {
    for (Share& term : terms) {
      term.weight /= sum;
    }
  }
  return terms;
}

double3 posed(std::span<const Share> terms, const std::vector<affined>& palette, const double3& p) {
  double3 sum;
  for (const Share& term : terms) {
    sum = sum + transform_point(palette[term.joint], p) * term.weight;
  }
  return sum;
}

/// Where a vertex goes furthest astray.
struct Stray {
  double distance = 0;
  std::size_t time = 0;
};

Stray furthest(const DeformContext& context, const SkinnedPart& part, std::uint32_t vertex,
               std::span<const Share> stored, std::size_t step) {
  const std::span<const Share> repaired = part.shares(vertex);
  const double3 p = part.position(vertex);
  Stray worst;
  for (std::size_t time = 0; time < context.motion.times().size(); time += step) {
    const std::vector<affined>& palette = context.motion.palette(part.skin(), time);
    const double off = length(posed(stored, palette, p) - posed(repaired, palette, p));
    // Weights that are no numbers put it nowhere.
    if (!(off <= worst.distance)) {
      worst = {std::isnan(off) ? HUGE_VAL : off, time};
    }
  }
  return worst;
}

void simulate_part(const DeformContext& context, const SkinnedPart& part, const Engine& engine,
                   Findings& out) {
  const Influences stored = gather_influences(part.primitive());
  const std::size_t joints = context.motion.palette(part.skin(), 0).size();
  const std::size_t vertices = part.heaviest().size();
  const std::size_t step = 1 + vertices * context.motion.times().size() / kMostPoses;
  Tally moved;
  std::size_t worst_time = 0;
  for (std::uint32_t v = 0; v < vertices; ++v) {
    if (part.heaviest()[v] == SkinnedPart::kNoJoint) {
      continue;
    }
    const Terms terms = engine_terms(stored, v, engine, joints);
    const Stray stray = furthest(context, part, v, terms, step);
    if (stray.distance > kMoved * context.size_m) {
      worst_time = stray.distance > moved.worst_badness ? stray.time : worst_time;
      moved.add(v, stray.distance, stray.distance);
    }
  }
  if (moved.count != 0) {
    const std::uint32_t joint = part.heaviest()[moved.worst_index];
    out.push_back(moved.finding(
        rules::simulate_displacement,
        fmt::format("{} puts {} of {} vertices elsewhere than repaired weights would: vertex {} by "
                    "{:.3g} m {}",
                    engine.name, moved.count, vertices, moved.worst_index, moved.worst,
                    part.time_text(worst_time)),
        part.at(joint, worst_time)));
  }
}

}  // namespace

std::span<const Engine> engines() {
  return kEngines;
}

const Engine* find_engine(std::string_view name) {
  const auto found = std::ranges::find(kEngines, name, &Engine::name);
  return found == kEngines.end() ? nullptr : &*found;
}

void simulate(const PosedAsset& asset, const Engine& engine, Findings& out) {
  for_each_part(asset, out,
                [&](const DeformContext& context, const SkinnedPart& part, Findings& found,
                    BindPose& /*unused*/) { simulate_part(context, part, engine, found); });
}

}  // namespace rigpack

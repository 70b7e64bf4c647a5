#include "pipeline/verify_moment.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rigpack::proof {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool all_finite(const affinef& m) {
  return std::ranges::all_of(m.rows, [](const auto& row) {
    return std::ranges::all_of(row, [](float value) { return std::isfinite(value); });
  });
}

affined nowhere() {
  affined m;
  for (auto& row : m.rows) {
    row.fill(kNan);
  }
  return m;
}

/// a * x + b * y, element by element.
affined blend(double a, const affined& x, double b, const affined& y) {
  affined out;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      out.rows[r][c] = a * x.rows[r][c] + b * y.rows[r][c];
    }
  }
  return out;
}

void sample_needs(const BothSides& sides, const Displacement& displacement, const ClipPair& clip,
                  double t_s, Moment& out) {
  out.palettes.clear();
  out.morph_weights.clear();
  for (const MatrixRecipe& recipe : displacement.matrices) {
    const std::uint32_t instance = recipe.morph.package_instance;
    if (instance != kNone && !out.morph_weights.contains(instance)) {
      out.morph_weights[instance] = sides.package.morph_weights(clip.package, t_s, instance);
    }
    if (recipe.kind == MatrixKind::package && recipe.skin != kNone &&
        !out.palettes.contains(recipe.skin)) {
      sides.package.palette(recipe.skin, out.globals, out.palettes[recipe.skin]);
    }
  }
}

double weight_at(std::span<const double> weights, std::uint32_t target) {
  return target < weights.size() ? weights[target] : 0;
}

double decoded_weight(const MorphRef& morph, const Moment& moment) {
  const auto& weights = moment.morph_weights.at(morph.package_instance);
  return morph.target < weights.size() ? static_cast<double>(weights[morph.target]) : kNan;
}

affined package_matrix(const MatrixRecipe& recipe, const Moment& moment) {
  if (recipe.skin == kNone) {
    return moment.decoded[recipe.node];
  }
  const auto& palette = moment.palettes.at(recipe.skin);
  return recipe.slot < palette.size() ? to_double(palette[recipe.slot]) : nowhere();
}

}  // namespace

void sample_moment(const BothSides& sides, const Displacement& displacement, const ClipPair& clip,
                   double t_s, Moment& out) {
  if (clip.source == kRestPose) {
    sides.poser.rest(out.source);
  } else {
    sides.poser.sample(clip.source, t_s, out.source);
  }
  sides.package.pose(clip.package, t_s, out.globals);
  out.is_finite = std::ranges::all_of(out.globals, all_finite);
  out.decoded.resize(sides.package_node.size());
  for (std::size_t n = 0; n < out.decoded.size(); ++n) {
    const std::uint32_t node = sides.package_node[n];
    out.decoded[n] = node == kNone               ? out.source.globals[n]
                     : node < out.globals.size() ? to_double(out.globals[node])
                                                 : nowhere();
  }
  sample_needs(sides, displacement, clip, t_s, out);
}

affined matrix_at(const MatrixRecipe& recipe, const Moment& moment) {
  const bool is_morph = recipe.morph.package_instance != kNone;
  const double decoded = is_morph ? decoded_weight(recipe.morph, moment) : 1;
  if (recipe.kind == MatrixKind::package) {
    return blend(decoded, package_matrix(recipe, moment), 0, affined{});
  }
  double source = 0;
  if (recipe.kind == MatrixKind::difference) {
    source = is_morph
                 ? weight_at(moment.source.morph_weights[recipe.morph.node], recipe.morph.target)
                 : 1;
  }
  return blend(decoded, moment.decoded[recipe.node], -source, moment.source.globals[recipe.node]) *
         recipe.inverse_bind;
}

}  // namespace rigpack::proof

#include "clip/folding_poser.h"

#include <algorithm>
#include <array>

namespace rigpack {
namespace {

affined difference(const affined& a, const affined& b) {
  affined out;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      out.rows[row][column] = a.rows[row][column] - b.rows[row][column];
    }
  }
  return out;
}

}  // namespace

FoldingPoser::FoldingPoser(const ClipContext& context, const ClipJob& job)
    : context_(context),
      job_(job),
      locals_(job.times.size()),
      globals_(context.rest.size()),
      rotations_(context.rest.size()) {}

void FoldingPoser::begin(std::size_t joint) {
  joint_ = joint;
  std::ranges::fill(locals_, context_.rest[joint]);
}

std::vector<quatd> FoldingPoser::targets(const std::vector<float>& times) const {
  const std::int32_t parent = context_.skeleton.joints[joint_].parent;
  std::vector<quatd> out;
  for (const float t : times) {
    const auto found = std::ranges::lower_bound(job_.times, static_cast<double>(t));
    const auto at = static_cast<std::size_t>(found - job_.times.begin());
    const quatd& wanted = job_.rotations[at][joint_];
    out.push_back(
        parent < 0 ? wanted : conjugate(rotations_[static_cast<std::size_t>(parent)][at]) * wanted);
  }
  return out;
}

void FoldingPoser::apply(const Track& decoded) {
  if (decoded.path == TrackPath::weights) {
    return;
  }
  std::array<double, 4> v{};
  for (std::size_t i = 0; i < locals_.size(); ++i) {
    sample_track(decoded, job_.times[i], std::span(v).first(decoded.components));
    switch (decoded.path) {
      case TrackPath::translation:
        locals_[i].translation = {v[0], v[1], v[2]};
        break;
      case TrackPath::rotation:
        locals_[i].rotation = {v[0], v[1], v[2], v[3]};
        break;
      case TrackPath::scale:
        locals_[i].scale = {v[0], v[1], v[2]};
        break;
      case TrackPath::weights:
        break;
    }
  }
}

void FoldingPoser::end() {
  const std::int32_t parent = context_.skeleton.joints[joint_].parent;
  for (std::size_t i = 0; i < locals_.size(); ++i) {
    const affined local = to_affine(locals_[i]);
    const auto up = static_cast<std::size_t>(parent);
    globals_[joint_].push_back(parent < 0 ? local : globals_[up][i] * local);
    rotations_[joint_].push_back(parent < 0 ? locals_[i].rotation
                                            : rotations_[up][i] * locals_[i].rotation);
  }
}

double FoldingPoser::worst() const {
  double worst = 0;
  std::vector<affined> differences(globals_.size());
  for (std::size_t i = 0; i < locals_.size(); ++i) {
    for (std::size_t j = 0; j < globals_.size(); ++j) {
      differences[j] = difference(globals_[j][i], job_.globals[i][j]);
    }
    worst = context_.model.worst(differences, worst);
  }
  return worst;
}

}  // namespace rigpack

#include "rigpack/pose.h"

#include <algorithm>

namespace rigpack {
namespace {

std::vector<double> rest_morph_weights(const Scene& scene, const Node& node) {
  if (!node.mesh || node.mesh->value >= scene.meshes.size()) {
    return {};
  }
  const Mesh& mesh = scene.meshes[node.mesh->value];
  const std::vector<float>& stored =
      node.morph_weights.empty() ? mesh.morph_weights : node.morph_weights;
  std::vector<double> weights(stored.begin(), stored.end());
  weights.resize(morph_target_count(mesh));
  return weights;
}

void set_global(const Scene& scene, NodeIndex node, const affined& local, Pose& out) {
  const auto& parent = scene.nodes[node.value].parent;
  out.globals[node.value] = parent ? out.globals[parent->value] * local : local;
}

/// A node's rest as translation, rotation and scale, for a track to replace a part of it.
trsd rest_parts(const Node& node) {
  trsd parts;
  rest_trs(node, SkeletonLimits{}.shear_tolerance, parts);
  return parts;
}

/// Whether a track drives more than the node's morph weights.
bool moves(const std::array<const Track*, 4>& tracks) {
  return std::any_of(tracks.begin(), tracks.begin() + 3,
                     [](const Track* t) { return t != nullptr; });
}

}  // namespace

Poser::Poser(const Scene& scene) : scene_(&scene), order_(parents_first(scene)) {
  rest_.reserve(scene.nodes.size());
  rest_weights_.reserve(scene.nodes.size());
  for (const Node& node : scene.nodes) {
    rest_.push_back(node.poisoned ? affined{} : rest_transform(node));
    rest_weights_.push_back(rest_morph_weights(scene, node));
  }
  std::vector<std::size_t> ranks(scene.nodes.size());
  for (std::size_t i = 0; i < order_.size(); ++i) {
    ranks[order_[i].value] = i;
  }
  for (const Clip& clip : scene.clips) {
    driven_nodes_.push_back(driven_nodes(clip, ranks));
  }
}

std::vector<Poser::DrivenNode> Poser::driven_nodes(const Clip& clip,
                                                   const std::vector<std::size_t>& ranks) {
  std::vector<std::pair<std::size_t, const Track*>> usable;
  for (const Track& track : clip.tracks) {
    if (is_usable(*scene_, track)) {
      usable.emplace_back(ranks[track.node.value], &track);
    }
  }
  // Tracks lie in one array: ordering by address is ordering by their place in the clip.
  std::ranges::sort(usable);
  std::vector<DrivenNode> nodes;
  for (const auto& [rank, track] : usable) {
    if (nodes.empty() || nodes.back().rank != rank) {
      nodes.push_back({rank, rest_parts(scene_->nodes[track->node.value]), {}});
    }
    nodes.back().tracks[static_cast<std::size_t>(track->path)] = track;
  }
  return nodes;
}

void Poser::rest(Pose& out) const {
  out.globals.assign(scene_->nodes.size(), affined{});
  out.morph_weights = rest_weights_;
  for (const NodeIndex node : order_) {
    set_global(*scene_, node, rest_[node.value], out);
  }
}

affined Poser::local_transform(const DrivenNode& driven, double t_s) {
  const auto track = [&](TrackPath path) { return driven.tracks[static_cast<std::size_t>(path)]; };
  trsd local = driven.rest;
  std::array<double, 4> value{};
  const auto vector = std::span(value).first(3);
  if (const Track* translation = track(TrackPath::translation)) {
    sample_track(*translation, t_s, vector);
    local.translation = {value[0], value[1], value[2]};
  }
  if (const Track* rotation = track(TrackPath::rotation)) {
    sample_track(*rotation, t_s, value);
    local.rotation = {value[0], value[1], value[2], value[3]};
  }
  if (const Track* scale = track(TrackPath::scale)) {
    sample_track(*scale, t_s, vector);
    local.scale = {value[0], value[1], value[2]};
  }
  return to_affine(local);
}

void Poser::sample(std::size_t clip, double t_s, Pose& out) const {
  out.globals.assign(scene_->nodes.size(), affined{});
  out.morph_weights = rest_weights_;
  auto driven = driven_nodes_[clip].begin();
  for (std::size_t rank = 0; rank < order_.size(); ++rank) {
    const NodeIndex node = order_[rank];
    if (driven == driven_nodes_[clip].end() || driven->rank != rank) {
      set_global(*scene_, node, rest_[node.value], out);
      continue;
    }
    set_global(*scene_, node,
               moves(driven->tracks) ? local_transform(*driven, t_s) : rest_[node.value], out);
    if (const Track* weights = driven->tracks[static_cast<std::size_t>(TrackPath::weights)]) {
      sample_track(*weights, t_s, out.morph_weights[node.value]);
    }
    ++driven;
  }
}

}  // namespace rigpack

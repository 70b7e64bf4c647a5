#include "clip/rest_value.h"

namespace rigpack {

std::vector<double> rest_value(const Scene& scene, const trsd& rest, const Track& track) {
  switch (track.path) {
    case TrackPath::translation:
      return {rest.translation.x, rest.translation.y, rest.translation.z};
    case TrackPath::rotation:
      return {rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w};
    case TrackPath::scale:
      return {rest.scale.x, rest.scale.y, rest.scale.z};
    case TrackPath::weights:
      break;
  }
  const Node& node = scene.nodes[track.node.value];
  std::vector<double> weights(node.morph_weights.begin(), node.morph_weights.end());
  if (weights.empty() && node.mesh) {
    const auto& own = scene.meshes[node.mesh->value].morph_weights;
    weights.assign(own.begin(), own.end());
  }
  weights.resize(track.components, 0);
  return weights;
}

}  // namespace rigpack

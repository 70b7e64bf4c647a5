#pragma once
/// A DecodedAsset over a Scene: a package that holds exactly the source, until a fault is planted.

#include <functional>
#include <memory>

#include "rigpack/verify.h"

namespace rigpack {

/// Package indices are source indices. Every hook may be replaced to plant a fault.
struct FakeAsset : DecodedAsset {
  explicit FakeAsset(const Scene& source);

  std::vector<NodeInfo> nodes() const override { return node_infos; }
  std::vector<std::string> clip_names() const override { return names; }
  std::vector<std::uint32_t> clip_sources() const override { return sources; }
  std::vector<PrimitiveInfo> primitives() const override { return primitive_infos; }
  Result<Geometry> geometry(std::size_t primitive) const override { return geometries[primitive]; }
  void pose(std::size_t clip, double t_s, std::vector<affinef>& globals) const override;
  void palette(std::uint32_t skin, const std::vector<affinef>& globals,
               std::vector<affinef>& out) const override;
  std::vector<float> morph_weights(std::size_t clip, double t_s,
                                   std::uint32_t instance) const override;

  std::vector<NodeInfo> node_infos;
  std::vector<std::string> names;
  std::vector<std::uint32_t> sources;
  std::vector<PrimitiveInfo> primitive_infos;
  std::vector<Geometry> geometries;
  Scene decoded;  ///< what the package decodes to: faults in motion and skins go here
  std::function<affined(const affined& global, const affined& inverse_bind)> skin_matrix;
  std::function<void(double t_s, std::vector<affinef>& globals)> after_pose;
};

}  // namespace rigpack

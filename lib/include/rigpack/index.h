#pragma once
/// Indices into different arrays are different types: mixing them does not compile.

#include <compare>
#include <cstddef>
#include <cstdint>

namespace rigpack {

/// An index into the array that `Tag` names.
template <class Tag>
struct Index {
  std::uint32_t value = 0;

  constexpr Index() = default;
  constexpr explicit Index(std::size_t index) : value(static_cast<std::uint32_t>(index)) {}
  friend constexpr auto operator<=>(const Index&, const Index&) = default;
};

using NodeIndex = Index<struct NodeTag>;       ///< Scene::nodes
using MeshIndex = Index<struct MeshTag>;       ///< Scene::meshes
using SkinIndex = Index<struct SkinTag>;       ///< Scene::skins
using JointIndex = Index<struct JointTag>;     ///< Skeleton::joints, parents first
using PaletteSlot = Index<struct PaletteTag>;  ///< Skin::joints; what JOINTS_n stores
using VertexIndex = Index<struct VertexTag>;   ///< a primitive's vertices

}  // namespace rigpack

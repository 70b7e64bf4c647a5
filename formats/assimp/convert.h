#pragma once
/// aiScene -> Scene, in the worker. What Assimp leaves out or cannot tell goes into `notes`.

#include <assimp/scene.h>

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "assimp/imported.h"
#include "rigpack/math.h"

namespace rigpack::assimp {

struct ConvertOptions {
  std::string format;            ///< "fbx", "dae" ...
  std::optional<double> unit_m;  ///< metres a unit, in place of the file's own
};

/// One node of Assimp's tree and what becomes of it. FBX transforms arrive as chains of helper
/// nodes ("hip_$AssimpFbx$_PreRotation"); the helpers above a node fold into its own transform.
struct SourceNode {
  const aiNode* node = nullptr;
  std::optional<std::uint32_t> parent;  ///< in the same vector, always earlier
  bool is_helper = false;
  std::vector<std::uint32_t> chain;      ///< of a node: the helpers above it and itself, top first
  std::vector<std::uint32_t> geometric;  ///< helpers that move the mesh alone, top first
  std::uint32_t target = 0;              ///< Scene node; for a helper the one that it folds into
};

/// Assimp's tree, parents first, and how names find nodes: skins and keys name them, no more. Of
/// several nodes of a name the first that draws nothing is meant: a joint next to a mesh's node.
struct SourceTree {
  std::vector<SourceNode> nodes;
  std::unordered_map<std::string, std::uint32_t> by_name;
  std::unordered_set<std::string> ambiguous;  ///< names of several nodes that draw nothing
};

affined to_affine(const aiMatrix4x4& m);
/// The local transform of `node` without its geometric helpers.
affined folded_local(const SourceTree& tree, const SourceNode& node);

/// The product of `node`'s geometric helpers: what moves its mesh alone.
affined geometry_of(const SourceTree& tree, const SourceNode& node);

/// Nodes, with the conversion of units and axes on a root node of its own.
SourceTree convert_nodes(const aiScene& source, const ConvertOptions& options, Imported& out);
/// Meshes, skins, and which node draws them.
void convert_meshes(const aiScene& source, const SourceTree& tree, Imported& out);
void convert_clips(const aiScene& source, const SourceTree& tree, const ConvertOptions& options,
                   Imported& out);

/// The whole of `source`.
Imported convert(const aiScene& source, const ConvertOptions& options);

}  // namespace rigpack::assimp

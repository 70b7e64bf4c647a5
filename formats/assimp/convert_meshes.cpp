#include <assimp/material.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <unordered_set>

#include "assimp/convert.h"
#include "assimp/corners.h"

namespace rigpack::assimp {
namespace {

constexpr std::size_t kMostSlots = 65'536;  ///< JOINTS_n are 16 bits

/// What the meshes of the file could not be told as, over all of them.
struct Losses {
  std::size_t skipped_faces = 0;
  std::size_t corners_out_of_range = 0;
  std::size_t weights_beyond_slots = 0;
};

/// The joints of one skin to be. A joint has one inverse bind matrix in a skin.
struct Palette {
  std::vector<NodeIndex> joints;
  std::vector<float4x4> inverse_binds;
  std::map<std::uint32_t, std::uint16_t> slots;  ///< Scene node -> slot
  friend bool operator==(const Palette& a, const Palette& b) {
    return a.joints == b.joints && a.inverse_binds == b.inverse_binds;
  }
};

/// aiMeshes of one node that one skin, or none, can draw.
struct Part {
  std::vector<unsigned> meshes;
  bool skinned = false;
  Palette palette;
};

/// All 16 numbers: what is wrong with the last row is for the rules to say.
float4x4 as_stored(const aiMatrix4x4& m) {
  return {{m.a1, m.b1, m.c1, m.d1, m.a2, m.b2, m.c2, m.d2, m.a3, m.b3, m.c3, m.d3, m.a4, m.b4, m.c4,
           m.d4}};
}

class MeshConverter {
 public:
  MeshConverter(const aiScene& source, const SourceTree& tree, Imported& out)
      : source_(source), tree_(tree), out_(out) {}

  void convert_node(const SourceNode& node) {
    std::vector<unsigned> meshes(node.node->mMeshes, node.node->mMeshes + node.node->mNumMeshes);
    std::erase_if(meshes, [&](unsigned m) { return m >= source_.mNumMeshes; });
    NodeIndex at(node.geometric.empty() ? node.target : geometry_node(node.target));
    drawn_by_ = at;
    geometry_ = geometry_of(tree_, node);
    const std::pair key(meshes, geometry_.rows);
    const auto found = parts_of_.find(key);
    const auto& drawn = found != parts_of_.end()
                            ? found->second
                            : parts_of_.emplace(key, build(meshes, *node.node)).first->second;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      if (i != 0) {
        at = add_part_node(at, i);
      }
      out_.scene.nodes[at.value].mesh = drawn[i].first;
      out_.scene.nodes[at.value].skin = drawn[i].second;
    }
  }

  const Losses& losses() const { return losses_; }

 private:
  using Drawn = std::pair<MeshIndex, std::optional<SkinIndex>>;

  std::uint32_t geometry_node(std::uint32_t target) const { return target + 1; }

  NodeIndex add_part_node(NodeIndex above, std::size_t number) {
    return add_node(out_.scene,
                    fmt::format("{} part {}", out_.scene.nodes[above.value].name, number + 1),
                    above);
  }

  std::optional<std::uint32_t> node_of(const aiBone& bone) const {
    const auto found = tree_.by_name.find(bone.mName.C_Str());
    if (found != tree_.by_name.end()) {
      return tree_.nodes[found->second].target;
    }
    const auto missing = stand_ins_.find(bone.mName.C_Str());
    return missing == stand_ins_.end() ? std::nullopt : std::optional(missing->second);
  }

  /// Stands where it moves no vertex: at its bind pose, seen from the mesh.
  std::uint32_t add_stand_in(const aiBone& bone) {
    const affined bind = to_affine(bone.mOffsetMatrix);
    const double det = determinant(bind);
    const NodeIndex index = add_node(out_.scene, bone.mName.C_Str(), drawn_by_);
    set_rest(out_.scene.nodes[index.value],
             std::isfinite(det) && det != 0 ? inverse(bind) : affined{});
    stand_ins_.emplace(bone.mName.C_Str(), index.value);
    out_.missing_joints.emplace_back(bone.mName.C_Str());
    return index.value;
  }

  /// From the vertices as they are stored to the joint: Assimp starts at the node, below which FBX
  /// has a transform of the vertices alone.
  float4x4 bind_of(const aiBone& bone) const {
    const float4x4 stored = as_stored(bone.mOffsetMatrix);
    return geometry_ == affined{} ? stored : to_float4x4(to_affine(bone.mOffsetMatrix) * geometry_);
  }

  /// Whether `part` can take the joints of `mesh` without a second matrix for one of them.
  bool fits(const Part& part, const aiMesh& mesh) const {
    for (unsigned b = 0; b < mesh.mNumBones; ++b) {
      const auto node = node_of(*mesh.mBones[b]);
      const auto slot = node ? part.palette.slots.find(*node) : part.palette.slots.end();
      if (slot != part.palette.slots.end() &&
          part.palette.inverse_binds[slot->second] != bind_of(*mesh.mBones[b])) {
        return false;
      }
    }
    return true;
  }

  /// Joints are known by name alone, and Assimp gives those of one name each other's weights.
  void expect_names_of_one_joint(const aiMesh& mesh) const {
    std::unordered_set<std::string_view> seen;
    for (unsigned b = 0; b < mesh.mNumBones; ++b) {
      const std::string name = mesh.mBones[b]->mName.C_Str();
      if (!seen.insert(mesh.mBones[b]->mName.C_Str()).second || tree_.ambiguous.contains(name)) {
        throw GarbledImport(fmt::format(
            "several joints are named '{}', and the importer takes them for one: give each joint a "
            "name of its own",
            name));
      }
    }
  }

  void take_joints(Part& part, const aiMesh& mesh) {
    expect_names_of_one_joint(mesh);
    Palette& palette = part.palette;
    for (unsigned b = 0; b < mesh.mNumBones; ++b) {
      const aiBone& bone = *mesh.mBones[b];
      const auto known = node_of(bone);
      const std::uint32_t node = known ? *known : add_stand_in(bone);
      if (palette.joints.size() < kMostSlots &&
          palette.slots.emplace(node, static_cast<std::uint16_t>(palette.joints.size())).second) {
        palette.joints.emplace_back(std::size_t{node});
        palette.inverse_binds.push_back(bind_of(bone));
      }
    }
  }

  /// A part of a skinned mesh that has no weights at all (one material of it, say) arrives without
  /// bones: it is skinned, by nothing.
  bool is_skinned(const std::vector<unsigned>& meshes, const aiMesh& mesh) const {
    return std::ranges::any_of(meshes, [&](unsigned m) {
      const aiMesh& other = *source_.mMeshes[m];
      return other.mNumBones != 0 &&
             (&other == &mesh || (mesh.mName.length != 0 && other.mName == mesh.mName));
    });
  }

  std::vector<Part> split(const std::vector<unsigned>& meshes) {
    std::vector<Part> parts;
    for (const unsigned m : meshes) {
      const aiMesh& mesh = *source_.mMeshes[m];
      const bool skinned = is_skinned(meshes, mesh);
      auto part = std::ranges::find_if(parts, [&](const Part& candidate) {
        return candidate.skinned == skinned && (!skinned || fits(candidate, mesh));
      });
      if (part == parts.end()) {
        part = parts.insert(parts.end(), Part{});
        part->skinned = skinned;
      }
      part->meshes.push_back(m);
      take_joints(*part, mesh);
    }
    return parts;
  }

  CornerWeights weights_of(unsigned m, const Part& part) {
    const aiMesh& mesh = *source_.mMeshes[m];
    for (unsigned b = 0; b < mesh.mNumBones; ++b) {
      if (stand_ins_.contains(mesh.mBones[b]->mName.C_Str())) {
        out_.missing_joint_weights += mesh.mBones[b]->mNumWeights;
      }
    }
    CornerWeights out;
    out.starts.assign(std::size_t{mesh.mNumVertices} + 1, 0);
    const auto each = [&](auto&& use) {
      for (unsigned b = 0; b < mesh.mNumBones; ++b) {
        const aiBone& bone = *mesh.mBones[b];
        const auto node = node_of(bone);
        const auto slot = node ? part.palette.slots.find(*node) : part.palette.slots.end();
        for (unsigned w = 0; w < bone.mNumWeights; ++w) {
          use(bone.mWeights[w], slot == part.palette.slots.end() ? nullptr : &slot->second);
        }
      }
    };
    each([&](const aiVertexWeight& weight, const std::uint16_t* slot) {
      losses_.corners_out_of_range += weight.mVertexId >= mesh.mNumVertices;
      losses_.weights_beyond_slots += slot == nullptr && weight.mWeight != 0;
      if (weight.mVertexId < mesh.mNumVertices && slot != nullptr && weight.mWeight != 0) {
        ++out.starts[weight.mVertexId + 1];
      }
    });
    for (std::size_t i = 1; i < out.starts.size(); ++i) {
      out.starts[i] += out.starts[i - 1];
    }
    out.weights.resize(out.starts.back());
    std::vector<std::uint32_t> next(out.starts.begin(), out.starts.end() - 1);
    each([&](const aiVertexWeight& weight, const std::uint16_t* slot) {
      if (weight.mVertexId < mesh.mNumVertices && slot != nullptr && weight.mWeight != 0) {
        out.weights[next[weight.mVertexId]++] = {*slot, weight.mWeight};
      }
    });
    return out;
  }

  void append_primitive(unsigned m, const Part& part, Mesh& out) {
    const aiMesh& mesh = *source_.mMeshes[m];
    if (mesh.mVertices == nullptr) {
      return;
    }
    const auto corners = triangulate(mesh, losses_.skipped_faces);
    if (corners.empty()) {
      return;
    }
    const CornerWeights weights = part.skinned ? weights_of(m, part) : CornerWeights{};
    Primitive& primitive =
        out.primitives.emplace_back(join_corners(mesh, corners, weights, part.skinned));
    aiString material;
    if (mesh.mMaterialIndex < source_.mNumMaterials &&
        source_.mMaterials[mesh.mMaterialIndex]->Get(AI_MATKEY_NAME, material) ==
            aiReturn_SUCCESS) {
      primitive.material = material.C_Str();
    }
    for (unsigned i = 0; i < mesh.mNumAnimMeshes && out.primitives.size() == 1; ++i) {
      out.morph_weights.push_back(mesh.mAnimMeshes[i]->mWeight);
    }
  }

  /// glTF wants as many targets in every primitive of a mesh.
  static void even_targets(Mesh& mesh) {
    std::size_t most = 0;
    for (const Primitive& primitive : mesh.primitives) {
      most = std::max(most, primitive.morph_targets.size());
    }
    for (Primitive& primitive : mesh.primitives) {
      while (primitive.morph_targets.size() < most) {
        primitive.morph_targets.emplace_back().positions.resize(primitive.positions.size());
      }
    }
    mesh.morph_weights.resize(most, 0);
  }

  std::optional<SkinIndex> add_skin(Part& part, const std::string& name) {
    if (!part.skinned || part.palette.joints.empty()) {
      return std::nullopt;
    }
    const auto known = std::ranges::find(palettes_, part.palette);
    if (known != palettes_.end()) {
      return SkinIndex(static_cast<std::size_t>(known - palettes_.begin()));
    }
    Skin& skin = out_.scene.skins.emplace_back();
    skin.name = name;
    skin.joints = part.palette.joints;
    skin.inverse_binds = part.palette.inverse_binds;
    skin.has_inverse_binds = true;
    palettes_.push_back(std::move(part.palette));
    return SkinIndex(out_.scene.skins.size() - 1);
  }

  std::vector<Drawn> build(const std::vector<unsigned>& meshes, const aiNode& node) {
    std::vector<Drawn> drawn;
    for (Part& part : split(meshes)) {
      Mesh mesh;
      const aiString& own = source_.mMeshes[part.meshes.front()]->mName;
      mesh.name = own.length != 0 ? own.C_Str() : node.mName.C_Str();
      for (const unsigned m : part.meshes) {
        append_primitive(m, part, mesh);
      }
      if (mesh.primitives.empty()) {
        continue;
      }
      even_targets(mesh);
      const auto skin = add_skin(part, node.mName.C_Str());
      drawn.emplace_back(MeshIndex(out_.scene.meshes.size()), skin);
      out_.scene.meshes.push_back(std::move(mesh));
    }
    return drawn;
  }

  const aiScene& source_;
  const SourceTree& tree_;
  Imported& out_;
  Losses losses_;
  NodeIndex drawn_by_{0};                           ///< the node whose meshes are being built
  affined geometry_;                                ///< its transform of the vertices alone
  std::map<std::string, std::uint32_t> stand_ins_;  ///< joints that the file lacks
  std::vector<Palette> palettes_;
  std::map<std::pair<std::vector<unsigned>, decltype(affined::rows)>, std::vector<Drawn>> parts_of_;
};

void note_losses(const Losses& losses, Imported& out) {
  const auto note = [&](std::size_t count, std::string_view what) {
    if (count != 0) {
      out.notes.push_back(fmt::format("{} {}", count, what));
    }
  };
  note(losses.weights_beyond_slots, "weights follow joints past the 65536th and are left out");
  note(losses.corners_out_of_range, "weights name vertices that are not there");
  note(losses.skipped_faces, "points, lines and broken faces are left out");
}

}  // namespace

void convert_meshes(const aiScene& source, const SourceTree& tree, Imported& out) {
  MeshConverter converter(source, tree, out);
  for (const SourceNode& node : tree.nodes) {
    if (node.node->mNumMeshes != 0) {
      converter.convert_node(node);
    }
  }
  note_losses(converter.losses(), out);
}

}  // namespace rigpack::assimp

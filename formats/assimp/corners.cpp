#include "assimp/corners.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <unordered_map>

#include "rigpack/math.h"

namespace rigpack::assimp {
namespace {

float3 to_float3(const aiVector3D& v) {
  return {v.x, v.y, v.z};
}

double3 corner_of(const aiMesh& mesh, std::uint32_t corner) {
  return to_double(to_float3(mesh.mVertices[corner]));
}

double3 area(const aiMesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const double3 origin = corner_of(mesh, a);
  return cross(corner_of(mesh, b) - origin, corner_of(mesh, c) - origin);
}

void append_quad(const aiMesh& mesh, const unsigned* face, std::vector<std::uint32_t>& out) {
  const std::array<std::uint32_t, 4> q{face[0], face[1], face[2], face[3]};
  const bool first_fits = dot(area(mesh, q[0], q[1], q[2]), area(mesh, q[0], q[2], q[3])) >= 0;
  if (first_fits) {
    out.insert(out.end(), {q[0], q[1], q[2], q[0], q[2], q[3]});
  } else {
    out.insert(out.end(), {q[0], q[1], q[3], q[1], q[2], q[3]});
  }
}

/// Gathers the numbers of one corner; the same numbers are the same vertex.
class Row {
 public:
  Row(const aiMesh& mesh, const CornerWeights& weights) : mesh_(mesh), weights_(weights) {}

  const std::string& of(std::uint32_t corner) {
    bytes_.clear();
    add(mesh_.mVertices, corner);
    add(mesh_.mNormals, corner);
    add(mesh_.mTangents, corner);
    add(mesh_.mBitangents, corner);
    for (const aiVector3D* set : mesh_.mTextureCoords) {
      add(set, corner);
    }
    for (const aiColor4D* set : mesh_.mColors) {
      add(set, corner);
    }
    for (unsigned i = 0; i < mesh_.mNumAnimMeshes; ++i) {
      add_target(*mesh_.mAnimMeshes[i], corner);
    }
    for (const CornerWeight& weight : weights_.of(corner)) {
      append(&weight.slot, sizeof weight.slot);
      append(&weight.weight, sizeof weight.weight);
    }
    return bytes_;
  }

 private:
  void append(const void* data, std::size_t size) {
    bytes_.append(static_cast<const char*>(data), size);
  }
  template <class T>
  void add(const T* stream, std::uint32_t corner) {
    if (stream != nullptr) {
      append(stream + corner, sizeof(T));
    }
  }
  void add_target(const aiAnimMesh& target, std::uint32_t corner) {
    if (corner < target.mNumVertices) {
      add(target.mVertices, corner);
      add(target.mNormals, corner);
    }
  }

  const aiMesh& mesh_;
  const CornerWeights& weights_;
  std::string bytes_;
};

/// Assimp's target holds moved vertices; glTF's holds how far they moved.
std::vector<float3> deltas(const aiVector3D* moved, const aiVector3D* base, unsigned count,
                           std::span<const std::uint32_t> corners) {
  std::vector<float3> out;
  if (moved == nullptr || base == nullptr) {
    return out;
  }
  for (const std::uint32_t corner : corners) {
    out.push_back(corner < count ? to_float3(moved[corner] - base[corner]) : float3{});
  }
  return out;
}

void fill_attributes(const aiMesh& mesh, std::span<const std::uint32_t> corners, Primitive& out) {
  for (const std::uint32_t corner : corners) {
    out.positions.push_back(to_float3(mesh.mVertices[corner]));
    if (mesh.mNormals != nullptr) {
      out.normals.push_back(to_float3(mesh.mNormals[corner]));
    }
    if (mesh.mNormals != nullptr && mesh.HasTangentsAndBitangents()) {
      const float3 t = to_float3(mesh.mTangents[corner]);
      const float3 side = cross(to_float3(mesh.mNormals[corner]), t);
      const bool flipped = dot(side, to_float3(mesh.mBitangents[corner])) < 0;
      out.tangents.push_back({t.x, t.y, t.z, flipped ? -1.0F : 1.0F});
    }
  }
  for (unsigned i = 0; i < AI_MAX_NUMBER_OF_TEXTURECOORDS && mesh.HasTextureCoords(i); ++i) {
    auto& set = out.texcoords.emplace_back();
    for (const std::uint32_t corner : corners) {
      const aiVector3D& uv = mesh.mTextureCoords[i][corner];
      set.push_back({uv.x, 1 - uv.y});  // glTF counts v from the top
    }
  }
  for (unsigned i = 0; i < AI_MAX_NUMBER_OF_COLOR_SETS && mesh.HasVertexColors(i); ++i) {
    auto& set = out.colors.emplace_back();
    for (const std::uint32_t corner : corners) {
      const aiColor4D& color = mesh.mColors[i][corner];
      set.push_back({color.r, color.g, color.b, color.a});
    }
  }
  for (unsigned i = 0; i < mesh.mNumAnimMeshes; ++i) {
    const aiAnimMesh& target = *mesh.mAnimMeshes[i];
    MorphTarget& morph = out.morph_targets.emplace_back();
    morph.positions = deltas(target.mVertices, mesh.mVertices, target.mNumVertices, corners);
    morph.normals = deltas(target.mNormals, mesh.mNormals, target.mNumVertices, corners);
    if (morph.positions.empty()) {
      morph.positions.resize(corners.size());
    }
  }
}

void fill_influences_of(const CornerWeights& weights, std::span<const std::uint32_t> corners,
                        Primitive& out) {
  std::size_t most = 1;
  for (const std::uint32_t corner : corners) {
    most = std::max(most, weights.of(corner).size());
  }
  out.influences.resize((most + 3) / 4);
  for (std::size_t s = 0; s < out.influences.size(); ++s) {
    InfluenceSet& set = out.influences[s];
    set.set = static_cast<std::uint32_t>(s);
    set.has_joints = set.has_weights = true;
    set.joints.resize(corners.size() * 4);
    set.weights.resize(corners.size() * 4);
    for (std::size_t v = 0; v < corners.size(); ++v) {
      const auto all = weights.of(corners[v]);
      for (std::size_t i = 4 * s; i < std::min(all.size(), 4 * s + 4); ++i) {
        set.joints[4 * v + i % 4] = all[i].slot;
        set.weights[4 * v + i % 4] = all[i].weight;
      }
    }
  }
}

}  // namespace

std::vector<std::uint32_t> triangulate(const aiMesh& mesh, std::size_t& skipped) {
  std::vector<std::uint32_t> corners;
  corners.reserve(std::size_t{mesh.mNumFaces} * 3);
  for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
    const aiFace& face = mesh.mFaces[f];
    const std::span all(face.mIndices, face.mNumIndices);
    if (all.size() < 3 ||
        std::ranges::any_of(all, [&](unsigned c) { return c >= mesh.mNumVertices; })) {
      ++skipped;
    } else if (all.size() == 4) {
      append_quad(mesh, face.mIndices, corners);
    } else {
      for (std::size_t i = 2; i < all.size(); ++i) {
        corners.insert(corners.end(), {all[0], all[i - 1], all[i]});
      }
    }
  }
  return corners;
}

Primitive join_corners(const aiMesh& mesh, std::span<const std::uint32_t> corners,
                       const CornerWeights& weights, bool skinned) {
  Primitive out;
  out.indexed = true;
  out.indices.reserve(corners.size());
  std::vector<std::uint32_t> vertices;  // the corner that each vertex was first
  std::unordered_map<std::string, std::uint32_t> known;
  Row row(mesh, weights);
  for (const std::uint32_t corner : corners) {
    const auto [place, is_new] =
        known.try_emplace(row.of(corner), static_cast<std::uint32_t>(vertices.size()));
    if (is_new) {
      vertices.push_back(corner);
    }
    out.indices.push_back(place->second);
  }
  fill_attributes(mesh, vertices, out);
  if (skinned) {
    fill_influences_of(weights, vertices, out);
  }
  return out;
}

void fill_influences(const CornerWeights& weights, Primitive& out) {
  std::vector<std::uint32_t> vertices(out.positions.size());
  std::iota(vertices.begin(), vertices.end(), 0U);
  fill_influences_of(weights, vertices, out);
}

}  // namespace rigpack::assimp

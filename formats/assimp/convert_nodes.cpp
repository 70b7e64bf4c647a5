#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "assimp/convert.h"

namespace rigpack::assimp {
namespace {

constexpr std::string_view kMarker = "_$AssimpFbx$_";

std::string_view name_of(const aiNode& node) {
  return {node.mName.C_Str()};
}

/// What the helper does ("PreRotation"); empty for a node of the file itself.
std::string_view helper_part(std::string_view name) {
  const std::size_t at = name.find(kMarker);
  return at == std::string_view::npos ? std::string_view() : name.substr(at + kMarker.size());
}

void take_name(SourceTree& tree, std::uint32_t index) {
  const aiNode& node = *tree.nodes[index].node;
  const auto [known, is_new] = tree.by_name.emplace(name_of(node), index);
  const aiNode& holder = *tree.nodes[known->second].node;
  if (is_new || node.mNumMeshes != 0) {
    return;
  }
  if (holder.mNumMeshes != 0) {
    known->second = index;
  } else {
    tree.ambiguous.emplace(name_of(node));
  }
}

SourceTree flatten(const aiNode* root) {
  SourceTree tree;
  struct Visit {
    const aiNode* node;
    std::optional<std::uint32_t> parent;
  };
  std::vector<Visit> open{{root, std::nullopt}};
  while (!open.empty()) {
    const Visit visit = open.back();
    open.pop_back();
    const auto index = static_cast<std::uint32_t>(tree.nodes.size());
    SourceNode& node = tree.nodes.emplace_back();
    node.node = visit.node;
    node.parent = visit.parent;
    take_name(tree, index);
    for (unsigned i = visit.node->mNumChildren; i-- > 0;) {
      open.push_back({visit.node->mChildren[i], index});
    }
  }
  return tree;
}

/// Helpers stand above their node, the inverses of geometric ones below it; both share its name.
void find_chains(SourceTree& tree) {
  for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
    SourceNode& node = tree.nodes[i];
    const std::string_view name = name_of(*node.node);
    node.chain = {i};
    if (!helper_part(name).empty()) {
      continue;
    }
    for (auto up = node.parent; up; up = tree.nodes[*up].parent) {
      const std::string_view above = name_of(*tree.nodes[*up].node);
      const std::string_view part = helper_part(above);
      if (part.empty() ||
          part.ends_with("Inverse") !=
              (part == "RotationPivotInverse" || part == "ScalingPivotInverse") ||
          !above.starts_with(name) || !above.substr(name.size()).starts_with(kMarker) ||
          tree.nodes[*up].node->mNumChildren != 1 || tree.nodes[*up].node->mNumMeshes != 0 ||
          !tree.nodes[*up].parent) {
        break;
      }
      tree.nodes[*up].is_helper = true;
      (part.starts_with("Geometric") ? node.geometric : node.chain).push_back(*up);
    }
    std::ranges::reverse(node.chain);
    std::ranges::reverse(node.geometric);
  }
}

/// The helpers below a node that undo its geometric ones for its children: with those kept off the
/// node itself there is nothing to undo.
void find_inverses(SourceTree& tree) {
  for (SourceNode& node : tree.nodes) {
    const std::string_view part = helper_part(name_of(*node.node));
    if (part.starts_with("Geometric") && part.ends_with("Inverse") && node.parent &&
        node.node->mNumMeshes == 0) {
      const SourceNode& above = tree.nodes[*node.parent];
      node.is_helper = !above.geometric.empty() || above.is_helper;
    }
  }
}

bool is_identity(const affined& m) {
  return m == affined{};
}

/// A mesh under geometric helpers hangs on a node of its own, so that joints stay where they are.
void add_geometry_node(const SourceTree& tree, SourceNode& source, Imported& out) {
  const affined offset = geometry_of(tree, source);
  if (source.node->mNumMeshes == 0 || is_identity(offset)) {
    source.geometric.clear();
    return;
  }
  const NodeIndex index = add_node(out.scene, out.scene.nodes[source.target].name + " geometry",
                                   NodeIndex(source.target));
  set_rest(out.scene.nodes[index.value], offset);
}

template <class T>
std::optional<T> metadata(const aiScene& source, const char* key) {
  T value{};
  return source.mMetaData != nullptr && source.mMetaData->Get(key, value) ? std::optional(value)
                                                                          : std::nullopt;
}

/// Rows of the matrix that turns the file's axes into X right, Y up, Z towards the viewer.
affined axes_of(const aiScene& source, const std::string& format, Imported& out) {
  affined turn;
  if (format != "fbx") {
    return turn;
  }
  const auto row = [&](std::size_t index, const char* axis_key, const char* sign_key) {
    const auto axis = metadata<int>(source, axis_key);
    const auto sign = metadata<int>(source, sign_key);
    std::array<double, 4> values{};
    const bool usable = axis && *axis >= 0 && *axis < 3;
    values[usable ? static_cast<std::size_t>(*axis) : index] = sign && *sign < 0 ? -1 : 1;
    return values;
  };
  affined read;
  read.rows[0] = row(0, "CoordAxis", "CoordAxisSign");
  read.rows[1] = row(1, "UpAxis", "UpAxisSign");
  read.rows[2] = row(2, "FrontAxis", "FrontAxisSign");
  if (determinant(read) > 0.5) {
    return read;
  }
  out.notes.emplace_back("its axes are left-handed or name one twice: they are taken for Y up");
  return turn;
}

/// Metres a unit as the file says, 1 where its format cannot say. Collada's is on Assimp's root.
double unit_of(const aiScene& source, const ConvertOptions& options) {
  if (options.format == "fbx") {
    const auto wide = metadata<double>(source, "UnitScaleFactor");
    const auto narrow = metadata<float>(source, "UnitScaleFactor");
    const double centimetres = wide ? *wide : narrow ? *narrow : 1;
    return std::isfinite(centimetres) && centimetres > 0 ? centimetres / 100 : 0.01;
  }
  return 1;
}

affined conversion_of(const aiScene& source, const ConvertOptions& options, Imported& out) {
  affined conversion = axes_of(source, options.format, out);
  double scale = options.unit_m.value_or(unit_of(source, options));
  if (options.format == "dae" && options.unit_m) {
    const affined root = to_affine(source.mRootNode->mTransformation);
    const double own = std::cbrt(std::abs(determinant(root)));
    scale = own > 0 ? *options.unit_m / own : 1;
  }
  if (!options.unit_m && options.format != "fbx" && options.format != "dae") {
    out.notes.emplace_back(kNoUnit);
  }
  for (auto& row : conversion.rows) {
    std::ranges::transform(row, row.begin(), [scale](double value) { return value * scale; });
  }
  return conversion;
}

void note_repeated_names(const SourceTree& tree, Imported& out) {
  const std::size_t repeated = tree.nodes.size() - tree.by_name.size();
  if (repeated != 0) {
    out.notes.push_back(fmt::format(
        "{} nodes share a name with another: keys reach the first of them that draws nothing",
        repeated));
  }
}

}  // namespace

affined to_affine(const aiMatrix4x4& m) {
  affined out;
  out.rows = {{{m.a1, m.a2, m.a3, m.a4}, {m.b1, m.b2, m.b3, m.b4}, {m.c1, m.c2, m.c3, m.c4}}};
  return out;
}

affined folded_local(const SourceTree& tree, const SourceNode& node) {
  affined local;
  for (const std::uint32_t link : node.chain) {
    local = local * to_affine(tree.nodes[link].node->mTransformation);
  }
  return local;
}

affined geometry_of(const SourceTree& tree, const SourceNode& node) {
  affined offset;
  for (const std::uint32_t helper : node.geometric) {
    offset = offset * to_affine(tree.nodes[helper].node->mTransformation);
  }
  return offset;
}

SourceTree convert_nodes(const aiScene& source, const ConvertOptions& options, Imported& out) {
  SourceTree tree = flatten(source.mRootNode);
  find_chains(tree);
  find_inverses(tree);
  note_repeated_names(tree, out);
  std::optional<NodeIndex> root;
  const affined conversion = conversion_of(source, options, out);
  if (!is_identity(conversion)) {
    root = add_node(out.scene, std::string(kConversionNode), std::nullopt);
    set_rest(out.scene.nodes[root->value], conversion);
  }
  std::size_t not_finite = 0;
  for (SourceNode& node : tree.nodes) {
    const std::optional<NodeIndex> above =
        node.parent ? std::optional(NodeIndex(tree.nodes[*node.parent].target)) : root;
    if (node.is_helper && above) {
      node.target = above->value;
      continue;
    }
    node.target = add_node(out.scene, node.node->mName.C_Str(), above).value;
    not_finite += !set_rest(out.scene.nodes[node.target], folded_local(tree, node));
    add_geometry_node(tree, node, out);
  }
  if (not_finite != 0) {
    out.notes.push_back(fmt::format("{} {}", not_finite, kNotFinite));
  }
  close_scene(out.scene);
  return tree;
}

}  // namespace rigpack::assimp

#include "assimp/convert.h"

#include <fmt/format.h>

#include "assimp/scale_inheritance.h"

namespace rigpack::assimp {

Imported convert(const aiScene& source, const ConvertOptions& options) {
  Imported out;
  const SourceTree tree = convert_nodes(source, options, out);
  convert_meshes(source, tree, out);
  convert_clips(source, tree, options, out);
  const std::size_t others = options.format == "fbx" ? count_other_inheritance(tree, out.scene) : 0;
  if (others != 0) {
    out.notes.push_back(fmt::format(
        "{} nodes take their parent's scale in another way than the importer knows (InheritType, "
        "segment scale compensate): they are posed as if they took all of it",
        others));
  }
  return out;
}

}  // namespace rigpack::assimp

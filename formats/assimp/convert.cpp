#include "assimp/convert.h"

namespace rigpack::assimp {

Imported convert(const aiScene& source, const ConvertOptions& options) {
  Imported out;
  const SourceTree tree = convert_nodes(source, options, out);
  convert_meshes(source, tree, out);
  convert_clips(source, tree, options, out);
  return out;
}

}  // namespace rigpack::assimp

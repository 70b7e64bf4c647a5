#pragma once
/// KHR_draco_mesh_compression: a primitive whose attributes and indices are one Draco stream.

#include <cstdint>
#include <utility>
#include <vector>

#include "gltf/document.h"

namespace rigpack::gltf {

struct DracoMesh;

/// Puts what the stream of `primitive` holds in the place of the accessors that describe it, for as
/// long as this object lives: whoever reads the primitive meanwhile reads decoded data.
class DracoSubstitutes {
 public:
  /// Nothing is substituted when the primitive has no such extension, or it cannot be decoded.
  DracoSubstitutes(Document& document, Object& primitive);
  ~DracoSubstitutes();
  DracoSubstitutes(const DracoSubstitutes&) = delete;
  DracoSubstitutes& operator=(const DracoSubstitutes&) = delete;

  /// The stream cannot be decoded, which has been reported: the primitive has no data.
  bool failed() const { return failed_; }

 private:
  void substitute(std::uint32_t accessor, Accessor decoded, std::vector<std::byte> bytes);
  bool decode(Object& primitive, Object& extension);
  bool place_attributes(Object& attributes, Object& ids, DracoMesh& mesh);
  void place_indices(Object& primitive, const std::vector<std::uint32_t>& indices);

  Document& document_;
  std::vector<std::pair<std::uint32_t, Accessor>> originals_;
  std::vector<std::vector<std::byte>> bytes_;  ///< what substituted accessors point into
  bool failed_ = false;
};

}  // namespace rigpack::gltf

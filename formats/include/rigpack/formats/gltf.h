#pragma once
/// The strict glTF 2.0 reader: .gltf, .glb, .vrm.
///
/// Keeps what others lose: every influence set, stored weight encodings, STEP and CUBICSPLINE with
/// tangents, every mesh and scene. Understands KHR_mesh_quantization and EXT_meshopt_compression;
/// refuses other required extensions.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "rigpack/formats/read.h"

namespace rigpack {

namespace rules {
inline constexpr Rule asset_unreadable{"asset/unreadable", Severity::error,
                                       "the input cannot be read"};
inline constexpr Rule asset_truncated{"asset/truncated", Severity::error,
                                      "the file ends before its data does"};
inline constexpr Rule asset_accessor_out_of_bounds{"asset/accessor-out-of-bounds", Severity::error,
                                                   "an accessor or view reaches past its buffer"};
inline constexpr Rule asset_buffer_missing{"asset/buffer-missing", Severity::error,
                                           "a buffer cannot be read"};
inline constexpr Rule asset_path_escape{"asset/path-escape", Severity::error,
                                        "a URI leads outside the asset's folder"};
inline constexpr Rule asset_bomb{"asset/bomb", Severity::error,
                                 "a count asks for far more than the file holds"};
inline constexpr Rule asset_container{"asset/container", Severity::error,
                                      "the GLB container is broken"};
inline constexpr Rule asset_json{"asset/json", Severity::error, "the JSON is broken"};
inline constexpr Rule asset_version{"asset/version", Severity::error, "not glTF 2"};
inline constexpr Rule asset_schema{"asset/schema", Severity::error,
                                   "a property has the wrong type or range"};
inline constexpr Rule asset_reference{"asset/reference", Severity::error,
                                      "an index points at nothing"};
inline constexpr Rule asset_accessor_type{"asset/accessor-type", Severity::error,
                                          "an accessor has a type its use forbids"};
inline constexpr Rule asset_bounds{"asset/bounds", Severity::warning,
                                   "an accessor's min and max are not its data's"};
inline constexpr Rule asset_accessor_alignment{"asset/accessor-alignment", Severity::error,
                                               "an accessor is not aligned"};
inline constexpr Rule asset_sparse{"asset/sparse", Severity::error, "a sparse accessor is broken"};
inline constexpr Rule asset_limit{"asset/limit", Severity::error, "a hard limit is exceeded"};
inline constexpr Rule asset_extension_required{"asset/extension-required-unsupported",
                                               Severity::error,
                                               "a required extension is not supported"};
inline constexpr Rule asset_extension_ignored{"asset/extension-ignored", Severity::info,
                                              "an extension was ignored"};
inline constexpr Rule skeleton_cycle{"skeleton/cycle", Severity::error, "nodes form a cycle"};
inline constexpr Rule skeleton_not_a_tree{"skeleton/not-a-tree", Severity::error,
                                          "a node has two parents"};
inline constexpr Rule clip_interpolation_unknown{"clip/interpolation-unknown", Severity::error,
                                                 "unknown interpolation"};
inline constexpr Rule clip_unsupported_channel{
    "clip/unsupported-channel", Severity::warning,
    "a channel drives something that packages do not hold"};
inline constexpr Rule clip_target_missing{"clip/target-missing", Severity::info,
                                          "a channel without a node is ignored"};
inline constexpr Rule mesh_non_finite{"mesh/non-finite", Severity::error,
                                      "vertex attributes are not finite"};
inline constexpr Rule mesh_index_out_of_range{"mesh/index-out-of-range", Severity::error,
                                              "indices name vertices that are not there"};
inline constexpr Rule mesh_morph_target_invalid{"mesh/morph-target-invalid", Severity::error,
                                                "a morph target does not fit its mesh"};
}  // namespace rules

/// Gives the bytes of the file a relative URI names (percent-decoded, already confined), or an
/// Error.
using OpenBuffer = std::function<Result<std::vector<std::byte>>(const std::string& uri)>;

/// Reads glTF from memory: `bytes` is a whole .gltf or .glb.
Result<ReadResult> read_gltf(std::span<const std::byte> bytes, const OpenBuffer& open_buffer,
                             const ReadLimits& limits = {});

}  // namespace rigpack

#include <array>
#include <string_view>

#include "table.h"

namespace rigpack::cli {
namespace {

struct Advice {
  std::string_view rule, text;
};

// For people with the asset open in their editor: what to click, or which pack option repairs it.
constexpr std::array kAdvice{
    Advice{"weights/not-normalized",
           "normalise the weights (Blender: Weights > Normalize All; Maya: Normalize Weights), or "
           "pack with --weights fix"},
    Advice{"weights/imprecise-sum",
           "export weights as 32-bit floats; pack normalises these anyway"},
    Advice{"weights/zero-sum",
           "paint these vertices to a joint, or pack with --weights fix --zero-weights nearest"},
    Advice{"weights/negative", "clean the weights in the editor, or pack with --weights fix"},
    Advice{"weights/non-finite",
           "the exporter divided by zero: re-weight these vertices, or pack with --weights fix "
           "--zero-weights nearest"},
    Advice{"weights/above-one", "normalise the weights, or pack with --weights fix"},
    Advice{"weights/joint-out-of-range",
           "the mesh was exported with another skeleton: bind it again and re-export"},
    Advice{"weights/joint-out-of-range-unused",
           "re-export with unused influences cleared, or pack with --weights fix"},
    Advice{"weights/duplicate-joint",
           "merge the two influences (re-export), or pack with --weights fix"},
    Advice{"weights/unused-slot-not-zero", "harmless; pack sets them to joint 0"},
    Advice{"weights/too-many-influences",
           "limit the influences (Blender: Weights > Limit Total), or pack with --max-influences"},
    Advice{"weights/sets-mismatch", "export JOINTS_n and WEIGHTS_n in pairs of one length"},
    Advice{"skin/inverse-bind-count", "re-export: every joint needs its inverse bind matrix"},
    Advice{"skin/inverse-bind-non-finite", "a joint has a broken bind pose: rebind the skin"},
    Advice{"skin/inverse-bind-not-affine",
           "the exporter wrote inverse bind matrices transposed or projective: rebind, re-export"},
    Advice{"skin/inverse-bind-singular", "a joint was bound at zero scale: rebind at scale 1"},
    Advice{"skin/joints-invalid", "list each joint once; remove empty skins"},
    Advice{"skin/no-common-root", "put all joints of the skin under one root node"},
    Advice{"skin/joint-outside-scene", "add the skeleton's root to the scene that draws the mesh"},
    Advice{"skin/mesh-without-weights", "weight this mesh to the skeleton, or unbind it"},
    Advice{"skeleton/rotation-not-unit", "normalise the node's rotation (freeze or re-export)"},
    Advice{"skeleton/matrix-not-decomposable",
           "remove shear: apply scale and rotation on the node and its parents"},
    Advice{"skeleton/cycle", "a node is its own ancestor: fix the hierarchy"},
    Advice{"skeleton/not-a-tree", "give each node one parent"},
    Advice{"clip/time-not-increasing", "two keys share a time or run backwards: resample the clip"},
    Advice{"clip/time-negative", "move the clip so that it starts at 0 or later"},
    Advice{"clip/non-finite", "a key holds NaN or infinity: delete and re-key it"},
    Advice{"clip/count-mismatch", "keys and values differ in number: re-export the clip"},
    Advice{"clip/duplicate-target", "two channels drive one property: delete one"},
    Advice{"clip/quaternion-not-unit", "normalise rotation keys (re-export or resample the clip)"},
    Advice{"clip/target-has-matrix", "give the animated node translation, rotation, scale instead"},
    Advice{"clip/unsupported-channel", "this channel is left out of packages"},
    Advice{"clip/interpolation-unknown", "use LINEAR, STEP or CUBICSPLINE"},
    Advice{"mesh/non-finite", "a vertex holds NaN or infinity: find and fix it, then re-export"},
    Advice{"mesh/index-out-of-range", "triangles name vertices that do not exist: re-export"},
    Advice{"mesh/morph-target-invalid", "shape keys must have the mesh's vertex count: re-export"},
    Advice{"asset/truncated", "the file is incomplete: copy or download it again"},
    Advice{"asset/buffer-missing", "the .bin file must lie beside the .gltf, as its uri says"},
    Advice{"asset/path-escape", "keep every file the asset names inside the asset's own folder"},
    Advice{"asset/extension-required-unsupported", "export without this extension"},
};

}  // namespace

std::string_view advice(std::string_view rule) {
  for (const Advice& entry : kAdvice) {
    if (entry.rule == rule) {
      return entry.text;
    }
  }
  return {};
}

}  // namespace rigpack::cli

#include "rules/texts.h"

#include <array>

namespace rigpack::texts {
namespace {

constexpr std::array kTexts{
    RuleText{"weights/not-normalized",
             "A vertex's weights, over all influence sets together, do not sum to 1 within "
             "--weight-tolerance; integer weights must sum to exactly 255 or 65535.",
             "Engines add up weight times matrix and never divide: a sum of 0.9 pulls the vertex a "
             "tenth of the way to the model's origin, a sum of 1.1 pushes it out. At 255ths the "
             "skin shimmers while it moves.",
             "normalise the weights (Blender: Weights > Normalize All; Maya: Normalize Weights), "
             "or pack with --weights fix",
             "Weight Paint mode, Weights > Normalize All with Lock Active off, then export again.",
             "Skin > Edit Smooth Skin > Normalize Weights > Enable and Normalize; keep the "
             "skinCluster's mode at Interactive.",
             "Divide each vertex's weights by their sum in double, before quantising; then hand "
             "out the rounding remainder so that the integers sum to 255 or 65535."},
    RuleText{"weights/imprecise-sum",
             "The weights sum to 1 within the tolerance, but not as closely as glTF 2.0 asks: 2e-7 "
             "times the number of influences, or exactly for integers.",
             "Nothing that anyone sees; it tells of an exporter that rounds each weight on its "
             "own, which fails on the next asset.",
             "export weights as 32-bit floats; pack normalises these anyway",
             "Export with float weights; Weights > Normalize All first.",
             "Raise the exporter's weight precision and turn off weight quantising.",
             "Normalise in double and store the result; after quantising give the remainder to the "
             "largest fractions."},
    RuleText{"weights/zero-sum", "All weights of a vertex are zero.",
             "The skinning matrix is zero, so the vertex collapses to the origin; some engines "
             "bind it to joint 0 instead and some leave it standing, so the same file looks "
             "different everywhere.",
             "paint these vertices to a joint, or pack with --weights fix --zero-weights nearest",
             "Select > Select All by Trait > Ungrouped Vertices in Edit mode finds them; assign "
             "them to a deforming group.",
             "Use the Component Editor's Smooth Skins tab to find the zero rows, and paint or type "
             "a weight.",
             "Give each unweighted vertex the influences of its nearest weighted neighbour, or "
             "refuse the mesh; never divide by the zero sum."},
    RuleText{"weights/negative", "A stored weight is below zero.",
             "The vertex moves against its joint. Integer formats cannot store it at all: it wraps "
             "or clamps to something else.",
             "clean the weights in the editor, or pack with --weights fix",
             "Weights > Clean with a limit of 0, then Normalize All.",
             "Weight Hammer the vertices, or Prune Small Weights, then Normalize Weights.",
             "Set negative weights to zero, then normalise; look for an extrapolating blend or a "
             "subtraction in the transfer."},
    RuleText{"weights/non-finite", "A stored weight is NaN or infinite.",
             "One NaN makes the whole vertex NaN; on a GPU its triangles vanish or stretch over "
             "the screen, and bounding boxes break.",
             "the exporter divided by zero: re-weight these vertices, or pack with --weights fix "
             "--zero-weights nearest",
             "Re-weight the vertices that have no group, then Normalize All; the exporter "
             "normalised a sum of zero.",
             "Copy Skin Weights from a clean mesh, or Weight Hammer these vertices.",
             "Guard the division: only normalise when the sum is greater than zero."},
    RuleText{"weights/above-one", "A single weight is above 1 by more than the tolerance.",
             "The vertex overshoots its joint; unsigned integer formats clamp it to 1 and the "
             "others then make the sum wrong.",
             "normalise the weights, or pack with --weights fix", "Weights > Normalize All.",
             "Normalize Weights on the skinCluster.",
             "Scale by the sum of the vertex's weights; do not clamp, which changes their ratio."},
    RuleText{"weights/joint-out-of-range",
             "A weighted influence names a joint index that the smallest skin drawing the mesh "
             "does not have.",
             "The GPU reads a matrix that is not there: the vertex jumps to garbage, or the driver "
             "stops the program.",
             "the mesh was exported with another skeleton: bind it again and re-export",
             "Check that the mesh's Armature modifier points at the exported armature, and export "
             "both together.",
             "Unbind the skin, bind it to the exported skeleton again, copy the weights over.",
             "Remap JOINTS_n whenever joints are removed, merged or split; 8-bit indices wrap "
             "above 255 joints."},
    RuleText{"weights/joint-out-of-range-unused",
             "An influence of weight zero names a joint index that the skin does not have.",
             "0 times whatever lies there is NaN when that memory holds NaN or infinity, so the "
             "vertex flickers on some GPUs only.",
             "re-export with unused influences cleared, or pack with --weights fix",
             "Update the glTF exporter: it left old indices in empty slots.",
             "Remove Unused Influences, then export again.",
             "Write joint 0 wherever the weight is 0."},
    RuleText{
        "weights/duplicate-joint", "A vertex names one joint in two weighted influences.",
        "glTF forbids it; a cut to the heaviest influences keeps both copies and drops another "
        "joint, and the limb collapses.",
        "merge the two influences (re-export), or pack with --weights fix",
        "Merge the duplicate vertex groups (Vertex Weight Mix, then delete one) and export again.",
        "Copy Skin Weights onto a fresh bind.", "Add up equal joints before any sort or cut."},
    RuleText{"weights/unused-slot-not-zero",
             "An influence of weight zero keeps a joint index other than 0.",
             "Harmless to the picture; it costs compression and makes unused joints look used.",
             "harmless; pack sets them to joint 0", "Nothing to do in the scene; pack clears them.",
             "Remove Unused Influences.",
             "Write joint 0 wherever the weight is 0, after every cut and after quantising."},
    RuleText{"weights/too-many-influences",
             "A vertex follows more joints than the profile takes. Reported with the share of "
             "weight that a cut would lose.",
             "Engines keep the first or heaviest four or eight and drop the rest, some without "
             "normalising again: the skin dents where weight is lost.",
             "limit the influences (Blender: Weights > Limit Total), or pack with --max-influences",
             "Weights > Limit Total with the engine's limit, then Normalize All.",
             "Set Max Influences with Maintain Max Influences, then Prune Small Weights.",
             "Keep the heaviest N, normalise again, and look at the largest share dropped before "
             "shipping it."},
    RuleText{"weights/unsorted", "A vertex's weights are not stored heaviest first.",
             "A run-time quality setting that reads the first one, two or four influences then "
             "drops the wrong ones.",
             "nothing to do: pack stores them heaviest first",
             "Nothing to do in the scene; exporters decide the order.",
             "Nothing to do in the scene; exporters decide the order.",
             "Sort the influences of each vertex by weight, descending, ties by joint."},
    RuleText{"weights/below-quantum",
             "A weight is so small that it becomes 0 when stored with the profile's bits (less "
             "than half a step of 8 or 16 bits).",
             "It costs a slot that a heavier influence could use and vanishes in the packed asset.",
             "prune small weights (Blender: Weights > Clean; Maya: Prune Small Weights)",
             "Weights > Clean with a limit of 0.002, then Normalize All.",
             "Prune Small Weights below 0.002.",
             "Drop weights below half a step of the target's format, then normalise."},
    RuleText{
        "weights/seam-mismatch",
        "Vertices at one position (split for a UV or normal seam) have weights that differ: by so "
        "much that clips open the seam by more than 0.1 % of the asset's size or, without clips, "
        "by more than 0.02.",
        "The two sides follow the joints differently, so the seam opens into a crack when the "
        "character moves.",
        "give both sides the same weights (Blender: Weights > Smooth across the seam, or Data "
        "Transfer), then re-export",
        "Merge by Distance when the split is not wanted; otherwise transfer weights with "
        "Nearest Vertex from a merged copy.",
        "Select the border vertices and use Weight Hammer or Copy/Paste Vertex Weights.",
        "Weld by position before computing weights; write one weight set for every copy of a "
        "position."},
    RuleText{"weights/sets-mismatch",
             "A JOINTS_n has no WEIGHTS_n or the other way round, or their lengths differ from the "
             "vertices.",
             "No engine can tell which weight belongs to which joint; loaders reject the mesh or "
             "read past its end.",
             "export JOINTS_n and WEIGHTS_n in pairs of one length",
             "Export again with the current glTF exporter.",
             "Export again; check that every skinCluster covers the whole mesh.",
             "Write both accessors of a set with count equal to that of POSITION."},
};

}  // namespace

std::span<const RuleText> weights() {
  return kTexts;
}

}  // namespace rigpack::texts

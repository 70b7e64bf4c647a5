#include "rules/texts.h"

#include <array>

namespace rigpack::texts {
namespace {

constexpr std::array kTexts{
    RuleText{"skin/inverse-bind-missing",
             "The skin has no inverse bind matrices, so each is the identity.",
             "Legal, and right only when every joint was bound at the origin; otherwise the mesh "
             "explodes.",
             "check that the joints were really bound at the origin",
             "Export with a bind pose: the armature's rest pose is what is written.",
             "Rebind, then export with the bind pose.",
             "Write inverse(global joint matrix in the bind pose) for each joint."},
    RuleText{"skin/inverse-bind-count", "The skin has fewer inverse bind matrices than joints.",
             "Loaders read past the array or leave joints at garbage.",
             "re-export: every joint needs its inverse bind matrix",
             "Export the armature again with all deforming bones.",
             "Rebind the skin after adding joints.",
             "Write one matrix a joint, in the order of the joints."},
    RuleText{"skin/inverse-bind-non-finite", "An inverse bind matrix holds NaN or infinity.",
             "Every vertex of that joint becomes NaN and disappears.",
             "a joint has a broken bind pose: rebind the skin",
             "Clear the bone's scale in Edit mode (a length of zero breaks it) and export again.",
             "Go to the bind pose, set zero scales to 1, rebind.",
             "Check the determinant before inverting a joint's global matrix."},
    RuleText{"skin/inverse-bind-not-affine",
             "The last row of an inverse bind matrix is not 0 0 0 1. Off by more than 0.000001 is "
             "a warning, by more than 0.001 an error.",
             "Engines keep only three rows: they drop what stands there and the mesh is displaced.",
             "the exporter wrote inverse bind matrices transposed or projective: rebind, re-export",
             "Apply all transforms and export again.", "Delete history, rebind, export again.",
             "glTF stores matrices column by column: elements 3, 7, 11 are 0 and 15 is 1."},
    RuleText{"skin/inverse-bind-singular",
             "An inverse bind matrix has no inverse: an axis was scaled to zero.",
             "The mesh of that joint is flattened, and its normals cannot be computed.",
             "a joint was bound at zero scale: rebind at scale 1",
             "Apply the armature's scale (Ctrl+A) and export again.",
             "Set the joint's scale to 1 in the bind pose and rebind.",
             "Invert the bind matrix only when its determinant is not zero; report the joint "
             "otherwise."},
    RuleText{"skin/inverse-bind-transposed",
             "An inverse bind matrix carries a translation in its last row and none in its last "
             "column: rows and columns were exchanged.",
             "Every vertex of the joint stands in the wrong place and perspective leaks into its "
             "position.",
             "the exporter wrote the matrices row by row: transpose them",
             "Update the exporter; Blender's own writes them right.",
             "Check the exporter's matrix order option.",
             "Write the sixteen numbers column by column; the translation is at 12, 13, 14."},
    RuleText{"skin/inverse-bind-scale",
             "Inverse bind matrices hold a scale other than 1 (more than 1 % off).",
             "Harmless to positions; an engine that skins normals with the same matrix needs to "
             "normalise them again.",
             "apply the scale on the armature and mesh before binding",
             "Select mesh and armature, Ctrl+A > Scale, then export.",
             "Freeze Transformations on mesh and skeleton root, then rebind.",
             "Scale the geometry instead of the root joint; normalise normals after skinning."},
    RuleText{"skin/inverse-bind-shear",
             "An inverse bind matrix holds shear or scales its axes differently, so that "
             "directions change their angles.",
             "Normals transformed by this matrix are wrong by the angle told, unless the engine "
             "uses the inverse transpose; most do not.",
             "apply scale and rotation on the joint's parents before binding",
             "Ctrl+A > All Transforms on the armature and its parents, then rebind.",
             "Freeze Transformations on every group above the skeleton, then rebind.",
             "Keep scales uniform above the bind; otherwise transform normals by the inverse "
             "transpose."},
    RuleText{"skin/inverse-bind-mirrored", "An inverse bind matrix mirrors (negative determinant).",
             "Triangles of that joint turn inside out, or lighting is inverted, in engines that "
             "decide winding once a mesh.",
             "remove negative scale before binding",
             "Apply the scale (Ctrl+A), then Mesh > Normals > Recalculate Outside.",
             "Freeze Transformations, then reverse the normals of the mirrored half, then rebind.",
             "Mirror the geometry and flip its winding instead of the matrix."},
    RuleText{"skin/joints-invalid", "The skin's joint list is empty or names a node twice.",
             "Loaders disagree on which of the two entries counts; an empty list has nothing to "
             "bind to.",
             "list each joint once; remove empty skins",
             "Export again; delete Armature modifiers without an armature.",
             "Rebind to the skeleton once.", "Deduplicate the joints and remap JOINTS_n."},
    RuleText{
        "skin/no-common-root", "The skin's joints stand in trees that share no root node.",
        "glTF asks for a common root; engines that build one skeleton a skin drop the other trees.",
        "put all joints of the skin under one root node",
        "Give the armature one root bone, or export the armature object as a node.",
        "Group the skeletons under one joint.",
        "Add a node above the trees and list it in the scene."},
    RuleText{
        "skin/skeleton-not-common-root",
        "The skin's `skeleton` names a node that does not stand above every joint, as glTF asks.",
        "Engines leave the member alone; a tool that takes it for the root of the rig loses the "
        "joints beside it.",
        "let skeleton name the lowest node above all joints, or leave it out",
        "Export again with the current exporter.", "Export again with the current exporter.",
        "Drop `skeleton`, or set it to the joints' lowest common ancestor."},
    RuleText{"skin/joint-outside-scene",
             "A scene draws the skinned mesh but does not hold its joints.",
             "The joints are never updated: the mesh stays in an undefined pose.",
             "add the skeleton's root to the scene that draws the mesh",
             "Export the armature with the mesh (no Selected Objects alone).",
             "Include the skeleton in the export selection.",
             "List the root of the joints in the same scene as the mesh's node."},
    RuleText{
        "skin/mesh-without-weights",
        "A node draws a mesh with a skin, but a primitive of the mesh has no JOINTS_0 and "
        "WEIGHTS_0.",
        "The primitive follows nothing: it stays behind, or shares another's shader and reads "
        "garbage.",
        "weight this mesh to the skeleton, or unbind it",
        "Give the object vertex groups, or remove its Armature modifier and parent it to a bone.",
        "Bind the mesh, or parent it under a joint.",
        "Move unweighted primitives to a mesh of their own, drawn by a node without skin."},
    RuleText{"skin/weights-without-skin",
             "A primitive has weights, but no node draws its mesh with a skin.",
             "They are ignored: bytes without use, or a skin that was lost on the way.",
             "draw the mesh with its skin, or remove the weights",
             "Add the Armature modifier again, or delete the vertex groups.",
             "Rebind, or delete the skinCluster's history.",
             "Set `skin` on the node that draws the mesh."},
    RuleText{"skin/skin-without-mesh", "A skin is there, but no node draws a mesh with it.",
             "Legal for files that only carry animation; otherwise the mesh was lost.",
             "nothing to do in an animation-only file",
             "Export the mesh with the armature unless the file is for animation alone.",
             "Include the mesh in the export selection unless the file is for animation alone.",
             "Set `skin` on the node that draws the mesh."},
    RuleText{"skin/too-many-joints", "A skin has more joints than the profile takes.",
             "Palettes that do not fit the engine's limit are cut, split into more draws, or make "
             "the driver fail.",
             "split the mesh or remove joints that deform nothing",
             "Turn off Deform on helper bones and export with Deformation Bones Only.",
             "Remove Unused Influences, and keep control joints out of the bind.",
             "Split the primitive by joints, or send the palette as a texture or storage buffer."},
    RuleText{"skin/unused-joint", "Joints of the skin that no vertex follows.",
             "Their matrices are computed and uploaded each frame for nothing; leaf joints are "
             "often deliberate sockets.",
             "remove them from the skin, unless something is attached there",
             "Turn off Deform on the bone and export with Deformation Bones Only.",
             "Remove Unused Influences.",
             "Leave joints without weights out of the palette; keep the nodes."},
    RuleText{"skin/duplicate-joint-name", "Two joints of one skin have the same name.",
             "Clips and sockets bound by name drive the first of them only: the wrong limb moves.",
             "give each joint its own name",
             "Rename the bones; Blender keeps names apart within one armature, so look for two "
             "armatures joined on export.",
             "Rename the joints; the same short name under two parents is legal in Maya only.",
             "Bind by path or by index, and make names unique on export."},
    RuleText{"skin/empty-joint-name", "Joints of the skin have no name.",
             "They cannot be bound by name: no retargeting, no sockets, no masks.",
             "name the joints", "Name the bones, then export again.",
             "Name the joints, then export again.",
             "Write the joint's name, or a path that is stable from export to export."},
    RuleText{"skin/node-transform-ignored",
             "The node that draws a skinned mesh has a translation, rotation or scale of its own.",
             "glTF says that this transform is ignored; engines that apply it show the mesh in "
             "another place.",
             "apply the transform to the mesh before binding",
             "Object > Apply > All Transforms on the mesh, then bind again.",
             "Freeze Transformations on the mesh, then rebind.",
             "Leave the skinned node at the identity, at the scene's root."},
    RuleText{"skeleton/rotation-not-unit",
             "A node's rest rotation is no unit quaternion. Off by more than 0.00769 is a warning, "
             "by more than 0.1 an error.",
             "Building a matrix from it scales or shears the joint and all below; engines differ "
             "in whether they normalise.",
             "normalise the node's rotation (freeze or re-export)",
             "Apply the rotation and export again.", "Freeze Transformations and export again.",
             "Normalise quaternions before writing them."},
    RuleText{
        "skeleton/matrix-not-decomposable",
        "A node's matrix holds shear or a zero axis, so that it is no translation, rotation and "
        "scale.",
        "Animation systems store TRS: the shear is lost and everything below the node moves.",
        "remove shear: apply scale and rotation on the node and its parents",
        "Apply the scale on rotated parents (Ctrl+A > All Transforms).",
        "Freeze Transformations on parents with non-uniform scale.",
        "Avoid non-uniform scale above a rotation; decompose, rebuild and compare before writing."},
    RuleText{
        "skeleton/joint-scale-non-uniform",
        "A joint's rest scale differs between its axes by more than 1 %.",
        "Everything below it is sheared as soon as it turns; engines with TRS skeletons cannot "
        "show that.",
        "apply the scale: joints should rest at scale 1",
        "Apply the armature's scale in Object mode; in Pose mode, Clear Scale.",
        "Set the joints' scale to 1 and scale the geometry; keep segmentScaleCompensate in mind.",
        "Bake the scale into the children's translations and the mesh."},
    RuleText{"skeleton/negative-scale", "A joint's rest scale is negative or its matrix mirrors.",
             "A mirror cannot be a rotation: blending and compression of its turns break, and "
             "triangles turn inside out.",
             "mirror by rotation, not by scale",
             "Apply the scale, then Recalculate Outside; mirror bones with Symmetrize.",
             "Mirror joints with Mirror Joints (Behavior), not by a scale of -1.",
             "Bake the mirror into the geometry and flip its winding."},
    RuleText{"skeleton/zero-scale", "A joint's rest scale has a zero on an axis.",
             "All that follows the joint is flattened at rest and its normals are lost; a clip may "
             "scale it up again.",
             "rest at scale 1 and hide by a scale key in the clip",
             "Clear Scale in Pose mode for the rest pose; key the scale in the action.",
             "Set the scale to 1 at the bind pose; key it in the clip.",
             "Hide parts by visibility or by leaving them out, not by a zero matrix."},
    RuleText{"skeleton/too-deep", "Joints stand deeper below one another than the profile takes.",
             "Pose evaluation walks parents first: a long chain cannot be parallelised and error "
             "adds up along it.",
             "flatten the chain",
             "Parent cloth and hair chains closer to the body, or bake them to fewer bones.",
             "Shorten the chain or split it under a common parent.",
             "Reparent nodes that never move to the nearest moving ancestor."},
    RuleText{"skeleton/cycle", "Nodes are their own ancestors.",
             "There is no order in which to compute their matrices: engines hang or crash.",
             "a node is its own ancestor: fix the hierarchy",
             "Export again; Blender allows no cycle.", "Export again; Maya allows no cycle.",
             "Check `children` for a way back to the node before writing."},
    RuleText{"skeleton/not-a-tree", "A node is the child of two parents, or is listed twice.",
             "Its place depends on which parent is read last.", "give each node one parent",
             "Make the instanced object real (Object > Apply > Make Instances Real).",
             "Turn instances into objects (Modify > Convert > Instance to Object).",
             "Write one node for each place."},
};

}  // namespace

std::span<const RuleText> skins() {
  return kTexts;
}

}  // namespace rigpack::texts

#include "rules/texts.h"

namespace rigpack::texts {
namespace {

constexpr RuleText kTexts[] = {
    RuleText{
        "deform/volume-loss",
        "Vertices between two joints keep less than 0.7 of their distance to the axis about which "
        "the joints turn against each other, and lose more than 0.5 % of the asset's size: with "
        "shares 1 - w and w, and an angle phi between the rotations, sqrt(1 - 2 w (1 - w) (1 - "
        "cos phi)) is left. Each pair of joints is looked at where it is turned most. A warning "
        "where the joints twist about the bone between them; an info where they bend.",
        "Linear blending cuts across the circle on which a vertex should move: forearms wring "
        "like candy wrappers, knees and elbows collapse.",
        "add a twist joint that takes half of the turn, or skin with dual quaternions",
        "Add a twist bone with a Copy Rotation constraint of half influence, weight the middle of "
        "the limb to it; or set Preserve Volume on the Armature modifier where the engine skins "
        "with dual quaternions.",
        "Add twist joints (HumanIK roll bones), or bind with Dual Quaternion where the engine "
        "supports it.",
        "Blend dual quaternions (rigpack skin --method dqs shows what changes), or spread the "
        "rotation over more joints."},
    RuleText{
        "deform/far-flung",
        "A vertex stands further from every joint that it follows than twice its distance in the "
        "rest pose and a tenth of the asset's size.",
        "It is drawn out into a spike: mostly one influence too many, on a joint that moves away, "
        "or a clip that carries a joint off.",
        "look at the joint named: remove the stray weight, or mend the clip that moves it",
        "Select the vertices, Weights > Limit Total or remove the vertex group; check the "
        "bone's location keys in the clip.",
        "Paint Skin Weights > prune small weights; check the joint's translate curves.",
        "Drop influences on joints outside the vertex's limb before the limit is applied."},
    RuleText{
        "deform/inverted-triangle",
        "More than 1 % of the triangles face away from where their joints turn them, at the time "
        "when the part's joints turn most (50000 triangles of the asset are looked at).",
        "Such triangles are culled or lit from the wrong side: dark spots inside of bent joints.",
        "smooth the weights across the joint, or add an edge loop",
        "Weights > Smooth on the ring around the joint; three loops bend better than one.",
        "Paint Skin Weights > Smooth on the ring around the joint.",
        "Use a corrective shape, or a joint between the two."},
    RuleText{
        "deform/normal-error",
        "Where a joint scales unevenly, normals moved by its matrix lean by more than 5 degrees "
        "from those moved by the inverse transpose.",
        "Engines skip the inverse transpose, which costs nothing while joints only turn and move: "
        "a surface under uneven scale is lit wrongly.",
        "leave uneven scale out of joints, or apply it to the mesh before binding",
        "Apply scale (Ctrl+A) before parenting; key bone scale evenly on all axes.",
        "Freeze transformations before binding; key scale evenly.",
        "Fold constant scale into the inverse binds, or let the shader use the inverse transpose."},
    RuleText{
        "weights/distant-joint",
        "A vertex gives more than 2 % of its weight to a joint more than four edges of the "
        "skeleton from every other joint it follows, and a quarter of the asset's size from that "
        "joint's bones.",
        "The classic stray stroke of a brush: a vertex of the knee that follows a hand tears out "
        "of the leg whenever the arm moves.",
        "remove the stray weight: the joint and the vertices are named",
        "Select the bone's vertex group, then the vertices that are selected by mistake, and "
        "Remove from Active Group.",
        "Paint Skin Weights on the named joint with Replace 0 over the stray vertices.",
        "Drop influences on joints far from the heaviest one, then normalise."},
    RuleText{
        "skin/bind-pose-mismatch",
        "In the rest pose, the joints do not carry the vertices where the mesh was bound: the "
        "joint matrices times the inverse binds move parts of it apart by more than 0.1 % of the "
        "size.",
        "Tools and engines that take the rest pose for the bind pose (retargeting, ragdolls, "
        "T-pose previews) start from a deformed mesh; often the rig was exported in the middle of "
        "an animation.",
        "export in the pose that was bound, or rebind",
        "Set the armature to Rest Position before export, or apply the pose as rest pose.",
        "Go to Bind Pose before export.",
        "Compute rest transforms from the inverse bind matrices, parents first."},
    RuleText{
        "clip/jump",
        "A joint moves by more than eight times what it does in the two keyframes before and "
        "after, and by more than 5 % of the asset's size or 70 degrees.",
        "A pop of a single frame: a capture glitch, a flip of Euler angles, a key that slipped.",
        "look at the joint at the time named; delete or mend the key",
        "Graph Editor: delete the key, or Key > Discontinuity (Euler) Filter.",
        "Graph Editor: Curves > Euler Filter, or delete the key.",
        "Keep quaternions in one hemisphere; reject single samples far from their neighbours."},
    RuleText{
        "clip/loop-seam",
        "A clip that is meant to loop, by its name (walk, run, idle ...) or because its ends are "
        "close, does not end in the pose it starts with: joints below the top are more than 0.1 % "
        "of the size or 1 degree apart.",
        "The character twitches once each round.", "make the last key a copy of the first",
        "Copy the first frame's keys to the last; set the curves to Cycles.",
        "Copy the first frame to the last; Curves > Post Infinity > Cycle.",
        "Blend the last few samples towards the first pose, or loop one frame earlier."},
    RuleText{
        "simulate/displacement",
        "Said with check --simulate alone: the engine's own rule, applied to the weights as they "
        "are stored, puts vertices elsewhere than repaired weights would. Unreal takes 12 "
        "influences, Unity's compute skinning 4, its vertex shader 2 (and normalises those), "
        "Godot 8; none of the others normalises at run time.",
        "Engines count on the importer: a sum of 0.97 pulls a vertex 3 % of its distance towards "
        "the origin, in every frame.",
        "pack with --weights fix, or mend the rule that names the vertices",
        "Weights > Normalize All, Limit Total to what the engine takes.",
        "Normalize Weights, Max Influences as the engine takes.",
        "Normalise after cutting to the engine's influences, heaviest first."},
};

}  // namespace

std::span<const RuleText> deform() {
  return kTexts;
}

}  // namespace rigpack::texts

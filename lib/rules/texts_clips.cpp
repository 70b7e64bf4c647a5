#include "rules/texts.h"

#include <array>

namespace rigpack::texts {
namespace {

constexpr std::array kTexts{
    RuleText{"clip/time-not-increasing", "A key's time is not later than the key before it.",
             "Samplers search for the interval by bisection: with equal or falling times they "
             "divide by zero or jump.",
             "two keys share a time or run backwards: resample the clip",
             "Bake the action (Object > Animation > Bake Action) with a step of 1.",
             "Bake Simulation over the time range; remove keys that share a frame.",
             "Sort keys by time and drop all but the last of each time, in single precision."},
    RuleText{"clip/time-negative", "A key's time is below zero.",
             "glTF starts at 0; players clamp or wrap, and the start of the clip is lost.",
             "move the clip so that it starts at 0 or later",
             "Move the strip so that it starts at frame 0 or 1, and set the scene's start frame to "
             "match.",
             "Shift the keys to frame 0 in the Graph Editor.",
             "Subtract the first time of the clip from all of its tracks."},
    RuleText{"clip/non-finite", "A key's time, value or tangent is NaN or infinite.",
             "The joint and all below it disappear from that key on; the NaN can stay in blended "
             "state for ever.",
             "a key holds NaN or infinity: delete and re-key it",
             "Find the key in the Graph Editor, delete it, bake the action.",
             "Delete the key and check expressions and constraints that divide.",
             "Normalise zero quaternions to the identity and check every value before writing."},
    RuleText{"clip/count-mismatch",
             "A track has no keys, or its values do not match its times (one value a key, three "
             "for cubic splines, and one a target for weights).",
             "Loaders read past the values or shift all keys after the first.",
             "keys and values differ in number: re-export the clip",
             "Bake the action and export again.", "Bake Simulation and export again.",
             "Write count(values) = count(times) x components, times three for CUBICSPLINE."},
    RuleText{"clip/duplicate-target",
             "Two tracks of one clip drive the same property of the same node.",
             "The one read last wins, and which that is depends on the loader.",
             "two channels drive one property: delete one",
             "Export one action at a time; check the NLA for strips that overlap.",
             "Merge the animation layers before export.", "Keep one channel a node and path."},
    RuleText{"clip/quaternion-not-unit",
             "A rotation key is no unit quaternion. Off by more than 0.00769 is a warning, by more "
             "than 0.1 or zero an error.",
             "The joint scales or shears, or a renormalising sampler turns a zero into a jump.",
             "normalise rotation keys (re-export or resample the clip)",
             "Bake the action: Blender normalises what it bakes.",
             "Bake Simulation; use quaternion slerp keys.",
             "Normalise each key; for cubic splines the value only, not its tangents."},
    RuleText{
        "clip/quaternion-long-arc",
        "Neighbouring rotation keys lie in opposite hemispheres (their dot product is negative).",
        "glTF's slerp takes the short way, but samplers that blend componentwise turn the long way "
        "round.",
        "nothing to do: pack flips the signs",
        "Discontinuity (Euler) Filter in the Graph Editor, then export again.",
        "Curves > Euler Filter, then export again.",
        "Negate a key when its dot product with the key before is negative."},
    RuleText{"clip/target-missing", "A channel names no node.",
             "Legal: the channel is ignored. Often a track whose node was deleted.",
             "delete the channel, or give it its node",
             "Clean up the action: delete channels of bones that are gone.",
             "Delete animation curves that drive nothing.", "Leave channels without target out."},
    RuleText{"clip/target-has-matrix",
             "A track drives the translation, rotation or scale of a node given as a matrix.",
             "glTF forbids it: loaders either ignore the track or the matrix.",
             "give the animated node translation, rotation, scale instead",
             "Export again; Blender writes TRS.", "Set the exporter to write TRS, not matrices.",
             "Decompose the matrix of every animated node."},
    RuleText{"clip/interpolation-unknown",
             "A sampler's interpolation is none of LINEAR, STEP, CUBICSPLINE.",
             "Loaders fall back to something: the motion is not what was animated.",
             "use LINEAR, STEP or CUBICSPLINE", "Bake the action with linear keys.",
             "Bake Simulation, then set tangents to linear.", "Resample other curves to LINEAR."},
    RuleText{
        "clip/unsupported-channel",
        "A channel drives something that packages do not hold (materials, cameras, visibility).",
        "The motion is missing from the packed asset.", "this channel is left out of packages",
        "Move such animation out of the character's file.",
        "Move such animation out of the character's file.",
        "Play the channel from the source file, or drive the property in the engine."},
    RuleText{"clip/no-joint-of-any-skin",
             "No track of the clip drives a joint of a skin or a node above or below one, though "
             "the file has skins.",
             "The character stands still while it plays: a clip of something else, or names that "
             "did not match.",
             "check that the clip belongs to this skeleton",
             "Assign the action to the armature and export again.",
             "Check the namespace of the animated joints.",
             "Match tracks to joints by node, and report what did not match."},
    RuleText{"clip/zero-duration", "All keys of the clip stand at one time.",
             "Legal: a pose. A player that divides by the duration gets NaN.",
             "nothing to do when it is meant as a pose", "Check the action's frame range.",
             "Check the export's time range.",
             "Treat a clip of no length as a pose; never divide by its duration."},
    RuleText{"clip/starts-late", "The clip's first key stands later than 0.",
             "Looping players hold the first pose until then: a hitch each round.",
             "move the clip to start at 0",
             "Move the keys to frame 0, or set the scene's start frame.",
             "Shift the keys to frame 0.", "Subtract the first time of the clip from all tracks."},
    RuleText{"clip/at-rest-track", "Tracks hold the node's rest value at every key.",
             "Bytes and sampling time without any motion.", "nothing to do: pack leaves them out",
             "Optimize Animation Size in the exporter; bake only what moves.",
             "Delete static channels before export.",
             "Compare each key with the rest value and drop the track."},
    RuleText{"clip/constant-track",
             "Tracks hold one value at every key, other than the rest value.",
             "Bytes and sampling time for a single value.", "nothing to do: pack keeps one key",
             "Optimize Animation Size in the exporter.",
             "Delete redundant keys (Key > Simplify Curve or Delete Static Channels).",
             "Keep the first key alone."},
    RuleText{"clip/scale-animated", "Tracks animate the scale of joints.",
             "Many engines leave scale out of compressed clips or pay for it on every joint; "
             "non-uniform scale shears what hangs below.",
             "leave scale out unless it is meant",
             "Delete scale curves that are not meant (select the Scale channels, X).",
             "Delete scale keys that are not meant.",
             "Skip scale tracks that stay within 0.1 % of the rest scale."},
    RuleText{
        "clip/scale-zero", "A scale key is zero on an axis.",
        "The matrix has no inverse: normals, physics and inverse kinematics break at that moment.",
        "hide by 0.001 rather than 0, or by visibility", "Key 0.001 instead of 0.",
        "Key 0.001 instead of 0.", "Clamp scale keys to a small value."},
};

}  // namespace

std::span<const RuleText> clips() {
  return kTexts;
}

}  // namespace rigpack::texts

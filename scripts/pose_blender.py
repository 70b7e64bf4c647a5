"""Run by Blender: imports a file and writes where its vertices stand at some key frames.

    blender -b --factory-startup -P scripts/pose_blender.py -- ASSET OUT.json POSES

OUT.json: {"fps", "rest": [x, y, z, ...], "clips": [{"name", "start", "poses": [{"frame", "points": [x, y, z, ...]}]}]}. A clip
is one action of the armature, with what else is animated under the same take.
"""
import json
import sys

import bpy


def load(path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    if path.lower().endswith(".dae"):
        bpy.ops.wm.collada_import(filepath=path)
    else:
        bpy.ops.preferences.addon_enable(module="io_scene_fbx")
        bpy.ops.import_scene.fbx(filepath=path)


def take_of(action):
    """Blender names an action "object|take|layer"."""
    parts = action.name.split("|")
    return parts[1] if len(parts) > 1 else action.name


def animated():
    """(owner, its animation data) of all that is animated."""
    owners = list(bpy.data.objects) + [key for key in bpy.data.shape_keys]
    return [(owner, owner.animation_data) for owner in owners
            if owner.animation_data and owner.animation_data.action]


def assign(take):
    """Gives each owner its own action of `take`; the others keep what they have."""
    for owner, data in animated():
        prefix = data.action.name.split("|")[0]
        for action in bpy.data.actions:
            if action.name.startswith(prefix + "|") and take_of(action) == take:
                data.action = action


def points():
    graph = bpy.context.evaluated_depsgraph_get()
    out = []
    for item in sorted(bpy.context.scene.objects, key=lambda each: each.name):
        if item.type == "MESH":
            evaluated = item.evaluated_get(graph)
            for vertex in evaluated.data.vertices:
                out.extend(evaluated.matrix_world @ vertex.co)
    return out


def key_frames(count):
    frames = sorted({round(key.co[0], 3) for _, data in animated()
                     for curve in data.action.fcurves for key in curve.keyframe_points})
    step = max(1, (len(frames) - 1) / max(1, count - 1))
    return frames[0], sorted({frames[min(len(frames) - 1, round(i * step))] for i in range(count)})


def pose(count):
    scene = bpy.context.scene
    start, frames = key_frames(count)
    poses = []
    for frame in frames:
        scene.frame_set(int(frame), subframe=frame - int(frame))
        poses.append({"frame": frame, "points": points()})
    return start, poses


def main():
    asset, out, count = sys.argv[sys.argv.index("--") + 1:]
    load(asset)
    render = bpy.context.scene.render
    document = {"fps": render.fps / render.fps_base, "rest": points(), "clips": []}
    takes = sorted({take_of(data.action) for owner, data in animated()} |
                   {take_of(action) for action in bpy.data.actions})
    if asset.lower().endswith(".dae"):
        takes = ["all"] if animated() else []  # an action an object, none named by a take
    for take in takes:
        if take != "all":
            assign(take)
        start, poses = pose(int(count))
        document["clips"].append({"name": take, "start": start, "poses": poses})
    with open(out, "w", encoding="utf-8") as file:
        json.dump(document, file)


main()

"""Puts the biped's parts into one .glb."""

import math

from . import biped_clips, biped_skin
from .biped_rig import Rig
from .gltf import FLOAT, INDICES, UBYTE, USHORT, VERTICES, Document, pack_rows
from .surface import Surface, four_influences
from .vec import add, cross, f32, scale, smoothstep, turn, unit

TARGETS = ["breathe", "blink"]
WHITE, IRIS = (246, 244, 238, 255), (52, 84, 60, 255)
HAT, BAND = (128, 44, 40, 255), (44, 32, 28, 255)


def rows(values):
    return [tuple(map(f32, v)) for v in values]


def breathe(p):
    """How far the deep breath moves a point of the skin."""
    x, y, z = p
    much = math.exp(-((y - 1.27) / 0.11) ** 2) * smoothstep(0.26, 0.14, abs(x))
    front = 0.022 * smoothstep(-0.02, 0.08, z)
    return (0.06 * x * much, 0.006 * much, front * much)


def eyes():
    """Two balls in the head's sockets: (positions, normals, colours, indices)."""
    out = ([], [], [], [])
    for side in (1, -1):
        centre, facing = (side * 0.030, 1.636, 0.0805), unit((side * 0.12, 0, 1))
        ball(out, centre, facing, 0.0135)
    return out


def ball(out, centre, facing, radius, columns=10, rings=6):
    positions, normals, colours, indices = out
    first = len(positions)
    right = unit(cross((0, 1, 0), facing))
    up = cross(facing, right)
    for ring in range(rings + 1):
        tilt = math.pi * 0.62 * ring / rings
        for column in range(columns):
            turned = 2 * math.pi * column / columns
            across = add(scale(right, math.cos(turned)), scale(up, math.sin(turned)))
            normal = add(scale(facing, math.cos(tilt)), scale(across, math.sin(tilt)))
            positions.append(add(centre, scale(normal, radius)))
            normals.append(normal)
            colours.append(IRIS if ring <= 1 else WHITE)
    for ring in range(rings):
        for column in range(columns):
            a, b = (first + ring * columns + c % columns for c in (column, column + 1))
            if ring > 0:
                indices += [a, a + columns, b]
            indices += [b, a + columns, b + columns]


def hat():
    """A bowler around the origin, turned on a lathe: a Surface of hard and soft edges."""
    profile = [(0.076, 0.0), (0.128, 0.006), (0.132, 0.012), (0.088, 0.008), (0.087, 0.028),
               (0.083, 0.058), (0.066, 0.084), (0.036, 0.098)]
    surface = Surface()
    nothing = biped_skin.only("head")
    loops = []
    for radius, y in profile:
        angles = [2 * math.pi * k / 16 for k in range(16)]
        loops.append(surface.loop([(0.92 * radius * math.cos(a), y, 1.12 * radius * math.sin(a))
                                   for a in angles], nothing))
    tip = surface.loop([(0.0, 0.101, 0.0)], nothing)[0]
    surface.tube(loops, (0.0, 0.0, 1.0, 1.0), lambda row, c: BAND if row == 3 else HAT, tip=tip)
    return surface


def vertices_of(document):
    """Stores vertex attributes in `document`."""
    return lambda values, component, kind, **more: document.accessor(values, component, kind,
                                                                     VERTICES, **more)


def sparse_target(document, deltas):
    """A POSITION target that stores only the points that move; a plain zero one if none does."""
    moving = [i for i, d in enumerate(deltas) if any(d)]
    item = {"componentType": FLOAT, "count": len(deltas), "type": "VEC3",
            "min": [min(c) for c in zip(*deltas)], "max": [max(c) for c in zip(*deltas)]}
    if moving:
        item["sparse"] = {
            "count": len(moving),
            "indices": {"bufferView": document.view(pack_rows([(i,) for i in moving], USHORT)),
                        "componentType": USHORT},
            "values": {"bufferView": document.view(pack_rows([deltas[i] for i in moving], FLOAT))}}
    return document.add("accessors", item)


def skin_primitive(document, rig):
    surface = biped_skin.build()
    corners, indices = surface.split()
    positions, normals = rows(surface.positions), rows(surface.normals())
    slots = {name: i for i, name in enumerate(rig.names)}
    influences = [four_influences(w, slots) for w in surface.weights]
    points = [corner[0] for corner in corners]
    deltas = [rows([breathe(p)])[0] for p in surface.positions]
    vertex = vertices_of(document)
    return {
        "attributes": {
            "POSITION": vertex([positions[p] for p in points], FLOAT, "VEC3", bounds=True),
            "NORMAL": vertex([normals[p] for p in points], FLOAT, "VEC3"),
            "TEXCOORD_0": vertex([corner[1] for corner in corners], FLOAT, "VEC2"),
            "COLOR_0": vertex([corner[2] for corner in corners], UBYTE, "VEC4", normalized=True),
            "JOINTS_0": vertex([influences[p][0] for p in points], UBYTE, "VEC4"),
            "WEIGHTS_0": vertex([influences[p][1] for p in points], FLOAT, "VEC4")},
        "indices": document.accessor(indices, USHORT, "SCALAR", INDICES),
        "targets": [{"POSITION": sparse_target(document, [deltas[p] for p in points])},
                    {"POSITION": sparse_target(document, [(0.0, 0.0, 0.0)] * len(points))}],
        "material": 0}


def eye_primitive(document, rig):
    """The second primitive: bytes for weights, and its own material."""
    positions, normals, colours, indices = eyes()
    shut = [rows([(0, 0.85 * (1.632 - p[1]), -0.007 if p[2] > 0.088 else 0)])[0] for p in positions]
    count = len(positions)
    vertex = vertices_of(document)
    return {
        "attributes": {
            "POSITION": vertex(rows(positions), FLOAT, "VEC3", bounds=True),
            "NORMAL": vertex(rows(normals), FLOAT, "VEC3"),
            "COLOR_0": vertex(colours, UBYTE, "VEC4", normalized=True),
            "JOINTS_0": vertex([(rig.names.index("head"), 0, 0, 0)] * count, UBYTE, "VEC4"),
            "WEIGHTS_0": vertex([(255, 0, 0, 0)] * count, UBYTE, "VEC4", normalized=True)},
        "indices": document.accessor(indices, USHORT, "SCALAR", INDICES),
        "targets": [{"POSITION": sparse_target(document, [(0.0, 0.0, 0.0)] * count)},
                    {"POSITION": sparse_target(document, shut)}],
        "material": 1}


def hat_mesh(document):
    surface = hat()
    corners, indices = surface.split()
    positions, normals = rows(surface.positions), rows(surface.normals())
    vertex = vertices_of(document)
    return document.add("meshes", {"name": "hat", "primitives": [{
        "attributes": {
            "POSITION": vertex([positions[c[0]] for c in corners], FLOAT, "VEC3", bounds=True),
            "NORMAL": vertex([normals[c[0]] for c in corners], FLOAT, "VEC3"),
            "COLOR_0": vertex([c[2] for c in corners], UBYTE, "VEC4", normalized=True)},
        "indices": document.accessor(indices, USHORT, "SCALAR", INDICES), "material": 2}]})


def add_nodes(document, rig, body_mesh, hat_mesh_index):
    """The joints as nodes 0 .. n-1, then the hat under the head and the skinned body."""
    for name in rig.names:
        translation, rotation = rig.local[name]
        node = {"name": name, "translation": list(translation)}
        if rotation != (0.0, 0.0, 0.0, 1.0):
            node["rotation"] = list(rotation)
        children = [i for i, n in enumerate(rig.names) if rig.joints[n].parent == name]
        if children:
            node["children"] = children
        document.add("nodes", node)
    hat_node = document.add("nodes", {
        "name": "hat", "mesh": hat_mesh_index, "translation": [0.0, f32(0.148), f32(0.004)],
        "rotation": [f32(x) for x in turn((1, 0, 0), -7)]})
    document.json["nodes"][rig.names.index("head")].setdefault("children", []).append(hat_node)
    binds = document.accessor([rig.inverse_bind[n] for n in rig.names], FLOAT, "MAT4")
    skin = document.add("skins", {"name": "biped", "joints": list(range(len(rig.names))),
                                  "inverseBindMatrices": binds, "skeleton": 0})
    body = document.add("nodes", {"name": "body", "mesh": body_mesh, "skin": skin})
    document.add("scenes", {"name": "biped", "nodes": [0, body]})
    document.json["scene"] = 0
    return body


def add_clip(document, name, rig, motion, weights, body):
    """Every joint's rotation, the hips' translation and the morph weights on one time track."""
    places, turns = motion
    times = [f32(k / biped_clips.RATE) for k in range(len(places))]
    inputs = document.accessor(times, FLOAT, "SCALAR", bounds=True)
    samplers, channels = [], []

    def track(node, path, values, kind):
        samplers.append({"input": inputs, "output": document.accessor(values, FLOAT, kind)})
        channels.append({"sampler": len(samplers) - 1, "target": {"node": node, "path": path}})

    track(0, "translation", places, "VEC3")
    for node, joint in enumerate(rig.names):
        track(node, "rotation", turns[joint], "VEC4")
    track(body, "weights", [f32(w) for key in weights for w in key], "SCALAR")
    document.add("animations", {"name": name, "channels": channels, "samplers": samplers})


def blink(at, t):
    return max(0.0, 1 - abs(t - at) / 0.08)


def build():
    document, rig = Document(), Rig()
    for name, rough in (("skin and cloth", 0.8), ("eyes", 0.2), ("felt", 0.95)):
        document.add("materials", {"name": name, "pbrMetallicRoughness": {
            "metallicFactor": 0.0, "roughnessFactor": rough}})
    mesh = document.add("meshes", {
        "name": "body", "primitives": [skin_primitive(document, rig), eye_primitive(document, rig)],
        "weights": [0.0, 0.0], "extras": {"targetNames": TARGETS}})
    body = add_nodes(document, rig, mesh, hat_mesh(document))
    walk, wave = biped_clips.walk(rig), biped_clips.wave(rig)
    count = len(walk[0])
    breath = [(0.5 - 0.5 * math.cos(2 * math.pi * k / (count - 1)), blink(0.4, k / 30))
              for k in range(count)]
    add_clip(document, "walk", rig, walk, breath, body)
    add_clip(document, "wave", rig, wave, [(0.25, max(blink(0.7, k / 30), blink(1.6, k / 30)))
                                           for k in range(len(wave[0]))], body)
    return document.to_glb()

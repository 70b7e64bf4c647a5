"""A bad and a good asset for each rule that needs poses."""

import math

from .gltf import FLOAT, VERTICES
from .rule_pairs import change, pair, poke, poke_primitive, strip
from .strip import Influences, Track
from .vec import f32

RING = 8


def turn(degrees, axis=2):
    """A quaternion about x, y or z."""
    half = math.radians(degrees) / 2
    out = [0.0, 0.0, 0.0, f32(math.cos(half))]
    out[axis] = f32(math.sin(half))
    return tuple(out)


def turns(*degrees, axis=2, node=2, step=0.125):
    return Track(node, "rotation", [step * i for i in range(len(degrees))],
                 [turn(d, axis) for d in degrees])


def tube(*tracks):
    """Rings around y from 0 to 3 that follow three joints a unit above each other, each blending
    into the next within half a unit."""
    def edit(made):
        heights = [0.25 * i for i in range(13)]
        made.positions = [(f32(0.2 * math.cos(2 * math.pi * i / RING)), y,
                           f32(0.2 * math.sin(2 * math.pi * i / RING)))
                          for y in heights for i in range(RING)]
        made.indices = []
        for row in range(len(heights) - 1):
            for i in range(RING):
                a, b = row * RING + i, row * RING + (i + 1) % RING
                made.indices += [a, a + RING, b, b, a + RING, b + RING]
        joints, weights = [], []
        for y in heights:
            below = min(1, max(0, math.floor(y - 0.75)))
            share = min(1.0, max(0.0, (y - (below + 0.75)) / 0.5))
            joints += [(below, below + 1 if share > 0 else 0, 0, 0)] * RING if share < 1 else \
                [(below + 1, 0, 0, 0)] * RING
            weights += [(1 - share, share, 0.0, 0.0) if share < 1 else (1.0, 0.0, 0.0, 0.0)] * RING
        made.sets = [Influences(joints, weights)]
        made.tracks = list(tracks)
    return strip(edit, joints=3)


# All of the twist at one joint wrings the tube like a candy's wrapper; a joint between shares it.
pair("deform/volume-loss", tube(turns(0, 170, 0, axis=1, step=0.5)),
     tube(turns(0, 85, 0, axis=1, step=0.5), turns(0, 85, 0, axis=1, node=3, step=0.5)))


def moved(height):
    return strip(change(tracks=[Track(2, "translation", [0, 0.5, 1],
                                      [(0, 1.0, 0), (0, height, 0), (0, 1.0, 0)])]))


pair("deform/far-flung", moved(10.0), moved(1.25))
pair("deform/inverted-triangle", strip(change(tracks=[turns(0, 170, 0, axis=0, step=0.5)])),
     strip(change(tracks=[turns(0, 45, 0, axis=0, step=0.5)])))


def slanting_normals(scale):
    """Every normal leans, and the upper joint grows to `scale`."""
    def patch(document, primitive):
        del document.json["buffers"]
        lean = (f32(0.5 ** 0.5), f32(0.5 ** 0.5), 0)
        primitive["attributes"]["NORMAL"] = document.accessor([lean] * 6, FLOAT, "VEC3", VERTICES)
        document.embed()
    made = change(tracks=[Track(2, "scale", [0, 0.5, 1], [(1.0, 1, 1), scale, (1.0, 1, 1)])])
    return strip(made, patch=poke_primitive(patch))


pair("deform/normal-error", slanting_normals((1.0, 2.0, 1.0)), slanting_normals((2.0, 2.0, 2.0)))


def stray(joint):
    """The lowest vertices follow `joint` of seven a little."""
    def edit(made):
        for vertex in (0, 1):
            made.influence(vertex, [0, joint], [0.875, 0.125])
    return strip(edit, joints=7)


pair("weights/distant-joint", stray(6), stray(1))
pair("skin/bind-pose-mismatch", strip(patch=poke("nodes", 2, translation=[0, 1.5, 0])))
pair("clip/jump", strip(change(tracks=[turns(0, 1, 2, 3, 4, 94, 95, 96, 97, 98)])),
     strip(change(tracks=[turns(0, 10, 20, 30, 40, 50, 60, 70, 80, 90)])))
pair("clip/loop-seam", strip(change(tracks=[turns(0, 30, 5)])),
     strip(change(tracks=[turns(0, 30, 0)])))


def files():
    """rule_pairs writes every pair there is."""
    return {}

"""Pairs of the rules that judge what is legal, and still surprises an engine or costs bytes."""

import json

from .gltf import FLOAT, VERTICES
from .rule_pairs import (TURNED, UPRIGHT, bind_at, change, influence, keys, pair, poke,
                         poke_primitive, second_bind, strip)
from .strip import Track, gltf_of, Strip

PROFILES = {}  # rule id -> the profile both files of its pair are checked with

# ---- weights

pair("weights/unsorted", influence([0, 1], [0.25, 0.75]), influence([1, 0], [0.75, 0.25]))
pair("weights/below-quantum", influence([0, 1], [1 - 2.0 ** -18, 2.0 ** -18]),
     influence([0, 1], [1 - 2.0 ** -12, 2.0 ** -12]))


def seam(weights):
    """Vertex 3 lies where vertex 2 does; both follow the two joints, half and half or not."""
    def edit(made):
        made.positions[3] = made.positions[2]
        made.influence(3, [0, 1], weights)
    return strip(edit)


pair("weights/seam-mismatch", seam([0.75, 0.25]), seam([0.5, 0.5]))

# ---- skins and skeletons


def second_bind_is(matrix):
    return strip(change(binds=[bind_at(0), matrix]))


pair("skin/inverse-bind-scale",
     second_bind_is([2.0, 0, 0, 0, 0, 2.0, 0, 0, 0, 0, 2.0, 0, 0, -2.0, 0, 1.0]))
pair("skin/inverse-bind-shear", second_bind(m4=0.5), second_bind(m4=0.01))
pair("skin/inverse-bind-mirrored", second_bind(m0=-1.0))


def transposed(document):
    """Nothing but the second matrix's rows for its columns: the rule beside is not-affine's."""
    del document.json["buffers"]
    matrix = bind_at(1)
    rows = [matrix[4 * column + row] for row in range(4) for column in range(4)]
    document.json["skins"][0]["inverseBindMatrices"] = document.accessor(
        [bind_at(0), rows], FLOAT, "MAT4")
    document.embed()


pair("skin/inverse-bind-transposed", strip(patch=transposed))

pair("skin/too-many-joints", strip(joints=4), strip(joints=2))
PROFILES["skin/too-many-joints"] = {"max_joints": {"warn": 3}}
pair("skin/unused-joint", strip(joints=3))
pair("skin/duplicate-joint-name", strip(patch=poke("nodes", 2, name="joint0")))
pair("skin/empty-joint-name", strip(patch=poke("nodes", 2, name=None)))
pair("skin/node-transform-ignored", strip(patch=poke("nodes", 0, translation=[1, 0, 0])),
     strip(patch=poke("nodes", 0, translation=[0, 0, 0])))


def second_skin(document):
    document.json["skins"].append(dict(document.json["skins"][0]))


pair("skin/skin-without-mesh", strip(patch=second_skin))
pair("skeleton/joint-scale-non-uniform", strip(patch=poke("nodes", 2, scale=[1, 1.5, 1])),
     strip(patch=poke("nodes", 2, scale=[1.5, 1.5, 1.5])))
pair("skeleton/negative-scale", strip(patch=poke("nodes", 2, scale=[-1, 1, 1])))
pair("skeleton/zero-scale", strip(patch=poke("nodes", 2, scale=[0, 0, 0])))
pair("skeleton/too-deep", strip(joints=5), strip(joints=4))
PROFILES["skeleton/too-deep"] = {"max_depth": 4}

# ---- clips

pair("clip/quaternion-long-arc", keys([0, 1], [UPRIGHT, (0, 0, -0.6, -0.8)]),
     keys([0, 1], [UPRIGHT, TURNED]))


def apart(document):
    """The track drives a node that has nothing to do with the skin."""
    document.json["nodes"].append({"name": "lamp"})
    document.json["scenes"][0]["nodes"].append(3)
    document.json["animations"][0]["channels"][0]["target"]["node"] = 3


pair("clip/no-joint-of-any-skin", strip(patch=apart))
pair("clip/zero-duration", keys([0], [TURNED]), keys([0, 1], [UPRIGHT, TURNED]))
pair("clip/starts-late", keys([0.5, 1], [UPRIGHT, TURNED]), keys([0, 1], [UPRIGHT, TURNED]))
pair("clip/at-rest-track", keys([0, 1], [UPRIGHT, UPRIGHT]), keys([0, 1], [UPRIGHT, TURNED]))
pair("clip/constant-track", keys([0, 1], [TURNED, TURNED]), keys([0, 1], [UPRIGHT, TURNED]))


def scales(*values):
    return strip(change(tracks=[Track(2, "scale", [0, 1], list(values))]))


pair("clip/scale-animated", scales((1, 1, 1), (2, 2, 2)), scales((1, 1, 1), (1, 1, 1)))
pair("clip/scale-zero", scales((1, 1, 1), (0, 0, 0)), scales((1, 1, 1), (0.001, 0.001, 0.001)))

# ---- meshes

pair("mesh/degenerate-triangle", strip(lambda made: made.indices.extend([0, 0, 1])))
pair("mesh/unused-vertex", strip(lambda made: made.indices.__delitem__(slice(9, 12))))


def attribute(name, rows, kind):
    def patch(document, primitive):
        del document.json["buffers"]
        primitive["attributes"][name] = document.accessor(rows, FLOAT, kind, VERTICES)
        document.embed()
    return strip(patch=poke_primitive(patch))


pair("mesh/normal-not-unit", attribute("NORMAL", [(0, 0, 1)] * 5 + [(0, 0, 0.5)], "VEC3"),
     attribute("NORMAL", [(0, 0, 1)] * 6, "VEC3"))


def tangents(last_w):
    def patch(document, primitive):
        del document.json["buffers"]
        for name, rows, kind in (("NORMAL", [(0, 0, 1)] * 6, "VEC3"),
                                 ("TANGENT", [(1, 0, 0, 1)] * 5 + [(1, 0, 0, last_w)], "VEC4")):
            primitive["attributes"][name] = document.accessor(rows, FLOAT, kind, VERTICES)
        document.embed()
    return strip(patch=poke_primitive(patch))


pair("mesh/tangent-invalid", tangents(0.5), tangents(-1))

# ---- budgets

def two_clips(document):
    document.json["animations"].append(dict(document.json["animations"][0]))


SMALL = len(gltf_of(Strip()))
pair("budget/joints", strip(joints=3))
pair("budget/clips", strip(patch=two_clips))
pair("budget/bytes", strip(joints=3))
PROFILES["budget/joints"] = {"budget": {"joints": 2}}
PROFILES["budget/clips"] = {"budget": {"clips": 1}}
PROFILES["budget/bytes"] = {"budget": {"bytes": SMALL}}


def one_row_less(made):
    """Four vertices instead of six."""
    made.positions = made.positions[:4]
    made.indices = made.indices[:6]
    made.sets[0].joints = made.sets[0].joints[:4]
    made.sets[0].weights = made.sets[0].weights[:4]


pair("budget/vertices", strip(), strip(one_row_less))
PROFILES["budget/vertices"] = {"budget": {"vertices": 4}}


def files():
    """The profiles; rule_pairs writes the pairs."""
    out = {}
    for rule, profile in PROFILES.items():
        text = json.dumps({"name": "test", **profile}, indent=1) + "\n"
        out["rules/%s.profile.json" % rule.replace("/", "-")] = text.encode()
    return out

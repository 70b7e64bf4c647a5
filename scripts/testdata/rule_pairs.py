"""For each rule a strip that breaks it alone, and one close by that does not."""

from .gltf import FLOAT, UBYTE, pack_rows
from .strip import Influences, Strip, Track, bind_at, document_of, gltf_of

NAN = float("nan")
PAIRS = {}  # rule id -> (bad, good): functions that give (ending, bytes)


def strip(edit=None, patch=None, joints=2):
    """A .gltf of a Strip after `edit(strip)`, and `patch(document)` of what was built."""
    def write():
        made = Strip(joints)
        if edit:
            edit(made)
        return "gltf", gltf_of(made, patch)
    return write


def pair(rule, bad, good=strip()):
    PAIRS[rule] = (bad, good)


def change(**parts):
    return lambda made: made.__dict__.update(parts)


def influence(joints, weights, **more):
    return strip(lambda made: made.influence(2, joints, weights, **more))


def poke(kind, index, **values):
    """Patch: changes properties of `json[kind][index]`; None removes one."""
    def patch(document):
        item = document.json[kind][index]
        for name, value in values.items():
            item[name] = value
            if value is None:
                del item[name]
    return patch


def poke_accessor(use, **values):
    def patch(document):
        poke("accessors", document.accessor_of[use], **values)(document)
    return patch


def poke_primitive(edit):
    return lambda document: edit(document, document.json["meshes"][0]["primitives"][0])


def poke_json(**values):
    return lambda document: document.json.update(values)


# ---- weights

pair("weights/not-normalized", influence([0, 1], [0.5, 0.25]), influence([0, 1], [0.5, 0.5]))
pair("weights/imprecise-sum", influence([0, 1], [0.5, 0.4999]))
pair("weights/zero-sum", influence([0], [0.0]), influence([0], [1.0]))
pair("weights/negative", influence([0, 1], [0.75, -0.25]), influence([0, 1], [0.75, 0.25]))
pair("weights/non-finite", influence([0, 1], [0.5, NAN]))
pair("weights/above-one", influence([0], [1.5]), influence([0], [1.0]))
pair("weights/joint-out-of-range", influence([0, 2], [0.5, 0.5]), influence([0, 1], [0.5, 0.5]))
pair("weights/joint-out-of-range-unused", influence([0, 9], [1.0]), influence([0, 0], [1.0]))
pair("weights/duplicate-joint", influence([1, 1], [0.5, 0.5]), influence([1], [1.0]))
pair("weights/unused-slot-not-zero", influence([0, 1], [1.0]), influence([0, 0], [1.0]))


def many_influences(count):
    """Vertex 2 follows `count` joints with equal weight; the other vertices one each."""
    def edit(made):
        made.sets = [Influences([(0, 0, 0, 0)] * 6, [(1.0 if group == 0 else 0.0, 0, 0, 0)] * 6)
                     for group in range(3)]
        for group in range(3):
            slots = [s for s in range(4 * group, 4 * group + 4) if s < count]
            made.influence(2, slots, [1.0 / count] * len(slots), group)
    return strip(edit, joints=12)


pair("weights/too-many-influences", many_influences(12), many_influences(8))


def second_set(with_weights):
    zeros = [(0, 0, 0, 0)] * 6
    return strip(lambda made: made.sets.append(Influences(zeros, zeros if with_weights else None)))


pair("weights/sets-mismatch", second_set(False), second_set(True))

# ---- skins and skeletons


def second_bind(**elements):
    """Replaces elements (m13 = index 13) of the second inverse bind matrix."""
    matrix = bind_at(1)
    for name, value in elements.items():
        matrix[int(name[1:])] = value
    return strip(change(binds=[bind_at(0), matrix]))


pair("skin/inverse-bind-missing", strip(change(binds=None)))
pair("skin/inverse-bind-count", strip(change(binds=[bind_at(0)])),
     strip(change(binds=[bind_at(0), bind_at(1), bind_at(2)])))
pair("skin/inverse-bind-non-finite", second_bind(m13=NAN))
pair("skin/inverse-bind-not-affine", second_bind(m3=0.5))
pair("skin/inverse-bind-singular", second_bind(m0=0.0), second_bind(m0=0.5))
pair("skin/joints-invalid", strip(change(joints=[1, 1])), strip(change(joints=[1, 2])))


def two_trees(root_above):
    """The joints as siblings, below one node that is no joint or below none."""
    def edit(made):
        made.nodes[1].pop("children")
        made.roots = [0, 1, 2]
        if root_above:
            made.nodes.append({"name": "above", "children": [1, 2]})
            made.roots = [0, 3]
    return strip(edit)


pair("skin/skeleton-not-common-root", strip(patch=poke("skins", 0, skeleton=2)),
     strip(patch=poke("skins", 0, skeleton=1)))
pair("skin/no-common-root", two_trees(False), two_trees(True))
pair("skin/joint-outside-scene", strip(change(roots=[0])), strip(change(roots=[0, 1])))
pair("skin/mesh-without-weights", strip(change(sets=[])))
pair("skin/weights-without-skin", strip(patch=poke("nodes", 0, skin=None)))
pair("skeleton/rotation-not-unit", strip(patch=poke("nodes", 1, rotation=[0, 0, 0.8, 0.3])),
     strip(patch=poke("nodes", 1, rotation=[0, 0, 0.6, 0.8])))
pair("skeleton/matrix-not-decomposable",
     strip(patch=poke("nodes", 1, matrix=[1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])),
     strip(patch=poke("nodes", 1, matrix=[0, 2, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])))
pair("skeleton/cycle", strip(patch=poke("nodes", 2, children=[1])))
pair("skeleton/not-a-tree",
     strip(lambda made: made.nodes.append({"name": "second parent", "children": [2]})),
     strip(lambda made: made.nodes.append({"name": "nobody's parent"})))

# ---- clips

UPRIGHT, TURNED = (0, 0, 0, 1.0), (0, 0, 0.6, 0.8)


def keys(times, values, **more):
    """The strip with one rotation track on its second joint."""
    return strip(change(tracks=[Track(2, "rotation", times, values, **more)]))


pair("clip/time-not-increasing", keys([0, 1, 1], [UPRIGHT, TURNED, UPRIGHT]),
     keys([0, 0.5, 1], [UPRIGHT, TURNED, UPRIGHT]))
pair("clip/time-negative", keys([-0.5, 1], [UPRIGHT, TURNED]), keys([0.5, 1], [UPRIGHT, TURNED]))
pair("clip/non-finite", keys([0, 1], [UPRIGHT, (0, 0, NAN, 1)]), keys([0, 1], [UPRIGHT, TURNED]))
pair("clip/count-mismatch", keys([0, 0.5, 1], [UPRIGHT, TURNED]), keys([0, 1], [UPRIGHT, TURNED]))
pair("clip/quaternion-not-unit", keys([0, 1], [UPRIGHT, (0, 0, 0.8, 0.3)]),
     keys([0, 1], [UPRIGHT, TURNED]))
pair("clip/interpolation-unknown", keys([0, 1], [UPRIGHT, TURNED], interpolation="BEZIER"),
     keys([0, 1], [UPRIGHT, TURNED], interpolation="STEP"))


def two_tracks(second_node):
    return strip(change(tracks=[Track(node, "rotation", [0, 1], [UPRIGHT, TURNED])
                                for node in (2, second_node)]))


pair("clip/duplicate-target", two_tracks(2), two_tracks(1))


def matrix_on(node):
    """A matrix instead of TRS on joint `node`; the track drives node 2."""
    matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, node - 1, 0, 1]
    return strip(patch=poke("nodes", node, translation=None if node == 2 else [0, 0, 0],
                            matrix=matrix))


pair("clip/target-has-matrix", matrix_on(2),
     strip(patch=poke("nodes", 1, matrix=[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])))
pair("clip/target-missing",
     strip(change(tracks=[Track(None, "rotation", [0, 1], [UPRIGHT, TURNED])])))


def pointer_channel(document):
    target = {"path": "pointer", "extensions": {"KHR_animation_pointer": {
        "pointer": "/nodes/2/rotation"}}}
    document.json["animations"][0]["channels"][0]["target"] = target
    document.json["extensionsUsed"] = ["KHR_animation_pointer"]


pair("clip/unsupported-channel", strip(patch=pointer_channel))

# ---- meshes

def spoil_position(document):
    """NaN in the stored bytes only: bounds cannot say it in JSON."""
    view = document.json["bufferViews"][0]
    document.binary[view["byteOffset"]:view["byteOffset"] + 4] = pack_rows([(NAN,)], FLOAT)
    del document.json["buffers"]
    document.embed()


pair("mesh/non-finite", strip(patch=spoil_position))
pair("mesh/index-out-of-range", strip(lambda made: made.indices.__setitem__(11, 99)))


def morph(count):
    """A morph target of `count` deltas for the six vertices."""
    def patch(document, primitive):
        del document.json["buffers"]
        deltas = [(0, 0, 0.5 * (i % 2)) for i in range(count)]
        primitive["targets"] = [{"POSITION": document.accessor(deltas, FLOAT, "VEC3",
                                                               bounds=True)}]
        document.embed()
    return strip(patch=poke_primitive(patch))


pair("mesh/morph-target-invalid", morph(5), morph(6))

# ---- files


def binary(edit):
    """A .glb of the strip after `edit(bytes)`."""
    return lambda: ("glb", edit(Strip().build().to_glb()))


def raw(edit):
    """A .gltf whose text is changed."""
    return lambda: ("gltf", edit(gltf_of(Strip())))


def longer_buffer(document):
    document.json["buffers"][0]["byteLength"] += 64


pair("asset/truncated", strip(patch=longer_buffer))
pair("asset/accessor-out-of-bounds", strip(patch=poke_accessor("POSITION", count=7)))
pair("asset/buffer-missing", strip(patch=poke("buffers", 0, uri="not-there.bin")))
pair("asset/path-escape", strip(patch=poke("buffers", 0, uri="../outside.bin")))
pair("asset/container", binary(lambda data: data[:12] + data[12:16] + b"NOPE" + data[20:]),
     binary(lambda data: data))
pair("asset/json", raw(lambda text: text.replace(b'"scene": 0', b'"scene": 0,,')))
pair("asset/version", strip(patch=poke_json(asset={"version": "1.0"})),
     strip(patch=poke_json(asset={"version": "2.0", "minVersion": "2.0"})))
pair("asset/schema", strip(patch=poke("bufferViews", 0, byteLength="72")))
pair("asset/reference", strip(patch=poke("nodes", 2, children=[99])))
pair("asset/accessor-type",
     strip(change(sets=[Influences(Strip().sets[0].joints, Strip().sets[0].weights, FLOAT)])),
     strip(change(sets=[Influences(Strip().sets[0].joints, Strip().sets[0].weights, UBYTE)])))


def unaligned_keys(document):
    """Moves the last key of the clip to an odd place."""
    accessor = document.json["accessors"][document.accessor_of["times"]]
    accessor.update(count=2, byteOffset=2)


pair("asset/accessor-alignment",
     strip(change(tracks=[Track(2, "rotation", [0, 0.5, 1], [UPRIGHT, TURNED])]), unaligned_keys))


pair("asset/bounds", strip(patch=poke_accessor("POSITION", max=[0.5, 2, 0])))


def sparse_positions(indices):
    """Moves some vertices to where they already are, sparsely."""
    def patch(document):
        del document.json["buffers"]
        values = [Strip().positions[i % 6] for i in indices]
        document.json["accessors"][document.accessor_of["POSITION"]]["sparse"] = {
            "count": len(indices),
            "indices": {"bufferView": document.view(bytes(indices)), "componentType": UBYTE},
            "values": {"bufferView": document.view(pack_rows(values, FLOAT))}}
        document.embed()
    return strip(patch=patch)


pair("asset/sparse", sparse_positions([3, 1]), sparse_positions([1, 3]))


def zeros(count):
    """An accessor of a morph target that stores nothing: `count` implicit zeros."""
    def patch(document, primitive):
        primitive["targets"] = [{"POSITION": document.add("accessors", {
            "componentType": FLOAT, "count": count, "type": "VEC3", "min": [0, 0, 0],
            "max": [0, 0, 0]})}]
    return strip(patch=poke_primitive(patch))


pair("asset/bomb", zeros(200000000), zeros(6))
pair("asset/limit", zeros(4000000000), zeros(6))
pair("asset/extension-required-unsupported",
     strip(patch=poke_json(extensionsUsed=["EXT_not_known"], extensionsRequired=["EXT_not_known"])),
     strip(patch=poke_json(extensionsUsed=["KHR_mesh_quantization"],
                           extensionsRequired=["KHR_mesh_quantization"])))
pair("asset/extension-ignored", strip(patch=poke_json(extensionsUsed=["EXT_not_known"])))


def files():
    out = {}
    for rule, writers in PAIRS.items():
        for kind, write in zip(("bad", "good"), writers):
            ending, data = write()
            out["rules/%s.%s.%s" % (rule.replace("/", "-"), kind, ending)] = data
    return out

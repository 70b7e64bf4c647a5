"""Legal files, one for each way in which glTF stores numbers. All bend the same strip."""

import base64

from .gltf import BYTE, FLOAT, SHORT, UBYTE, USHORT, VERTICES, pack_rows
from .strip import Influences, Strip, Track, bind_at, gltf_of
from .vec import f32

HALF_TURN = (0, 0, f32(0.5 ** 0.5), f32(0.5 ** 0.5))
TURNED, UPRIGHT = (0, 0, f32(0.6), f32(0.8)), (0, 0, 0, 1.0)


def reopen(document):
    """Lets a patch append to the buffer; `document.embed()` writes it again."""
    document.json.pop("buffers")


def accessor(document, use):
    return document.json["accessors"][document.accessor_of[use]]


def strided():
    """Positions, joints and weights of a vertex side by side, 32 bytes each."""
    def patch(document):
        reopen(document)
        made, group = Strip(), Strip().sets[0]
        rows = [pack_rows([p], FLOAT) + pack_rows([j], UBYTE) + pack_rows([w], FLOAT)
                for p, j, w in zip(made.positions, group.joints, group.weights)]
        view = document.view(b"".join(rows), VERTICES, stride=32)
        for use, offset in (("POSITION", 0), ("JOINTS_0", 12), ("WEIGHTS_0", 16)):
            accessor(document, use).update(bufferView=view, byteOffset=offset)
        document.embed()
    return gltf_of(Strip(), patch)


def sparse_weights(with_base):
    """The middle row's weights given sparsely; without a base, all rows are."""
    def patch(document):
        reopen(document)
        weights = Strip().sets[0].weights
        rows = [2, 3] if with_base else list(range(6))
        item = accessor(document, "WEIGHTS_0")
        if with_base:
            item["bufferView"] = document.view(pack_rows([(1.0, 0, 0, 0)] * 6, FLOAT), VERTICES)
        else:
            del item["bufferView"]
        item["sparse"] = {
            "count": len(rows),
            "indices": {"bufferView": document.view(pack_rows([(r,) for r in rows], USHORT)),
                        "componentType": USHORT},
            "values": {"bufferView": document.view(pack_rows([weights[r] for r in rows], FLOAT))}}
        document.embed()
    return gltf_of(Strip(), patch)


def integer_weights(component, total):
    """Normalised integers that sum to `total` exactly, 1 apart in the middle row."""
    made = Strip()
    half = (total // 2 + 1, total // 2, 0, 0)
    made.sets[0].weights = [(total, 0, 0, 0)] * 2 + [half] * 2 + [(total, 0, 0, 0)] * 2
    made.sets[0].weight_type = component
    return gltf_of(made)


def two_sets(first_type, second_type):
    """The middle row follows eight joints by an eighth each, four in either set."""
    made = Strip(joints=8)
    alone, eighth = (1.0, 0, 0, 0), (0.125,) * 4
    made.sets = [
        Influences([(0,) * 4] * 2 + [(0, 1, 2, 3)] * 2 + [(7, 0, 0, 0)] * 2,
                   [alone] * 2 + [eighth] * 2 + [alone] * 2, first_type),
        Influences([(0,) * 4] * 2 + [(4, 5, 6, 7)] * 2 + [(0,) * 4] * 2,
                   [(0.0,) * 4] * 2 + [eighth] * 2 + [(0.0,) * 4] * 2, second_type)]
    return gltf_of(made)


def quantized():
    """KHR_mesh_quantization: normalised i16 positions of half size, which the inverse binds undo;
    i8 normals, u16 texture coordinates."""
    made = Strip()
    made.binds = [[2.0, 0, 0, 0, 0, 2.0, 0, 0, 0, 0, 2.0, 0, 0, -float(y), 0, 1.0]
                  for y in range(2)]

    def patch(document):
        reopen(document)
        attributes = document.json["meshes"][0]["primitives"][0]["attributes"]
        positions = [[round(c / 2 * 32767) for c in p] for p in made.positions]
        attributes["POSITION"] = document.accessor(positions, SHORT, "VEC3", VERTICES,
                                                   normalized=True, bounds=True, row_bytes=8)
        attributes["NORMAL"] = document.accessor([(0, 0, 127)] * 6, BYTE, "VEC3", VERTICES,
                                                 normalized=True, row_bytes=4)
        attributes["TEXCOORD_0"] = document.accessor(
            [(65535 * (i % 2), 32767 * (i // 2)) for i in range(6)], USHORT, "VEC2", VERTICES,
            normalized=True)
        document.json["extensionsUsed"] = ["KHR_mesh_quantization"]
        document.json["extensionsRequired"] = ["KHR_mesh_quantization"]
        document.embed()
    return gltf_of(made, patch)


# Made once with meshoptimizer's JavaScript encoder: encodeGltfBuffer(bytes, count, stride, mode, 0)
# of the strip's own streams (bytes 255 or 128, 127 for the weights). The filtered ones passed
# encodeFilterQuat(turns, 3, 8, 16) and encodeFilterExp(moves, 3, 12, 15) before. Each: base64,
# count, stride, mode, filter.
COMPRESSED = {
    "POSITION": (
        "oAAAAAE/8AAA//////8AAAEMwAAA//8BDIAAAH4AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADNzMy9AAAAAAAAAAA=",
        6, 12, "ATTRIBUTES", "NONE"),
    "JOINTS_0": (
        "oAEAgAAAAQhAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        6, 4, "ATTRIBUTES", "NONE"),
    "WEIGHTS_0": (
        "oAEMwAAA/f4BDMAAAP79AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/wAAAA==",
        6, 4, "ATTRIBUTES", "NONE"),
    "indices": ("4fAQABAAdodWZ3iphmWJaJgBaQAA", 12, 2, "TRIANGLES", "NONE"),
}
COMPRESSED_TURNS = (
    "oAEEAAAAAQwAAAD+AAABPAAAAMfIATwAAADY1wEEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP9/",
    3, 8, "ATTRIBUTES", "QUATERNION")
COMPRESSED_MOVES = (
    "oAABPAAAABAQAAAAAQwAAAAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADzACAA8wAAAPM=",
    3, 12, "ATTRIBUTES", "EXPONENTIAL")


def compressed_view(document, stream, fallback_offset, target=None):
    """A view whose bytes stand compressed in buffer 0; buffer 1 is the fallback nobody stores."""
    text, count, stride, mode, kind = stream
    data = base64.b64decode(text)
    document.binary += bytes(-len(document.binary) % 4)
    extension = {"buffer": 0, "byteOffset": len(document.binary), "byteLength": len(data),
                 "byteStride": stride, "count": count, "mode": mode}
    if kind != "NONE":
        extension["filter"] = kind
    document.binary += data
    view = {"buffer": 1, "byteOffset": fallback_offset, "byteLength": count * stride,
            "extensions": {"EXT_meshopt_compression": extension}}
    if target == VERTICES:
        view["byteStride"] = stride
    if target:
        view["target"] = target
    return document.add("bufferViews", view)


def compressed(streams):
    """`streams`: (the document's use of the accessor, stream, target, other properties)."""
    def patch(document):
        reopen(document)
        offset = 0
        for use, stream, target, more in streams:
            view = compressed_view(document, stream, offset, target)
            accessor(document, use).update(bufferView=view, **more)
            offset += stream[1] * stream[2]
        document.embed()
        document.json["buffers"].append({"byteLength": offset, "extensions": {
            "EXT_meshopt_compression": {"fallback": True}}})
        document.json["extensionsUsed"] = ["EXT_meshopt_compression"]
        document.json["extensionsRequired"] = ["EXT_meshopt_compression"]
    return patch


def meshopt():
    """EXT_meshopt_compression: vertex attributes and triangles."""
    weights = {"componentType": UBYTE, "normalized": True}
    targets = {"indices": 34963}
    return gltf_of(Strip(), compressed([
        (use, stream, targets.get(use, VERTICES), weights if use == "WEIGHTS_0" else {})
        for use, stream in COMPRESSED.items()]))


def meshopt_filters():
    """EXT_meshopt_compression: keys through the quaternion and exponential filters."""
    made = Strip()
    made.tracks = [Track(2, "rotation", [0, 0.5, 1], [UPRIGHT, TURNED, HALF_TURN]),
                   Track(2, "translation", [0, 0.5, 1], [(0, 1, 0), (0.25, 1, 0), (0.5, 1.5, 0)])]

    def patch(document):
        samplers = document.json["animations"][0]["samplers"]
        document.accessor_of["moves"] = samplers[1]["output"]
        compressed([("keys", COMPRESSED_TURNS, None, {"componentType": SHORT, "normalized": True}),
                    ("moves", COMPRESSED_MOVES, None, {})])(document)
    return gltf_of(made, patch)


def clip(times, values, interpolation, path="rotation"):
    made = Strip()
    made.tracks = [Track(2, path, times, values, interpolation)]
    return gltf_of(made)


def integer_keys():
    """Rotation keys as normalised i16."""
    def patch(document):
        reopen(document)
        output = document.accessor([(0, 0, 0, 32767), (0, 0, 19660, 26214)], SHORT, "VEC4",
                                   normalized=True)
        document.json["animations"][0]["samplers"][0]["output"] = output
        document.json["animations"][0]["samplers"][0]["input"] = document.accessor(
            [0.0, 1.0], FLOAT, "SCALAR", bounds=True)
        document.embed()
    return gltf_of(Strip(), patch)


def two_skins():
    """One mesh under two skins: the second one's joints stand 2 m aside."""
    made = Strip()
    made.nodes += [{"name": "second strip", "mesh": 0, "skin": 1},
                   {"name": "second joint0", "translation": [2, 0, 0], "children": [5]},
                   {"name": "second joint1", "translation": [0, 1, 0]}]
    made.roots = [0, 1, 3, 4]

    def patch(document):
        document.add("skins", {"joints": [4, 5],
                               "inverseBindMatrices": document.accessor_of["binds"]})
    return gltf_of(made, patch)


def matrix_joint():
    """The first joint as a matrix: turned by 90 degrees about z, twice the size, 1 m aside."""
    made = Strip()
    made.nodes[1]["matrix"] = [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, -1, 0, 0, 1]
    return gltf_of(made)


def morph_sparse():
    """Two targets: one moves the two top vertices only, one is stored in full; both animated."""
    made = Strip()
    made.tracks.append(Track(0, "weights", [0, 1], [0, 0, 1, -0.5]))

    def patch(document):
        reopen(document)
        sparse = {"count": 2,
                  "indices": {"bufferView": document.view(bytes([4, 5])), "componentType": UBYTE},
                  "values": {"bufferView": document.view(pack_rows([(0, 0, 0.5)] * 2, FLOAT))}}
        first = document.add("accessors", {
            "componentType": FLOAT, "count": 6, "type": "VEC3", "min": [0, 0, 0],
            "max": [0, 0, 0.5], "sparse": sparse})
        second = document.accessor([(0.25 * (i % 2), 0, 0) for i in range(6)], FLOAT, "VEC3",
                                   VERTICES, bounds=True)
        mesh = document.json["meshes"][0]
        mesh["primitives"][0]["targets"] = [{"POSITION": first}, {"POSITION": second}]
        mesh["weights"] = [0.25, 0]
        document.embed()
    return gltf_of(made, patch)


def without_inverse_binds():
    """Legal: every inverse bind is then the identity, which fits as both joints stand at 0."""
    made = Strip()
    made.binds = None
    made.nodes[2]["translation"] = [0, 0, 0]
    return gltf_of(made)


ZERO = (0, 0, 0, 0)


def files():
    made = {
        "strided": strided(),
        "sparse_with_base": sparse_weights(True),
        "sparse_without_base": sparse_weights(False),
        "weights_u8": integer_weights(UBYTE, 255),
        "weights_u16": integer_weights(USHORT, 65535),
        "influences_8": two_sets(UBYTE, UBYTE),
        "joints_mixed_types": two_sets(UBYTE, USHORT),
        "mesh_quantization": quantized(),
        "meshopt_compression": meshopt(),
        "meshopt_filters": meshopt_filters(),
        "clip_step": clip([0, 0.5, 1], [UPRIGHT, TURNED, HALF_TURN], "STEP"),
        "clip_cubic": clip([0, 1], [ZERO, UPRIGHT, (0, 0, 0.5, 0), (0, 0, 0.25, 0), TURNED, ZERO],
                           "CUBICSPLINE"),
        "clip_single_key": clip([0], [TURNED], "LINEAR"),
        "clip_scale": clip([0, 1], [(1, 1, 1), (1, 2, 1)], "LINEAR", "scale"),
        "clip_i16": integer_keys(),
        "no_inverse_binds": without_inverse_binds(),
        "two_skins_one_mesh": two_skins(),
        "matrix_joint": matrix_joint(),
        "morph_sparse": morph_sparse(),
    }
    return {"accessors/%s.gltf" % name: data for name, data in made.items()}

"""Hostile files: what a reader must refuse, or survive, without a crash or a large allocation."""

import struct

from .gltf import FLOAT, UBYTE, dump, glb
from .rule_pairs import poke, poke_accessor, strip
from .strip import Strip, gltf_of

SCENE = b'"scene": 0'


def plain_glb():
    return Strip().build().to_glb()


def with_u32(data, offset, value):
    return data[:offset] + struct.pack("<I", value) + data[offset + 4:]


def containers():
    data = plain_glb()
    json_length = struct.unpack("<I", data[12:16])[0]
    return {
        "glb_cut_in_header.glb": data[:10],
        "glb_cut_in_json.glb": data[:60],
        "glb_cut_in_binary.glb": data[:-40],
        "glb_length_too_short.glb": with_u32(data, 8, 20),
        "glb_length_too_long.glb": with_u32(data, 8, len(data) + 4096),
        "glb_json_chunk_4g.glb": with_u32(data, 12, 0xFFFFFFF0),
        "glb_binary_chunk_4g.glb": with_u32(data, 20 + json_length, 0xFFFFFFFC),
        "glb_version_1.glb": with_u32(data, 4, 1),
        "glb_binary_first.glb": with_u32(data, 16, 0x004E4942),
        "glb_no_binary.glb": glb(data[20:20 + json_length], b""),
    }


def texts():
    text = gltf_of(Strip())
    nested = b"[" * 100000
    return {
        "json_empty.gltf": b"",
        "json_cut.gltf": text[:len(text) // 2],
        "json_nan.gltf": text.replace(SCENE, b'"scene": NaN'),
        "json_infinite_number.gltf": text.replace(SCENE, b'"scene": 1e999'),
        "json_deep.gltf": text.replace(SCENE, SCENE + b', "extras": ' + nested),
        "json_byte_order_mark.gltf": b"\xef\xbb\xbf" + text,
        "json_invalid_utf8.gltf": text.replace(b'"joint0"', b'"joint\xff\xc0"'),
        "json_duplicate_key.gltf": text.replace(SCENE, SCENE + b', "scene": 7'),
        "json_array_on_top.gltf": b"[" + text + b"]",
        "base64_garbage.gltf": text.replace(b"base64,", b"base64,*!~"),
        "base64_cut.gltf": text.replace(b"base64,zc", b"base64,z"),
    }


def chain(depth):
    """The strip below `depth` plain nodes, written compactly."""
    nodes = [{"mesh": 0, "skin": 0}, {"children": [2]}, {"translation": [0, 1, 0]}]
    nodes += [{"children": [len(nodes) + i + 1]} for i in range(depth - 1)] + [{"children": [1]}]
    made = Strip()
    made.nodes, made.roots = nodes, [0, 3]
    return gltf_of(made).replace(b": ", b":")


def graphs():
    def write(patch):
        return strip(patch=patch)()[1]
    return {
        "node_is_its_own_child.gltf": write(poke("nodes", 2, children=[2])),
        "node_cycle.gltf": write(poke("nodes", 2, children=[1])),
        "node_child_twice.gltf": write(poke("nodes", 1, children=[2, 2])),
        "node_child_negative.gltf": write(poke("nodes", 1, children=[-1])),
        "node_child_huge.gltf": write(poke("nodes", 1, children=[4294967297])),
        "nodes_1000_deep.gltf": chain(1000),
        "skin_joint_is_nothing.gltf": write(poke("skins", 0, joints=[1, 77])),
        "channel_sampler_is_nothing.gltf": write(lambda d: d.json["animations"][0]["channels"][0]
                                                 .update(sampler=5)),
    }


def bombs():
    def write(patch):
        return strip(patch=patch)()[1]

    def sparse(count):
        return poke_accessor("POSITION", sparse={
            "count": count, "indices": {"bufferView": 0, "componentType": UBYTE},
            "values": {"bufferView": 0}})

    def implicit(count):
        return lambda d: d.json["meshes"][0]["primitives"][0].update(targets=[{
            "POSITION": d.add("accessors", {"componentType": FLOAT, "count": count,
                                            "type": "VEC3"})}])

    def meshopt(count):
        def patch(document):
            document.json["buffers"].append({"byteLength": count * 12, "extensions": {
                "EXT_meshopt_compression": {"fallback": True}}})
            poke("bufferViews", 0, buffer=1, byteLength=count * 12, byteStride=12, extensions={
                "EXT_meshopt_compression": {
                    "buffer": 0, "byteOffset": 0, "byteLength": 72, "byteStride": 12,
                    "count": count, "mode": "ATTRIBUTES"}})(document)
            document.json["extensionsUsed"] = ["EXT_meshopt_compression"]
        return patch

    return {
        "accessor_count_1e9.gltf": write(poke_accessor("WEIGHTS_0", count=1000000000)),
        "accessor_count_2e63.gltf": write(poke_accessor("WEIGHTS_0", count=1 << 63)),
        "accessor_offset_2e64.gltf": write(poke_accessor("WEIGHTS_0", byteOffset=(1 << 64) - 16)),
        "accessor_count_fraction.gltf": write(poke_accessor("WEIGHTS_0", count=5.5)),
        "accessor_implicit_zeros_4e9.gltf": write(implicit(4000000000)),
        "sparse_count_4e9.gltf": write(sparse(4000000000)),
        "meshopt_count_1e9.gltf": write(meshopt(1000000000)),
        "view_length_2e63.gltf": write(poke("bufferViews", 0, byteLength=1 << 63)),
        "buffer_length_2e62.gltf": write(poke("buffers", 0, byteLength=1 << 62)),
    }


def paths():
    """URIs that leave the folder; none of the names exists anywhere."""
    uris = {
        "up": "../rigpack-no-such-file.bin",
        "up_encoded": "%2e%2e/rigpack-no-such-file.bin",
        "slash_encoded": "..%2Frigpack-no-such-file.bin",
        "up_in_the_middle": "a/../../rigpack-no-such-file.bin",
        "absolute": "/rigpack-no-such-folder/file.bin",
        "backslash": "..\\rigpack-no-such-file.bin",
        "drive": "C:\\rigpack-no-such-file.bin",
        "scheme": "file:///rigpack-no-such-folder/file.bin",
        "network": "https://rigpack.invalid/file.bin",
        "nul": "a%00b.bin",
    }
    return {"path_%s.gltf" % name: strip(patch=poke("buffers", 0, uri=uri))()[1]
            for name, uri in uris.items()}


def hostile_names():
    """Legal: names that try to speak to a terminal, a log and a spreadsheet."""
    made = Strip()
    made.nodes[1]["name"] = "\x1b]0;x\x07\n::error::p|`<b>"
    made.nodes[2]["name"] = "=1+1\u202e\ud83d\ude00\u0000"
    return gltf_of(made)


def files():
    out = {**containers(), **texts(), **graphs(), **bombs(), **paths()}
    out["names_hostile.gltf"] = hostile_names()
    out["empty_object.gltf"] = b"{}"
    out["only_a_version.gltf"] = dump({"asset": {"version": "2.0"}})
    return {"malformed/" + name: data for name, data in out.items()}

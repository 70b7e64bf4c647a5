"""Strips whose primitive is a Draco stream (KHR_draco_mesh_compression)."""

import base64

from .gltf import FLOAT, UBYTE, pack_rows
from .strip import Strip, gltf_of

EXTENSION = "KHR_draco_mesh_compression"
# Ids of our own choice, none of them an attribute's position in the stream.
IDS = {"POSITION": 7, "JOINTS_0": 3, "WEIGHTS_0": 5}
POSITION, GENERIC = 0, 4
DATA_TYPES = {UBYTE: 2, FLOAT: 9}

# The strip by Draco 1.5.5's encoder: edgebreaker connectivity, 14-bit positions and weights.
EDGEBREAKER = (
    "RFJBQ08CAgEBAAAABgQCBAAAAl8H/wER/wEz/wEzA/8AAQAAAAEAAAEACQMABwIBBAIEAAMBAQQJBAAFAgEBAQAPA60qL1UV"
    "A0dlimJm+n8AAADw/wEACAAAAAD/PwAAzczMvQAAAAAAAAAAAAAAQA4BAQEAAgMBQAEAMQMCAAAAAAEAAAABAQEAAwMBIAEg"
    "AwBwkGGQAAkAAAAAAP8/AAAAAAA/AAAAAAAAAAAAAAAAAAAAPw4=")


def sequential_stream(strip):
    """The strip as a Draco 2.2 stream without any coding: every number stands there as it is."""
    streams = [(IDS["POSITION"], POSITION, strip.positions, FLOAT),
               (IDS["JOINTS_0"], GENERIC, strip.sets[0].joints, UBYTE),
               (IDS["WEIGHTS_0"], GENERIC, strip.sets[0].weights, FLOAT)]
    mesh, sequential, uncompressed, raw = 1, 0, 1, 0
    out = b"DRACO" + bytes([2, 2, mesh, sequential, 0, 0])
    out += bytes([len(strip.indices) // 3, len(strip.positions), uncompressed, *strip.indices])
    out += bytes([1, len(streams)])
    for identity, kind, rows, component in streams:
        out += bytes([kind, DATA_TYPES[component], len(rows[0]), 0, identity])
    out += bytes([raw] * len(streams))
    return out + b"".join(pack_rows(rows, component) for _, _, rows, component in streams)


def compressed(stream):
    def patch(document):
        document.json.pop("buffers")
        primitive = document.json["meshes"][0]["primitives"][0]
        for index in (*primitive["attributes"].values(), primitive["indices"]):
            del document.json["accessors"][index]["bufferView"]
        view = document.view(stream)
        primitive["extensions"] = {EXTENSION: {"bufferView": view, "attributes": dict(IDS)}}
        document.json["extensionsUsed"] = document.json["extensionsRequired"] = [EXTENSION]
        document.embed()
    return gltf_of(Strip(), patch)


def files():
    return {"draco/plain.gltf": gltf_of(Strip()),
            "draco/sequential.gltf": compressed(sequential_stream(Strip())),
            "draco/edgebreaker.gltf": compressed(base64.b64decode(EDGEBREAKER))}

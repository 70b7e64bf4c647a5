"""A small glTF 2.0 writer: one buffer, exact bytes, no opinion on whether the result is legal."""

import base64
import json
import struct

BYTE, UBYTE, SHORT, USHORT, UINT, FLOAT = 5120, 5121, 5122, 5123, 5125, 5126
CODES = {BYTE: "b", UBYTE: "B", SHORT: "h", USHORT: "H", UINT: "I", FLOAT: "f"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
VERTICES, INDICES = 34962, 34963


def pack_rows(rows, component, row_bytes=0):
    """Rows of numbers as little-endian bytes, each padded with zeros to `row_bytes`."""
    out = bytearray()
    for row in rows:
        data = struct.pack("<%d%s" % (len(row), CODES[component]), *row)
        out += data + bytes(max(0, row_bytes - len(data)))
    return bytes(out)


def as_rows(values):
    return [tuple(v) if isinstance(v, (tuple, list)) else (v,) for v in values]


class Document:
    """A glTF document being built; `json` may be edited freely before it is written."""

    def __init__(self):
        self.json = {"asset": {"version": "2.0", "generator": "rigpack make_testdata"}}
        self.binary = bytearray()

    def add(self, kind, item):
        """Appends `item` to the array `kind`; its index."""
        self.json.setdefault(kind, []).append(item)
        return len(self.json[kind]) - 1

    def view(self, data, target=None, stride=None):
        self.binary += bytes(-len(self.binary) % 4)
        item = {"buffer": 0, "byteOffset": len(self.binary), "byteLength": len(data)}
        if stride:
            item["byteStride"] = stride
        if target:
            item["target"] = target
        self.binary += data
        return self.add("bufferViews", item)

    def accessor(self, values, component, kind, target=None, normalized=False, bounds=False,
                 row_bytes=0):
        """Stores `values` (rows, or numbers for SCALAR) in a view of their own; the accessor."""
        rows = as_rows(values)
        assert all(len(row) == WIDTHS[kind] for row in rows), kind
        view = self.view(pack_rows(rows, component, row_bytes), target, row_bytes or None)
        item = {"bufferView": view, "componentType": component, "count": len(rows), "type": kind}
        if normalized:
            item["normalized"] = True
        if bounds:
            stored = as_rows(struct.iter_unpack("<%d%s" % (WIDTHS[kind], CODES[component]),
                                                pack_rows(rows, component)))
            item["min"] = [min(column) for column in zip(*stored)]
            item["max"] = [max(column) for column in zip(*stored)]
        return self.add("accessors", item)

    def embed(self):
        """Writes the buffer into the JSON as a data URI, unless the document has buffers."""
        if self.binary and "buffers" not in self.json:
            uri = "data:application/octet-stream;base64," + base64.b64encode(self.binary).decode()
            self.json["buffers"] = [{"byteLength": len(self.binary), "uri": uri}]

    def to_gltf(self):
        self.embed()
        return dump(self.json)

    def to_glb(self):
        self.binary += bytes(-len(self.binary) % 4)
        if "buffers" not in self.json:
            self.json["buffers"] = [{"byteLength": len(self.binary)}]
        return glb(json.dumps(self.json, separators=(",", ":")).encode(), bytes(self.binary))


def dump(document):
    """JSON text, one top-level item a line, numbers of a list side by side."""
    lines = []
    for key, value in document.items():
        if isinstance(value, list):
            items = ",\n    ".join(json.dumps(item) for item in value)
            lines.append("  %s: [\n    %s\n  ]" % (json.dumps(key), items))
        else:
            lines.append("  %s: %s" % (json.dumps(key), json.dumps(value)))
    return ("{\n%s\n}\n" % ",\n".join(lines)).encode()


def chunk(kind, data, pad):
    data += pad * (-len(data) % 4)
    return struct.pack("<II", len(data), kind) + data


def glb(json_bytes, binary):
    body = chunk(0x4E4F534A, json_bytes, b" ")
    if binary:
        body += chunk(0x004E4942, binary, b"\0")
    return struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body

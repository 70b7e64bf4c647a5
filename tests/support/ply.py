"""The PLY files that `rigpack skin` writes."""
import pathlib
import struct


def read_ply(path):
    """(vertices as rows of floats, faces) of a binary PLY."""
    data = pathlib.Path(path).read_bytes()
    head, body = data.split(b"end_header\n", 1)
    lines = head.decode().split("\n")
    count = {line.split()[1]: int(line.split()[2]) for line in lines if line.startswith("element")}
    width = sum(line.startswith("property float") for line in lines)
    size = 4 * width * count["vertex"]
    rows = list(struct.iter_unpack(f"<{width}f", body[:size]))
    faces = list(struct.iter_unpack("<B3I", body[size:]))
    assert len(faces) == count["face"]
    return rows, faces

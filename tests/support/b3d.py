"""A small B3D (Blitz3D): a triangle on two joints, and `hip` moving along x in two seconds."""
import struct


def _chunk(tag, *parts):
    body = b"".join(parts)
    return tag + struct.pack("<I", len(body)) + body


def _pose(x, y, z):
    return struct.pack("<10f", x, y, z, 1, 1, 1, 1, 0, 0, 0)  # position, scale, rotation w x y z


def _bone(*pairs):
    return _chunk(b"BONE", *(struct.pack("<if", *pair) for pair in pairs))


def b3d():
    """Corners (0 0 0), (1 0 0), (0 2 3), left-handed as B3D is; `knee`, 1 above `hip`, has the last by
    0.5 alone. Frames are 0.1 s; the keys are of frames 1 and 21, 4 units apart."""
    corners = struct.pack("<3i9f", 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 3)
    mesh = _chunk(b"MESH", struct.pack("<i", -1), _chunk(b"VRTS", corners),
                  _chunk(b"TRIS", struct.pack("<4i", -1, 0, 1, 2)))
    keys = _chunk(b"KEYS", struct.pack("<i", 1), struct.pack("<i3f", 1, 0, 0, 0),
                  struct.pack("<i3f", 21, 4, 0, 0))
    knee = _chunk(b"NODE", b"knee\0", _pose(0, 1, 0), _bone((2, 0.5)))
    hip = _chunk(b"NODE", b"hip\0", _pose(0, 0, 0), _bone((0, 1), (1, 1)), keys, knee)
    clip = _chunk(b"ANIM", struct.pack("<2if", 0, 20, 10))
    body = _chunk(b"NODE", b"body\0", _pose(0, 0, 0), mesh, clip, hip)
    return _chunk(b"BB3D", struct.pack("<i", 1), body)

"""Vectors, quaternions (x y z w) and rigid transforms as tuples of floats."""

import math
import struct


def f32(value):
    """`value` rounded to 6 decimals, then to float32: the same bits whatever the libm."""
    return struct.unpack("<f", struct.pack("<f", round(value, 6) + 0.0))[0]


def add(a, b):
    return tuple(x + y for x, y in zip(a, b))


def sub(a, b):
    return tuple(x - y for x, y in zip(a, b))


def scale(a, s):
    return tuple(x * s for x in a)


def mix(a, b, t):
    return tuple(x + (y - x) * t for x, y in zip(a, b))


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def length(a):
    return math.sqrt(dot(a, a))


def unit(a):
    return scale(a, 1 / length(a))


def smoothstep(low, high, x):
    t = min(1.0, max(0.0, (x - low) / (high - low)))
    return t * t * (3 - 2 * t)


IDENTITY = (0.0, 0.0, 0.0, 1.0)


def turn(axis, degrees):
    """Quaternion that turns by `degrees` about `axis`."""
    half = math.radians(degrees) / 2
    return (*scale(unit(axis), math.sin(half)), math.cos(half))


def qmul(a, b):
    """First b, then a."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz)


def qinv(q):
    return (-q[0], -q[1], -q[2], q[3])


def rotate(q, v):
    t = scale(cross(q[:3], v), 2)
    return add(add(v, scale(t, q[3])), cross(q[:3], t))


def arc(a, b):
    """Shortest turn from direction a to direction b (not opposite)."""
    a, b = unit(a), unit(b)
    return unit((*cross(a, b), 1 + dot(a, b)))


def from_axes(x, y, z):
    """Quaternion whose rotation takes the unit axes to x, y, z."""
    trace = x[0] + y[1] + z[2]
    if trace > 0:
        return unit((y[2] - z[1], z[0] - x[2], x[1] - y[0], 1 + trace))
    if x[0] >= y[1] and x[0] >= z[2]:
        return unit((1 + x[0] - y[1] - z[2], y[0] + x[1], z[0] + x[2], y[2] - z[1]))
    if y[1] >= z[2]:
        return unit((y[0] + x[1], 1 + y[1] - x[0] - z[2], z[1] + y[2], z[0] - x[2]))
    return unit((z[0] + x[2], z[1] + y[2], 1 + z[2] - x[0] - y[1], x[1] - y[0]))


def rigid_inverse_columns(rotation, translation):
    """16 numbers, column-major, of the inverse of a rotation followed by a translation."""
    inverse = qinv(rotation)
    columns = [rotate(inverse, axis) for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
    moved = scale(rotate(inverse, translation), -1)
    return (*columns[0], 0.0, *columns[1], 0.0, *columns[2], 0.0, *moved, 1.0)

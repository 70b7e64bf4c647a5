"""Where the Collada specification puts the vertices of skinned meshes at some key times: a reader of
a few pages, for scripts/compare_poses. It knows triangles and polygons of one skin a mesh, transforms of
translate, rotate, scale and matrix, and channels that drive them; keys are taken at their times alone.

    python3 scripts/pose_collada.py ASSET.dae OUT.json POSES

Weights are normalised. Vertices are in the file's axes and in metres.
"""
import json
import math
import sys
import xml.etree.ElementTree as ET

IDENTITY = [[float(i == j) for j in range(4)] for i in range(4)]


def product(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(4)) for j in range(4)] for i in range(4)]


def place(m, p):
    return [sum(m[i][k] * p[k] for k in range(3)) + m[i][3] for i in range(3)]


def rows(numbers):
    return [list(numbers[4 * i:4 * i + 4]) for i in range(4)]


def floats(element):
    return [float(word) for word in element.text.split()]


def rotation(x, y, z, degrees):
    length = math.sqrt(x * x + y * y + z * z) or 1.0
    x, y, z = x / length, y / length, z / length
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [[c + x * x * (1 - c), x * y * (1 - c) - z * s, x * z * (1 - c) + y * s, 0],
            [y * x * (1 - c) + z * s, c + y * y * (1 - c), y * z * (1 - c) - x * s, 0],
            [z * x * (1 - c) - y * s, z * y * (1 - c) + x * s, c + z * z * (1 - c), 0],
            [0, 0, 0, 1]]


def matrix_of(kind, numbers):
    if kind == "matrix":
        return rows(numbers)
    if kind == "rotate":
        return rotation(*numbers)
    x, y, z = numbers
    if kind == "translate":
        return [[1, 0, 0, x], [0, 1, 0, y], [0, 0, 1, z], [0, 0, 0, 1]]
    return [[x, 0, 0, 0], [0, y, 0, 0], [0, 0, z, 0], [0, 0, 0, 1]]


class Document:
    def __init__(self, path):
        root = ET.parse(path).getroot()
        self.space = root.tag[:root.tag.index("}") + 1]
        self.root = root
        self.by_id = {each.get("id"): each for each in root.iter() if each.get("id")}
        unit = root.find(f".//{self.space}asset/{self.space}unit")
        self.metres = float(unit.get("meter", 1)) if unit is not None else 1.0
        self.parents = {child: parent for parent in root.iter() for child in parent}
        self.channels = self._channels()

    def all(self, element, *path):
        return element.findall("/".join(self.space + name for name in path))

    def source(self, element, semantic):
        """The numbers or names behind the input of `semantic`, and its element."""
        for each in self.all(element, "input"):
            if each.get("semantic") == semantic:
                source = self.by_id[each.get("source")[1:]]
                for kind in ("float_array", "Name_array", "IDREF_array"):
                    for array in self.all(source, kind):
                        words = (array.text or "").split()
                        return [float(w) for w in words] if kind == "float_array" else words
        return []

    def _channels(self):
        found = {}
        for channel in self.root.iter(self.space + "channel"):
            sampler = self.by_id[channel.get("source")[1:]]
            node, _, what = channel.get("target").partition("/")
            times, values = self.source(sampler, "INPUT"), self.source(sampler, "OUTPUT")
            if times:
                width = len(values) // len(times)
                found.setdefault(node, []).append(
                    (what, times, [values[i * width:(i + 1) * width] for i in range(len(times))]))
        return found

    def driven(self, node, element, time):
        """The numbers of a transform of `node` at `time`."""
        numbers = floats(element)
        for what, times, values in self.channels.get(node.get("id"), []):
            sid, _, part = what.partition(".")
            if sid != element.get("sid"):
                continue
            value = sample(times, values, time)
            if not part:
                numbers = value
            else:
                numbers[{"X": 0, "Y": 1, "Z": 2, "ANGLE": 3}[part]] = value[0]
        return numbers

    def world(self, node, time):
        local = IDENTITY
        for element in node:
            kind = element.tag[len(self.space):]
            if kind in ("translate", "rotate", "scale", "matrix"):
                local = product(local, matrix_of(kind, self.driven(node, element, time)))
        above = self.parents.get(node)
        is_node = above is not None and above.tag == self.space + "node"
        return product(self.world(above, time), local) if is_node else local


def sample(times, values, time):
    if time <= times[0]:
        return values[0]
    for i in range(1, len(times)):
        if time <= times[i]:
            share = (time - times[i - 1]) / (times[i] - times[i - 1])
            return [a + (b - a) * share for a, b in zip(values[i - 1], values[i])]
    return values[-1]


class Skin:
    def __init__(self, document, instance):
        controller = document.by_id[instance.get("url")[1:]]
        skin = document.all(controller, "skin")[0]
        mesh = document.all(document.by_id[skin.get("source")[1:]], "mesh")[0]
        flat = document.source(document.all(mesh, "vertices")[0], "POSITION")
        shape = document.all(skin, "bind_shape_matrix")
        shape = rows(floats(shape[0])) if shape else IDENTITY
        self.positions = [place(shape, flat[i:i + 3]) for i in range(0, len(flat), 3)]
        joints = document.all(skin, "joints")[0]
        names = document.source(joints, "JOINT")
        binds = document.source(joints, "INV_BIND_MATRIX")
        self.binds = [rows(binds[16 * i:16 * i + 16]) for i in range(len(names))]
        roots = [document.by_id[each.text.strip()[1:]] for each in document.all(instance, "skeleton")]
        self.joints = [self._joint(document, roots, name) for name in names]
        self.weights = self._weights(document, skin)

    @staticmethod
    def _joint(document, roots, name):
        for root in roots:
            for node in root.iter(document.space + "node"):
                if node.get("sid") == name:
                    return node
        return document.by_id[name]

    @staticmethod
    def _weights(document, skin):
        table = document.all(skin, "vertex_weights")[0]
        shares = document.source(table, "WEIGHT")
        offset = {each.get("semantic"): int(each.get("offset")) for each in document.all(table, "input")}
        width = 1 + max(offset.values())
        counts = [int(word) for word in document.all(table, "vcount")[0].text.split()]
        v = [int(word) for word in document.all(table, "v")[0].text.split()]
        out, at = [], 0
        for count in counts:
            pairs = [(v[at + i * width + offset["JOINT"]], shares[v[at + i * width + offset["WEIGHT"]]])
                     for i in range(count)]
            at += count * width
            total = sum(share for _, share in pairs) or 1.0
            out.append([(joint, share / total) for joint, share in pairs])
        return out

    def points(self, document, time):
        moves = [product(document.world(joint, time), bind)
                 for joint, bind in zip(self.joints, self.binds)]
        for position, pairs in zip(self.positions, self.weights):
            total = [0.0, 0.0, 0.0]
            for joint, share in pairs:
                for i, value in enumerate(place(moves[joint], position)):
                    total[i] += share * value
            yield [value * document.metres for value in total]


def main():
    asset, out, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    document = Document(asset)
    skins = [Skin(document, each) for each in document.root.iter(document.space + "instance_controller")]
    times = sorted({time for channels in document.channels.values()
                    for _, keys, _ in channels for time in keys})
    chosen = sorted({times[round(i * (len(times) - 1) / max(1, count - 1))] for i in range(count)}
                    if times else ())

    def points(time):
        return [value for skin in skins for point in skin.points(document, time) for value in point]

    clip = {"name": "all", "start": 0, "poses": [{"frame": t, "points": points(t)} for t in chosen]}
    with open(out, "w", encoding="utf-8") as file:
        json.dump({"fps": 1, "rest": points(0), "clips": [clip] if chosen else []}, file)


main()

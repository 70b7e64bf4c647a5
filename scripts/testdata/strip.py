"""The smallest skinned thing: six vertices in three rows, bent by a chain of joints."""

import json

from .gltf import FLOAT, INDICES, UBYTE, USHORT, VERTICES, Document, dump
from .vec import f32


def bind_at(y):
    """Inverse bind matrix, column-major, of a joint that stands at height `y` unturned."""
    return [1.0, 0, 0, 0, 0, 1.0, 0, 0, 0, 0, 1.0, 0, 0, float(-y), 0, 1.0]


class Influences:
    """One JOINTS_n / WEIGHTS_n pair; None leaves that half out."""

    def __init__(self, joints, weights, joint_type=UBYTE, weight_type=FLOAT):
        self.joints, self.weights = joints, weights
        self.joint_type, self.weight_type = joint_type, weight_type


class Track:
    def __init__(self, node, path, times, values, interpolation=None):
        self.node, self.path, self.times, self.values = node, path, times, values
        self.interpolation = interpolation


class Strip:
    """Edit the parts, then `build`. Nodes: 0 the mesh, then the joints, a unit above each other."""

    def __init__(self, joints=2):
        self.positions = [(f32(x), float(y), 0.0) for y in range(3) for x in (-0.1, 0.1)]
        self.indices = [0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4]
        self.sets = [Influences([(0, 0, 0, 0)] * 2 + [(0, 1, 0, 0)] * 2 + [(1, 0, 0, 0)] * 2,
                                [(1.0, 0, 0, 0)] * 2 + [(0.5, 0.5, 0, 0)] * 2
                                + [(1.0, 0, 0, 0)] * 2)]
        self.nodes = [{"name": "strip", "mesh": 0, "skin": 0}]
        for joint in range(joints):
            node = {"name": "joint%d" % joint}
            if joint > 0:
                node["translation"] = [0, 1, 0]
            if joint + 1 < joints:
                node["children"] = [joint + 2]
            self.nodes.append(node)
        self.joints = list(range(1, joints + 1))
        self.binds = [bind_at(joint) for joint in range(joints)]
        self.roots = [0, 1]
        self.tracks = [Track(2, "rotation", [0.0, 0.5, 1.0],
                             [(0, 0, 0, 1.0), (0, 0, f32(0.6), f32(0.8)), (0, 0, 0, 1.0)])]

    def influence(self, vertex, joints, weights, group=0):
        """Gives one vertex of set `group` other influences; short lists are filled with 0."""
        self.sets[group].joints[vertex] = tuple(joints) + (0,) * (4 - len(joints))
        self.sets[group].weights[vertex] = tuple(weights) + (0,) * (4 - len(weights))

    def build(self):
        """A Document whose `accessor_of` names the accessors by their use."""
        document = Document()
        document.accessor_of = {}
        document.add("meshes", {"name": "strip", "primitives": [self.primitive(document)]})
        for node in self.nodes:
            document.add("nodes", json.loads(json.dumps(node)))
        self.add_skin(document)
        document.add("scenes", {"nodes": self.roots})
        document.json["scene"] = 0
        if self.tracks:
            self.add_clip(document)
        return document

    def primitive(self, document):
        def attribute(name, values, component, kind, **more):
            attributes[name] = document.accessor(values, component, kind, VERTICES, **more)
            document.accessor_of[name] = attributes[name]

        attributes = {}
        attribute("POSITION", self.positions, FLOAT, "VEC3", bounds=True)
        for number, group in enumerate(self.sets):
            if group.joints is not None:
                attribute("JOINTS_%d" % number, group.joints, group.joint_type, "VEC4")
            if group.weights is not None:
                attribute("WEIGHTS_%d" % number, group.weights, group.weight_type, "VEC4",
                          normalized=group.weight_type != FLOAT)
        document.accessor_of["indices"] = document.accessor(self.indices, USHORT, "SCALAR", INDICES)
        return {"attributes": attributes, "indices": document.accessor_of["indices"]}

    def add_skin(self, document):
        skin = {"joints": self.joints}
        if self.binds is not None:
            skin["inverseBindMatrices"] = document.accessor(self.binds, FLOAT, "MAT4")
            document.accessor_of["binds"] = skin["inverseBindMatrices"]
        document.add("skins", skin)

    def add_clip(self, document):
        samplers, channels = [], []
        for track in self.tracks:
            kind = {"rotation": "VEC4", "weights": "SCALAR"}.get(track.path, "VEC3")
            sampler = {"input": document.accessor(track.times, FLOAT, "SCALAR", bounds=True),
                       "output": document.accessor(track.values, FLOAT, kind)}
            if track.interpolation:
                sampler["interpolation"] = track.interpolation
            target = {"path": track.path}
            if track.node is not None:
                target["node"] = track.node
            channels.append({"sampler": len(samplers), "target": target})
            samplers.append(sampler)
        document.accessor_of["times"] = samplers[0]["input"]
        document.accessor_of["keys"] = samplers[0]["output"]
        document.add("animations", {"name": "bend", "channels": channels, "samplers": samplers})


def document_of(strip, patch=None):
    """The built document, with its buffer embedded and `patch` (a function of it) applied."""
    document = strip.build()
    document.embed()
    if patch:
        patch(document)
    return document


def gltf_of(strip, patch=None):
    return dump(document_of(strip, patch).json)


"""A small ASCII FBX: a triangle on two joints and one take, with what a test wants to vary.

Joint `hip` stands at the origin, `knee` 1 unit above it; both bind where they stand. The triangle's
corners are (0 0 0), (1 0 0) and (0 2 0). The take moves `hip` along x from 0 to `distance` units in
`seconds`.
"""
import re

KTIME = 46186158000  # FBX's ticks a second


def _numbers(values):
    return f"*{len(values)} {{ a: {','.join(str(value) for value in values)} }}"


def _matrix(y):
    return _numbers([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, y, 0, 1])


def _cluster(number, indices, weights, y):
    return (f' Deformer: {number}, "SubDeformer::", "Cluster" {{\n  Version: 100\n'
            f'  Indexes: {_numbers(indices)}\n  Weights: {_numbers(weights)}\n'
            f'  Transform: {_matrix(-y)}\n  TransformLink: {_matrix(y)}\n }}\n')


def _laid_out(text):
    """As Autodesk's writer lays it out: tabs, and an array's numbers on a line of their own. Some readers
    go by that."""
    lines = []
    for line in text.splitlines():
        words = line.lstrip(" ")
        tabs = "\t" * (len(line) - len(words))
        array = re.fullmatch(r"(\w+: \*\d+ \{) (a: .*) \}", words)
        lines += [tabs + array[1], tabs + "\t" + array[2], tabs + "}"] if array else [tabs + words]
    return "\n".join(lines) + "\n"


def fbx(version=7400, unit_cm=1, time_mode=6, seconds=1.0, distance=3, hip=((0, 1), (1, 1)),
        knee=((2,), (1,)), knee_name="knee", hip_properties="", knee_properties="",
        mesh_properties=""):
    """The file's text. `hip` and `knee` are (vertices, weights); `time_mode` 6 is 30 frames a second;
    `..._properties` are further lines of those models' Properties70."""
    return _laid_out(f"""; FBX {version // 1000}.{version // 100 % 10}.0 project file
FBXHeaderExtension:  {{
 FBXHeaderVersion: 1003
 FBXVersion: {version}
}}
GlobalSettings:  {{
 Version: 1000
 Properties70:  {{
  P: "UpAxis", "int", "Integer", "",1
  P: "UpAxisSign", "int", "Integer", "",1
  P: "FrontAxis", "int", "Integer", "",2
  P: "FrontAxisSign", "int", "Integer", "",1
  P: "CoordAxis", "int", "Integer", "",0
  P: "CoordAxisSign", "int", "Integer", "",1
  P: "UnitScaleFactor", "double", "Number", "",{unit_cm}
  P: "TimeMode", "enum", "", "",{time_mode}
 }}
}}
Objects:  {{
 Geometry: 100, "Geometry::triangle", "Mesh" {{
  Vertices: {_numbers([0, 0, 0, 1, 0, 0, 0, 2, 0])}
  PolygonVertexIndex: {_numbers([0, 1, -3])}
  GeometryVersion: 124
 }}
 Model: 200, "Model::triangle", "Mesh" {{
  Version: 232
  Properties70:  {{
{mesh_properties}
  }}
 }}
 Model: 201, "Model::hip", "LimbNode" {{
  Version: 232
  Properties70:  {{
{hip_properties}
  }}
 }}
 Model: 202, "Model::{knee_name}", "LimbNode" {{
  Version: 232
  Properties70:  {{
   P: "Lcl Translation", "Lcl Translation", "", "A",0,1,0
{knee_properties}
  }}
 }}
 Deformer: 300, "Deformer::", "Skin" {{
  Version: 101
 }}
{_cluster(301, *hip, 0)}{_cluster(302, *knee, 1)} AnimationStack: 400, "AnimStack::take", "" {{
 }}
 AnimationLayer: 401, "AnimLayer::base", "" {{
 }}
 AnimationCurveNode: 402, "AnimCurveNode::T", "" {{
  Properties70:  {{
   P: "d|X", "Number", "", "A",0
   P: "d|Y", "Number", "", "A",0
   P: "d|Z", "Number", "", "A",0
  }}
 }}
 AnimationCurve: 403, "AnimCurve::", "" {{
  Default: 0
  KeyVer: 4008
  KeyTime: {_numbers([0, round(seconds * KTIME)])}
  KeyValueFloat: {_numbers([0, distance])}
  KeyAttrFlags: {_numbers([24836])}
  KeyAttrDataFloat: {_numbers([0, 0, 0, 0])}
  KeyAttrRefCount: {_numbers([2])}
 }}
}}
Connections:  {{
 C: "OO",200,0
 C: "OO",201,0
 C: "OO",202,201
 C: "OO",100,200
 C: "OO",300,100
 C: "OO",301,300
 C: "OO",302,300
 C: "OO",201,301
 C: "OO",202,302
 C: "OO",401,400
 C: "OO",402,401
 C: "OP",402,201, "Lcl Translation"
 C: "OP",403,402, "d|X"
}}
""")

"""`rigpack check` of a clean 20 MB GLB beside the Khronos validator and sha256sum.

    python3 tests/bench/check_bench.py RIGPACK [--repeat N]

Run by hand, on a release build. Whole processes, each the lowest wall time of several runs that take turns. The
validator is the npm package gltf-validator in node_modules (scripts/node_tools), or where GLTF_VALIDATOR says.
Exit 1 when check takes more than a tenth of the validator's time or ten times sha256sum's.
"""
import argparse
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
VALIDATOR = pathlib.Path(os.environ.get("GLTF_VALIDATOR") or ROOT / "node_modules/gltf-validator").resolve()
COPIES = 84  # of a clip-less biped's meshes, to about 20 MB
VALIDATE = """
const validator = require(process.argv[1]);
const data = new Uint8Array(require('fs').readFileSync(process.argv[2]));
validator.validateBytes(data).then((report) => {
  process.exit(report.issues.numErrors === 0 ? 0 : 1);
});"""


def moved(item, views):
    """`item` with every bufferView in it `views` further on."""
    return {key: value + views if key == "bufferView"
            else moved(value, views) if isinstance(value, dict) else value
            for key, value in item.items()}


def repeat_meshes(glb, copies):
    """The asset with each mesh stored `copies` times over, each with bytes of its own, all drawn."""
    json_bytes = struct.unpack_from("<I", glb, 12)[0]
    document = json.loads(glb[20:20 + json_bytes])
    binary = glb[28 + json_bytes:]
    drawn = [i for i, node in enumerate(document["nodes"]) if "mesh" in node]
    views, accessors = len(document["bufferViews"]), len(document["accessors"])
    meshes = len(document["meshes"])
    for copy in range(1, copies):
        for view in document["bufferViews"][:views]:
            document["bufferViews"].append(
                {**view, "byteOffset": view.get("byteOffset", 0) + copy * len(binary)})
        for accessor in document["accessors"][:accessors]:
            document["accessors"].append(moved(accessor, copy * views))
        for mesh in document["meshes"][:meshes]:
            primitives = [{**p, "indices": p["indices"] + copy * accessors,
                           "attributes": {k: v + copy * accessors for k, v in p["attributes"].items()}}
                          for p in mesh["primitives"]]
            document["meshes"].append({**mesh, "primitives": primitives})
        for i in drawn:
            node = document["nodes"][i]
            parents = [n for n in document["nodes"] if i in n.get("children", ())]
            for siblings in [p["children"] for p in parents] or [document["scenes"][0]["nodes"]]:
                siblings.append(len(document["nodes"]))
            document["nodes"].append({**node, "mesh": node["mesh"] + copy * meshes})
    document["buffers"] = [{"byteLength": copies * len(binary)}]
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    data = binary * copies
    chunks = (struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data)
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def run_ms(command):
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return (time.perf_counter() - began) * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("rigpack")
    parser.add_argument("--repeat", type=int, default=9)
    args = parser.parse_args()
    if not shutil.which("node") or not VALIDATOR.is_dir():
        print("no node, or no gltf-validator: run scripts/node_tools")
        return 2
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "big.glb"
        path.write_bytes(repeat_meshes((ROOT / "testdata/biped.glb").read_bytes(), COPIES))
        commands = {"check": [args.rigpack, "check", "--config", "none", str(path)],
                    "gltf-validator": ["node", "-e", VALIDATE, str(VALIDATOR), str(path)],
                    "sha256sum": ["sha256sum", str(path)]}
        lowest = dict.fromkeys(commands, float("inf"))
        for _ in range(args.repeat):
            for name, command in commands.items():
                lowest[name] = min(lowest[name], run_ms(command))
        print(f"a clean GLB of {path.stat().st_size / 1e6:.1f} MB")
    for name, ms in lowest.items():
        print(f"{name:16} {ms:8.1f} ms   check takes {lowest['check'] / ms:6.3f} of it")
    fast = lowest["check"] * 10 <= lowest["gltf-validator"] and lowest["check"] <= 10 * lowest["sha256sum"]
    print("within" if fast else "NOT within", "a tenth of the validator's time and ten times sha256sum's")
    return 0 if fast else 1


sys.exit(main())

"""Many things with one fault: one finding, and every report stays small."""
import json
import pathlib
import struct
import tempfile
import unittest

import rigpack_test as t

SINKS = ("json", "jsonl", "sarif", "junit", "markdown", "openmetrics")
MOST_BYTES = 100_000
F32, U8, U32 = 5126, 5121, 5125


def glb(document, binary):
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    binary += bytes(-len(binary) % 4)
    chunks = (struct.pack("<II", len(text), 0x4E4F534A) + text
              + struct.pack("<II", len(binary), 0x004E4942) + binary)
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def sums_of_nine_tenths(count):
    """`count` vertices along a line, every one with weights .5 + .4."""
    rows = [b"".join(struct.pack("<3f", i / count, i % 7, i % 3) for i in range(count)),
            bytes([0, 1, 0, 0]) * count, struct.pack("<4f", .5, .4, 0, 0) * count,
            b"".join(struct.pack("<3I", i, i + 1, i + 2) for i in range(0, count - 2, 3))]
    views, at = [], 0
    for row in rows:
        views.append({"buffer": 0, "byteOffset": at, "byteLength": len(row)})
        at += len(row)
    accessors = [
        {"bufferView": 0, "componentType": F32, "count": count, "type": "VEC3", "min": [0, 0, 0],
         "max": [struct.unpack("<f", struct.pack("<f", (count - 1) / count))[0], 6, 2]},
        {"bufferView": 1, "componentType": U8, "count": count, "type": "VEC4"},
        {"bufferView": 2, "componentType": F32, "count": count, "type": "VEC4"},
        {"bufferView": 3, "componentType": U32, "count": len(rows[3]) // 4, "type": "SCALAR"}]
    primitive = {"attributes": {"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2}, "indices": 3}
    return glb({"asset": {"version": "2.0"}, "buffers": [{"byteLength": at}], "bufferViews": views,
                "accessors": accessors, "meshes": [{"primitives": [primitive]}],
                "nodes": [{"mesh": 0, "skin": 0}, {"name": "a", "children": [2]}, {"name": "b"}],
                "skins": [{"joints": [1, 2]}], "scenes": [{"nodes": [0, 1]}], "scene": 0},
               b"".join(rows))


class Many(unittest.TestCase):
    def small_reports(self, data, name):
        """Checks `data`, which must fail, through every sink; the asset of the JSON report."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / name
            path.write_bytes(data)
            reports = {sink: pathlib.Path(folder) / sink for sink in SINKS}
            done = t.run("check", path, "--annotate", "github",
                         *(part for sink in SINKS for part in ("--report", f"{sink}={reports[sink]}")))
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertLess(len(done.stdout), MOST_BYTES)
            for sink, report in reports.items():
                self.assertLess(report.stat().st_size, MOST_BYTES, sink)
            return json.loads(reports["json"].read_text())["assets"][0]

    def judge(self, count):
        asset = self.small_reports(sums_of_nine_tenths(count), "many.glb")
        self.assertEqual(asset["stats"]["vertices"], count)
        told = [f for f in asset["findings"] if f["severity"] == "error"]
        self.assertEqual([f["rule"] for f in told], ["weights/not-normalized"])
        self.assertEqual(told[0]["count"], count)
        self.assertAlmostEqual(told[0]["worst"], .9, places=6)
        self.assertEqual(len(told[0]["samples"]), 8)

    def test_ten_thousand_references_to_nothing(self):
        document = {"asset": {"version": "2.0"}, "nodes": [{"children": [20_000 + i]} for i in range(10_000)],
                    "scenes": [{"nodes": [0]}]}
        found = self.small_reports(json.dumps(document).encode(), "many.gltf")["findings"]
        self.assertEqual([(f["rule"], f["count"]) for f in found], [("asset/reference", 10_000)])
        self.assertEqual(found[0]["message"],
                         "index 20000, but the file has only 10000 nodes, and 9999 more like it")

    def test_a_hundred_thousand(self):
        self.judge(100_000)

    def test_a_million(self):
        self.judge(1_000_000)


t.main()

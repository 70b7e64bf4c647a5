"""`check --simulate`: what engines would draw from weights as stored, in metres worked out by hand."""
import json
import pathlib
import struct
import tempfile
import unittest

import rigpack_test as t

STRIP = t.testdata("rules/weights-zero-sum.good.gltf")
ENGINES = ("unreal", "unity-compute", "unity-vs", "godot")


def with_weights(rows, joints=None):
    """The strip with other weights (and joints) of its six vertices, without its clip."""
    document = json.loads(STRIP.read_text())
    del document["animations"]
    data = bytearray(t.data_uri(document["buffers"][0]["uri"]))
    attributes = document["meshes"][0]["primitives"][0]["attributes"]
    for name, kind, values in (("WEIGHTS_0", "f", rows), ("JOINTS_0", "B", joints)):
        view = document["bufferViews"][document["accessors"][attributes[name]]["bufferView"]]
        if values:
            struct.pack_into(f"<24{kind}", data, view["byteOffset"], *sum(map(list, values), []))
    document["buffers"][0]["uri"] = t.as_data_uri(bytes(data))
    return json.dumps(document)


def simulate(text, engine):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "a.gltf"
        path.write_text(text)
        done = t.run("check", path, "--simulate", engine, "--report", "json=-", "--fail-on", "never")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["assets"][0]["findings"]
    return [f for f in found if f["rule"] == "simulate/displacement"]


class Simulate(unittest.TestCase):
    def test_a_sum_of_97_hundredths_pulls_a_vertex_3_hundredths_to_the_origin(self):
        rows = [(1, 0, 0, 0)] * 4 + [(.97, 0, 0, 0)] * 2
        text = with_weights(rows)
        for engine in ENGINES:
            found = simulate(text, engine)
            if engine == "unity-vs":  # which normalises its two
                self.assertEqual(found, [])
                continue
            self.assertEqual([f["count"] for f in found], [2], engine)
            # The upper vertices stand at (+-.1, 2), two of the strip's units from the origin.
            self.assertAlmostEqual(found[0]["worst"], .03 * (4.01 ** .5), places=6)
            self.assertIn(engine, found[0]["message"])

    def test_what_an_engine_leaves_out_is_missing(self):
        # Vertex 5 at (.1, 2) follows joint 0 in four slots of a quarter.
        rows = [(1, 0, 0, 0)] * 5 + [(.25, .25, .25, .25)]
        text = with_weights(rows, [(0, 0, 0, 0)] * 4 + [(1, 0, 0, 0), (0, 0, 0, 0)])
        self.assertEqual(simulate(text, "unity-compute"), [])
        self.assertEqual(simulate(text, "unity-vs"), [])  # half of it, normalised
        halved = with_weights([(1, 0, 0, 0)] * 5 + [(.25, .25, 0, 0)])
        self.assertAlmostEqual(simulate(halved, "godot")[0]["worst"], .5 * (4.01 ** .5), places=6)

    def test_sound_weights_and_no_engine_say_nothing(self):
        for engine in ENGINES:
            self.assertEqual(simulate(STRIP.read_text(), engine), [])
        self.assertNotIn("simulate", t.run("check", t.testdata("rules/weights-not-normalized.bad.gltf")).stdout)

    def test_an_unknown_engine_is_a_mistake(self):
        done = t.run("check", STRIP, "--simulate", "quake")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("unity-compute", done.stderr)


t.main()

"""Formats behind the wall: what a worker reads, refuses, and how its death is told."""
import json
import pathlib
import shutil
import tempfile
import unittest

import b3d
import rigpack_test as t
from import_texts import BVH, DAE, X


def report(*args):
    done = t.run("check", *args, "--report", "json=-")
    return done, json.loads(done.stdout)["assets"]


class Import(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.bvh = self.write("walk.bvh", BVH)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def test_a_clip_in_seconds_and_one_word_of_what_is_lost(self):
        done, (asset,) = report(self.bvh)
        self.assertEqual((done.returncode, asset["format"]), (0, "bvh"))
        self.assertAlmostEqual(asset["clips"][0]["duration_s"], 0.08, places=6)
        self.assertEqual([f["rule"] for f in asset["findings"]].count("import/lossy"), 1)

    def corners(self, path, *args):
        out = self.folder / "posed.obj"
        self.assertEqual(t.run("skin", path, *args, "-o", out).returncode, 0)
        return [[round(float(word), 6) for word in line.split()[1:4]]
                for line in out.read_text().splitlines() if line.startswith("v ")]

    def test_collada_units_axes_and_bind_shape(self):
        path = self.write("a.dae", DAE)
        # Doubled, Z up to Y up: (x y z) is (x z -y); corner 1 keeps its weights' sum, 0.75.
        self.assertEqual(self.corners(path), [[0, 0, 0], [0.015, 0, 0], [0, 0, -0.02]])
        self.assertEqual(self.corners(path, "--unit", "m")[2], [0, 0, -2])
        done, (asset,) = report(path)
        self.assertEqual(done.returncode, 1)
        self.assertEqual([f["rule"] for f in asset["findings"] if f["severity"] == "error"],
                         ["weights/not-normalized"])
        self.assertAlmostEqual(asset["skins"][0]["weight_sum"]["min"], 0.75)

    def test_x_axes_and_keys(self):
        path = self.write("a.x", X.replace("TICKS", ""))
        self.assertEqual(sorted(self.corners(path)), [[0, 0, 0], [0, 1, -2], [1, 0, 0]])
        self.assertEqual(sorted(self.corners(path, "--clip", "turn", "--time", "1")),
                         [[0.5, 0, 0], [0.5, 1, -2], [1.5, 0, 0]])

    def test_b3d_weights_axes_and_time(self):
        path = self.write("a.b3d", b3d.b3d())
        done, (asset,) = report(path)
        self.assertEqual(done.returncode, 1)
        self.assertEqual([f["rule"] for f in asset["findings"] if f["severity"] == "error"],
                         ["weights/not-normalized"])
        self.assertEqual(asset["skins"][0]["weight_sum"]["min"], 0.5)
        self.assertAlmostEqual(asset["clips"][0]["duration_s"], 2.1, places=6)
        # Half a corner's weight takes it half the way, and left-handed z is mirrored.
        posed = self.corners(path, "--clip", "0", "--time", "1.1")
        self.assertEqual(sorted(posed), [[1, 1, -1.5], [2, 0, 0], [3, 0, 0]])

    def test_what_is_refused_says_what_to_do(self):
        mesh = self.write("mesh.obj", "v 0 0 0\n")
        iqm = self.write("rig.iqm", b"INTERQUAKEMODEL\0" + bytes(4 * 13) + b"\3\0\0\0" + bytes(64))
        done, assets = report(mesh, iqm)
        self.assertEqual(done.returncode, 2)
        self.assertIn("without skins", assets[0]["findings"][0]["message"])
        self.assertEqual(assets[1]["findings"][0]["rule"], "import/lossy")
        self.assertIn("3 joints", assets[1]["findings"][0]["message"])

    def test_ticks_become_seconds_where_the_file_does_not_say_how_long_one_is(self):
        for header, seconds in (("", 2), ("AnimTicksPerSecond { 2400; }\n", 4),
                                ("AnimTicksPerSecond { 1; }\n", 9600)):
            done, (asset,) = report(self.write("turn.x", X.replace("TICKS", header)))
            self.assertEqual(done.returncode, 0, asset["findings"])
            self.assertAlmostEqual(asset["clips"][0]["duration_s"], seconds, places=4)
            told = "do not say how long a tick is" in str(asset["findings"])
            self.assertEqual(told, header == "")

    def test_weights_of_joints_that_are_missing_are_kept_and_told(self):
        path = self.write("a.x", X.replace("TICKS", "").replace('"tip"; 3', '"gone"; 3'))
        done, (asset,) = report(path)
        self.assertEqual(done.returncode, 1)
        self.assertEqual([(f["rule"], f["count"]) for f in asset["findings"]
                          if f["severity"] == "error"], [("import/missing-joint", 1)])
        self.assertEqual(asset["skins"][0]["weight_sum"]["min"], 1)

    def test_option_values(self):
        for option in (["--timeout", "0"], ["--memory-limit", "2x"], ["--unit", "parsec"]):
            self.assertEqual(t.run("check", self.bvh, *option).returncode, 2, option)


if __name__ == "__main__":
    t.main()

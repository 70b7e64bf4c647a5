"""`pose`, and what --clip, --time and --loop mean, against numbers worked out by hand."""
import json
import math
import pathlib
import tempfile
import unittest

import rigpack_test as t
from ply import read_ply

# Two joints, the second a unit above the first; it turns about z from 0 to where the quaternion is
# (0, 0, .6, .8) at 0.5 s, and back until 1 s.
STRIP = t.testdata("rules/weights-zero-sum.good.gltf")
WHOLE = 2 * math.degrees(math.atan2(.6, .8))


def pose(*args):
    done = t.run("pose", *args)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def turn(document, name):
    """Degrees about z of a joint, and where it stands."""
    matrix = {j["name"]: j["matrix"] for j in document["joints"]}[name]
    return math.degrees(math.atan2(matrix[1], matrix[0])), matrix[12:15]


class Pose(unittest.TestCase):
    def test_the_rest_pose(self):
        document = pose(STRIP)
        self.assertEqual((document["clip"], document["time_s"]), (None, 0.0))
        joints = document["joints"]
        self.assertEqual([(j["name"], j["parent"]) for j in joints],
                         [("strip", None), ("joint0", None), ("joint1", 1)])
        self.assertEqual(joints[2]["matrix"], [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1])

    def test_a_key_and_the_middle_between_two(self):
        matrix = pose(STRIP, "--clip", "bend", "--time", "0.5")["joints"][2]["matrix"]
        for got, expected in zip(matrix, [.28, .96, 0, 0, -.96, .28, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1]):
            self.assertAlmostEqual(got, expected, places=6)
        angle, at = turn(pose(STRIP, "--clip", "0", "--time", "0.25"), "joint1")
        self.assertAlmostEqual(angle, WHOLE / 2, places=4)
        self.assertEqual(at, [0, 1, 0])

    def test_time_holds_at_the_ends_or_loops(self):
        for time, loops, share in ((-1, False, 0), (7.25, False, 0), (7.25, True, .5), (7.5, True, 1),
                                   (-.75, True, .5), (0.5, True, 1)):
            extra = ["--loop"] if loops else []
            angle, _ = turn(pose(STRIP, "--clip", "bend", f"--time={time}", *extra), "joint1")
            self.assertAlmostEqual(angle, share * WHOLE, places=4)

    def test_a_package_stands_where_its_source_does(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "a.rpk"
            self.assertEqual(t.run("pack", STRIP, "-o", out).returncode, 0)
            at = ["--clip", "bend", "--time", "0.25"]
            ours, source = pose(out, *at), pose(STRIP, *at)
        self.assertEqual([(j["name"], j["parent"]) for j in ours["joints"]],
                         [(j["name"], j["parent"]) for j in source["joints"]])
        for a, b in zip(ours["joints"], source["joints"]):
            for x, y in zip(a["matrix"], b["matrix"]):
                self.assertAlmostEqual(x, y, places=4)

    def test_it_writes_a_file_or_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "pose.json"
            done = t.run("pose", STRIP, "-o", out)
            self.assertEqual((done.returncode, done.stdout), (0, ""))
            self.assertEqual(len(json.loads(out.read_text())["joints"]), 3)
            done = t.run("pose", STRIP, "--clip", "run", "-o", pathlib.Path(folder) / "other.json")
            self.assertEqual(done.returncode, 2)
            self.assertIn("its clips are 'bend'", done.stderr)
            self.assertEqual([p.name for p in pathlib.Path(folder).iterdir()], ["pose.json"])

    def test_mistakes(self):
        for args, says in ((["--time", "1"], "--time needs --clip"), (["--loop"], "--loop needs --clip"),
                           (["--clip", "bend", "--time", "soon"], "is no time")):
            done = t.run("pose", STRIP, *args)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(says, done.stderr)


class Skin(unittest.TestCase):
    def posed(self, *args):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "out.ply"
            done = t.run("skin", STRIP, "--clip", "bend", "--time", "0.5", *args, "-o", out)
            self.assertEqual(done.returncode, 0, done.stderr)
            return read_ply(out)[0]

    def test_dual_quaternions_keep_what_linear_blending_loses(self):
        # Vertex 3 stands at (.1, 1), on the turned joint's origin, and follows both joints by half.
        linear, dual = self.posed()[3], self.posed("--method", "dqs")[3]
        half = math.radians(WHOLE) / 2
        self.assertAlmostEqual(math.hypot(linear[0], linear[1] - 1), .1 * math.cos(half), places=6)
        self.assertAlmostEqual(math.hypot(dual[0], dual[1] - 1), .1, places=6)
        self.assertAlmostEqual(math.atan2(dual[1] - 1, dual[0]), half, places=6)


t.main()

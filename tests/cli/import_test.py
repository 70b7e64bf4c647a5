"""Formats behind the wall: what a worker reads, refuses, and how its death is told."""
import json
import pathlib
import shutil
import tempfile
import unittest

import rigpack_test as t

BVH = """HIERARCHY
ROOT Hips
{
 OFFSET 0 0 0
 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
 JOINT Spine
 {
  OFFSET 0 10 0
  CHANNELS 3 Zrotation Xrotation Yrotation
  End Site
  {
   OFFSET 0 5 0
  }
 }
}
MOTION
Frames: 3
Frame Time: 0.04
0 0 0 0 0 0 0 0 0
0 1 0 0 0 0 10 0 0
0 2 0 0 0 0 20 0 0
"""


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

    def test_a_slow_worker_is_ended_and_the_others_go_on(self):
        frames = "0 0 0 0 0 0 0 0 0\n" * 400_000
        slow = self.write("slow.bvh", BVH.split("Frames")[0] +
                          "Frames: 400000\nFrame Time: 0.04\n" + frames)
        done, assets = report(slow, t.testdata("biped.glb"), "--timeout", "0.05", "-j", "2")
        self.assertEqual(done.returncode, 2)
        self.assertEqual([a["verdict"] for a in assets], ["unreadable", "pass"])
        self.assertEqual(assets[0]["findings"][0]["rule"], "import/timeout")

    def test_what_is_refused_says_what_to_do(self):
        old = self.write("old.fbx", "; FBX 6.1.0 project file\nFBXVersion: 6100\n")
        mesh = self.write("mesh.obj", "v 0 0 0\n")
        done, assets = report(old, mesh)
        self.assertEqual(done.returncode, 2)
        self.assertIn("re-export the file as FBX 7.4", assets[0]["findings"][0]["message"])
        self.assertIn("without skins", assets[1]["findings"][0]["message"])

    def test_option_values(self):
        for option in (["--timeout", "0"], ["--memory-limit", "2x"], ["--unit", "parsec"]):
            self.assertEqual(t.run("check", self.bvh, *option).returncode, 2, option)


if __name__ == "__main__":
    t.main()

"""FBX behind the wall: what a small file's numbers become, and which files are refused."""
import json
import pathlib
import shutil
import struct
import tempfile
import unittest

import fbx_text
import rigpack_test as t


class Fbx(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def check(self, path, *args, expect=0):
        done = t.run("check", path, *args, "--report", "json=-")
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return json.loads(done.stdout)["assets"][0]

    def rules(self, asset, *severities):
        return {f["rule"] for f in asset["findings"] if f["severity"] in severities}

    def corners(self, path, *args):
        out = self.folder / "posed.obj"
        done = t.run("skin", path, *args, "-o", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [tuple(map(float, line.split()[1:4])) for line in out.read_text().splitlines()
                if line.startswith("v ")]

    def assert_corners(self, got, expected):
        self.assertEqual(len(got), len(expected))
        for have, want in zip(got, expected):
            for a, b in zip(have, want):
                self.assertAlmostEqual(a, b, places=6)

    def test_centimetres_become_metres_and_the_weights_move_the_corners(self):
        path = self.write("a.fbx", fbx_text.fbx())
        self.assert_corners(self.corners(path), [(0, 0, 0), (0.01, 0, 0), (0, 0.02, 0)])
        self.assert_corners(self.corners(path, "--clip", "take", "--time", "0.5"),
                            [(0.015, 0, 0), (0.025, 0, 0), (0.015, 0.02, 0)])

    def test_the_file_s_unit_and_the_one_given_instead(self):
        path = self.write("a.fbx", fbx_text.fbx(unit_cm=2.54))
        self.assert_corners(self.corners(path)[1:2], [(0.0254, 0, 0)])
        self.assert_corners(self.corners(path, "--unit", "ft")[1:2], [(0.3048, 0, 0)])

    def test_seconds_whatever_the_frame_rate(self):
        for mode in (0, 6, 11):  # none given: 1 tick a second; 30; 24
            path = self.write("a.fbx", fbx_text.fbx(time_mode=mode, seconds=2.5))
            self.assertAlmostEqual(self.check(path)["clips"][0]["duration_s"], 2.5, places=5)

    def test_a_frame_rate_below_zero_is_told(self):
        asset = self.check(self.write("a.fbx", fbx_text.fbx(time_mode=14)))  # custom, with none
        self.assertEqual(asset["clips"], [])
        self.assertIn("frame rate below 0", str(asset["findings"]))

    def test_sums_are_a_warning_that_can_be_raised_and_zero_an_error(self):
        path = self.write("a.fbx", fbx_text.fbx(hip=((0, 1), (0.5, 1))))
        self.assertEqual(self.rules(self.check(path), "warning"), {"weights/not-normalized"})
        self.check(path, "--set", "weights/not-normalized=error", expect=1)
        path = self.write("a.fbx", fbx_text.fbx(hip=((1,), (1,))))
        self.assertEqual(self.rules(self.check(path, expect=1), "error"), {"weights/zero-sum"})

    def test_pivots_make_no_joints_and_move_nothing(self):
        pivots = """   P: "PreRotation", "Vector3D", "Vector", "",0,0,90
   P: "RotationPivot", "Vector3D", "Vector", "",1,0,0"""
        path = self.write("a.fbx", fbx_text.fbx(knee_properties=pivots))
        asset = self.check(path)
        self.assertEqual((asset["stats"]["joints"], asset["stats"]["nodes"]), (2, 5))
        # knee = T(0 1 0) T(1 0 0) Rz(90) T(-1 0 0), bound at (0 1 0): corner (0 2 0) is (0 1 0) to
        # it, (-1 1 0) from the pivot, turned (-1 -1 0), with pivot and knee added (0 0 0).
        self.assert_corners(self.corners(path)[2:], [(0, 0, 0)])

    def test_another_inheritance_of_scale_is_told_where_it_matters(self):
        def told(hip_scale, inherit):
            path = self.write("a.fbx", fbx_text.fbx(
                hip_properties=f'   P: "Lcl Scaling", "Lcl Scaling", "", "A",{hip_scale}',
                knee_properties=f'   P: "InheritType", "enum", "", "",{inherit}'))
            return "nodes take their parent" in str(self.check(path)["findings"])
        # 0: rotation before scale; 1: the product; 2: no scale of the parent's.
        self.assertEqual([told("1,1,1", i) for i in (0, 1, 2)], [False, False, False])
        self.assertEqual([told("2,2,2", i) for i in (0, 1, 2)], [False, False, True])
        self.assertEqual([told("1,2,1", i) for i in (0, 1, 2)], [True, False, True])

    def test_a_rotation_before_the_animated_one_is_not_lost(self):
        before = """   P: "PreRotation", "Vector3D", "Vector", "",0,0,90"""
        path = self.write("a.fbx", fbx_text.fbx(hip_properties=before))
        # hip turns a quarter about z: (x y) is (-y x), and its own x, along which it moves, stays.
        self.assert_corners(self.corners(path, "--clip", "0", "--time", "1"),
                            [(0.03, 0, 0), (0.03, 0.01, 0), (0.01, 0, 0)])

    def test_a_transform_of_the_geometry_alone_moves_the_skin_s_vertices(self):
        geometric = """   P: "GeometricTranslation", "Vector3D", "Vector", "",0,0,5
   P: "GeometricRotation", "Vector3D", "Vector", "",0,0,90"""
        path = self.write("a.fbx", fbx_text.fbx(mesh_properties=geometric))
        self.assert_corners(self.corners(path), [(0, 0, 0.05), (0, 0.01, 0.05), (-0.02, 0, 0.05)])
        self.assert_corners(self.corners(path, "--clip", "0", "--time", "1")[:1], [(0.03, 0, 0.05)])

    def test_a_joint_of_the_mesh_s_name_is_the_joint(self):
        path = self.write("a.fbx", fbx_text.fbx(knee_name="triangle"))
        self.assert_corners(self.corners(path, "--clip", "take", "--time", "1")[2:],
                            [(0.03, 0.02, 0)])

    def test_joints_of_one_name_are_refused(self):
        asset = self.check(self.write("a.fbx", fbx_text.fbx(knee_name="hip")), expect=2)
        self.assertEqual(asset["verdict"], "unreadable")
        self.assertEqual(self.rules(asset, "error"), {"import/lossy"})
        self.assertIn("several joints are named 'hip'", asset["findings"][0]["message"])

    def test_an_fbx_is_known_by_its_first_bytes(self):
        for name in ("a.bin", "b.dae"):
            self.assertEqual(self.check(self.write(name, fbx_text.fbx()))["format"], "fbx")

    def test_what_the_name_promises_has_to_be_in_the_file(self):
        self.check(self.write("a.fbx", "HIERARCHY\nROOT hip\n{\n OFFSET 0 0 0\n}\n"), expect=2)

    def test_versions_before_7_1_are_refused_with_what_to_do(self):
        head = b"Kaydara FBX Binary  \x00\x1a\x00"
        for name, content in (("a.fbx", fbx_text.fbx(version=6100)),
                              ("b.fbx", fbx_text.fbx(version=7000)),
                              ("c.fbx", head + struct.pack("<I", 5000) + bytes(64)),
                              ("d.bin", head + struct.pack("<I", 6100) + bytes(64))):
            asset = self.check(self.write(name, content), expect=2)
            self.assertIn("re-export the file as FBX 7.4", asset["findings"][0]["message"], name)


if __name__ == "__main__":
    t.main()

"""KHR_draco_mesh_compression: the same strip plain and as Draco streams, and streams that lie."""
import json
import pathlib
import tempfile
import unittest

import rigpack_test as t
from ply import read_ply

EXTENSION = "KHR_draco_mesh_compression"
if "Draco not in this build" in t.run("version").stdout:
    t.skip("this build has no Draco")


def posed(path):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.ply"
        done = t.run("skin", path, "--clip", "0", "--time", "0.3", "-o", out)
        assert done.returncode == 0, done.stderr
        return read_ply(out)


class Strips(unittest.TestCase):
    def test_a_lossless_stream_is_posed_bit_for_bit_like_the_plain_file(self):
        plain = posed(t.testdata("draco/plain.gltf"))
        self.assertEqual(len(plain[0]), 6)
        self.assertEqual(posed(t.testdata("draco/sequential.gltf")), plain)

    def test_an_edgebreaker_stream_is_the_same_surface_to_14_bits(self):
        def corners(mesh):
            rows, faces = mesh
            triangles = [[rows[i][:3] for i in face[1:]] for face in faces]
            # Compression reorders triangles and turns them; it never mirrors them.
            return sorted(min(t[i:] + t[:i] for i in range(3)) for t in triangles)
        plain = corners(posed(t.testdata("draco/plain.gltf")))
        ours = corners(posed(t.testdata("draco/edgebreaker.gltf")))
        self.assertEqual(len(ours), 4)
        # A step of 2 / 2^14 on positions, weights off by 2^-14 of 2 units.
        for a, b in zip(sum(plain, []), sum(ours, []), strict=True):
            self.assertLess(max(abs(x - y) for x, y in zip(a, b)), 4e-4)
        self.assertNotEqual(ours, plain)


class Faults(unittest.TestCase):
    """Each edit of the sequential strip is one finding about the primitive, never a crash."""

    def findings(self, edit=None, stream=None):
        document = json.loads(t.testdata("draco/sequential.gltf").read_text())
        primitive = document["meshes"][0]["primitives"][0]
        if edit:
            edit(document, primitive)
        if stream:
            data = bytearray(t.data_uri(document["buffers"][0]["uri"]))
            view = document["bufferViews"][primitive["extensions"][EXTENSION]["bufferView"]]
            start, end = view["byteOffset"], view["byteOffset"] + view["byteLength"]
            data[start:end] = stream(bytearray(data[start:end]))
            document["buffers"][0]["uri"] = t.as_data_uri(bytes(data))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.gltf"
            path.write_text(json.dumps(document))
            done = t.run("check", path, "--report", "json=-")
        self.assertIn(done.returncode, (0, 1), done.stderr)
        found = json.loads(done.stdout)["assets"][0]["findings"]
        return [(f["rule"], f["message"]) for f in found if f["severity"] == "error"]

    def assert_one(self, found, rule, words):
        self.assertEqual([r for r, _ in found], [rule], found)
        self.assertIn(words, found[0][1])

    def test_the_unharmed_strip_has_none(self):
        self.assertEqual(self.findings(), [])

    def test_a_stream_cut_short(self):
        def cut(document, primitive):
            document["bufferViews"][primitive["extensions"][EXTENSION]["bufferView"]][
                "byteLength"] -= 40
        self.assert_one(self.findings(cut), "asset/truncated", "broken or cut short")

    def test_a_stream_that_is_none(self):
        self.assert_one(self.findings(stream=lambda s: b"G" + s[1:]), "asset/truncated",
                        "no Draco stream")

    def test_counts_that_lie_are_told_before_memory_is_taken(self):
        faces, points = 11, 12
        for place in (faces, points):
            def lie(stream, place=place):
                return stream[:place] + b"\xff\xff\xff\xff\x0f" + stream[place + 5:]
            found = self.findings(stream=lie)
            self.assert_one(found, "asset/truncated", "the accessors say")

    def test_a_point_cloud(self):
        self.assert_one(self.findings(stream=lambda s: s[:7] + b"\0" + s[8:]), "asset/truncated",
                        "points without triangles")

    def test_an_attribute_that_the_stream_lacks(self):
        def rename(_, primitive):
            primitive["extensions"][EXTENSION]["attributes"]["WEIGHTS_0"] = 77
        self.assert_one(self.findings(rename), "asset/reference", "no attribute 77")

    def test_an_accessor_of_another_type(self):
        def retype(document, primitive):
            document["accessors"][primitive["attributes"]["JOINTS_0"]]["componentType"] = 5123
        self.assert_one(self.findings(retype), "asset/accessor-type", "4 numbers of 1 bytes")

    def test_another_number_of_vertices(self):
        def fewer(document, primitive):
            for index in primitive["attributes"].values():
                document["accessors"][index]["count"] = 7
        self.assert_one(self.findings(fewer), "asset/truncated", "accessors say 7")

    def test_an_index_past_the_vertices(self):
        first_index = 14
        found = self.findings(stream=lambda s: s[:first_index] + b"\x06" + s[first_index + 1:])
        self.assertEqual(len(found), 1, found)

    def test_every_cut_and_every_changed_byte_is_survived(self):
        size = 11 + 3 + 12 + 2 + 15 + 3 + 6 * (12 + 4 + 16)
        for place in range(0, size, 3):
            self.findings(stream=lambda s, place=place: s[:place] + bytes([s[place] ^ 0x81])
                          + s[place + 1:])


if __name__ == "__main__":
    t.main()

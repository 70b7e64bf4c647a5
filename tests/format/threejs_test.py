"""Our own files as three.js poses them: sampling, skinning and morphing by an outside witness."""
import pathlib
import shutil
import tempfile
import unittest

import rigpack_test as t
import threejs


class Testdata(unittest.TestCase):
    # three.js reads compressed views by a decoder that is not given to it here.
    FILES = [p for p in sorted(t.testdata("accessors").glob("*.gltf")) if "meshopt" not in p.name]
    FILES.append(t.testdata("biped.glb"))

    def test_every_file_is_posed_alike_or_explained(self):
        status, lines, said = threejs.compare(self.FILES, t.SOURCE_DIR)
        self.assertEqual((status, len(lines)), (0, len(self.FILES)), said)
        self.assertEqual(sum(line.startswith("explained") for line in lines),
                         len(threejs.explained("testdata/")), said)

    def test_a_difference_fails(self):
        with tempfile.TemporaryDirectory() as folder:
            other = pathlib.Path(folder) / "influences_8.gltf"
            shutil.copy(t.testdata("accessors/influences_8.gltf"), other)
            status, lines, said = threejs.compare([other], t.SOURCE_DIR)
        self.assertEqual(status, 1, said)
        self.assertTrue(lines[0].startswith("FAIL"), said)


t.main()

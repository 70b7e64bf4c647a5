"""Imported assets of the corpus packed and proven within the default bounds, and time watched."""
import pathlib
import tempfile
import time
import unittest

import rigpack_test as t

ASSETS = [
    "ufbx+ufbx/data/blender_293_barbarian_7400_binary.fbx",
    "ufbx+ufbx/data/maya_game_sausage_7500_ascii_wiggle.fbx",
    "ufbx+ufbx/data/maya_game_sausage_7500_binary_combined.fbx",
    "ufbx+ufbx/data/maya_kenney_character_7700_binary.fbx",
    "assimp+assimp/test/models/FBX/animation_with_skeleton.fbx",
    "assimp+assimp/test/models/BVH/01_01.bvh",
    "assimp+assimp/test/models/MD5/SimpleCube.md5mesh",
    "guillaumeblanc+ozz-animation/media/fbx/pab/arnaud.fbx",
    "guillaumeblanc+ozz-animation/media/fbx/pab/walk.fbx",
    "guillaumeblanc+ozz-animation/media/collada/seymour.dae",
    "sbtron+glTF-Sample-Models/sourceModels/CesiumMan/CesiumMan.dae",
]
CORPUS = t.shared("corpus")
MOST_SECONDS = 60  # under a sanitizer, on a busy machine; a release build takes under 1 s


class Corpus(unittest.TestCase):
    def test_what_is_packed_holds_what_the_source_shows(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "out.rpk"
            for asset in ASSETS:
                with self.subTest(asset=asset):
                    began = time.monotonic()
                    packed = t.run("pack", CORPUS / asset, "-o", out, "--weights", "fix",
                                   "--zero-weights", "nearest")
                    self.assertEqual(packed.returncode, 0, packed.stdout + packed.stderr)
                    proven = t.run("verify", out, "--against", CORPUS / asset)
                    self.assertEqual(proven.returncode, 0, proven.stdout + proven.stderr)
                    self.assertLess(time.monotonic() - began, MOST_SECONDS)


if __name__ == "__main__":
    t.main()

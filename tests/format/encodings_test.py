"""Every legal encoding of testdata/accessors poses as another reader poses it: half a second into
its clip through `rigpack skin`."""

import pathlib
import tempfile
import unittest

import rigpack_test

# The bent strip by hand: its upper joint turned about z by the quaternion (0, 0, 0.6, 0.8).
BENT = """-0.1 0 0 | 0.1 0 0 | -0.064 0.952 0 | 0.064 1.048 0 | -0.988 1.184 0 | -0.932 1.376 0"""
# By hand: the middle row follows the lower joint by 1/8, the bent one and those above it by 7/8.
EIGHT = """-0.1 0 0 | 0.1 0 0 | -0.037 0.916 0 | 0.037 1.084 0 | -0.988 1.184 0 | -0.932 1.376 0"""
# What three.js (r187, GLTFLoader, skinned on the CPU) gives for the ones that move otherwise.
OTHERS = {
    "clip_cubic":
    "-0.1 0 0 | 0.1 0 0 | -0.088 0.968 0 | 0.088 1.032 0 | -0.724 1.697 0 | -0.572 1.826 0",
    "clip_i16":
    "-0.1 0 0 | 0.1 0 0 | -0.09 0.97 0 | 0.09 1.03 0 | -0.68 1.74 0 | -0.52 1.86 0",
    "clip_scale":
    "-0.1 0 0 | 0.1 0 0 | -0.1 1 0 | 0.1 1 0 | -0.1 2.5 0 | 0.1 2.5 0",
    "influences_8": EIGHT,
    "joints_mixed_types": EIGHT,
    "matrix_joint":
    "-1 -0.2 0 | -1 0.2 0 | -2.904 -0.128 0 | -3.096 0.128 0 | -3.368 -1.976 0 | -3.752 -1.864 0",
    "meshopt_filters":
    "-0.1 0 0 | 0.1 0 0 | 0.061 0.952 0 | 0.189 1.048 0 | -0.738 1.184 0 | -0.682 1.376 0",
    "morph_sparse":
    "-0.1 0 0 | 0.038 0 0 | -0.064 0.952 0 | 0.024 1.018 0 | -0.988 1.184 0.25 | -0.95 1.316 0.25",
    "no_inverse_binds":
    "-0.1 0 0 | 0.1 0 0 | -0.544 0.592 0 | -0.416 0.688 0 | -1.948 0.464 0 | -1.892 0.656 0",
    "two_skins_one_mesh":
    "-0.1 0 0 | 0.1 0 0 | -0.064 0.952 0 | 0.064 1.048 0 | -0.988 1.184 0 | -0.932 1.376 0"
    " | 1.9 0 0 | 2.1 0 0 | 1.9 1 0 | 2.1 1 0 | 1.9 2 0 | 2.1 2 0",
}
TOLERANCE_M = 1e-3  # the numbers above have three decimals


def numbers(text):
    return [float(word) for word in text.replace("|", " ").split()]


class Encodings(unittest.TestCase):
    def test_each_poses_as_expected(self):
        paths = sorted(rigpack_test.testdata("accessors").glob("*.gltf"))
        self.assertGreater(len(paths), 15)
        self.assertLessEqual(set(OTHERS), {path.stem for path in paths})
        for path in paths:
            with self.subTest(path.name):
                self.compare(self.posed(path), numbers(OTHERS.get(path.stem, BENT)))

    def posed(self, path):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "posed.obj"
            done = rigpack_test.run("skin", path, "--clip", "0", "--time", "0.5", "-o", out)
            self.assertEqual(0, done.returncode, done.stderr)
            lines = out.read_text().splitlines()
        return numbers(" ".join(line[2:] for line in lines if line.startswith("v ")))

    def compare(self, got, expected):
        self.assertEqual(len(expected), len(got))
        worst = max(abs(a - b) for a, b in zip(got, expected))
        self.assertLess(worst, TOLERANCE_M)


if __name__ == "__main__":
    rigpack_test.main()

"""A seeded part of scripts/mutate_imports: small files of each text format, damaged."""
import unittest

import b3d
import fbx_text
import import_texts
import mutations
import rigpack_test as t

SEED, COUNT = 20260, 90
SOURCES = [(".fbx", fbx_text.fbx()), (".dae", import_texts.DAE), (".bvh", import_texts.BVH),
           (".x", import_texts.X), (".md5mesh", import_texts.MD5_MESH), (".smd", import_texts.SMD), (".b3d", b3d.b3d())]


class Mutations(unittest.TestCase):
    def test_every_damaged_file_ends_in_an_entry_of_the_report(self):
        print(f"seed {SEED}")
        outcomes, faults = mutations.run_mutations(
            t.binary(), [(ending, data if isinstance(data, bytes) else data.encode())
                         for ending, data in SOURCES], SEED, COUNT)
        self.assertEqual(faults, [])
        self.assertEqual(sum(outcomes.values()), COUNT)
        self.assertGreater(len(outcomes), 1, outcomes)  # else the damage was always the same


if __name__ == "__main__":
    t.main()

"""What is said of each rule's bad file, word for word. scripts/update_goldens writes the goldens."""
import unittest

import goldens
import rigpack_test as t


class Goldens(unittest.TestCase):
    def test_every_bad_file_is_told_as_its_golden_says(self):
        found = dict(goldens.all_of(t.SOURCE_DIR, t.binary()))
        self.assertGreater(len(found), 80)
        self.assertEqual(sorted(p.name for p in found),
                         sorted(p.name for p in goldens.folder(t.SOURCE_DIR).iterdir()))
        self.maxDiff = None
        for path, text in found.items():
            with self.subTest(path.name):
                self.assertEqual(text, path.read_text(encoding="utf-8"))


t.main()

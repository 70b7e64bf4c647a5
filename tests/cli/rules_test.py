"""`rules` and `explain`: one catalogue, every rule of the headers in it, every text there."""
import re
import unittest

import rigpack_test as t

RULE = re.compile(r'\bRule\s+\w+\s*\{\s*"([^"]+)",\s*Severity::(\w+)')
PARTS = ["meaning", "why", "fix", "Blender", "Maya", "code"]


def header_rules():
    found = {}
    for folder in ("lib/include/rigpack", "formats/include/rigpack/formats"):
        for header in sorted((t.SOURCE_DIR / folder).glob("*.h")):
            found.update(RULE.findall(header.read_text()))
    return found


class Rules(unittest.TestCase):
    def test_rules_lists_what_the_headers_define(self):
        done = t.run("rules")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        listed = {line.split()[0]: line.split()[1] for line in done.stdout.splitlines()}
        self.assertGreater(len(listed), 50)
        self.assertEqual(listed, header_rules())
        self.assertEqual(list(listed), sorted(listed))

    def test_explain_has_every_part_of_every_rule(self):
        for rule in header_rules():
            with self.subTest(rule):
                done = t.run("explain", rule)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                parts = re.findall(r"^(\w+) +\S", done.stdout, re.MULTILINE)
                self.assertEqual(parts, PARTS)
                self.assertTrue(done.stdout.startswith(rule + "  "))
                self.assertLessEqual(max(map(len, done.stdout.splitlines()[1:])), 90)

    def test_an_unknown_rule_is_a_mistake(self):
        done = t.run("explain", "weights/not-normalised")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stdout, "")
        self.assertIn("did you mean weights/not-normalized?", done.stderr)

    def test_the_table_says_the_catalogues_fix(self):
        done = t.run("check", t.testdata("rules/weights-zero-sum.bad.gltf"))
        fix = t.run("explain", "weights/zero-sum").stdout.split("\nfix")[1].split("\nBlender")[0]
        self.assertIn("to fix: " + " ".join(fix.split()), done.stdout)


if __name__ == "__main__":
    t.main()

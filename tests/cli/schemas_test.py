"""JSON reports against our published schema; JSON Lines hold the same objects."""
import json
import tempfile
import unittest

import rigpack_test as t
from schemas import everything, problems, validator

SCHEMA = validator(t.SOURCE_DIR / "formats/report/rigpack.report.schema.json")


class Schemas(unittest.TestCase):
    def assert_valid(self, verb, *args):
        """Both reports of one command; returns the JSON one."""
        with tempfile.TemporaryDirectory() as folder:
            t.run(verb, *args, "--report", f"json={folder}/j", "--report", f"jsonl={folder}/l")
            with open(f"{folder}/j", encoding="utf-8") as file:
                document = json.load(file)
            self.assertEqual(problems(SCHEMA, document), [])
            with open(f"{folder}/l", encoding="utf-8") as file:
                self.assertEqual([json.loads(line) for line in file], document["assets"])
        return document

    def test_the_judge_sees_faults(self):
        document = self.assert_valid("check", t.testdata("biped.glb"))
        document["assets"][0]["findings"] = [{"rule": 1, "severity": "fatal"}]
        self.assertGreaterEqual(len(problems(SCHEMA, document)), 2)

    def test_check_over_all_of_testdata(self):
        document = self.assert_valid("check", *everything())
        self.assertGreater(document["summary"]["errors"], 50)

    def test_pack_and_verify(self):
        with tempfile.TemporaryDirectory() as folder:
            out = f"{folder}/x.rpk"
            document = self.assert_valid("pack", t.testdata("biped.glb"), "-o", out, "--timing")
            self.assertTrue(document["assets"][0]["verify"]["passed"])
            self.assert_valid("verify", out, "--against", t.testdata("biped.glb"))
            repaired = self.assert_valid(
                "pack", t.testdata("rules/weights-not-normalized.bad.gltf"), "-o", out,
                "--weights", "fix")
            self.assertTrue(any(f["fixed"] for f in repaired["assets"][0]["findings"]))


t.main()

"""Reports against published schemas, judged by a validator that is not ours: SARIF against the
public schema of 2.1.0, JSON and JSON Lines against ours. Skipped without python3-jsonschema or, for
SARIF, without node_modules/@microsoft/jest-sarif (scripts/node_tools).
"""
import json
import tempfile
import unittest

import rigpack_test as t

try:
    from jsonschema import validators
except ImportError:
    t.skip("no Python package jsonschema")

SARIF_SCHEMA = t.node_module("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json")
REPORT_SCHEMA = t.SOURCE_DIR / "formats/report/rigpack.report.schema.json"


def validator(path):
    schema = json.loads(path.read_text(encoding="utf-8"))
    kind = validators.validator_for(schema)
    kind.check_schema(schema)
    return kind(schema)


def problems(judge, document):
    return [f"{list(e.absolute_path)}: {e.message[:200]}" for e in judge.iter_errors(document)]


class Schemas(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sarif = validator(SARIF_SCHEMA)
        cls.report = validator(REPORT_SCHEMA)

    def assert_valid(self, verb, *args):
        """Both reports of one command; returns the JSON one."""
        with tempfile.TemporaryDirectory() as folder:
            t.run(verb, *args, "--report", f"sarif={folder}/s", "--report", f"json={folder}/j",
                  "--report", f"jsonl={folder}/l")
            with open(f"{folder}/s", encoding="utf-8") as file:
                self.assertEqual(problems(self.sarif, json.load(file)), [])
            with open(f"{folder}/j", encoding="utf-8") as file:
                document = json.load(file)
            self.assertEqual(problems(self.report, document), [])
            with open(f"{folder}/l", encoding="utf-8") as file:
                self.assertEqual([json.loads(line) for line in file], document["assets"])
        return document

    def test_the_judges_see_faults(self):
        document = json.loads(t.run("check", t.testdata("biped.glb"), "--report", "sarif=-").stdout)
        self.assertEqual(problems(self.sarif, document), [])
        document["runs"][0]["results"] = [{"message": {"text": 1}, "level": "fatal"}]
        self.assertGreaterEqual(len(problems(self.sarif, document)), 2)
        self.assertGreaterEqual(len(problems(self.report, document)), 2)

    def test_check_over_all_of_testdata(self):
        inputs = sorted(t.testdata("").rglob("*.gl*"))
        self.assertGreater(len(inputs), 100)
        document = self.assert_valid("check", *inputs, "no-such-file.glb")
        self.assertGreater(document["summary"]["errors"], 50)

    def test_nothing_found(self):
        self.assert_valid("check", t.testdata("biped.glb"))

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

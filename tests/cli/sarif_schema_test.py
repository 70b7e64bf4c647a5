"""SARIF against the public schema of 2.1.0, from node_modules/@microsoft/jest-sarif (scripts/node_tools)."""
import json
import unittest

import rigpack_test as t
from schemas import everything, problems, validator

SCHEMA = validator(t.node_module("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"))


def sarif(*args):
    return json.loads(t.run(*args, "--report", "sarif=-").stdout)


class Sarif(unittest.TestCase):
    def test_the_judge_sees_faults(self):
        document = sarif("check", t.testdata("biped.glb"))
        self.assertEqual(problems(SCHEMA, document), [])
        document["runs"][0]["results"] = [{"message": {"text": 1}, "level": "fatal"}]
        self.assertGreaterEqual(len(problems(SCHEMA, document)), 2)

    def test_check_over_all_of_testdata(self):
        document = sarif("check", *everything())
        self.assertGreater(len(document["runs"][0]["results"]), 100)
        self.assertEqual(problems(SCHEMA, document), [])


t.main()

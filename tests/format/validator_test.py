"""rigpack against the Khronos validator over corpus and cases: they agree which files have errors, but
for those that validator_disagreements.tsv explains. Skipped without node, the validator or the corpus."""
import json
import os
import pathlib
import shutil
import subprocess
import unittest

import rigpack_test as t

TABLE = t.SOURCE_DIR / "tests/format/validator_disagreements.tsv"
ENDINGS = (".gltf", ".glb", ".vrm")


def table():
    """file -> (their codes, our rules, who is right, why)"""
    lines = [line.split("\t") for line in TABLE.read_text().splitlines() if not line.startswith("#")]
    return {file: (theirs, ours, right, why) for file, theirs, ours, right, why in lines}


def validator():
    folder = pathlib.Path(os.environ.get("GLTF_VALIDATOR")
                          or t.SOURCE_DIR / "node_modules/gltf-validator").resolve()
    if not shutil.which("node") or not folder.is_dir():
        t.skip("no node, or no gltf-validator (set GLTF_VALIDATOR to its folder)")
    return folder


FOLDER, SHARED = validator(), t.shared()


def words(items):
    return ", ".join(sorted(items)) or "accepts"


class Validator(unittest.TestCase):
    def test_the_table_says_who_is_right_and_why(self):
        for file, (theirs, ours, right, why) in table().items():
            self.assertIn(right, ("ours", "theirs", "both"), file)
            self.assertNotEqual(theirs == "accepts", ours == "accepts", file)
            self.assertGreater(len(why), 10, file)

    def test_disagreements_are_those_of_the_table(self):
        files = sorted(str(path) for part in ("corpus", "cases") for path in (SHARED / part).rglob("*")
                       if path.suffix in ENDINGS)
        self.assertGreater(len(files), 150)
        listed = "\n".join(files) + "\n"
        done = subprocess.run(["node", t.SOURCE_DIR / "scripts/validate_gltf.cjs"], input=listed,
                              capture_output=True, text=True, check=True,
                              env={**os.environ, "GLTF_VALIDATOR": str(FOLDER)})
        theirs = json.loads(done.stdout)
        done = t.run("check", "@-", "--config", "none", "--report", "json=-", input=listed)
        found = {}
        for asset in json.loads(done.stdout)["assets"]:
            codes = words(theirs[asset["path"]]["codes"])
            rules = words({f["rule"] for f in asset["findings"] if f["severity"] == "error"})
            if (codes == "accepts") != (rules == "accepts"):
                name = pathlib.Path(asset["path"]).relative_to(SHARED)
                found[name.as_posix()] = (codes, rules)
        self.maxDiff = None
        self.assertEqual(found, {file: row[:2] for file, row in table().items()})


t.main()

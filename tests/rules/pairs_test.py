"""Every rule's pair in testdata/rules through `rigpack check`: the bad file shows that rule and no
other error, the good one close by shows it not. Also: legal encodings are clean, and malformed
files end in a verdict, never in a crash."""

import json
import re
import unittest

import rigpack_test

HEADERS = ["lib/include/rigpack", "formats/include/rigpack/formats"]
RULE = re.compile(r'\bRule\s+\w+\s*\{\s*"([^"]+)",\s*Severity::(\w+)')
# Rules that no file of a few bytes can break alone, and why.
WITHOUT_PAIR = {
    "pack/refused": "what only pack can tell: tests/cli/pack_test.py",
    "simulate/displacement": "said when it is asked for: tests/cli/simulate_test.py",
    "import/crashed": "a worker's end, which no glTF file can cause: tests/cli/import_test.py",
    "import/timeout": "likewise",
    "import/memory": "likewise",
    "import/lossy": "said of other formats alone: tests/cli/import_test.py",
    "import/missing-joint": "likewise",
    "asset/unreadable": "a file that is missing or of another kind; tests/cli has them",
}
# Errors that a bad file shows beside its rule, since they follow from the same fault.
COMPANIONS = {"skin/inverse-bind-transposed": "skin/inverse-bind-not-affine"}
# Of testdata/malformed: what is legal, if odd, or whose fault is milder than an error.
SURVIVES = {"names_hostile.gltf", "nodes_1000_deep.gltf", "only_a_version.gltf"}


def rules():
    """Rule id -> default severity, as the headers say."""
    found = {}
    for folder in HEADERS:
        for header in sorted((rigpack_test.SOURCE_DIR / folder).glob("*.h")):
            found.update(RULE.findall(header.read_text()))
    return found


def files(folder, pattern="*"):
    return sorted((rigpack_test.SOURCE_DIR / "testdata" / folder).glob(pattern))


def check(path):
    """(exit status, [(rule, severity)]) of `rigpack check`."""
    profile = path.with_name(path.name.split(".")[0] + ".profile.json")
    options = ["--profile", profile] if profile.exists() else []
    done = rigpack_test.run("check", "--report", "json=-", path, *options, timeout_s=60)
    assert done.returncode >= 0, f"{path.name}: killed by signal {-done.returncode}"
    report = json.loads(done.stdout)
    return done.returncode, [(f["rule"], f["severity"]) for f in report["assets"][0]["findings"]]


def id_of(path):
    """testdata/rules/weights-zero-sum.bad.gltf -> weights/zero-sum."""
    return path.name.split(".")[0].replace("-", "/", 1)


class Pairs(unittest.TestCase):
    def test_every_rule_of_the_headers_has_a_pair(self):
        known = set(rules())
        self.assertGreater(len(known), 40)
        for kind in ("bad", "good"):
            there = {id_of(path) for path in files("rules", f"*.{kind}.*")}
            self.assertEqual(known - set(WITHOUT_PAIR), there, kind)

    def test_a_bad_file_shows_its_rule_and_no_other_error(self):
        severities = rules()
        for path in files("rules", "*.bad.*"):
            with self.subTest(path.name):
                status, found = check(path)
                rule = id_of(path)
                self.assertIn(rule, [name for name, _ in found])
                self.assertEqual([], [f for f in found if f[1] == "error" and
                                      f[0] not in (rule, COMPANIONS.get(rule))])
                fails = severities[rule] == "error" or rule in COMPANIONS
                allowed = (1, 2) if fails else (0,)
                self.assertIn(status, allowed)

    def test_a_good_file_does_not_show_the_rule(self):
        for path in files("rules", "*.good.*"):
            with self.subTest(path.name):
                status, found = check(path)
                self.assertNotIn(id_of(path), [name for name, _ in found])
                self.assertEqual(0, status, found)

    def test_legal_encodings_are_clean(self):
        for path in files("accessors") + files("", "*.glb"):
            with self.subTest(path.name):
                status, found = check(path)
                self.assertEqual([], [f for f in found if f[1] in ("error", "warning")])
                self.assertEqual(0, status)


class Malformed(unittest.TestCase):
    def test_each_file_ends_in_a_verdict(self):
        paths = files("malformed")
        self.assertGreater(len(paths), 40)
        for path in paths:
            with self.subTest(path.name):
                status, found = check(path)
                if path.name in SURVIVES:
                    self.assertEqual(0, status, found)
                else:
                    self.assertIn(status, (1, 2), found)
                    self.assertIn("error", [severity for _, severity in found])


if __name__ == "__main__":
    rigpack_test.main()

"""Configs, --locked-profile and baselines: which file is used, what it may do, and that the report
says so."""
import hashlib
import json
import pathlib
import shutil
import tempfile
import unittest

import rigpack_test as t

BAD = t.testdata("rules/weights-not-normalized.bad.gltf")
UNUSED = t.testdata("rules/skin-unused-joint.bad.gltf")  # an info
RULE = "weights/not-normalized"


class Folder(unittest.TestCase):
    """A repository with assets/bad.gltf, and the folder above it."""

    def setUp(self):
        self.above = pathlib.Path(tempfile.mkdtemp()).resolve()
        self.addCleanup(shutil.rmtree, self.above)
        self.repository = self.above / "repository"
        self.assets = self.repository / "assets"
        self.assets.mkdir(parents=True)
        (self.repository / ".git").mkdir()
        self.asset = self.assets / "bad.gltf"
        shutil.copy(BAD, self.asset)

    def write(self, path, value):
        path.write_text(value if isinstance(value, str) else json.dumps(value))
        return path

    def config(self, value, folder=None):
        return self.write((folder or self.repository) / ".rigpack.json", value)

    def check(self, *args, asset=None):
        done = t.run("check", asset or self.asset, "--report", "json=-", *args,
                     cwd=self.repository)
        return done, json.loads(done.stdout)["assets"][0] if done.stdout else None

    def assert_refused(self, *args, says):
        done, _ = self.check(*args)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertIn(says, done.stderr)


class Config(Folder):
    def test_without_a_config_the_profile_judges(self):
        done, asset = self.check()
        self.assertEqual(done.returncode, 1)
        self.assertEqual(asset["judged_by"],
                         {"profile": "default", "profile_file": None, "config": None,
                          "baseline": None, "changes": [], "muted": [], "accepted": []})

    def test_the_nearest_config_is_used_and_named_with_what_it_mutes(self):
        path = self.config({"rules": {RULE: "off"}})
        done, asset = self.check()
        self.assertEqual(done.returncode, 0)
        self.assertEqual(asset["judged_by"]["config"],
                         {"path": ".rigpack.json",
                          "sha256": hashlib.sha256(path.read_bytes()).hexdigest()})
        self.assertEqual(asset["judged_by"]["changes"],
                         [{"rule": RULE, "severity": "off", "by": "config"}])
        self.assertEqual([(m["rule"], m["findings"]) for m in asset["judged_by"]["muted"]],
                         [(RULE, 1)])
        self.config({"rules": {RULE: "error"}}, self.assets)
        self.assertEqual(self.check()[0].returncode, 1)
        table = t.run("check", self.asset, "--config", path, cwd=self.repository).stdout
        self.assertIn("muted: 1 finding of weights/not-normalized", table)
        self.assertIn("by config", table)

    def test_the_search_ends_at_the_repository(self):
        self.config({"rules": {RULE: "off"}}, self.above)
        self.assertEqual(self.check()[0].returncode, 1)
        (self.repository / ".git").rmdir()
        self.assertEqual(self.check()[0].returncode, 1, "nor above the working directory")
        done = t.run("check", "repository/assets/bad.gltf", cwd=self.above)
        self.assertEqual(done.returncode, 0)
        self.assertEqual(t.run("check", self.asset, cwd="/").returncode, 0)

    def test_config_none_and_config_file(self):
        self.config({"rules": {RULE: "off"}})
        self.assertEqual(self.check("--config", "none")[0].returncode, 1)
        other = self.write(self.above / "other.json", {"rules": {RULE: "warning"}})
        done, asset = self.check("--config", other)
        self.assertEqual(done.returncode, 0)
        self.assertIn("warning", [f["severity"] for f in asset["findings"] if f["rule"] == RULE])
        self.assert_refused("--config", "no-such.json", says="no-such.json")

    def test_the_command_line_wins_over_the_config(self):
        self.config({"rules": {RULE: "off"}, "fail_on": "never", "weight_tolerance": 10})
        self.assertEqual(self.check()[0].returncode, 0)
        done, asset = self.check("--set", f"{RULE}=error", "--fail-on", "error",
                                 "--weight-tolerance", "0.001")
        self.assertEqual(done.returncode, 1)
        self.assertEqual([c["by"] for c in asset["judged_by"]["changes"]], ["config", "--set"])

    def test_each_input_has_its_own_config(self):
        other = self.repository / "other"
        other.mkdir()
        shutil.copy(BAD, other / "bad.gltf")
        self.config({"rules": {RULE: "off"}}, other)
        done = t.run("check", "assets/bad.gltf", "other/bad.gltf", "--report", "json=-",
                     cwd=self.repository)
        verdicts = [a["verdict"] for a in json.loads(done.stdout)["assets"]]
        self.assertEqual(verdicts, ["fail", "pass"])

    def test_mistakes_end_with_2_and_say_where(self):
        for value, says in [
                ("{", "line 1"), ("", "empty"), ("[]", "object"),
                ({"rulez": {}}, "'rulez'"), ({"rules": {"weights/nope": "off"}}, "weights/nope"),
                ({"rules": {RULE: "loud"}}, RULE), ({"rules": []}, "'rules'"),
                ({"fail_on": "fatal"}, "fail_on"), ({"weight_tolerance": -1}, "weight_tolerance"),
                ({"weight_tolerance": "x"}, "weight_tolerance"), ({"profile": 3}, "profile"),
                ({"profile": "nosuch"}, "nosuch"), ({"baseline": "nosuch.json"}, "nosuch.json"),
                ({"profile": "../x.json"}, "outside"), ({"baseline": "/etc/passwd"}, "outside"),
                ('{"rules": {}, "rules": {"%s": "off"}}' % RULE, "twice"),
                ('{"rules": ' + "[" * 100 + "]" * 100 + "}", "deeper")]:
            with self.subTest(value):
                self.config(value)
                self.assert_refused(says=says)
                self.assert_refused(says=".rigpack.json")
        self.config({"rules": {"weights/not-normalised": "off"}})
        self.assert_refused(says="did you mean weights/not-normalized?")

    def test_a_link_leads_a_config_nowhere_else(self):
        self.write(self.above / "mild.json", {"name": "mild", "rules": {RULE: "off"}})
        (self.repository / "mild.json").symlink_to(self.above / "mild.json")
        self.config({"profile": "mild.json"})
        self.assert_refused(says="outside")

    def test_a_profile_of_the_config(self):
        self.write(self.repository / "mild.json", {"name": "mild", "rules": {RULE: "off"}})
        self.config({"profile": "mild.json"})
        done, asset = self.check()
        self.assertEqual(done.returncode, 0)
        by = asset["judged_by"]
        self.assertEqual((by["profile"], by["profile_file"]["path"]), ("mild", "mild.json"))
        self.assertEqual([c["by"] for c in by["changes"]], ["profile"])
        self.assertEqual(self.check("--profile", "default")[0].returncode, 1)

    def test_stdin_is_judged_by_the_working_directorys_config(self):
        self.config({"rules": {RULE: "off"}})
        done = t.run("check", "-", cwd=self.repository, input=self.asset.read_text())
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_pack_uses_the_config(self):
        self.config({"rules": {"skin/unused-joint": "error"}})
        shutil.copy(UNUSED, self.asset)
        self.assertEqual(t.run("pack", self.asset, "-o", self.above / "x.rpk").returncode, 1)
        done = t.run("pack", self.asset, "-o", self.above / "x.rpk", "--config", "none")
        self.assertEqual(done.returncode, 0, done.stderr)


class Locked(Folder):
    def test_what_loosens_is_refused(self):
        self.write(self.repository / "b.json", {"schema": "rigpack.baseline", "entries": []})
        for value, says in [({"rules": {RULE: "off"}}, RULE), ({"rules": {RULE: "warning"}}, RULE),
                            ({"rules": {"skin/too-many-joints": "warning"}}, "too-many-joints"),
                            ({"profile": "web"}, "'profile'"), ({"baseline": "b.json"}, "baseline"),
                            ({"weight_tolerance": 0.5}, "weight_tolerance"),
                            ({"fail_on": "never"}, "fail_on")]:
            with self.subTest(value):
                self.config(value)
                self.assertNotEqual(self.check()[0].returncode, 2)
                self.assert_refused("--locked-profile", says=says)

    def test_what_tightens_is_taken(self):
        shutil.copy(UNUSED, self.asset)
        self.assertEqual(self.check("--locked-profile")[0].returncode, 0)
        self.config({"rules": {"skin/unused-joint": "warning"}, "fail_on": "warning",
                     "weight_tolerance": 0.0001, "profile": "default"})
        self.assertEqual(self.check("--locked-profile")[0].returncode, 1)


class Baseline(Folder):
    def setUp(self):
        super().setUp()
        self.file = self.repository / "baseline.json"

    def write_baseline(self, reason="the old hero; see ticket 12"):
        done, _ = self.check("--write-baseline", self.file)
        self.assertEqual(done.returncode, 1)
        document = json.loads(self.file.read_text())
        for entry in document["entries"]:
            self.assertEqual(entry["reason"], "")
            entry["reason"] = reason
        self.write(self.file, document)
        return document

    def test_a_new_baseline_needs_reasons(self):
        self.write_baseline(reason=" ")
        self.assert_refused("--baseline", self.file, says="entries.0.reason")

    def test_accepted_findings_are_hidden_and_told(self):
        entry = self.write_baseline()["entries"][0]
        self.assertEqual((entry["asset"], entry["rule"]), ("assets/bad.gltf", RULE))
        done, asset = self.check("--baseline", self.file)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "rigpack: 0 of 1 assets fail\n")
        self.assertNotIn(RULE, [f["rule"] for f in asset["findings"]])
        accepted = asset["judged_by"]["accepted"]
        self.assertEqual([(a["rule"], a["reason"]) for a in accepted], [(RULE, entry["reason"])])
        self.assertEqual(asset["judged_by"]["baseline"]["path"], str(self.file))
        table = t.run("check", self.asset, "--baseline", self.file, cwd="/").stdout
        self.assertIn("accepted: 1 finding by baseline", table)

    def test_more_of_it_is_news(self):
        document = self.write_baseline()
        document["entries"][0]["count"] -= 1
        self.write(self.file, document)
        done, _ = self.check("--baseline", self.file)
        self.assertEqual(done.returncode, 1)
        self.assertNotIn("stale", done.stderr)

    def test_another_asset_is_not_excused(self):
        self.write_baseline()
        shutil.copy(self.asset, self.assets / "other.gltf")
        done, _ = self.check("--baseline", self.file, asset=self.assets / "other.gltf")
        self.assertEqual(done.returncode, 1)

    def test_stale_entries_are_told(self):
        self.write_baseline()
        shutil.copy(UNUSED, self.asset)
        done = t.run("check", self.asset, "--baseline", self.file, "--report", "json=-")
        self.assertEqual(done.returncode, 0)
        self.assertIn("stale", done.stderr)
        stale = json.loads(done.stdout)["stale_baseline_entries"]
        self.assertEqual([(e["asset"], e["rule"]) for e in stale], [("assets/bad.gltf", RULE)])
        self.asset.unlink()
        shutil.copy(UNUSED, self.assets / "else.gltf")
        done, _ = self.check("--baseline", self.file, asset=self.assets / "else.gltf")
        self.assertIn("stale", done.stderr)

    def test_writing_again_keeps_reasons(self):
        entry = self.write_baseline()["entries"][0]
        done, _ = self.check("--baseline", self.file, "--write-baseline", self.file)
        self.assertEqual(done.returncode, 0)
        self.assertEqual(json.loads(self.file.read_text())["entries"], [entry])

    def test_a_baseline_of_the_config(self):
        self.write_baseline()
        self.config({"baseline": "baseline.json"})
        self.assertEqual(self.check()[0].returncode, 0)
        self.assertEqual(self.check("--config", "none")[0].returncode, 1)

    def test_an_unreadable_input_is_never_excused(self):
        self.write(self.asset, "{")
        done, _ = self.check("--write-baseline", self.file)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(json.loads(self.file.read_text())["entries"], [])

    def test_mistakes(self):
        for value, says in [({"schema": "rigpack.baseline"}, "entries"), ({"entries": []}, "schema"),
                            ({"schema": "rigpack.baseline", "entries": [{"reason": "x"}]}, "asset"),
                            ({"schema": "rigpack.baseline", "entries": [3]}, "entries.0")]:
            with self.subTest(value):
                self.write(self.file, value)
                self.assert_refused("--baseline", self.file, says=says)
        self.assert_refused("--baseline", "nosuch.json", says="nosuch.json")
        self.assert_refused("--write-baseline", self.asset, says="is an input")


t.main()

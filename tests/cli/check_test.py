"""check: verdicts, exit codes, inputs, hostile names, and the same bytes for any -j."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import rigpack_test as t

GOOD = t.testdata("biped.glb")
BAD = t.testdata("rules/weights-not-normalized.bad.gltf")
TRUNCATED = t.testdata("malformed/glb_cut_in_json.glb")
HOSTILE = "\x1b]0;x\a\n::error::p|`<b>"


def report(*args, **options):
    done = t.run("check", *args, "--report", "json=-", **options)
    return done, json.loads(done.stdout)


def rules(asset):
    return [finding["rule"] for finding in asset["findings"]]


class Check(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def test_a_clean_asset(self):
        done = t.run("check", GOOD)
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stderr, "rigpack: 0 of 1 assets fail\n")
        self.assertIn("biped.glb", done.stdout)
        self.assertNotIn("\x1b", done.stdout)

    def test_a_bad_asset_says_rule_place_and_remedy(self):
        done = t.run("check", BAD)
        self.assertEqual(done.returncode, 1)
        for text in ("FAIL", "weights/not-normalized", "mesh 0", "to fix:"):
            self.assertIn(text, done.stdout)
        self.assertRegex(done.stderr, r"^rigpack: 1 of 1 assets fail: \d+ errors, \d+ warnings\n$")

    def test_exit_codes_over_several_inputs(self):
        self.assertEqual(t.run("check", GOOD, BAD).returncode, 1)
        self.assertEqual(t.run("check", GOOD, BAD, TRUNCATED).returncode, 2)
        self.assertEqual(t.run("check", TRUNCATED, GOOD).returncode, 2)

    def test_unreadable_inputs_have_entries_and_the_others_go_on(self):
        done, document = report(TRUNCATED, "no-such-file.glb", GOOD)
        self.assertEqual(done.returncode, 2)
        self.assertEqual([a["verdict"] for a in document["assets"]],
                         ["unreadable", "unreadable", "pass"])
        for asset in document["assets"][:2]:
            self.assertEqual([f["severity"] for f in asset["findings"]], ["error"])
        self.assertEqual(document["summary"]["failed"], 2)
        for finding in (f for a in document["assets"] for f in a["findings"]):
            self.assertNotIn("malformed", finding["location"].get("pointer", ""))

    def test_severities_and_fail_on(self):
        self.assertEqual(t.run("check", BAD, "--fail-on", "never").returncode, 0)
        off = ["--set", "weights/not-normalized=off"]
        done, document = report(BAD, *off)
        self.assertEqual(done.returncode, 0, document)
        self.assertNotIn("weights/not-normalized", rules(document["assets"][0]))
        warn = ["--set", "weights/not-normalized=warning"]
        self.assertEqual(t.run("check", BAD, *warn).returncode, 0)
        self.assertEqual(t.run("check", BAD, *warn, "--fail-on", "warning").returncode, 1)
        self.assertEqual(t.run("check", BAD, *warn, "--max-warnings", "0").returncode, 1)
        self.assertEqual(t.run("check", BAD, *warn, "--max-warnings", "9").returncode, 0)
        self.assertEqual(t.run("check", TRUNCATED, "--fail-on", "never").returncode, 2)

    def test_tolerance(self):
        self.assertEqual(t.run("check", BAD, "--weight-tolerance", "100").returncode, 0)

    def test_lists_folders_and_stdin(self):
        shutil.copy(GOOD, self.folder / "b.glb")
        (self.folder / "deep").mkdir()
        shutil.copy(BAD, self.folder / "deep" / "A.GLTF")
        (self.folder / "notes.txt").write_text("no asset")
        _, document = report("--recursive", self.folder)
        self.assertEqual([os.path.basename(a["path"]) for a in document["assets"]],
                         ["b.glb", "A.GLTF"])
        listing = self.folder / "list.txt"
        listing.write_text(f"{GOOD}\r\n\n{BAD}\n")
        _, document = report(f"@{listing}")
        self.assertEqual([a["path"] for a in document["assets"]], [str(GOOD), str(BAD)])
        (self.folder / "empty").mkdir()
        done = t.run("check", "--recursive", self.folder / "empty")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        done = t.run("check", self.folder)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--recursive", done.stdout)
        with open(GOOD, "rb") as file:
            _, document = report("-", stdin=file)
        self.assertEqual(document["assets"][0]["verdict"], "pass")
        self.assertEqual(document["assets"][0]["bytes"], GOOD.stat().st_size)

    def test_folders_are_walked_without_what_is_hidden_and_without_end(self):
        for name in ("b.glb", "a/z.glb", "a-b.glb", ".hidden.glb", ".git/x.glb", "deep/er/c.glb"):
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(GOOD, path)
        (self.folder / "deep" / "loop").symlink_to(self.folder)
        (self.folder / "self.glb").symlink_to(self.folder / "self.glb")
        (self.folder / "dangling.glb").symlink_to(self.folder / "none.glb")
        (self.folder / "linked.glb").symlink_to(self.folder / "b.glb")
        (self.folder / "folder.glb").mkdir()
        os.mkfifo(self.folder / "pipe.glb")
        for _ in range(2):
            done, document = report("--recursive", self.folder)
            self.assertEqual(done.returncode, 0)
            self.assertEqual([os.path.relpath(a["path"], self.folder) for a in document["assets"]],
                             ["a-b.glb", "a/z.glb", "b.glb", "deep/er/c.glb", "linked.glb"])
        # A hidden name that is given is meant.
        _, document = report("--recursive", self.folder / ".git")
        self.assertEqual(len(document["assets"]), 1)

    def test_a_folder_that_cannot_be_listed_is_an_unreadable_input(self):
        shutil.copy(GOOD, self.folder / "a.glb")
        shutil.copy(GOOD, self.folder / "z.glb")
        closed = self.folder / "closed"
        closed.mkdir()
        closed.chmod(0)
        self.folder.chmod(0o755)
        self.addCleanup(closed.chmod, 0o755)
        nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
        try:
            done, document = report("--recursive", self.folder, **nobody)
        except (OSError, subprocess.SubprocessError) as error:
            self.skipTest(f"another user cannot run the program here: {error}")
        self.assertEqual(done.returncode, 2)
        self.assertEqual([a["verdict"] for a in document["assets"]],
                         ["pass", "unreadable", "pass"])
        self.assertIn("cannot be listed", document["assets"][1]["findings"][0]["message"])

    def test_hostile_names_cannot_steer_a_terminal(self):
        asset = json.loads(BAD.read_text())
        for mesh in asset["meshes"]:
            mesh["name"] = HOSTILE
        path = self.folder / ("x" + HOSTILE.replace("/", "") + ".gltf")
        path.write_text(json.dumps(asset))
        done = t.run("check", path)
        self.assertEqual(done.returncode, 1)
        for text in (done.stdout, done.stderr):
            self.assertFalse({c for c in text if ord(c) < 32} - {"\n"})
            self.assertNotIn("\n::error", text)
        self.assertIn("\\x1b]0;x\\x07\\x0a::error::", done.stdout)

    def test_the_same_report_for_any_number_of_threads(self):
        inputs = sorted(t.testdata("rules").glob("*.gl*"))
        self.assertGreater(len(inputs), 40)
        texts = {t.run("check", *inputs, "--report", "json=-", "-j", n).stdout for n in (1, 2, 7)}
        self.assertEqual(len(texts), 1)
        tables = {t.run("check", *inputs, "-j", n).stdout for n in (1, 3)}
        self.assertEqual(len(tables), 1)

    def test_timing_is_there_only_when_asked_for(self):
        _, document = report(GOOD, "--timing")
        self.assertGreater(document["assets"][0]["timing"]["read_s"], 0)
        _, document = report(GOOD)
        self.assertNotIn("timing", document["assets"][0])

    def test_a_report_file_leaves_the_table_on_stdout(self):
        path = self.folder / "report.json"
        done = t.run("check", GOOD, "--report", f"json={path}", "--report", "json=-")
        self.assertEqual(done.stdout, path.read_text())
        done = t.run("check", GOOD, "--report", f"json={path}")
        self.assertIn("pass", done.stdout)
        done = t.run("check", GOOD, "--report", f"json={self.folder}/no/such/folder.json")
        self.assertEqual(done.returncode, 2)


t.main()

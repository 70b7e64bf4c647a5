"""--report and --annotate: where reports go, what happens when one cannot be written."""
import json
import os
import pathlib
import shutil
import tempfile
import unittest

import rigpack_test as t

FORMATS = ("json", "jsonl", "sarif", "junit", "markdown", "openmetrics")
GOOD = t.testdata("biped.glb")
BAD = t.testdata("rules/weights-not-normalized.bad.gltf")


class ReportFiles(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def names(self):
        return sorted(p.name for p in self.folder.iterdir())

    def to_files(self, formats=FORMATS):
        return [part for name in formats for part in ("--report", f"{name}={self.folder}/{name}")]

    def test_each_format_is_the_same_on_stdout_and_in_a_file(self):
        done = t.run("check", GOOD, BAD, *self.to_files())
        self.assertEqual(done.returncode, 1)
        self.assertIn("FAIL", done.stdout)
        self.assertEqual(self.names(), sorted(FORMATS))
        for name in FORMATS:
            alone = t.run("check", GOOD, BAD, "--report", f"{name}=-")
            self.assertEqual(alone.returncode, 1)
            self.assertEqual(alone.stdout, (self.folder / name).read_text())
            self.assertEqual(alone.stderr, done.stderr)

    def test_packing_and_verifying_report_in_each_format(self):
        out = self.folder / "x.rpk"
        done = t.run("pack", GOOD, "-o", out, *self.to_files())
        self.assertEqual(done.returncode, 0, done.stderr)
        size = out.stat().st_size
        self.assertIn(f" {size}\n", (self.folder / "openmetrics").read_text())
        for name in ("markdown", "junit"):
            self.assertIn("clip error", (self.folder / name).read_text())
        for name in FORMATS:
            done = t.run("verify", out, "--against", GOOD, "--max-error", "0.0000001mm",
                         "--report", f"{name}=-", "--annotate", "github")
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("::error file=", done.stderr)
            self.assertNotIn("::error", done.stdout)

    def test_one_report_that_cannot_be_written_leaves_none(self):
        for bad in ("no/such/folder.xml", "."):
            done = t.run("check", GOOD, *self.to_files(), "--report", f"junit={self.folder}/{bad}")
            self.assertEqual(done.returncode, 2)
            self.assertEqual(self.names(), [])
            self.assertIn(f"{self.folder}/{bad}: cannot", done.stderr)
            self.assertTrue(done.stderr.endswith("rigpack: 0 of 1 assets fail\n"))

    def test_refused(self):
        for args, says in (
                (["--report", "sarfi=x"], "did you mean sarif?"),
                (["--report", "sarif"], "path"),
                (["--report", "sarif=-", "--report", "junit=-"], "stdout"),
                (["--report", f"sarif={self.folder}/x", "--report", f"junit={self.folder}/./x"],
                 "one file"),
                (["--annotate", "gitlab"], "annotate"),
                (["--color", "sometimes"], "color"),
                (["--report", f"markdown={GOOD}"], "is an input")):
            done = t.run("check", GOOD, *args)
            self.assertEqual((done.returncode, done.stdout), (2, ""), args)
            self.assertIn(says, done.stderr)
        self.assertEqual(self.names(), [])

    def test_annotations_stand_behind_the_table_and_before_the_verdict(self):
        done = t.run("check", BAD, "--annotate", "github")
        table, commands = done.stdout.split("::", 1)
        self.assertIn("FAIL", table)
        self.assertTrue(commands.startswith(f"error file={BAD},title=weights/not-normalized::"))
        done = t.run("check", BAD, "--annotate", "github", "--report", "json=-")
        json.loads(done.stdout)
        self.assertTrue(done.stderr.startswith("::error file="))
        self.assertTrue(done.stderr.splitlines()[-1].startswith("rigpack: 1 of 1 assets fail"))
        done = t.run("check", "./" + os.path.relpath(BAD), "--annotate", "github")
        self.assertIn(f"file={os.path.relpath(BAD)},", done.stdout)

    def test_fingerprints_do_not_depend_on_the_order_of_vertices(self):
        asset = json.loads(BAD.read_text())
        moved = self.folder / BAD.name
        # The same weights, read from the last vertex back: what was vertex i is now vertex 5 - i.
        views, accessors = asset["bufferViews"], asset["accessors"]
        primitive = asset["meshes"][0]["primitives"][0]["attributes"]
        weights = accessors[primitive["WEIGHTS_0"]]
        data = bytearray(t.data_uri(asset["buffers"][0]["uri"]))
        at = views[weights["bufferView"]].get("byteOffset", 0) + weights.get("byteOffset", 0)
        rows = [data[at + 16 * i:at + 16 * i + 16] for i in range(weights["count"])]
        data[at:at + 16 * len(rows)] = b"".join(reversed(rows))
        asset["buffers"][0]["uri"] = t.as_data_uri(data)
        moved.write_text(json.dumps(asset))
        prints, samples = [], []
        for path in (BAD, moved):
            document = json.loads(t.run("check", path, "--report", "json=-").stdout)
            finding = next(f for f in document["assets"][0]["findings"]
                           if f["rule"] == "weights/not-normalized")
            samples.append([s["index"] for s in finding["samples"]])
            run, = json.loads(t.run("check", path, "--report", "sarif=-").stdout)["runs"]
            prints.append([r["partialFingerprints"] for r in run["results"]])
        self.assertNotEqual(*samples)
        self.assertEqual(*prints)


t.main()

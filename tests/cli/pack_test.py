"""pack, verify, skin and info on packages: what they write, refuse and say."""
import json
import pathlib
import shutil
import struct
import subprocess
import tempfile
import unittest

import rigpack_test as t
from ply import read_ply

GOOD = t.testdata("biped.glb")
BAD = t.testdata("rules/weights-not-normalized.bad.gltf")
ZERO = t.testdata("rules/weights-zero-sum.bad.gltf")


class Pack(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.out = self.folder / "out.rpk"

    def pack(self, *args, expect=0):
        done = t.run("pack", *args, "-o", self.out)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done

    def test_packs_and_verifies(self):
        done = self.pack(GOOD)
        for text in ("packed", "clips", "clip error", "verified"):
            self.assertIn(text, done.stdout)
        self.assertEqual(done.stderr, "rigpack: 0 of 1 assets fail\n")
        self.assertEqual([p.name for p in self.folder.iterdir()], ["out.rpk"])
        done = t.run("verify", self.out, "--against", GOOD)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("sha256", done.stderr)
        done = t.run("verify", self.out, "--against", GOOD, "--max-error", "1um",
                     "--max-static-error", "1um")
        self.assertEqual(done.returncode, 1, done.stdout)

    def test_the_same_bytes_for_any_number_of_threads(self):
        bytes_of = set()
        for threads in (1, 2, 5):
            self.pack(GOOD, "-j", threads)
            bytes_of.add(self.out.read_bytes())
        self.assertEqual(len(bytes_of), 1)
        piped = subprocess.run([t.binary(), "pack", GOOD, "-o", "-"], capture_output=True,
                               check=False)
        bytes_of.add(piped.stdout)
        self.assertEqual(len(bytes_of), 1)

    def test_findings_stop_a_pack_unless_repaired(self):
        done = self.pack(BAD, expect=1)
        self.assertIn("weights/not-normalized", done.stdout)
        self.assertFalse(self.out.exists())
        done = self.pack(BAD, "--weights", "fix")
        self.assertIn("repaired", done.stdout)
        done = t.run("verify", self.out, "--against", BAD)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_zero_weights_have_a_policy_of_their_own(self):
        self.pack(ZERO, "--weights", "fix", expect=1)
        self.assertFalse(self.out.exists())
        for policy in ("root", "nearest"):
            self.pack(ZERO, "--zero-weights", policy)
            self.assertEqual(t.run("verify", self.out, "--against", ZERO).returncode, 0)

    def test_what_cannot_be_packed_is_a_finding_in_the_report(self):
        empty = self.folder / "empty.gltf"
        empty.write_text('{"asset":{"version":"2.0"}}')
        report = self.folder / "report.json"
        for extra, text in (([empty], "nothing to pack"),
                            ([ZERO, "--set", "weights/zero-sum=off"], "follow no joint"),
                            ([GOOD, "--max-error", "1e-12mm"], "ask for a larger --max-error")):
            self.pack(*extra, "--report", f"json={report}", expect=1)
            asset = json.loads(report.read_text())["assets"][0]
            self.assertEqual(asset["verdict"], "fail")
            self.assertEqual([f["rule"] for f in asset["findings"] if f["severity"] == "error"],
                             ["pack/refused"])
            self.assertIn(text, asset["findings"][0]["message"])
            self.assertFalse(self.out.exists())

    def test_the_report_says_what_each_clip_and_file_takes(self):
        report = self.folder / "report.json"
        self.pack(GOOD, "--report", f"json={report}")
        asset = json.loads(report.read_text())["assets"][0]
        self.assertTrue(asset["clips"])
        for clip in asset["clips"]:
            self.assertGreater(clip["source_bytes"], 0)
            self.assertGreater(clip["packed_bytes"], 0)
            self.assertLess(clip["packed_bytes"], clip["source_bytes"])
        self.assertEqual(asset["package"]["source_bytes"], asset["bytes"])

    def test_source_bytes_count_the_buffers_in_other_files(self):
        asset = json.loads(t.testdata("rules/weights-zero-sum.good.gltf").read_text())
        data = t.data_uri(asset["buffers"][0]["uri"])
        (self.folder / "a.bin").write_bytes(data)
        asset["buffers"][0]["uri"] = "a.bin"
        source = self.folder / "a.gltf"
        source.write_text(json.dumps(asset))
        report = self.folder / "report.json"
        self.pack(source, "--report", f"json={report}")
        found = json.loads(report.read_text())["assets"][0]
        self.assertEqual(found["bytes"], source.stat().st_size)
        self.assertEqual(found["package"]["source_bytes"], source.stat().st_size + len(data))
        self.assertEqual(found["package"]["bytes"], self.out.stat().st_size)
        profile = self.folder / "profile.json"
        for limit, says in ((source.stat().st_size + len(data), False),
                            (source.stat().st_size + len(data) - 1, True)):
            profile.write_text(json.dumps({"name": "small", "version": "1", "source": "this test",
                                           "budget": {"bytes": limit}}))
            done = t.run("check", source, "--profile", profile)
            self.assertEqual("budget/bytes" in done.stdout, says, done.stdout + done.stderr)

    def test_the_profile_says_how_many_influences_are_kept(self):
        many = t.testdata("rules/weights-too-many-influences.bad.gltf")  # 12 at vertex 2
        report = self.folder / "report.json"

        def cut(*args):
            self.pack(many, *args, "--report", f"json={report}")
            asset = json.loads(report.read_text())["assets"][0]
            told = [f for f in asset["findings"] if f["rule"] == "weights/too-many-influences"]
            return [f["fixed"] for f in told], round(asset["repairs"]["dropped_weight_max"], 6)
        self.assertEqual(cut(), ([True], round(4 / 12, 6)))
        self.assertEqual(cut("--profile", "web"), ([True], round(8 / 12, 6)))
        self.assertEqual(cut("--max-influences", "12"), ([False], 0))
        # Past the profile's error limit a cut must be asked for.
        self.out.unlink()
        self.pack(many, "--profile", "mobile", expect=1)
        self.assertFalse(self.out.exists())
        self.assertEqual(cut("--profile", "mobile", "--max-influences", "4"),
                         ([True], round(8 / 12, 6)))
        self.assertEqual(t.run("verify", self.out, "--against", many).returncode, 0)

    def test_what_a_cut_drops_is_told_for_each_skin(self):
        asset = json.loads(t.testdata("rules/weights-zero-sum.good.gltf").read_text())
        # The mesh is drawn twice: by its own skin, and by one of the same joints; a third draws none.
        asset["skins"] += [dict(asset["skins"][0]), dict(asset["skins"][0])]
        drawn = next(node for node in asset["nodes"] if "skin" in node)
        asset["nodes"].append({**drawn, "skin": 1})
        asset["scenes"][0]["nodes"].append(len(asset["nodes"]) - 1)
        source = self.folder / "a.gltf"
        source.write_text(json.dumps(asset))
        report = self.folder / "report.json"
        for most, dropped in ((1, True), (4, False)):
            self.pack(source, "--max-influences", most, "--report", f"json={report}")
            found = json.loads(report.read_text())["assets"][0]
            shares = [skin["dropped_weight_max"] for skin in found["skins"]]
            whole = found["repairs"]["dropped_weight_max"]
            self.assertEqual(shares, [whole, whole, 0])
            self.assertEqual(whole > 0, dropped)

    def test_an_unreadable_asset_is_2_and_leaves_the_older_output(self):
        self.out.write_bytes(b"older")
        self.pack(t.testdata("malformed/glb_cut_in_json.glb"), expect=2)
        self.pack(BAD, expect=1)
        self.assertEqual(self.out.read_bytes(), b"older")
        self.assertEqual([p.name for p in self.folder.iterdir()], ["out.rpk"])

    def test_clips_are_chosen_by_name(self):
        self.pack(GOOD, "--no-clips")
        self.assertNotIn("clip 0", t.run("info", self.out).stdout)
        self.assertEqual(t.run("verify", self.out, "--against", GOOD).returncode, 0)
        self.pack(GOOD, "--clips", "[Ww]alk*")
        info = t.run("info", self.out).stdout
        self.assertIn("clip 0", info)
        self.assertNotIn("clip 1", info)
        self.assertEqual(t.run("verify", self.out, "--against", GOOD).returncode, 0)

    def test_corrupt_packages_say_where(self):
        self.pack(GOOD)
        data = self.out.read_bytes()
        broken = self.folder / "broken.rpk"
        cut = len(data) // 2
        for content in (data[:cut], data[:100], data[:cut] + bytes([data[cut] ^ 1]) + data[cut + 1:]):
            broken.write_bytes(content)
            for args in (["verify", broken, "--against", GOOD], ["info", broken],
                         ["skin", broken, "-o", self.folder / "x.ply"]):
                done = t.run(*args)
                self.assertEqual((done.returncode, done.stdout), (2, ""), args)
                self.assertIn("broken.rpk", done.stderr)
        self.assertFalse((self.folder / "x.ply").exists())

    def test_a_changed_source_is_told(self):
        source = t.testdata("rules/weights-not-normalized.good.gltf")
        self.pack(source)
        changed = self.folder / "changed.gltf"
        changed.write_bytes(source.read_bytes() + b"\n")
        done = t.run("verify", self.out, "--against", changed)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("sha256", done.stderr)
        other = t.testdata("accessors/clip_step.gltf")
        done = t.run("verify", self.out, "--against", other)
        self.assertEqual(done.returncode, 1, done.stdout)

    def test_depfile_names_every_input(self):
        depfile = self.folder / "out.d"
        self.pack(GOOD, "--depfile", depfile)
        target, inputs = depfile.read_text().split(": ")
        self.assertEqual(target, str(self.out))
        self.assertEqual(inputs, f"{GOOD}\n")

    def test_skin_writes_the_same_pose_from_source_and_package(self):
        self.pack(GOOD)
        boxes = []
        for source in (GOOD, self.out):
            ply = self.folder / "pose.ply"
            done = t.run("skin", source, "--clip", "0", "--time", "0.5", "-o", ply)
            self.assertEqual(done.returncode, 0, done.stderr)
            rows, faces = read_ply(ply)
            self.assertTrue(rows and faces)
            self.assertLess(max(max(f[1:]) for f in faces), len(rows))
            boxes.append([f(r[i] for r in rows) for i in range(3) for f in (min, max)])
        for a, b in zip(*boxes):
            self.assertAlmostEqual(a, b, delta=3e-4)

    def test_skin_writes_obj(self):
        obj = self.folder / "rest.obj"
        self.assertEqual(t.run("skin", GOOD, "-o", obj).returncode, 0)
        kinds = {line.split()[0] for line in obj.read_text().splitlines() if line}
        self.assertTrue({"v", "f"} <= kinds)

    def test_skin_lists_the_clips_it_has(self):
        done = t.run("skin", GOOD, "--clip", "nosuch", "-o", self.folder / "x.ply")
        self.assertEqual(done.returncode, 2)
        self.assertIn("its clips are '", done.stderr)

    def test_info_of_a_source(self):
        done = t.run("info", GOOD)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for text in ("nodes:", "mesh 0", "skin 0", "clip 0", "sha256"):
            self.assertIn(text, done.stdout)

    def test_a_package_is_no_source(self):
        self.pack(GOOD)
        done = t.run("check", self.out)
        self.assertEqual(done.returncode, 2)
        self.assertIn("package", done.stdout)


t.main()

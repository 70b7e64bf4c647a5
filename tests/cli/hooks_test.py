"""The pre-commit hooks and the README's GitHub workflow, run as far as that goes on one machine: the files they pick,
the commands they call, and the exit codes a commit or a job gets."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import rigpack_test as t

GOOD, BAD = (t.testdata(f"rules/weights-zero-sum.{kind}.gltf") for kind in ("good", "bad"))
ENDINGS = "gltf glb vrm fbx dae bvh x b3d ms3d md5mesh smd".split()


def hooks():
    """id -> its members; the file is a list of flat maps."""
    found, now = {}, {}
    for line in (t.SOURCE_DIR / ".pre-commit-hooks.yaml").read_text().splitlines():
        member = re.fullmatch(r"(?:- |  )([a-z_]+): (.*)", line)
        if line.startswith("- "):
            now = {}
        if member:
            now[member[1]] = member[2]
            found[now["id"]] = now
    return found


def workflow_commands():
    """The `run:` lines of the README's workflow, in order."""
    text = (t.SOURCE_DIR / "README.md").read_text().split("name: rigs", 1)[1].split("OWNER is", 1)[0]
    return re.findall(r"run: (.*)", text)


class Hooks(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "assets").mkdir()
        shutil.copy(t.binary(), self.folder / "rigpack")
        self.environment = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"}

    def shell(self, command, **environment):
        return subprocess.run(["bash", "-e", "-c", command], cwd=self.folder, text=True, check=False,
                              capture_output=True, env={**self.environment, **environment})

    def test_they_take_the_files_that_a_folder_check_takes(self):
        for ending in ENDINGS:
            (self.folder / "assets" / f"a.{ending}").write_text("no asset")
            (self.folder / "assets" / f"B.{ending.upper()}").write_text("no asset")
        (self.folder / "assets" / "notes.txt").write_text("no asset")
        done = self.shell("rigpack check assets --recursive --report jsonl=-")
        taken = set(re.findall(r'"path":"([^"]+)"', done.stdout))
        self.assertEqual(len(taken), 2 * len(ENDINGS))
        self.assertEqual(len(hooks()), 2)
        for name, hook in hooks().items():
            files = (f"assets/{p.name}" for p in (self.folder / "assets").iterdir())
            self.assertEqual({f for f in files if re.search(hook["files"], f)}, taken, name)

    def test_a_bad_asset_stops_the_commit_and_a_good_one_does_not(self):
        hook = hooks()["rigpack-check-system"]
        self.assertEqual(hook["language"], "system")
        for asset, status in ((GOOD, 0), (BAD, 1)):
            done = self.shell(f"{hook['entry']} --profile unreal {asset}")
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)

    def test_the_building_hook_calls_a_script_that_is_there(self):
        hook = hooks()["rigpack-check"]
        script, verb = hook["entry"].split()
        self.assertEqual((hook["language"], verb), ("script", "check"))
        self.assertTrue(os.access(t.SOURCE_DIR / script, os.X_OK))

    def test_the_workflow_fails_the_job_and_leaves_its_reports(self):
        commands = [c.replace(".rigpack/scripts/rigpack", "rigpack") for c in workflow_commands()]
        self.assertTrue(os.access(t.SOURCE_DIR / workflow_commands()[1].removeprefix(".rigpack/"), os.X_OK))
        version, check, summary = commands[2:]
        self.assertIn("rigpack 0", self.shell(version).stdout)
        for asset, status in ((GOOD, 0), (BAD, 1)):
            shutil.copy(asset, self.folder / "assets" / "hero.gltf")
            done = self.shell(check)
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
            self.assertEqual("::error file=assets/hero.gltf" in done.stdout, status == 1, done.stdout)
            page = self.folder / "summary"
            self.assertEqual(self.shell(summary, GITHUB_STEP_SUMMARY=str(page)).returncode, 0)
            self.assertIn("rigpack", page.read_text())
            self.assertGreater((self.folder / "rigs.sarif").stat().st_size, 100)


t.main()

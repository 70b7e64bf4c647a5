"""The wall around importers: how a worker's end is told, what it may take, and what it may open."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import rigpack_test as t
from import_texts import MD5_ANIM, MD5_MESH

BVH_HEAD = """HIERARCHY
ROOT Hips
{
 OFFSET 0 0 0
 CHANNELS 3 Zrotation Xrotation Yrotation
 End Site
 {
  OFFSET 0 5 0
 }
}
MOTION
"""


def sanitized():
    """Whether the binary runs under a sanitizer, which no limit on addresses can hold."""
    return b"__asan_init" in pathlib.Path(t.binary()).read_bytes()


def read_if_there(path):
    """What a file of /proc says; empty when its process or thread has ended meanwhile."""
    try:
        return pathlib.Path(path).read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def workers_of(pid):
    """The import workers that process `pid` has spawned: their pids and command lines."""
    children = [child for file in pathlib.Path(f"/proc/{pid}/task").glob("*/children")
                for child in read_if_there(file).split()]
    commands = {int(child): read_if_there(f"/proc/{int(child)}/cmdline") for child in children}
    return {child: line for child, line in commands.items() if line.startswith(b"rigpack-import")}


class Wall(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
        return path

    def long_bvh(self, frames):
        return self.write("long.bvh", f"{BVH_HEAD}Frames: {frames}\nFrame Time: 0.04\n" +
                          "0 0 0\n" * frames)

    def check(self, *args):
        done = t.run("check", *args, "--report", "json=-")
        return done, json.loads(done.stdout)["assets"]

    def assert_others_went_on(self, code, assets, rule):
        self.assertEqual(code, 2)
        self.assertEqual([a["verdict"] for a in assets], ["unreadable", "pass", "pass"])
        self.assertEqual([f["rule"] for f in assets[0]["findings"]], [rule])

    def test_a_killed_worker_is_told_and_the_others_go_on(self):
        command = [t.binary(), "check", self.long_bvh(2_000_000), t.testdata("biped.glb"),
                   self.write("a.md5mesh", MD5_MESH), "-j", "2", "--timeout", "120",
                   "--report", "json=-"]
        with subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True) as running:
            deadline = time.monotonic() + 60
            killed = False
            while not killed and time.monotonic() < deadline and running.poll() is None:
                for worker, command in workers_of(running.pid).items():
                    if b"long.bvh" in command:
                        os.kill(worker, signal.SIGKILL)
                        killed = True
                time.sleep(0.002)
            stdout, _ = running.communicate(timeout=120)
        self.assertTrue(killed)
        assets = json.loads(stdout)["assets"]
        self.assert_others_went_on(running.returncode, assets, "import/crashed")
        self.assertIn("SIGKILL", assets[0]["findings"][0]["message"])

    def test_a_slow_worker_is_ended_and_the_others_go_on(self):
        done, assets = self.check(self.long_bvh(1_000_000), t.testdata("biped.glb"),
                                  self.write("a.md5mesh", MD5_MESH), "--timeout", "0.2", "-j", "2")
        self.assert_others_went_on(done.returncode, assets, "import/timeout")

    @unittest.skipIf(sanitized(), "a sanitizer's shadow is larger than any limit")
    def test_a_hungry_worker_is_ended_and_the_others_go_on(self):
        done, assets = self.check(self.long_bvh(1_000_000), t.testdata("biped.glb"),
                                  self.write("a.md5mesh", MD5_MESH), "--timeout", "120",
                                  "--memory-limit", "128MiB", "-j", "2")
        self.assert_others_went_on(done.returncode, assets, "import/memory")
        self.assertIn("128 MiB", assets[0]["findings"][0]["message"])

    def test_no_worker_outlives_its_parent(self):
        command = [t.binary(), "check", str(self.long_bvh(2_000_000)), "--timeout", "120"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as running:
            deadline = time.monotonic() + 60
            while not (workers := workers_of(running.pid)) and time.monotonic() < deadline:
                time.sleep(0.002)
            running.kill()
        (worker,) = workers
        while pathlib.Path(f"/proc/{worker}").exists() and time.monotonic() < deadline:
            state = pathlib.Path(f"/proc/{worker}/stat")
            try:
                if state.read_text().rpartition(")")[2].split()[0] == "Z":
                    break  # ended; whoever adopted it has not looked yet
            except OSError:
                break
            time.sleep(0.01)
        self.assertLess(time.monotonic(), deadline)

    def clips(self, path):
        done, (asset,) = self.check(path)
        self.assertEqual((done.returncode, asset["format"]), (0, "md5mesh"))
        return len(asset["clips"])

    def test_what_lies_beside_an_asset_is_read_and_what_lies_elsewhere_is_not(self):
        outside = self.write("outside/a.md5anim", MD5_ANIM)
        alone = self.write("alone/a.md5mesh", MD5_MESH)
        self.assertEqual(self.clips(alone), 0)
        (self.folder / "alone/a.md5anim").symlink_to(outside)
        self.assertEqual(self.clips(alone), 0)
        beside = self.write("beside/a.md5mesh", MD5_MESH)
        self.write("beside/a.md5anim", MD5_ANIM)
        self.assertEqual(self.clips(beside), 1)

    def test_an_asset_may_be_a_link(self):
        self.write("real/a.md5mesh", MD5_MESH)
        linked = self.folder / "linked.md5mesh"
        linked.symlink_to(self.folder / "real/a.md5mesh")
        self.assertEqual(self.clips(linked), 0)

    def test_the_file_beside_an_asset_is_named_in_the_package(self):
        mesh, out = self.write("a.md5mesh", MD5_MESH), self.folder / "a.rpk"
        self.write("a.md5anim", MD5_ANIM)
        self.assertEqual(t.run("pack", mesh, "-o", out).returncode, 0)
        told = t.run("info", out).stdout
        self.assertIn("a.md5mesh", told)
        self.assertIn("a.md5anim", told)

    def test_a_package_remembers_its_unit(self):
        source = self.write("a.md5mesh", MD5_MESH)
        out = self.folder / "a.rpk"
        self.assertEqual(t.run("pack", source, "-o", out, "--unit", "cm").returncode, 0)
        self.assertIn("unit 0.01m", t.run("info", out).stdout.replace(": ", " ").replace("=", " "))
        self.assertEqual(t.run("verify", out, "--against", source).returncode, 0)
        self.assertEqual(t.run("verify", out, "--against", source, "--unit", "m").returncode, 1)


if __name__ == "__main__":
    t.main()

"""Outputs appear whole or not at all: full disk, read-only folder, kill -9, signals."""
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import rigpack_test as t

GOOD = t.testdata("biped.glb")
NOBODY = 65534


def pack(out, **options):
    return subprocess.run([t.binary(), "pack", GOOD, "-o", out, "--no-verify"],
                          capture_output=True, text=True, check=False, **options)


class Output(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.folder.chmod(0o755)
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def names(self):
        return sorted(p.name for p in self.folder.iterdir())

    def test_a_folder_that_is_not_there(self):
        done = pack(self.folder / "no" / "x.rpk")
        self.assertEqual(done.returncode, 2)
        self.assertIn("x.rpk", done.stderr)
        done = pack(self.folder)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(self.names(), [])

    def test_a_read_only_folder_leaves_the_older_output(self):
        out = self.folder / "x.rpk"
        out.write_bytes(b"older")
        self.folder.chmod(0o555)
        self.addCleanup(self.folder.chmod, 0o755)
        options = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        try:
            subprocess.run([t.binary(), "check", GOOD], capture_output=True, check=True, **options)
        except (OSError, subprocess.SubprocessError) as error:
            self.skipTest(f"another user cannot run the program here: {error}")
        done = pack(out, **options)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("x.rpk", done.stderr)
        self.assertEqual(out.read_bytes(), b"older")
        self.assertEqual(self.names(), ["x.rpk"])

    def test_a_full_disk_leaves_the_older_output(self):
        mount = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(self.folder)]
        try:
            subprocess.run(mount, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            self.skipTest(f"cannot mount a small tmpfs: {error}")
        try:
            out = self.folder / "x.rpk"
            out.write_bytes(b"older")
            done = pack(out)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("x.rpk", done.stderr)
            self.assertEqual(out.read_bytes(), b"older")
            self.assertEqual(self.names(), ["x.rpk"])
            report = subprocess.run([t.binary(), "check", *[GOOD] * 60, "--report",
                                     f"json={self.folder}/r.json"], capture_output=True, check=False)
            self.assertEqual(report.returncode, 2)
            self.assertEqual(self.names(), ["x.rpk"])
        finally:
            subprocess.run(["umount", str(self.folder)], check=True)

    def test_a_killed_pack_leaves_the_older_output_or_the_whole_new_one(self):
        out = self.folder / "x.rpk"
        start = time.monotonic()
        self.assertEqual(pack(out).returncode, 0)
        whole, took_s = out.read_bytes(), time.monotonic() - start
        kills = 0
        for step in range(24):
            out.write_bytes(b"older")
            child = subprocess.Popen([t.binary(), "pack", GOOD, "-o", out, "--no-verify"],
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(took_s * step / 20)
            child.send_signal(signal.SIGTERM if step % 4 == 3 else signal.SIGKILL)
            kills += child.wait() < 0
            self.assertIn(out.read_bytes(), (b"older", whole))
            self.assertEqual([n for n in self.names() if not n.startswith(".")], ["x.rpk"])
        self.assertGreater(kills, 5)

    def test_a_link_keeps_standing(self):
        real = self.folder / "real.rpk"
        real.write_bytes(b"older")
        link = self.folder / "link.rpk"
        link.symlink_to(real)
        self.assertEqual(pack(link).returncode, 0)
        self.assertTrue(link.is_symlink())
        self.assertNotEqual(real.read_bytes(), b"older")

    def test_a_device_is_written_straight(self):
        self.assertEqual(pack("/dev/null").returncode, 0)
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())


t.main()

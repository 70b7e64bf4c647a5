"""Usage: help, version, mistakes, exit codes, and which stream says what."""
import os
import subprocess
import unittest

import rigpack_test as t

GOOD = t.testdata("biped.glb")


class Usage(unittest.TestCase):
    def refused(self, *args, says=""):
        """A usage error: exit 2, nothing on stdout, the reason on stderr."""
        done = t.run(*args)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertTrue(done.stderr.startswith("rigpack: "), done.stderr)
        self.assertIn(says, done.stderr)

    def test_help_of_every_verb_goes_to_stdout_with_exit_0(self):
        for verb in ([], ["check"], ["pack"], ["verify"], ["skin"], ["pose"], ["info"], ["version"]):
            done = t.run(*verb, "--help")
            self.assertEqual((done.returncode, done.stderr), (0, ""), verb)
            self.assertIn("rigpack", done.stdout)

    def test_version_names_the_libraries(self):
        done = t.run("version")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for name in ("rigpack ", "meshoptimizer ", "fmt ", "nlohmann-json ", "OpenSSL ", "SIMD "):
            self.assertIn(name, done.stdout)

    def test_mistakes_of_check(self):
        self.refused(says="subcommand")
        self.refused("chekc", says="check")
        self.refused("check", says="INPUT")
        self.refused("check", GOOD, "--recursiv", says="did you mean --recursive?")
        self.refused("check", GOOD, "--weight-tolerance", "nan", says="tolerance")
        self.refused("check", GOOD, "--weight-tolerance", "-1", says="tolerance")
        self.refused("check", GOOD, "--weight-tolerance", "inf", says="tolerance")
        self.refused("check", GOOD, "--weight-tolerance", "x", says="tolerance")
        self.refused("check", GOOD, "--max-warnings", "-1", says="max-warnings")
        self.refused("check", GOOD, "--fail-on", "fatal", says="fail-on")
        self.refused("check", GOOD, "-j", "many", says="-j")
        self.refused("check", GOOD, "--set", "weights/zero-sum", says="RULE=off")
        self.refused("check", GOOD, "--set", "weights/zero-sum=bad", says="RULE=off")
        self.refused("check", GOOD, "--set", "weights/not-normalised=off",
                     says="did you mean weights/not-normalized?")
        self.refused("check", GOOD, "--report", "xml=x", says="json")
        self.refused("check", GOOD, "--report", "json=", says="path")
        self.refused("check", GOOD, "--report", "json=-", "--report", "json=-", says="stdout")
        self.refused("check", "@no-such-list.txt", says="no-such-list.txt")
        self.refused("check", GOOD, "--report", f"json={GOOD}", says="is an input")

    def test_mistakes_of_pack_and_skin(self):
        self.refused("pack", GOOD, says="output")
        self.refused("pack", GOOD, "-o", GOOD, says="is an input")
        self.refused("pack", GOOD, "-o", "x.rpk", "--report", "json=x.rpk", says="one file")
        self.refused("pack", GOOD, "-o", "-", "--report", "json=-", says="stdout")
        self.refused("pack", GOOD, "-o", "x.rpk", "--clips", "*", "--no-clips", says="clips")
        for bad in ("0", "-1mm", "nan", "inf", "1parsec", "mm", "1 mm", ""):
            self.refused("pack", GOOD, "-o", "x.rpk", f"--max-error={bad}")
        self.refused("skin", GOOD, "-o", "x.fbx", says=".ply")
        self.refused("skin", GOOD, "--time", "1", "-o", "x.ply", says="--clip")
        self.refused("skin", GOOD, "--clip", "0", "--time", "nan", "-o", "x.ply", says="time")
        self.refused("skin", GOOD, "--clip", "nosuch", "--time", "0", "-o", "x.ply", says="'")
        self.assertFalse(os.path.exists("x.rpk") or os.path.exists("x.ply"))

    def test_a_closed_pipe_ends_quietly(self):
        read_end, write_end = os.pipe()
        os.close(read_end)
        done = subprocess.run([t.binary(), "check", GOOD], stdout=write_end,
                              stderr=subprocess.PIPE, text=True, check=False)
        os.close(write_end)
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stderr, "rigpack: 0 of 1 assets fail\n")

    def test_a_full_disk_behind_stdout_is_an_error(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([t.binary(), "version"], stdout=full, stderr=subprocess.PIPE,
                                  text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("stdout", done.stderr)


t.main()

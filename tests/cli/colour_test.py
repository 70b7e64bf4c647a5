"""Colours: on a terminal alone, and as --color and NO_COLOR say."""
import json
import os
import pty
import re
import subprocess
import unittest

import rigpack_test as t

GOOD = t.testdata("biped.glb")
BAD = t.testdata("rules/weights-not-normalized.bad.gltf")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")

try:
    PAIR = pty.openpty()
except OSError as error:
    t.skip(f"no terminals here: {error}")
for end in PAIR:
    os.close(end)


def on_a_terminal(*args, **variables):
    """stdout of rigpack where stdout is a terminal."""
    environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
    environment.update({"TERM": "xterm"}, **variables)
    ours, theirs = pty.openpty()
    child = subprocess.Popen([t.binary(), *map(str, args)], stdout=theirs, stdin=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL, env=environment)
    os.close(theirs)
    text = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # EIO: the other end is closed
            break
        if not piece:
            break
        text += piece
    os.close(ours)
    child.wait()
    return text.decode().replace("\r\n", "\n")


class Colour(unittest.TestCase):
    def test_when(self):
        plain = t.run("check", GOOD, BAD).stdout
        self.assertNotIn("\x1b", plain)
        coloured = t.run("check", GOOD, BAD, "--color", "always").stdout
        self.assertNotEqual(coloured, plain)
        self.assertEqual(COLOUR.sub("", coloured), plain)
        self.assertEqual(on_a_terminal("check", GOOD, BAD), coloured)
        self.assertEqual(on_a_terminal("check", GOOD, BAD, NO_COLOR="1"), plain)
        self.assertEqual(on_a_terminal("check", GOOD, BAD, NO_COLOR=""), coloured)
        self.assertEqual(on_a_terminal("check", GOOD, BAD, TERM="dumb"), plain)
        self.assertEqual(on_a_terminal("check", GOOD, BAD, "--color", "never"), plain)
        self.assertEqual(
            on_a_terminal("check", GOOD, BAD, "--color", "always", NO_COLOR="1"), coloured)
        document = on_a_terminal("check", GOOD, "--report", "json=-")
        self.assertEqual(json.loads(document)["summary"]["assets"], 1)


if __name__ == "__main__":
    t.main()

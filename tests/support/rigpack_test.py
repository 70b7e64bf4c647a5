"""What the Python tests share. ctest sets RIGPACK_BIN, RIGPACK_SOURCE_DIR and PYTHONPATH.

A test is tests/<folder>/<name>_test.py: a program that exits 0 when it passed, 77 when it was
skipped, anything else when it failed. unittest fits: end the file with `rigpack_test.main()`.
"""
import base64
import os
import pathlib
import subprocess
import sys
import unittest

SKIPPED = 77
SOURCE_DIR = pathlib.Path(
    os.environ.get("RIGPACK_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])


def binary():
    """The rigpack program under test."""
    return os.environ["RIGPACK_BIN"]


def run(*args, timeout_s=300, **options):
    """Runs rigpack with `args`; stdout and stderr are kept as text."""
    return subprocess.run([binary(), *map(str, args)], capture_output=True, text=True,
                          errors="replace", timeout=timeout_s, check=False, **options)


def testdata(name):
    """A file of testdata/, which must be there."""
    path = SOURCE_DIR / "testdata" / name
    assert path.exists(), f"{path} is missing"
    return path


def data_uri(uri):
    """The bytes of a base64 data URI."""
    return base64.b64decode(uri.partition(";base64,")[2], validate=True)


def as_data_uri(data):
    return "data:application/octet-stream;base64," + base64.b64encode(data).decode()


def skip(why):
    """Ends this program as skipped."""
    print(f"skipped: {why}", flush=True)
    sys.exit(SKIPPED)


def shared(name=""):
    """A path of the corpus: $RIGPACK_SHARED, else shared/ beside the repository. Skips without."""
    root = pathlib.Path(os.environ.get("RIGPACK_SHARED") or SOURCE_DIR.parent / "shared")
    if not root.is_dir():
        skip(f"no corpus at {root} (set RIGPACK_SHARED)")
    return root / name


def node_module(name):
    """A file or folder of $RIGPACK_NODE_MODULES, else of node_modules/ here (scripts/node_tools
    fills it). Skips without."""
    root = pathlib.Path(os.environ.get("RIGPACK_NODE_MODULES") or SOURCE_DIR / "node_modules")
    if not (root / name).exists():
        skip(f"no {name} in {root}: run scripts/node_tools")
    return root / name


def main():
    """unittest.main, but a file in which no test ran fails, and one that only skipped is 77."""
    result = unittest.main(module="__main__", exit=False, verbosity=2).result
    if result.testsRun == 0 or not result.wasSuccessful():
        sys.exit(1)
    sys.exit(SKIPPED if len(result.skipped) == result.testsRun else 0)

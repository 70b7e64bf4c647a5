"""What the Python tests share. ctest sets RIGPACK_BIN, RIGPACK_SOURCE_DIR and PYTHONPATH.

A test is tests/<folder>/<name>_test.py: a program that exits 0 when it passed, 77 when it was
skipped, anything else when it failed. unittest fits: end the file with `rigpack_test.main()`.
"""
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


def main():
    """unittest.main, but a file in which no test ran fails, and one that only skipped is 77."""
    result = unittest.main(module="__main__", exit=False, verbosity=2).result
    if result.testsRun == 0 or not result.wasSuccessful():
        sys.exit(1)
    sys.exit(SKIPPED if len(result.skipped) == result.testsRun else 0)

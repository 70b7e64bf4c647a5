"""Runs a Catch2 program for ctest, so that 'skipped' and 'failed' cannot be mistaken.

    run_catch.py [--shared] PROGRAM ARGS...

Catch2 returns the number of failed assertions: 77 of them would read as ctest's 'skipped'.
Whatever is not 0 becomes 1 here. With --shared the program needs the corpus beside the
repository: without it the entry is skipped (77).
"""
import os
import subprocess
import sys

import rigpack_test


def main():
    args = sys.argv[1:]
    if args[0] == "--shared":
        os.environ["RIGPACK_SHARED"] = str(rigpack_test.shared())
        args = args[1:]
    return 0 if subprocess.run(args, check=False).returncode == 0 else 1


if __name__ == "__main__":
    sys.exit(main())

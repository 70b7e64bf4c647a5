"""Comparing poses with three.js through scripts/compare_threejs.mjs; skips without node or three.js."""
import os
import shutil
import subprocess

import rigpack_test as t

if not shutil.which("node"):
    t.skip("no node")
THREE = t.node_module("three")
TABLE = t.SOURCE_DIR / "tests/format/threejs_differences.tsv"


def compare(assets, root, *options):
    """(exit status, the lines that say how alike each asset is)."""
    done = subprocess.run(
        ["node", t.SOURCE_DIR / "scripts/compare_threejs.mjs", t.binary(), *options,
         "--differences", TABLE, root, *assets],
        capture_output=True, text=True, check=False, timeout=600, env={**os.environ, "THREE": str(THREE)})
    lines = [line for line in done.stdout.splitlines() if line.split(" ")[0] in ("ok", "explained", "FAIL")]
    return done.returncode, lines, done.stdout + done.stderr


def explained(prefix):
    """The files of the table below `prefix`."""
    lines = [line.split("\t") for line in TABLE.read_text().splitlines() if not line.startswith("#")]
    assert all(right in ("ours", "theirs", "both") and len(why) > 20 for _, right, why in lines)
    return [file for file, _, _ in lines if file.startswith(prefix)]

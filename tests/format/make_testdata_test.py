"""What is checked in under testdata/ is what scripts/make_testdata writes, byte for byte."""

import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(os.environ.get("RIGPACK_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
OWNED = ["rules", "accessors"]  # folders that hold nothing else


def relative_files(folder):
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}


def main():
    stored = ROOT / "testdata"
    with tempfile.TemporaryDirectory() as temporary:
        fresh = pathlib.Path(temporary)
        subprocess.run([sys.executable, ROOT / "scripts" / "make_testdata", fresh], check=True)
        made = relative_files(fresh)
        wrong = [name for name in sorted(made) if not (stored / name).is_file()
                 or (stored / name).read_bytes() != (fresh / name).read_bytes()]
    stray = [f"{folder}/{name}" for folder in OWNED if (stored / folder).is_dir()
             for name in sorted(relative_files(stored / folder)) if f"{folder}/{name}" not in made]
    for name in wrong:
        print(f"differs from what scripts/make_testdata writes: testdata/{name}")
    for name in stray:
        print(f"not written by scripts/make_testdata: testdata/{name}")
    print(f"{len(made)} files compared")
    return 1 if wrong or stray or not made else 0


if __name__ == "__main__":
    sys.exit(main())

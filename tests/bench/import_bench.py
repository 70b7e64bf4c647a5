"""What an import worker costs beyond Assimp's own time, a file: spawning, loading, converting, the reply
and reading it again.

    python3 tests/bench/import_bench.py RIGPACK [FILE...] [--repeat N] [--most-ms MS]

Run by hand, best on a release build. Times are processor time, of all processes together, the lowest of
several runs, so that a busy machine counts less; Assimp's own is that of aiImportFile in a process that has
the library loaded. Without files it takes the smallest rigs
of tests/support. Exit 1 when a file costs more than --most-ms (15) beyond Assimp's time.
"""
import argparse
import ctypes
import ctypes.util
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import fbx_text  # noqa: E402
import import_texts  # noqa: E402

BATCH = 50  # files a run, so that the program's own start weighs little


def lowest(repeat, run):
    best = float("inf")
    for _ in range(repeat):
        began = sum(os.times()[:4])
        run()
        best = min(best, sum(os.times()[:4]) - began)
    return best * 1000


def assimp_ms(library, path, repeat):
    def read():
        for _ in range(BATCH):
            scene = library.aiImportFile(str(path).encode(), 0)
            assert scene, f"Assimp cannot read {path}"
            library.aiReleaseImport(ctypes.c_void_p(scene))
    return lowest(repeat, read) / BATCH


def check_ms(rigpack, path, files, repeat):
    command = [rigpack, "check", *[str(path)] * files, "-j", "1", "--fail-on", "never"]
    return lowest(repeat, lambda: subprocess.run(command, stdout=subprocess.DEVNULL,
                                                 stderr=subprocess.DEVNULL, check=True))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("rigpack")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--most-ms", type=float, default=15)
    args = parser.parse_args()
    library = ctypes.CDLL(ctypes.util.find_library("assimp"))
    library.aiImportFile.restype = ctypes.c_void_p
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        files = args.files
        for name, text in () if files else (("tiny.fbx", fbx_text.fbx()), ("tiny.dae", import_texts.DAE),
                                            ("tiny.bvh", import_texts.BVH), ("tiny.x", import_texts.X)):
            path = pathlib.Path(folder) / name
            path.write_text(text)
            files.append(path)
        print(f"{'file':44} {'Assimp':>9} {'rigpack':>9} {'beyond':>9} {'ratio':>7}")
        for path in files:
            own = assimp_ms(library, path, args.repeat)
            # The second file on: what one more costs.
            ours = (check_ms(args.rigpack, path, BATCH + 1, args.repeat) -
                    check_ms(args.rigpack, path, 1, args.repeat)) / BATCH
            worst = max(worst, ours - own)
            print(f"{path.name[:44]:44} {own:6.2f} ms {ours:6.2f} ms {ours - own:6.2f} ms "
                  f"{ours / max(own, 0.01):6.2f}x", flush=True)
    print(f"at most {worst:.2f} ms beyond Assimp's time; {args.most_ms:g} ms allowed")
    return 1 if worst > args.most_ms else 0


if __name__ == "__main__":
    sys.exit(main())

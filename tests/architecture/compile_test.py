"""Each public header compiles alone; the runtime header is clean C99, C++11 and C++20."""
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import floors
import rigpack_test

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
CXX = [name for name in ("g++", "clang++-19") if shutil.which(name)]
C = [name for name in ("gcc", "clang-19") if shutil.which(name)]
RUNTIME_LANGUAGES = [("c", "c99"), ("c++", "c++11"), ("c++", "c++20")]


def compile_text(command, text):
    """Compiles `text` from stdin. Gives the compiler's complaint, empty when it has none."""
    result = subprocess.run([*command, "-o", os.devnull, "-"], input=text, capture_output=True,
                            text=True, check=False)
    return "" if result.returncode == 0 else f"{' '.join(command)}\n{text}\n{result.stderr}"


def complaints(jobs):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return "\n".join(filter(None, pool.map(lambda job: compile_text(*job), jobs)))


def public_header_jobs(root):
    includes = [f"-I{root / place}" for place in ("lib/include", "formats/include")]
    flags = ["-x", "c++", "-std=c++23", "-fsyntax-only", *WARNINGS, *includes]
    for name in floors.Tree(root).public_headers():
        text = f'#include "{name.split("/include/")[1]}"\n'
        yield from (([compiler, *flags], text) for compiler in CXX)


def runtime_jobs(header):
    text = f'#include "{header.name}"\nint main(void) {{ return 0; }}\n'
    if "RPK_IMPLEMENTATION" in header.read_text():
        text = "#define RPK_IMPLEMENTATION\n" + text
    for language, standard in RUNTIME_LANGUAGES:
        flags = ["-x", language, f"-std={standard}", "-O2", "-c", *WARNINGS, f"-I{header.parent}"]
        compilers = C if language == "c" else CXX
        yield from (([compiler, *flags], text) for compiler in compilers)


class Headers(unittest.TestCase):
    def test_each_public_header_compiles_alone(self):
        jobs = list(public_header_jobs(rigpack_test.SOURCE_DIR))
        self.assertGreaterEqual(len(jobs), 10, f"compilers: {CXX}")
        self.assertEqual(complaints(jobs), "")

    def test_the_runtime_is_clean_in_every_language(self):
        jobs = list(runtime_jobs(rigpack_test.SOURCE_DIR / floors.RUNTIME))
        self.assertGreaterEqual(len(jobs), len(RUNTIME_LANGUAGES), f"compilers: {C} {CXX}")
        self.assertEqual(complaints(jobs), "")


class ChecksCanFail(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)

    def test_a_header_that_leans_on_others_is_seen(self):
        header = self.root / "lib/include/rigpack/planted.h"
        header.parent.mkdir(parents=True)
        header.write_text("#pragma once\nstd::string name();\n")
        self.assertEqual(complaints(public_header_jobs(self.root)).count("error: "), len(CXX))

    def test_a_runtime_that_narrows_is_seen_by_every_compiler(self):
        header = self.root / "rigpack.h"
        header.write_text("static inline short narrow(int i) { return i; }\n")
        self.assertEqual(complaints(runtime_jobs(header)).count("[-Werror"), len(C) + 2 * len(CXX))


rigpack_test.main()

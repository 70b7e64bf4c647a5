"""Holds the floors (floors.py), and shows for each check that it can fail."""
import pathlib
import shutil
import tempfile
import unittest

import floors
import rigpack_test

# check -> [(file, text appended to it, what the complaint must name)]
PLANTED = {
    floors.check_includes: [
        ("lib/include/rigpack/error.h", '#include "rigpack/scene.h"', "from error to scene"),
        ("lib/include/rigpack/scene.h", '#include "rigpack/pipeline.h"', "from scene to pipeline"),
        ("lib/include/rigpack/weights.h", '#include "rigpack/formats/read.h"', "goes up to formats/"),
        ("formats/include/rigpack/formats/read.h", '#include "nowhere.h"', "no such file"),
        ("cli/main.cpp", '#include "planted/private.h"', "private"),
    ],
    floors.check_rooms: [("lib/attic/attic.cpp", "int a;", "attic has no rank")],
    floors.check_packages: [
        ("lib/findings/findings.cpp", "#include <nlohmann/json.hpp>", "does not belong"),
        ("formats/include/rigpack/formats/read.h", "#include <nlohmann/json.hpp>", "public header"),
        ("lib/findings/findings.cpp", "#include <CLI/CLI.hpp>", "does not belong"),
        ("formats/gltf/gltf.cpp", "#include <assimp/scene.h>", "does not belong"),
        ("formats/gltf/gltf.cpp", '#include "assimp/postprocess.h"', "does not belong"),
        ("formats/gltf/gltf.cpp", '#include "assimp/convert.h"', "reaches a header of assimp/"),
    ],
    floors.check_public_types: [
        ("lib/include/rigpack/scene.h", "const aiScene* scene();", "aiScene"),
        ("lib/include/rigpack/scene.h", "VkDevice device();", "VkDevice"),
        ("formats/include/rigpack/formats/gltf.h", "nlohmann::json tree();", "nlohmann::"),
    ],
    floors.check_lib_bans: [
        ("lib/findings/findings.cpp", 'auto* f = std::fopen("x", "r");', "opens a file"),
        ("lib/findings/findings.cpp", 'void p() { std::printf("x"); }', "prints"),
        ("lib/findings/findings.cpp", "void q() { exit(1); }", "exits"),
        ("lib/findings/findings.cpp", "auto t = std::chrono::steady_clock::now();", "clock"),
        ("lib/findings/findings.cpp", 'auto* e = std::getenv("HOME");', "environment"),
    ],
    floors.check_libm: [("lib/findings/findings.cpp", "auto s = std::sin(1.0);", "std::sin")],
    floors.check_sizes: [
        ("cli/main.cpp", "\n" * 60, "at most 59"),
        ("lib/findings/findings.cpp", "\n" * 600, "at most 600"),
    ],
    floors.check_runtime: [
        (floors.RUNTIME, "#include <stdio.h>", "stdio.h"),
        (floors.RUNTIME, "void* p = malloc(4);", "malloc"),
    ],
}


class FloorsHold(unittest.TestCase):
    def test_the_tree_has_no_violation(self):
        tree = floors.Tree(rigpack_test.SOURCE_DIR)
        for check in floors.CHECKS:
            with self.subTest(check.__name__):
                self.assertEqual(check(tree), [])


class FloorsCanFail(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)

    def copy_tree(self):
        for floor in floors.FLOORS:
            shutil.copytree(rigpack_test.SOURCE_DIR / floor, self.root / floor)
        (self.root / "lib/planted").mkdir()
        (self.root / "lib/planted/private.h").write_text("#pragma once\n")

    def test_each_check_sees_what_was_planted(self):
        self.assertEqual(set(PLANTED), set(floors.CHECKS))
        self.copy_tree()
        for check, plants in PLANTED.items():
            for name, text, complaint in plants:
                with self.subTest(check.__name__, plant=text):
                    self.assertIn(complaint, "\n".join(self.faults_with(check, name, text)))

    def faults_with(self, check, name, text):
        path = self.root / name
        before = path.read_text() if path.exists() else ""
        self.assertEqual([fault for fault in check(floors.Tree(self.root)) if name in fault], [])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(before + "\n" + text + "\n")
        faults = check(floors.Tree(self.root))
        path.write_text(before)
        return faults

    def test_a_tree_without_files_fails_every_check(self):
        for check in floors.CHECKS:
            with self.subTest(check.__name__):
                self.assertNotEqual(check(floors.Tree(self.root)), [])

    def test_comments_and_strings_are_not_code(self):
        text = '// std::printf(\n/* fopen */ auto s = "std::cout"; auto r = R"(exit(1))"; int n = 1\'000;'
        self.assertEqual(floors.code_of(text).split(), "auto s = ; auto r = ; int n = 1'000;".split())


rigpack_test.main()

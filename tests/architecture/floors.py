"""The floors of the house: who may include whom, and what each room may not do.

Every check takes a `Tree` and returns violations as text, an empty list when there are none. A check
that finds nothing to look at says so as a violation.
"""
import functools
import pathlib
import re

FLOORS = {"cli": 3, "formats": 2, "lib": 1}

# Inside lib: pipeline > {rules, stages, skinning} > scene > {math, findings, error}.
ROOM_RANKS = {
    "pipeline": 4, "verify": 4,
    "rules": 3, "deform": 3, "simulate": 3,
    "weights": 2, "skeleton": 2, "clip": 2, "vertex": 2, "pose": 2, "skinning": 2, "gpu": 2,
    "scene": 1, "package": 1,
    "math": 0, "index": 0, "findings": 0, "error": 0,
}

# Which part of the tree may include a package's headers. "" is nobody.
PACKAGE_ROOMS = {
    "CLI/": ("cli/",),
    "openssl/": ("cli/",),
    "nlohmann/": ("formats/",),
    "assimp/": ("formats/assimp/",),
    "zstd": ("formats/",),
    "vulkan/": ("lib/gpu/",),
    "tbb/": ("lib/",),
    "oneapi/": ("lib/",),
    "meshoptimizer": ("lib/", "formats/"),
    "glm/": (),
}

PUBLIC_TYPES = re.compile(
    r"\bai[A-Z]\w*|\bVk[A-Z]\w*|\b(?:nlohmann|CLI|glm|fmt|tbb|Assimp)::|\bmeshopt_\w+")

LIB_BANS = {
    "opens a file": re.compile(r"\bf(?:re)?open\b|\b[io]?fstream\b|\bstd::filesystem\b"),
    "prints": re.compile(
        r"\bstd::(?:cout|cerr|clog)\b|\b(?:std::)?v?f?printf\s*\(|\bf?puts\s*\(|\bfmt::print\b"),
    "exits": re.compile(r"(?<![\w.>])(?:std::)?(?:_?exit|quick_exit|abort|terminate)\s*\("),
    "reads a clock": re.compile(r"\bchrono\b|\bclock_gettime\b|\bgettimeofday\b|\bstd::time\b"),
    "reads the environment": re.compile(r"\bgetenv\b"),
}

# glibc picks these by CPU, and sin gives other bits when FMA is masked; rigpack::exact does not.
# cbrt and hypot have one variant (3 million values each, FMA and AVX2 masked: the same bits).
LIBM = re.compile(r"\bstd::(?:a?(?:sin|cos|tan)h?|atan2|exp2?|expm1|log(?:2|10|1p)?|pow)[fl]?\s*\(")

RUNTIME = "formats/rpk/runtime/rigpack.h"
RUNTIME_INCLUDES = {"stddef.h", "stdint.h", "string.h", "math.h", "float.h", "limits.h"}
RUNTIME_BANS = re.compile(r"\b(?:malloc|calloc|realloc|free|fopen|fread|printf|exit|abort|assert)\s*\(")

MAX_LINES = 600
MAX_MAIN_LINES = 60

# Longer on purpose: path -> (most lines, reason).
LONG_FILES = {RUNTIME: (2200, "an engine takes the decoder as one file")}

_TOKENS = re.compile(
    r"""//[^\n]*|/\*.*?\*/"""
    r"""|R"(?P<delimiter>[^()\s\\]{0,16})\(.*?\)(?P=delimiter)\""""
    r"""|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'""", re.DOTALL)
_INCLUDE = re.compile(r"""^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]""", re.MULTILINE)


def _blank(text):
    return "\n" * text.count("\n") or " "


def code_of(text):
    """`text` without comments, strings and characters; line numbers stay."""
    return _TOKENS.sub(lambda match: _blank(match.group()), text)


def uncommented(text):
    """`text` without comments; line numbers stay."""
    return _TOKENS.sub(
        lambda match: _blank(match.group()) if match.group().startswith("/") else match.group(), text)


@functools.lru_cache(maxsize=None)
def includes_of(text):
    """(quote, path) of each include in `text`."""
    return _INCLUDE.findall(uncommented(text))


class Tree:
    """The sources below `root`, read once: `files` maps a path such as lib/a/b.h to its text."""

    ENDINGS = {".h", ".hpp", ".c", ".cpp"}

    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.files = {}
        for floor in FLOORS:
            for path in sorted((self.root / floor).rglob("*")):
                if path.suffix in self.ENDINGS and path.is_file():
                    name = path.relative_to(self.root).as_posix()
                    self.files[name] = path.read_text(encoding="utf-8")

    def below(self, *prefixes):
        return {name: text for name, text in self.files.items() if name.startswith(prefixes)}

    def public_headers(self):
        return self.below("lib/include/", "formats/include/")

    def resolve(self, name, include):
        """The file of this tree that `#include "include"` in `name` means, or None."""
        folder = pathlib.PurePosixPath(name).parent.as_posix()
        for place in (folder, "lib/include", "formats/include", "lib", "formats", "cli"):
            candidate = f"{place}/{include}"
            if candidate in self.files:
                return candidate
        return None


def floor_of(name):
    return FLOORS[name.split("/")[0]]


def room_of(name):
    """lib/weights/merge.cpp and lib/include/rigpack/weights.h are both of the room weights."""
    parts = pathlib.PurePosixPath(name)
    return parts.stem if name.startswith("lib/include/") else parts.parts[1]


def _include_fault(tree, name, quote, include):
    target = tree.resolve(name, include)
    if target is None:
        return "no such file of ours" if quote == '"' else None
    if floor_of(target) > floor_of(name):
        return f"goes up to {target}"
    if floor_of(target) < floor_of(name) and "/include/" not in target:
        return f"reaches into another floor's private {target}"
    if name.startswith("lib/") and ROOM_RANKS.get(room_of(target), 9) > ROOM_RANKS.get(room_of(name), 9):
        return f"goes up from {room_of(name)} to {room_of(target)}"
    return None


def check_includes(tree):
    faults, seen = [], 0
    for name, text in tree.files.items():
        for quote, include in includes_of(text):
            seen += 1
            fault = _include_fault(tree, name, quote, include)
            if fault:
                faults.append(f"{name}: #include {include} {fault}")
    return faults if seen else ["no include was looked at"]


def check_rooms(tree):
    """Each room of lib has a rank; without one its includes would go unjudged."""
    faults = sorted({f"lib room {room_of(name)} has no rank ({name})" for name in tree.below("lib/")
                     if room_of(name) not in ROOM_RANKS})
    return faults if tree.below("lib/") else ["no file of lib was looked at"]


def _packages_of(tree, name):
    """The headers of packages that `name` itself includes."""
    return [include for quote, include in includes_of(tree.files[name])
            if quote == "<" or not tree.resolve(name, include)]  # "assimp/..." is a room of ours


def _reached(tree, name):
    """The files of ours that `name` includes, and those that they include."""
    seen, todo = set(), [name]
    while todo:
        at = todo.pop()
        for quote, include in includes_of(tree.files[at]):
            target = tree.resolve(at, include) if quote == '"' else None
            if target and target not in seen:
                seen.add(target)
                todo.append(target)
    return seen


def check_packages(tree):
    faults = []
    packages = {name: _packages_of(tree, name) for name in tree.files}
    for name in tree.files:
        for prefix, rooms in PACKAGE_ROOMS.items():
            own = [include for include in packages[name] if include.startswith(prefix)]
            faults += [f"{name}: <{include}> does not belong in this room" for include in own
                       if not name.startswith(rooms)]
            faults += [f"{name}: <{include}> in a public header" for include in own
                       if "/include/" in name]
            faults += [f"{name}: reaches a header of {prefix} through {header}"
                       for header in sorted(_reached(tree, name)) if not name.startswith(rooms)
                       for include in packages[header] if include.startswith(prefix)]
    return faults if tree.files else ["no file was looked at"]


def _matches(name, text, pattern, what):
    return [f"{name}:{text[:match.start()].count(chr(10)) + 1}: {what}: {match.group()}"
            for match in pattern.finditer(text)]


def check_public_types(tree):
    headers = tree.public_headers()
    faults = []
    for name, text in headers.items():
        faults += _matches(name, code_of(text), PUBLIC_TYPES, "a package's name in a public header")
        if "#pragma once" not in text:
            faults.append(f"{name}: no #pragma once")
    return faults if headers else ["no public header was looked at"]


def check_lib_bans(tree):
    sources = tree.below("lib/")
    faults = []
    for name, text in sources.items():
        for what, pattern in LIB_BANS.items():
            faults += _matches(name, code_of(text), pattern, what)
    return faults if sources else ["no file of lib was looked at"]


def check_libm(tree):
    sources = tree.below("lib/", "formats/")
    faults = []
    for name, text in sources.items():
        faults += _matches(name, code_of(text), LIBM, "libm is not the same on every CPU")
    return faults if sources else ["no file was looked at"]


def check_sizes(tree):
    faults = []
    for name, text in tree.files.items():
        most = LONG_FILES.get(name, (MAX_LINES,))[0]
        lines = text.count("\n")
        if name == "cli/main.cpp":
            most = MAX_MAIN_LINES - 1
        if lines > most:
            faults.append(f"{name}: {lines} lines, at most {most}")
    return faults if "cli/main.cpp" in tree.files else ["cli/main.cpp was not looked at"]


def check_runtime(tree):
    text = tree.files.get(RUNTIME)
    if text is None:
        return [f"{RUNTIME} was not looked at"]
    faults = [f"{RUNTIME}: includes <{include}>" for _, include in includes_of(text)
              if include not in RUNTIME_INCLUDES]
    return faults + _matches(RUNTIME, code_of(text), RUNTIME_BANS, "no allocation, no I/O")


CHECKS = [check_includes, check_rooms, check_packages, check_public_types, check_lib_bans,
          check_libm, check_sizes, check_runtime]

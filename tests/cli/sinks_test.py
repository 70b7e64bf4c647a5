"""Every report format, read back by a parser that is not ours, with hostile names all over."""
import json
import os
import pathlib
import re
import shutil
import tempfile
import unittest
import urllib.parse
import xml.etree.ElementTree as ElementTree

import rigpack_test as t

FORMATS = ("json", "jsonl", "sarif", "junit", "markdown", "openmetrics")
HOSTILE = "\x1b]0;x\a\n::error::p|`<b>\"\u0000\u009b\u2028\u202e``\\%0A,@a](x)&amp;##[error]"
# What a file system allows of it, and bytes that are no UTF-8 (a lone surrogate's among them).
PATH_TAIL = HOSTILE.replace("\0", "").replace("/", "").encode() + b"\xff\xed\xa0\x80\xc0\xaf.gltf"
# The rules' bad assets whose parts get hostile names, so that findings quote them.
BAD = ("weights-not-normalized", "clip-time-not-increasing", "skin-inverse-bind-singular",
       "clip-interpolation-unknown", "asset-extension-required-unsupported", "asset-schema")


def rename(value):
    """`value` with every name, and every string that a finding might quote, made hostile."""
    if isinstance(value, list):
        return [rename(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: HOSTILE if key in ("name", "interpolation") and item != "LINEAR" else rename(item)
            for key, item in value.items()}


def hostile_asset(rule):
    asset = rename(json.loads(t.testdata(f"rules/{rule}.bad.gltf").read_text()))
    for part in asset["nodes"] + asset["meshes"] + asset["skins"] + asset["animations"]:
        part["name"] = HOSTILE
    asset["materials"] = [{"name": HOSTILE}]
    if "extensionsRequired" in asset:
        asset["extensionsRequired"] = asset["extensionsUsed"] = [HOSTILE]
    if rule == "asset-schema":
        asset["bufferViews"][0]["byteLength"] = HOSTILE
    return json.dumps(asset).encode()


def shown(data):
    """`data` as the sinks for people show it: what is not printable as \\xNN."""
    out = ""
    while data:
        for size in (1, 2, 3, 4):
            try:
                character = data[:size].decode()
            except UnicodeDecodeError:
                continue
            break
        else:
            character, size = "", 1
        printable = character.isprintable() or character in "\u200c\u200d"
        out += character if printable and character else "".join(f"\\x{b:02x}" for b in data[:size])
        data = data[size:]
    return out


class Sinks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        root = os.fsencode(cls.folder)
        cls.paths = []
        for rule in BAD:
            cls.add(root + b"/" + rule.encode() + PATH_TAIL, hostile_asset(rule))
        good = json.loads(t.testdata("rules/weights-zero-sum.good.gltf").read_text())
        good = rename(good)
        for i, node in enumerate(good["nodes"]):
            node["name"] = f"{HOSTILE}{i}"  # two joints of one name are a finding
        cls.add(root + b"/good" + PATH_TAIL, json.dumps(good).encode())
        # Broken JSON, whose error quotes it: a lone surrogate's escape, and raw bytes.
        cls.add(root + b"/surrogate" + PATH_TAIL, b'{"asset": {"version": "\\ud800::error::"}}')
        cls.add(root + b"/raw" + PATH_TAIL, b'{"asset": {"a\xff\x1b]0;x\x07\n::error::": 1}}')
        cls.paths.append(root + b"/missing" + PATH_TAIL)
        cls.done = cls.check()
        cls.texts = {name: (cls.folder / name).read_bytes() for name in FORMATS}

    @classmethod
    def add(cls, path, content):
        with open(path, "wb") as file:
            file.write(content)
        cls.paths.append(path)

    @classmethod
    def check(cls, *more):
        reports = [part for name in FORMATS for part in ("--report", f"{name}={cls.folder}/{name}")]
        return t.run("check", *map(os.fsdecode, cls.paths), *reports, "--annotate", "github", *more)

    def lines(self, name):
        """The report's lines: \\n ends each of them and nothing else does."""
        text = self.texts[name].decode()
        self.assertTrue(text.endswith("\n"))
        lines = text[:-1].split("\n")
        self.assertEqual(lines, text.splitlines())
        for line in lines:
            self.assertNotIn("\0", line)
            self.assertTrue(line.isprintable(), ascii(line))
        return lines

    def document(self):
        return json.loads(self.texts["json"])

    def test_the_names_do_reach_the_reports(self):
        self.assertEqual(self.done.returncode, 2, self.done.stderr)
        document = self.document()
        self.assertEqual([a["verdict"] for a in document["assets"]],
                         ["fail"] * len(BAD) + ["pass"] + ["unreadable"] * 3)
        self.assertEqual({c["name"] for a in document["assets"] for c in a["clips"]}, {HOSTILE})
        quoted = [f for a in document["assets"] for f in a["findings"] if "]0;x" in f["message"]]
        self.assertGreaterEqual(len(quoted), 3)

    def test_json(self):
        self.lines("json")
        paths = [a["path"] for a in self.document()["assets"]]
        self.assertEqual(paths, [p.decode(errors="replace") for p in self.paths])

    def test_json_lines(self):
        self.assertTrue(self.texts["jsonl"].isascii())
        self.assertEqual([json.loads(line) for line in self.lines("jsonl")],
                         self.document()["assets"])

    def test_sarif(self):
        self.lines("sarif")
        run, = json.loads(self.texts["sarif"])["runs"]
        uris = [a["location"]["uri"] for a in run["artifacts"]]
        for uri, path in zip(uris, self.paths, strict=True):
            self.assertRegex(uri, r"\Afile:///[A-Za-z0-9._~%/-]+\Z")
            self.assertEqual(urllib.parse.unquote_to_bytes(uri)[len("file://"):], path)
        rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        results = [(f["rule"], f["message"]) for a in self.document()["assets"]
                   for f in a["findings"]]
        self.assertEqual([r["ruleId"] for r in run["results"]], [rule for rule, _ in results])
        for result, (rule, message) in zip(run["results"], results, strict=True):
            self.assertEqual(rules[result["ruleIndex"]], rule)
            self.assertEqual(re.sub(r"\\([][])", r"\1", result["message"]["text"]), message)
            self.assertIsNone(re.search(r"(?<!\\)\]\(", result["message"]["text"]))
            at = result["locations"][0]["physicalLocation"]["artifactLocation"]
            self.assertEqual(uris[at["index"]], at["uri"])

    def test_junit(self):
        self.lines("junit")
        root = ElementTree.fromstring(self.texts["junit"])
        suite, = root
        cases = list(suite)
        self.assertEqual([c.get("name") for c in cases], [shown(p) for p in self.paths])
        self.assertEqual({c.tag for c in cases}, {"testcase"})
        kinds = [[part.tag for part in case] for case in cases]
        self.assertEqual(kinds, [["failure"]] * len(BAD) + [[]] + [["error"]] * 3)
        for element in (root, suite):
            self.assertEqual([element.get(k) for k in ("tests", "failures", "errors")],
                             [str(len(cases)), str(len(BAD)), "3"])
        for case, asset in zip(cases, self.document()["assets"], strict=True):
            for finding in asset["findings"]:
                self.assertIn(shown(finding["message"].encode()), case[0].text)

    def test_markdown(self):
        lines = self.lines("markdown")
        headings = [line for line in lines if line.startswith("#")]
        self.assertEqual(len(headings), 1 + len(self.paths) - 1)  # the good one is only counted
        spans = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
        for line in lines:
            plain = spans.sub("", line)  # CommonMark 6.1: no escapes and no markup in code spans
            self.assertNotIn("`", re.sub(r"\\.", "", plain), line)
            self.assertIsNone(re.search(r"<b>|@a|\]0;x|##\[|\\x1b", plain), line)
        text = "\n".join(lines)
        self.assertIn(shown(self.paths[0]), text)

    def test_openmetrics(self):
        lines = self.lines("openmetrics")
        self.assertEqual(lines[-1], "# EOF")
        label = r'[a-z_]+="(?:[^"\\]|\\\\|\\"|\\n)*"'
        series = re.compile(rf"([a-z_]+)\{{({label}(?:,{label})*)\}} (-?[0-9.]+(?:e[+-][0-9]+)?|NaN)")
        families, met, family = set(), set(), None
        for line in lines[:-1]:
            head = re.fullmatch(r"# (TYPE|UNIT|HELP) ([a-z_]+) (.*)", line)
            if head:
                if head[1] == "TYPE":
                    family = head[2]
                    self.assertNotIn(family, families)
                    families.add(family)
                self.assertEqual(head[2], family)
                if head[1] == "UNIT":
                    self.assertTrue(family.endswith("_" + head[3]))
                continue
            sample = series.fullmatch(line)
            self.assertIsNotNone(sample, line)
            self.assertIn(sample[1], (family, family + "_info"))
            self.assertNotIn(sample.group(1, 2), met)
            met.add(sample.group(1, 2))
        failed = [s for s in met if s[0] == "rigpack_asset_failed"]
        self.assertEqual(len(failed), len(self.paths))
        values = {re.sub(r"\\(.)", r"\1", labels[len('path="'):-1]) for _, labels in failed}
        self.assertEqual(values, {shown(path) for path in self.paths})

    def test_annotations(self):
        findings = [(a["path"], f) for a in self.document()["assets"] for f in a["findings"]]
        lines = self.done.stdout.splitlines()
        commands = [line for line in lines if line.lstrip().startswith("::")]
        self.assertEqual(len(commands), len(findings))
        parts = re.compile(r"::(error|warning|notice) file=([^,:]+),title=([a-z/-]+)::(.+)")
        level = {"error": "error", "warning": "warning", "info": "notice"}
        for command, (_, finding) in zip(commands, findings, strict=True):
            kind, path, title, text = parts.fullmatch(command).groups()
            self.assertEqual((kind, title), (level[finding["severity"]], finding["rule"]))
            decoded = path.replace("%3A", ":").replace("%2C", ",").replace("%25", "%")
            self.assertIn(decoded, {shown(p) for p in self.paths})
            self.assertEqual(text.split("%0A")[0].replace("%25", "%"),
                             shown(finding["message"].encode()))

    def test_the_terminal(self):
        for text in (self.done.stdout, self.done.stderr):
            self.assertFalse({c for c in text if not c.isprintable()} - {"\n"})
            for line in text.splitlines():
                self.assertFalse(re.search(r"##\[", line) and not line.startswith("::"), line)

    def test_the_same_bytes_each_run_and_for_any_number_of_threads(self):
        for jobs in (1, 2, 2):
            done = self.check("-j", str(jobs))
            self.assertEqual(done.stdout, self.done.stdout)
            for name in FORMATS:
                self.assertEqual((self.folder / name).read_bytes(), self.texts[name], name)


t.main()

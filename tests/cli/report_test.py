"""The JSON report against its published schema, key order, odd numbers."""
import json
import re
import tempfile
import unittest

import rigpack_test as t

SCHEMA = json.loads((t.SOURCE_DIR / "formats/report/rigpack.report.schema.json").read_text())
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def has_type(value, name):
    if name in ("integer", "number"):
        kinds = (int,) if name == "integer" else (int, float)
        return isinstance(value, kinds) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def problems(value, schema, at="$"):
    """What the subset of JSON Schema that our schema uses has against `value`."""
    known = {"$ref", "type", "properties", "required", "additionalProperties", "items", "enum",
             "const", "pattern", "minimum", "maxItems", "anyOf", "description", "title",
             "$schema", "$id", "$defs"}
    assert set(schema) <= known, set(schema) - known
    if "$ref" in schema:
        yield from problems(value, SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]], at)
    if "anyOf" in schema and all(list(problems(value, s, at)) for s in schema["anyOf"]):
        yield f"{at}: none of anyOf"
    if "type" in schema and not has_type(value, schema["type"]):
        yield f"{at}: no {schema['type']}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: {value!r} is not listed"
    if "const" in schema and value != schema["const"]:
        yield f"{at}: {value!r} is not {schema['const']!r}"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{at}: {value!r} does not match"
    if "minimum" in schema and value < schema["minimum"]:
        yield f"{at}: {value} is too small"
    if "maxItems" in schema and len(value) > schema["maxItems"]:
        yield f"{at}: too long"
    if isinstance(value, list) and "items" in schema:
        for i, item in enumerate(value):
            yield from problems(item, schema["items"], f"{at}[{i}]")
    if isinstance(value, dict):
        yield from object_problems(value, schema, at)


def object_problems(value, schema, at):
    for key in schema.get("required", []):
        if key not in value:
            yield f"{at}: lacks {key}"
    for key, item in value.items():
        inner = schema.get("properties", {}).get(key, schema.get("additionalProperties", {}))
        if inner is False:
            yield f"{at}: unknown key {key}"
        else:
            yield from problems(item, inner, f"{at}.{key}")


def strict(text):
    """Parses `text`; NaN and Infinity, which Python would take, are refused."""
    def refuse(name):
        raise AssertionError(f"bare {name}")
    return json.loads(text, parse_constant=refuse)


class Report(unittest.TestCase):
    def assert_valid(self, document):
        self.assertEqual(list(problems(document, SCHEMA)), [])

    def test_the_validator_sees_faults(self):
        document = strict(t.run("check", t.testdata("biped.glb"), "--report", "json=-").stdout)
        self.assert_valid(document)
        document["assets"][0]["verdict"] = "maybe"
        document["summary"]["extra"] = 1
        del document["tool"]["version"]
        document["assets"][0]["bytes"] = -1
        self.assertEqual(len(list(problems(document, SCHEMA))), 4)

    def test_every_testdata_report_is_valid(self):
        inputs = [p for folder in ("rules", "malformed", "accessors")
                  for p in sorted(t.testdata(folder).glob("*.gl*"))]
        self.assertGreater(len(inputs), 100)
        done = t.run("check", *inputs, "--report", "json=-")
        self.assertEqual(done.returncode, 2, done.stderr)
        document = strict(done.stdout)
        self.assert_valid(document)
        self.assertEqual(document["summary"]["assets"], len(inputs))
        self.assertEqual(document["summary"]["errors"],
                         sum(f["severity"] == "error" for a in document["assets"]
                             for f in a["findings"]))

    def test_keys_stand_in_the_contracts_order(self):
        document = strict(t.run("check", t.testdata("biped.glb"), "--report", "json=-").stdout)
        self.assertEqual(list(document), ["schema", "schema_version", "tool", "profile", "summary",
                                          "assets"])
        self.assertEqual(list(document["assets"][0]),
                         ["path", "sha256", "bytes", "format", "verdict", "stats", "skins", "clips",
                          "judged_by", "findings"])
        self.assertEqual(document["schema"], "rigpack.report")
        self.assertEqual(document["schema_version"], "1.0")

    def test_non_finite_numbers_are_strings(self):
        path = t.testdata("rules/weights-non-finite.bad.gltf")
        document = strict(t.run("check", path, "--report", "json=-").stdout)
        values = [s["value"] for f in document["assets"][0]["findings"] for s in f["samples"]]
        self.assertTrue({"NaN", "Infinity", "-Infinity"} & {str(v) for v in values}, values)

    def test_packing_reports_sizes_and_errors(self):
        with tempfile.TemporaryDirectory() as folder:
            done = t.run("pack", t.testdata("biped.glb"), "-o", f"{folder}/b.rpk",
                         "--report", "json=-")
            self.assertEqual(done.returncode, 0, done.stderr)
            document = strict(done.stdout)
            self.assert_valid(document)
            asset = document["assets"][0]
            with open(f"{folder}/b.rpk", "rb") as file:
                size = len(file.read())
            self.assertEqual(asset["package"]["bytes"], size)
            self.assertTrue(asset["verify"]["passed"])
            for clip in asset["clips"]:
                self.assertLessEqual(clip["max_error_m"], asset["verify"]["clip_error"]["bound_m"])


t.main()

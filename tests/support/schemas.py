"""Reports against published schemas, judged by a validator that is not ours (python3-jsonschema)."""
import json

import rigpack_test as t

try:
    from jsonschema import validators
except ImportError:
    t.skip("no Python package jsonschema")


def validator(path):
    schema = json.loads(path.read_text(encoding="utf-8"))
    kind = validators.validator_for(schema)
    kind.check_schema(schema)
    return kind(schema)


def problems(judge, document):
    return [f"{list(e.absolute_path)}: {e.message[:200]}" for e in judge.iter_errors(document)]


def everything():
    """Inputs for one run over all of testdata, and one that is not there."""
    inputs = sorted(t.testdata("").rglob("*.gl*"))
    assert len(inputs) > 100
    return [*inputs, "no-such-file.glb"]

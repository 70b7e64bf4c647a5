"""Seeded damage to files, and the promise that goes with it: the program ends by itself, and every
file has its entry in the report."""
import collections
import json
import pathlib
import random
import re
import subprocess
import tempfile

NUMBER = re.compile(rb"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
WORDS = [b"-1", b"0", b"4294967295", b"2147483648", b"1e38", b"-1e308", b"nan", b"inf", b"65536"]
FIELDS = [bytes(4), b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b"\x00\x00\x00\x80",
          b"\x00\x00\xc0\x7f", b"\x00\x00\x01\x00"]


def _flip(data, rng):
    for _ in range(rng.choice([1, 1, 1, 16])):
        data[rng.randrange(len(data))] = rng.randrange(256)


def _cut(data, rng):
    del data[rng.randrange(len(data)):]


def _drop(data, rng):
    start = rng.randrange(len(data))
    del data[start:start + rng.choice([1, 16, 256, 4096])]


def _repeat(data, rng):
    start = rng.randrange(len(data))
    piece = data[start:start + rng.choice([1, 16, 256, 4096])]
    at = rng.randrange(len(data))
    data[at:at] = bytes(piece) * rng.choice([1, 2, 20])


def _overwrite(data, rng):
    at = rng.randrange(len(data))
    data[at:at + 4] = rng.choice(FIELDS)


def _number(data, rng):
    is_text = 0 not in data[:1000]
    found = list(NUMBER.finditer(bytes(data[:200_000]))) if is_text else []
    if not found:
        _overwrite(data, rng)
    else:
        number = rng.choice(found)
        data[number.start():number.end()] = rng.choice(WORDS)


def _swap_lines(data, rng):
    lines = bytes(data).split(b"\n")
    a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    data[:] = b"\n".join(lines)


# Those that keep a file's shape are tried more often: they get past the first look.
MUTATIONS = [_flip, _overwrite, _number] * 3 + [_cut, _drop, _repeat, _swap_lines]


def mutate(data, rng):
    """`data` with one to three kinds of damage."""
    out = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 3])):
        if out:
            rng.choice(MUTATIONS)(out, rng)
    return bytes(out)


def run_mutations(binary, sources, seed, count, timeout_s=10, jobs=2, batch=20):
    """Checks `count` mutations of `sources` ((ending, bytes) pairs), each source as often. Gives
    (how often each outcome came, what broke the promise)."""
    rng = random.Random(seed)
    outcomes, faults = collections.Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        for first in range(0, count, batch):
            paths = []
            for number in range(first, min(first + batch, count)):
                ending, data = sources[number % len(sources)]
                # A folder each: some formats read what lies beside them.
                path = pathlib.Path(folder) / f"m{number}" / f"{seed}-{number}{ending}"
                path.parent.mkdir()
                path.write_bytes(mutate(data, rng))
                paths.append(str(path))
            _check_batch(binary, paths, (timeout_s, jobs), outcomes, faults)
    return outcomes, faults


def _check_batch(binary, paths, limits, outcomes, faults):
    timeout_s, jobs = limits
    command = [binary, "check", *paths, "-j", str(jobs), "--timeout", str(timeout_s),
               "--report", "json=-"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                              timeout=len(paths) * (timeout_s + 5), check=False)
        assets = json.loads(done.stdout)["assets"] if done.returncode in (0, 1, 2) else []
    except (subprocess.TimeoutExpired, json.JSONDecodeError) as error:
        faults.append(f"{paths[0]} and {len(paths) - 1} more: {type(error).__name__}")
        return
    if [asset["path"] for asset in assets] != paths:
        faults.append(f"{paths[0]} and {len(paths) - 1} more: exit {done.returncode}: "
                      f"{done.stderr[-500:]}")
        return
    for asset in assets:
        imports = sorted({finding["rule"] for finding in asset["findings"]
                          if finding["rule"].startswith("import/") and
                          finding["rule"] != "import/lossy"})
        outcomes[" ".join([asset["verdict"], *imports])] += 1
        if asset["verdict"] == "unreadable" and not asset["findings"]:
            faults.append(f"{asset['path']}: unreadable, and no word why")

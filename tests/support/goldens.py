"""testdata/goldens: the findings in each bad file of testdata/rules, as the JSON report has them."""
import json
import subprocess


def folder(root):
    return root / "testdata/goldens"


def text_of(asset):
    """An asset's verdict and findings, a finding a line."""
    lines = ",\n".join("  " + json.dumps(finding) for finding in asset["findings"])
    return '{"verdict": "%s", "findings": [\n%s\n]}\n' % (asset["verdict"], lines)


def all_of(root, rigpack):
    """(path of the golden, what it should say) for every rule."""
    for bad in sorted((root / "testdata/rules").glob("*.bad.*")):
        name = bad.name.split(".")[0]
        profile = bad.with_name(name + ".profile.json")
        judged_by = ["--profile", profile] if profile.exists() else []
        done = subprocess.run([rigpack, "check", bad, "--config", "none", "--report", "json=-", *judged_by],
                              capture_output=True, check=False)
        yield folder(root) / (name + ".json"), text_of(json.loads(done.stdout)["assets"][0])

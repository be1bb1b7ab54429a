"""gpu_outcome.py [print | said | check | sources] | write CTEST.xml [LEFT_OUT...]: the recorded outcome of ./ff test --gpu.

tests/gpu/outcome.json holds counts, commit, GPU, driver, date and a hash of the sources that the GPU ran.  The hash leaves comments
and spaces out: another one is other code, of which the record says nothing.

print: what the page prints, which is about that commit alone.  said: in a line, and whether today's code is another.  check: whether
the record is whole, and no page says more than it.  write: makes the record from what ctest --output-junit wrote."""
import datetime
import hashlib
import json
import re
import subprocess
import sys
import xml.etree.ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RECORD = ROOT / "tests/gpu/outcome.json"
FOLDERS = ("include", "src", "catalogue", "apps", "tests/gpu", "tests/flags", "tests/math", "tests/nccl")
NAMES = (".hpp", ".cuh", ".cu", ".cpp", ".in")
COMMENT_OR_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|("(?:\\.|[^"\\\n])*")', re.S)


def bare(source):
    """A source without comments, and with one space wherever there are some."""
    return " ".join(COMMENT_OR_TEXT.sub(lambda found: found[1] or " ", source).split())


def hash_of_sources(root=ROOT):
    """Of all that the GPU's tests are compiled from."""
    total = hashlib.sha256()
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in NAMES and path.is_file():
                total.update(f"{path.relative_to(root)}\n{bare(path.read_text())}\n".encode())
    return total.hexdigest()[:16]


def asked(*command):
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def outcome(junit, left_out):
    """The record of a run, as ctest wrote it."""
    tests = list(xml.etree.ElementTree.parse(junit).getroot().iter("testcase"))
    failed = sorted(test.get("name") for test in tests if test.get("status") == "fail")
    skipped = sorted(test.get("name") for test in tests if test.get("status") not in ("run", "fail"))
    cases = sum(int(n) for test in tests for n in re.findall(r"\[  PASSED  \] (\d+) test", test.findtext("system-out") or ""))
    gpus = asked("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader").splitlines()
    name, driver = (gpus[0].split(", ") if gpus else ("none", "none"))
    release = re.search(r"release ([\d.]+)", asked("nvcc", "--version"))
    return {"command": "./ff test --gpu", "commit": asked("git", "describe", "--always", "--dirty", "--abbrev=12") or "unknown",
            "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"),
            "device": name, "gpus": len(gpus), "driver": driver, "cuda": release[1] if release else "unknown",
            "tests": len(tests), "passed": len(tests) - len(failed) - len(skipped), "failed": failed, "skipped": skipped,
            "cases_passed": cases, "seconds": round(sum(float(test.get("time", 0)) for test in tests)),
            "left_out": left_out, "sources": hash_of_sources()}


def recorded():
    return json.loads(RECORD.read_text()) if RECORD.exists() else None


def told(run):
    """What a record says of its own commit."""
    if run is None:
        return ("No run of `./ff test --gpu` is recorded: nothing on these pages rests on the tests of a GPU. "
                "The command writes `tests/gpu/outcome.json`, from which this is printed.")
    verdict = "all passed" if run["passed"] == run["tests"] else f"{run['passed']} passed"
    text = (f"`{run['command']}` on {run['device']}, driver {run['driver']}, CUDA {run['cuda']}, at commit {run['commit']}, {run['date']}: "
            f"{run['tests']} tests, with {run['cases_passed']} cases of GoogleTest that passed; {verdict}.")
    for what, names in (("Failed", run["failed"]), ("Skipped", run["skipped"])):
        if names:
            text += f"\n{what}: {', '.join(f'`{name}`' for name in names)}."
    for what in run["left_out"]:
        text += f"\nLeft out: {what}."
    return text + f"\nThe sources that ran there have the hash `{run['sources']}`; `python3 scripts/gpu_outcome.py said` compares today's."


def said(run, now):
    """In a line: the last run, and whether it was of today's code."""
    if run is None:
        return "no run of ./ff test --gpu is recorded"
    verdict = "all passed" if run["passed"] == run["tests"] else f"{len(run['failed'])} FAILED"
    age = "of today's device code" if run["sources"] == now else "OLDER than today's device code, of which it says nothing"
    return f"the last ./ff test --gpu recorded is {age}: {run['tests']} tests, {verdict}, on {run['device']}, {run['date']}, commit {run['commit']}"


def faults():
    run = recorded()
    if run is not None:
        for key in ("command", "commit", "date", "device", "driver", "cuda", "tests", "passed", "failed", "skipped", "cases_passed", "left_out", "sources"):
            if key not in run:
                yield f"{RECORD.name}: expected {key}"
        if run.get("tests", 0) != run.get("passed", 0) + len(run.get("failed", ())) + len(run.get("skipped", ())) or not run.get("tests"):
            yield f"{RECORD.name}: the counts do not add up"
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for line in page.read_text().splitlines():
            if re.search(r"(GPU('s)? tests|test --gpu`?)( all)? (pass|are green|is green)", line):
                yield f"{page.relative_to(ROOT)}: says that the tests of a GPU pass, which only a record of that code can: {line}"


def check():
    """0 where nothing is wrong.  A record of older code is no fault: the line says so, and no page says otherwise."""
    found = list(faults())
    print("\n".join(found) or said(recorded(), hash_of_sources()))
    return bool(found)


def main():
    what = sys.argv[1] if len(sys.argv) > 1 else "print"
    if what == "write" and len(sys.argv) > 2:
        RECORD.write_text(json.dumps(outcome(sys.argv[2], sys.argv[3:]), indent=1) + "\n")
        print(said(recorded(), hash_of_sources()))
    elif what == "print":
        print(told(recorded()))
    elif what == "said":
        print(said(recorded(), hash_of_sources()))
    elif what == "sources":
        print(hash_of_sources())
    elif what == "check":
        return check()
    else:
        sys.exit(__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""outcome_test.py ROOT: the record of ./ff test --gpu counts what ctest wrote, and speaks for no other code than it ran."""
import sys
import tempfile
from pathlib import Path

ROOT = Path(sys.argv[1]).resolve()
sys.path.append(str(ROOT / "scripts"))
import gpu_outcome  # noqa: E402

JUNIT = """<testsuite tests="4">
<testcase name="tests-gpu.0" status="run" time="2.5"><system-out>[  PASSED  ] 40 tests.</system-out></testcase>
<testcase name="tests-gpu.1" status="run" time="2.5"><system-out>[  PASSED  ] 1 test.</system-out></testcase>
<testcase name="flags.operators.gpu.ftz" status="{status}" time="1"><failure message=""/></testcase>
<testcase name="python.gpu" status="{other}" time="1"><skipped message=""/></testcase>
</testsuite>"""
failures = []


def expect(what, good):
    if not good:
        failures.append(what)


def run_of(folder, status, other="run"):
    path = Path(folder, "ctest.xml")
    path.write_text(JUNIT.format(status=status, other=other))
    return gpu_outcome.outcome(path, ["CuPy (not there)"])


def tree(folder, name, source):
    root = Path(folder, name)
    (root / "include").mkdir(parents=True)
    (root / "include/a.hpp").write_text(source)
    return gpu_outcome.hash_of_sources(root)


with tempfile.TemporaryDirectory() as folder:
    green, red, skipped = run_of(folder, "run"), run_of(folder, "fail"), run_of(folder, "run", "notrun")
    expect(f"a green run: {green}", (green["tests"], green["passed"], green["failed"], green["cases_passed"]) == (4, 4, [], 41))
    expect(f"a red run: {red}", (red["passed"], red["failed"]) == (3, ["flags.operators.gpu.ftz"]))
    expect(f"a skipped test did not pass: {skipped}", (skipped["passed"], skipped["skipped"]) == (3, ["python.gpu"]))
    expect("the page names what failed", "Failed: `flags.operators.gpu.ftz`" in gpu_outcome.told(red) and "all passed" not in gpu_outcome.told(red))
    expect("and what was left out", "Left out: CuPy (not there)." in gpu_outcome.told(green) and "all passed" in gpu_outcome.told(green))
    expect("the hash of today's code", "of today's device code" in gpu_outcome.said(green, green["sources"]))
    expect("any other hash is older", "OLDER" in gpu_outcome.said(green, "0" * 16))
    expect("a red run is told as one", "1 FAILED" in gpu_outcome.said(red, red["sources"]))
    before = tree(folder, "a", 'int f() { return 1; }  // one\nconst char* s = "// kept";\n')
    expect("comments and spaces are no code", before == tree(folder, "b", 'int  f() {\n return 1; }\n/* two\n */ const char* s = "// kept";\n'))
    expect("a number is", before != tree(folder, "c", 'int f() { return 2; }\nconst char* s = "// kept";\n'))
    expect("so is what a text says", before != tree(folder, "d", 'int f() { return 1; }\nconst char* s = "// lost";\n'))

print("\n".join(failures) or "a run speaks for its own code, and for what it ran of that")
sys.exit(bool(failures))

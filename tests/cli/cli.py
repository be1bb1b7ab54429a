"""What ff-accuracy answers to bad input: a message that says what was expected, exit status 2, and no file."""
import os
import subprocess
import sys
import tempfile

tool = sys.argv[1]
failures = 0


def expect(arguments, status, *texts, absent=()):
    global failures
    run = subprocess.run([tool, *arguments], capture_output=True, text=True, timeout=300)
    said = run.stdout + run.stderr
    good = run.returncode == status and all(t in said for t in texts) and not any(os.path.exists(p) for p in absent)
    failures += not good
    print("ok  " if good else "FAIL", " ".join(arguments), "->", run.returncode)
    if not good:
        print(said)


with tempfile.TemporaryDirectory() as folder:
    at = lambda name: os.path.join(folder, name)
    expect(["--ops", "nosuch", "--json", at("a.json")], 2, "nosuch", "expected core, functions, composites, all, or a list of add12",
           absent=[at("a.json"), at("a.json.part")])
    expect(["--ops", "low_word_dropped"], 2, "no such operator")
    expect(["--vectors", "0"], 2, "expected a whole number from 1 to 2^50")
    expect(["--vectors", "abc"], 2, "abc", "expected a whole number")
    expect(["--vectors", "2^"], 2, "expected a whole number")
    expect(["--vectors", "2^99"], 2, "expected a whole number")
    expect(["--vectors", "1.5"], 2, "expected a whole number")
    expect(["--hunt", "-4"], 2)
    expect(["--distribution", "nosuch"], 2, "expected all, or one of uniform")
    expect(["--device", "tpu"], 2, "--device")
    expect(["--nosuch"], 2, "--nosuch")
    expect(["--json", at("no/such/folder.json")], 2, "expected a path in a writable folder")
    expect(["--readme-table", at("nosuch.json")], 2, "expected a readable JSON file")
    expect(["--composites-table", at("nosuch.json")], 2, "--composites-table", "expected a readable JSON file")
    open(at("broken.json"), "w").write("{")
    expect(["--readme-table", at("broken.json")], 2, "expected a readable JSON file")
    if not os.path.exists("/dev/nvidiactl"):
        expect(["--device", "gpu"], 2, "expected a CUDA device")
    expect(["--device", "cpu", "--ops", "add22", "--vectors", "2^12", "--json", at("b.json"), "--csv", at("b.csv"),
            "--plot", at("b.svg")], 0, "All within their bounds", absent=[at("b.json.part")])
    for name in "b.json", "b.csv", "b.svg":
        failures += not os.path.getsize(at(name)) > 100
    expect(["--device", "cpu", "--ops", "add22,mul22", "--vectors", "4096", "--hunt", "2^16"], 0, "mul22", "hunt")
    expect(["--device", "cpu", "--ops", "composites", "--vectors", "64", "--json", at("c.json")], 0, "complex_pow_real")
    expect(["--composites-table", at("c.json")], 0, "| `dot2` |", "| `complex_pow_real` |")
    expect(["--help"], 0, "--self-test")

sys.exit(1 if failures else 0)

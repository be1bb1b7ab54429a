"""What ff-trace answers to good and bad input: pictures, counts, and messages that say what was expected."""
import json
import os
import struct
import subprocess
import sys
import tempfile

tool = sys.argv[1]
failures = 0


def judge(good, what, said=""):
    global failures
    failures += not good
    print("ok  " if good else "FAIL", what)
    if not good:
        print(said)


def expect(arguments, status, *texts, absent=()):
    run = subprocess.run([tool, *arguments], capture_output=True, text=True, timeout=300)
    said = run.stdout + run.stderr
    good = run.returncode == status and all(t in said for t in texts) and not any(os.path.exists(p) for p in absent)
    judge(good, f"{' '.join(arguments)} -> {run.returncode}", said)
    return said


with tempfile.TemporaryDirectory() as folder:
    at = lambda name: os.path.join(folder, name)
    small = ["--device", "cpu", "--resolution", "40x30"]

    expect([*small, "--surface", "sphere", "--output", at("a.png"), "--json", at("a.json")], 0, "interval-float on CPU",
           "hit ", "undecided 0", absent=[at("a.png.part"), at("a.json.part")])
    head = open(at("a.png"), "rb").read(24)
    judge(head[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", head[16:24]) == (40, 30), "a PNG of 40 x 30")
    counts = json.load(open(at("a.json")))
    judge(counts["hit"] + counts["miss"] + counts["undecided"] == 1200 and counts["hit"] > 300, "JSON counts", counts)
    said = expect([*small, "--equation", "x^2 + y^2 + z^2 = 1", "--eye", "-2,3,1.5", "--look-at", "0,0,0"], 0, "hit")
    expect([*small, "--arithmetic", "interval-ff", "--surface", "drop", "--orthographic", "2.5"], 0, "interval-ff")
    expect([*small, "--arithmetic", "point", "--samples", "100", "--time"], 0, "ms, best of 3")

    expect(["--surface", "nosuch"], 2, "nosuch", "expected one of sphere, kusner-schmitt")
    expect(["--equation", "x^2 + (y", "--output", at("b.png")], 2, "column 9", "expected an operator or )",
           absent=[at("b.png"), at("b.png.part")])
    expect(["--equation", "sin(x)"], 2, "column 1", "expected a number, x, y, z")
    expect(["--equation", ""], 2, "--equation", "expected")
    expect(["--equation", "x", "--surface", "drop"], 2, "--equation")
    for bad in "40", "40x", "0x30", "40x30x2", "99999x2", "axb", "-4x4":
        expect([f"--resolution={bad}"], 2, "expected WIDTHxHEIGHT")
    for bad in "1,2", "1,2,3,4", "a,b,c", "1,2,nan", "1e30,0,0":
        expect(["--eye", bad], 2, "--eye", "expected three numbers")
    expect(["--eye", "1,2,3", "--look-at", "1,2,3"], 2, "expected two different points")
    expect(["--fov", "0"], 2, "--fov")
    expect(["--fov", "200"], 2, "--fov")
    expect(["--depth", "0"], 2, "--depth")
    expect(["--depth", "45"], 2, "--depth")
    expect(["--samples", "0"], 2, "--samples")
    expect(["--box", "-1"], 2, "--box")
    expect(["--arithmetic", "double"], 2, "--arithmetic")
    expect(["--device", "tpu"], 2, "--device")
    expect(["--nosuch"], 2, "--nosuch")
    expect([*small, "--output", at("no/such/folder.png")], 2, "--output", "expected a path in a writable folder")
    expect([*small, "--json", at("no/such/folder.json")], 2, "--json", "expected a path in a writable folder")
    if not os.path.exists("/dev/nvidiactl"):
        expect(["--device", "gpu"], 2, "expected a CUDA device")
        expect(["--resolution", "8x8"], 0, "No GPU", "The CPU renders")
    expect(["--help"], 0, "--equation", "--arithmetic", "--table5")

sys.exit(1 if failures else 0)

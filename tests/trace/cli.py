"""What ff-trace answers to good and bad input: pictures, counts, and messages that say what was expected."""
import json
import os
import struct
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(__file__), "../cli"))
from checks import Checker, check_result_files, check_streams, few_threads

c = Checker(sys.argv[1])
expect, judge = c.expect, c.judge

small = ["--device", "cpu", "--resolution", "40x30"]
tiny = ["--device", "cpu", "--resolution", "16x12", "--surface", "sphere"]
check_streams(c, tiny)
check_result_files(c, tiny, "--json", "--output", ["--device", "cpu", "--resolution", "8192x8192"])

with tempfile.TemporaryDirectory() as folder:
    at = lambda name: os.path.join(folder, name)
    expect([*small, "--surface", "sphere", "--output", at("a.png"), "--json", at("a.json")], 0, "interval-float on CPU",
           "hit ", "undecided 0")
    head = open(at("a.png"), "rb").read(24)
    judge(head[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", head[16:24]) == (40, 30), "a PNG of 40 x 30")
    counts = json.load(open(at("a.json")))
    judge(counts["hit"] + counts["miss"] + counts["undecided"] == 1200 and counts["hit"] > 300, "JSON counts", counts)
    said = expect([*small, "--equation", "x^2 + y^2 + z^2 = 1", "--eye", "-2,3,1.5", "--look-at", "0,0,0"], 0, "hit")
    expect([*small, "--arithmetic", "interval-ff", "--surface", "drop", "--orthographic", "2.5"], 0, "interval-ff")
    expect([*small, "--arithmetic", "point", "--samples", "100", "--time"], 0, "100 samples", "ms, best of 3")

    expect(tiny, 0, "hit ", preexec_fn=few_threads)  # fewer threads where the system has no more

    expect(["--surface", "nosuch"], 2, "nosuch", "expected one of sphere, kusner-schmitt")
    expect(["--equation", "x^2 + (y", "--output", at("b.png")], 2, "column 9", "expected an operator or )",
           absent=[at("b.png")])
    expect(["--equation", "sin(x)"], 2, "column 1", "expected a number, x, y, z")
    expect(["--equation", ""], 2, "--equation", "expected")
    expect(["--equation", "x", "--surface", "drop"], 2, "--equation")
    for bad in "40", "40x", "0x30", "40x30x2", "99999x2", "axb", "-4x4":
        expect([f"--resolution={bad}"], 2, "expected WIDTHxHEIGHT")
    for bad in "1,2", "1,2,3,4", "a,b,c", "1,2,nan", "1e30,0,0":
        expect(["--eye", bad], 2, "--eye", "expected three numbers")
    expect(["--eye", "1,2,3", "--look-at", "1,2,3"], 2, "expected two different points")
    for option, low, high in ("--fov", "0", "200"), ("--orthographic", "0", "1e7"), ("--box", "-1", "1e7"):
        for bad in low, high, "nan", "-nan", "inf", "-inf", "1e999", "abc", "1x", " ", "":
            expect([f"{option}={bad}"] if bad else [option, ""], 2, option, "expected a")
    for option in "--eye", "--look-at":
        for place in range(3):
            for bad in "nan", "inf", "-inf", "1e7", "1e999", "", "x":
                point = ["1", "2", "3"]
                point[place] = bad
                expect([f"{option}={','.join(point)}"], 2, option, "expected three numbers")
        expect([option, ""], 2, option)
    for option in "--depth", "--samples":
        for bad in "nan", "inf", "1.5", "1e1", "99999999999999999999", "-1":
            expect([f"{option}={bad}"], 2, option)
    expect([*small, "--surface", "sphere", "--eye", "1e-30,0,0", "--look-at", "0,0,0"], 0, "hit 1200, miss 0, undecided 0")
    expect(["--eye", "1e-60,0,0", "--look-at", "0,0,0"], 2, "expected two different points; as floats both are 0,0,0")
    expect(["--fov", "30", "--orthographic", "2"], 2, "--fov", "--orthographic")
    for option, value in ("--surface", "drop"), ("--equation", "x"), ("--resolution", "8x8"), ("--output", at("x")), \
            ("--arithmetic", "point"), ("--samples", "9"):
        expect(["--table5", option, value], 2, "--table5", option, absent=[at("x")])
    expect(["--table5", "--time"], 2, "--table5", "--time")
    expect(["--table5", "--eye", "1"], 2, "--eye")
    for option in "--output", "--json", "--surface", "--arithmetic", "--resolution":
        expect([option, ""], 2, option)
    expect(["--equation", "x/1e-400"], 2, "column 3", "1e-400 is too small")
    expect(["--equation", "1e400x"], 2, "column 1", "1e400 is too large")
    expect(["--depth", "0"], 2, "--depth")
    expect(["--depth", "45"], 2, "--depth")
    expect(["--samples", "0"], 2, "--samples")
    for arithmetic in "interval-float", "interval-ff":
        expect(["--arithmetic", arithmetic, "--samples", "9", "--output", at("x.png")], 2,
               f"--samples: expected with --arithmetic point, not with {arithmetic}", absent=[at("x.png")])
    expect(["--samples", "9"], 2, "--samples: expected with --arithmetic point, not with interval-float")
    expect(["--arithmetic", "point", "--depth", "9", "--output", at("x.png")], 2,
           "--depth: expected with --arithmetic interval-float or interval-ff", absent=[at("x.png")])
    expect(["--arithmetic", "double"], 2, "--arithmetic")
    expect(["--device", "tpu"], 2, "--device")
    expect(["--nosuch"], 2, "--nosuch")
    expect([*small, "--output", at("no/such/folder.png")], 2, "--output", "expected a file in a writable folder")
    expect([*small, "--output", at("x.jpg")], 2, "--output", "expected a name that ends in .png", absent=[at("x.jpg")])
    expect([*small, "--json", at("no/such/folder.json")], 2, "--json", "expected a file in a writable folder")
    if not os.path.exists("/dev/nvidiactl"):
        expect(["--device", "gpu"], 2, "expected a CUDA device")
        expect(["--resolution", "8x8"], 0, ": the CPU renders.\n")
    expect(["--help"], 0, "--equation", "--arithmetic", "--table5")

c.end()

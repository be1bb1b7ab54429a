"""What ff-intersect answers to good and bad input: contacts, the same file by every strategy, and messages."""
import json
import os
import resource
import struct
import sys
import tempfile
import time

sys.path.append(os.path.join(os.path.dirname(__file__), "../cli"))
from checks import Checker, check_result_files, check_streams, few_threads

c = Checker(sys.argv[1])
expect, judge = c.expect, c.judge

small = ["--device", "cpu", "--triangles", "2000", "--segments", "100"]
flat = ["--device", "cpu", "--mode", "2d", "--segments", "2000"]
check_streams(c, small)
check_result_files(c, small, "--json", "--hits", ["--device", "cpu", "--mode", "2d", "--segments", "3e6"])

with tempfile.TemporaryDirectory() as folder:
    at = lambda name: os.path.join(folder, name)

    def put(name, text):
        open(at(name), "w").write(text)
        return at(name)

    # One file, whatever the strategy and the arithmetic.
    for scene in small, flat:
        hits = set()
        for strategy in "sequential", "pairs", "segment", "triangle", "cells", "parallel":
            for arithmetic in "cascade", "rational":
                expect([*scene, "--strategy", strategy, "--arithmetic", arithmetic, "--hits", at("hits")], 0, "contacts: ")
                hits.add(open(at("hits")).read())
        judge(len(hits) == 1 and len(hits.pop()) > 1000, "one file of hits", len(hits))

    expect([*small, "--statistics", "--picture", at("a.png"), "--resolution", "40x30", "--json", at("a.json")], 0,
           "pairs whose boxes meet", "orient3d: filter")
    head = open(at("a.png"), "rb").read(24)
    judge(head[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", head[16:24]) == (40, 30), "a PNG of 40 x 30")
    record = json.load(open(at("a.json")))
    result = record["result"]
    judge(record["scene"]["triangles"] == 2000 and record["scene"]["grid"] == 13 and record["scene"]["seed"] == 1, "the scene", record)
    judge(result["contacts"] == sum(result["classes"].values()) > 100, "classes add up", result)
    judge(result["candidates"] >= result["tested"] >= result["contacts"], "candidates, tested, contacts", result)
    judge(sum(result["orient3d"].values()) >= 2 * result["tested"], "two orientations a pair, or more", result)
    expect([*flat, "--picture", at("m.png"), "--resolution", "64x64", "--statistics"], 0, "orient2d: filter")

    # Files.
    mesh = put("m.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n")
    lines = put("l.csv", "1,1,-1,1,1,1\n2,2,-1,2,2,1\n4,0,-1,4,0,1\n-1,1,0,9,1,0\n1,1,0,1,1,5\n3,3,-1,3,3,1\n")
    expect(["--mesh", mesh, "--lines", lines, "--hits", at("h.csv"), "--device", "cpu"], 0,
           "5 contacts: 1 proper, 1 endpoint, 1 edge, 1 vertex, 1 coplanar")
    judge(open(at("h.csv")).read() == "segment,triangle,contact\n0,0,proper\n1,0,edge\n2,0,vertex\n3,0,coplanar\n4,0,endpoint\n",
          "contacts by segment")
    red, blue = put("r.csv", "0,0,4,4\n"), put("b.csv", "x1,y1,x2,y2\n0,4,4,0\n2,2,5,0\n4,4,9,9\n1,1,2,2\n")
    expect(["--mode", "2d", "--red", red, "--blue", blue, "--hits", at("h.csv"), "--device", "cpu"], 0, "4 contacts")
    judge(open(at("h.csv")).read() == "red,blue,contact\n0,0,proper\n0,1,endpoint\n0,2,vertex\n0,3,overlap\n", "contacts in the plane")

    # Coordinates that are no floats are told and counted; others are not spoken of.
    run = c.run(["--mesh", mesh, "--lines", lines, "--device", "cpu", "--json", at("r.json")])
    judge(run.returncode == 0 and "floats" not in run.stderr, "nothing was rounded", run.stderr)
    counts = json.load(open(at("r.json")))["scene"]["coordinates"]
    judge(counts == {"read": 45, "rounded": 0, "greatest_change": 0.0}, "no coordinate was rounded", counts)
    finer = put("finer.csv", "0.1,1,-1,1,1,1\n2,16777217,-1,2,2,1\n")
    run = c.run(["--mesh", mesh, "--lines", finer, "--device", "cpu", "--json", at("r.json")])
    judge(f"{finer}: 2 of 12 coordinates are no floats" in run.stderr, "rounded coordinates are told", run.stderr)
    counts = json.load(open(at("r.json")))["scene"]["coordinates"]
    judge(counts == {"read": 21, "rounded": 2, "greatest_change": 1.0}, "rounded coordinates are counted", counts)
    run = c.run(["--mode", "2d", "--red", red, "--blue", put("f.csv", "0.1,0,4,4\n"), "--device", "cpu"])
    judge("f.csv: 1 of 4 coordinates are no floats" in run.stderr, "in the plane too", run.stderr)

    # A grid that does not fit into memory is refused before the work; one that was not asked for is made coarser.
    few = lambda: resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
    start = time.monotonic()
    expect(["--mesh", mesh, "--lines", lines, "--device", "cpu", "--grid", "1024"], 2,
           "--grid 1024: expected a grid that fits into memory", preexec_fn=few)
    judge(time.monotonic() - start < 10, "at once")
    expect(["--mesh", mesh, "--lines", lines, "--device", "cpu", "--grid", "64"], 0, "5 contacts", preexec_fn=few)

    # Where the system has no more threads, fewer do the work.
    expect([*small, "--strategy", "parallel"], 0, "contacts: ", preexec_fn=few_threads)

    bad = put("bad.csv", "1,2,3,4,5,6\n1,2,3,4,5,nan\n")
    expect(["--mesh", mesh, "--lines", bad, "--hits", at("none")], 2, f"{bad}:2: expected a number", absent=[at("none")])
    bad = put("bad.obj", "v 0 0 0\nf 1 2 3\n")
    expect(["--mesh", bad, "--lines", lines, "--json", at("none")], 2, f"{bad}:2: expected one of the 1 vertices above, not '2'",
           absent=[at("none")])
    put("old", "old")
    expect(["--mesh", bad, "--lines", lines, "--hits", at("old")], 2, bad)
    judge(open(at("old")).read() == "old", "an older file outlives bad input")
    for empty in put("e.obj", ""), put("e.ply", ""), put("e.off", ""):
        expect(["--mesh", empty, "--lines", lines], 2, f"{empty}:1: expected")
    expect(["--mesh", mesh, "--lines", put("e.csv", "")], 2, "e.csv:1: expected a line")
    expect(["--mesh", at("no.obj"), "--lines", lines], 2, "--mesh", "no.obj", "expected a readable file")
    expect(["--mesh", mesh, "--lines", folder], 2, "--lines", "expected a readable CSV file")
    # The tool refuses an input that has no end or does not fit into memory.
    start = time.monotonic()
    for endless in "endless.obj", "endless.ply", "endless.off":
        os.symlink("/dev/zero", at(endless))
        expect(["--mesh", at(endless), "--lines", lines, "--hits", at("none")], 2, "--mesh", "expected a readable file of at most",
               "as it is no regular file", absent=[at("none")])
    expect(["--mesh", mesh, "--lines", "/dev/zero"], 2, "--lines", "expected a readable CSV file of at most")
    with open(put("long.obj", ""), "r+") as sparse:
        sparse.truncate(1 << 42)
    expect(["--mesh", at("long.obj"), "--lines", lines], 2, "long.obj", "half of the free memory, not a longer one")
    judge(time.monotonic() - start < 60, "endless files are refused soon", time.monotonic() - start)
    expect(["--mesh", mesh], 2, "expected --mesh and --lines together")
    expect(["--mode", "2d", "--blue", blue], 2, "expected --red and --blue together")
    for option, value in ("--generate", "paper"), ("--triangles", "9"), ("--segments", "9"), ("--seed", "2"):
        expect(["--mesh", mesh, "--lines", lines, option, value], 2, option)
    for option, value in ("--mesh", mesh), ("--lines", lines), ("--triangles", "9"), ("--generate", "paper"):
        expect(["--mode", "2d", option, value], 2, option, "expected")
    for option, value in ("--red", red), ("--blue", blue), ("--generate", "map"):
        expect([option, value], 2, option, "expected")

    # Numbers.
    for option in "--triangles", "--segments", "--grid":
        for bad in "0", "-1", "1.5", "nan", "x", "2^40", "1e99", "":
            expect([option, bad], 2, option, "expected")
    expect([*small, "--grid", "2000"], 2, "--grid", "from 1 to 1024")
    expect([*small, "--whole", "--json", at("w.json")], 0, "contacts: ")
    whole = json.load(open(at("w.json")))["result"]
    judge(whole["segments_whole"] and whole["contacts"] == result["contacts"] and whole["candidates"] > result["candidates"],
          "--whole: more pairs, the same contacts", whole)
    expect([*small, "--grid", "1"], 0, "grid 1^3: 200000 pairs share a cell")
    for bad in "0", "1001", "x", "1.5":
        expect(["--runs", bad], 2, "--runs")
    expect(["--seed", "-1"], 2, "--seed")
    for option in "--mode", "--strategy", "--arithmetic", "--device", "--generate":
        expect([option, "nosuch"], 2, option)
    expect([*small, "--picture", at("x.png"), "--resolution", "40"], 2, "expected WIDTHxHEIGHT", absent=[at("x.png")])
    # Options that nothing would read.
    expect([*small, "--resolution", "40x30"], 2, "--resolution: expected with --picture")
    expect([*small, "--statistics", "--arithmetic", "rational"], 2, "--statistics: expected with --arithmetic cascade")
    for option, ending in ("--hits", ".csv"), ("--picture", ".png"):
        expect([*small, option, at("x.jpg")], 2, option, f"expected a name that ends in {ending}", absent=[at("x.jpg")])
    # An input is not replaced by a result.
    os.symlink(mesh, at("link.csv"))
    for result, name in ("--hits", lines), ("--json", mesh), ("--hits", at("link.csv")):
        before = open(name).read()
        expect(["--mesh", mesh, "--lines", lines, result, name], 2, result, "are one file")
        judge(open(name).read() == before, "the input is as it was")
    expect(["--mode", "2d", "--red", red, "--blue", blue, "--hits", blue], 2, "--blue", "--hits", "are one file")
    expect(["--mesh", mesh, "--lines", lines, "--table3", "--json", mesh], 2, "--mesh", "--json", "are one file")
    expect(["--strategy", "sequential", "--device", "gpu"], 2, "--strategy sequential", "--device cpu")

    # The table.
    expect([*small, "--table3", "--json", at("t.json")], 0, "several blocks per cell", "2.50", "0.15", "yes")
    table = json.load(open(at("t.json")))
    judge(len(table["rows"]) == 9 and all(row["same"] in (None, True) for row in table["rows"]), "nine rows, one result", table)
    judge([row["paper_seconds"] for row in table["rows"][:5]] == [2.5, 2.14, 6.0, 0.72, 0.15], "the paper's times")
    for option, value in ("--strategy", "cells"), ("--hits", at("x")), ("--picture", at("x")):
        expect(["--table3", option, value], 2, "--table3", option, absent=[at("x")])
    expect(["--table3", "--mode", "2d"], 2, "--table3", "expected with --mode 3d")

    if not os.path.exists("/dev/nvidiactl"):
        expect([*small[2:], "--device", "gpu"], 2, "expected a CUDA device")
        expect(small[2:], 0, ": the CPU intersects.\n")
    expect(["--help"], 0, "--mesh", "--strategy", "--table3")

c.end()

"""What ff-bezier answers to good and bad input: pictures, counts, tables, and messages that say what was expected."""
import json
import os
import struct
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(__file__), "../cli"))
from checks import Checker, check_result_files, check_streams, few_threads

c = Checker(sys.argv[1])
expect, judge = c.expect, c.judge

small = ["--device", "cpu", "--resolution", "24x16"]
check_streams(c, [*small, "--bounces", "0"])
check_result_files(c, [*small, "--bounces", "0"], "--json", "--output", ["--device", "cpu", "--resolution", "4096x4096"])

with tempfile.TemporaryDirectory() as folder:
    at = lambda name: os.path.join(folder, name)

    def put(name, text):
        open(at(name), "w").write(text)
        return at(name)

    expect([*small, "-o", at("a.png"), "--json", at("a.json")], 0, "teapot, 32 patches, 24x16: certified/mixed on CPU",
           "undecided 0", "shadow", "reflected", "tree ")
    head = open(at("a.png"), "rb").read(24)
    judge(head[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", head[16:24]) == (24, 16), "a PNG of 24 x 16")
    record = json.load(open(at("a.json")))
    p = record["picture"]
    judge(p["hit"] + p["miss"] == 24 * 16 and p["hit"] > 60 and p["undecided"] == 0, "hits and misses", p)
    primary, shadow, reflected, _ = p["stages"]
    judge(primary["rays_are"] == "primary" and primary["rays"] == 24 * 16 and primary["hits"] == p["hit"], "primary rays", p)
    judge(shadow["rays"] <= p["hit"] and reflected["rays"] == p["hit"] and primary["pairs"] < primary["boxes"], "other rays", p)

    # One picture, however many threads and batches; where the system has no more threads, fewer do the work.
    pictures = set()
    for options in ["--threads", "4096"], ["--threads", "8"]:
        expect([*small, *options, "--output", at("b.png")], 0, preexec_fn=few_threads)
        pictures.add(open(at("b.png"), "rb").read())
    for options in [], ["--threads", "1"], ["--threads", "3", "--batch", "50"], ["--runs", "2", "--batch", "1"]:
        expect([*small, *options, "--output", at("b.png")], 0)
        pictures.add(open(at("b.png"), "rb").read())
    judge(len(pictures) == 1, "one picture", len(pictures))
    for scene in "teapot28", "field":
        expect([*small, "--scene", scene], 0, f"{scene}, {'28' if scene == 'teapot28' else '11520'} patches")
    for view in "teapot", "silhouette", "grazing", "poles":
        expect([*small, "--view", view, "--arithmetic", "float", "--bounces", "0"], 0, "certified/float on CPU", "hit ")
    expect([*small, "--eye", "0,-9,2", "--look-at", "0,0,1.5", "--fov", "30"], 0, "undecided 0")
    expect([*small, "--compare", "certified/double", "--difference", at("d.png"), "--json", at("d.json")], 0,
           "certified/double: 0 pixels are wrong: 0 hits lost, 0 invented, 0 moved; undecided 0; of 384 judged")
    judge(json.load(open(at("d.json")))["comparison"]["difference"]["wrong"] == 0, "no difference in JSON")
    judge(open(at("d.png"), "rb").read(8) == b"\x89PNG\r\n\x1a\n", "a picture of differences")

    # Files.
    rows = "".join(f"{i} {j} {0.1 * i * j:g}\n" for i in range(4) for j in range(4))
    one = put("one.bpt", f"1\n3 3\n{rows}")
    expect([*small, "--patches", one], 0, "1 patches", "undecided 0")
    bad = put("bad.bpt", f"2\n3 3\n{rows}3 3\n1 2\n")
    expect([*small, "--patches", bad, "--output", at("none")], 2, f"{bad}:21: expected point 1 of 16 of patch 2 of 2, not the end of the file",
           absent=[at("none")])
    put("old", "old")
    expect([*small, "--patches", put("empty.bpt", ""), "--json", at("old")], 2, "empty.bpt:1: expected the number of patches")
    judge(open(at("old")).read() == "old", "an older file outlives bad input")
    expect(["--patches", at("no.bpt")], 2, "--patches", "no.bpt", "expected a readable .bpt file")
    expect(["--patches", folder], 2, "--patches", "expected a readable .bpt file")
    expect(["--patches", one, "--scene", "field"], 2, "--patches", "--scene")
    expect(["--patches", one, "--view", "poles"], 2, "--view", "expected with the teapot")

    # A study.  The page's tables are made of such a record by scripts/report/apps.py.
    expect(["--study", "--device", "cpu", "--resolution", "12x10", "--json", at("s.json")], 0, "grazing", "wrong pixels")
    record = json.load(open(at("s.json")))
    views = {(row["view"], row["method"], row["arithmetic"]) for row in record["rows"]}
    judge(len(views) == len(record["rows"]) and len({v[0] for v in views}) == 4, "a row for each", views)
    judge(all(row["difference"]["wrong"] == 0 for row in record["rows"] if row["method"] == "certified"), "certified is not wrong",
          record["rows"])
    judge(all(b["same_picture"] for b in record["batches"]) and len(record["batches"]) == 4, "batches", record["batches"])
    judge([s["patches"] for s in record["scenes"]] == [32, 11520], "scenes", record["scenes"])
    steps = {(row["rays_are"], row["method"], row["arithmetic"]) for row in record["steps"]}
    judge(len(steps) == 18, "three kinds of rays, two bases, three arithmetics", steps)
    # Single pairs.
    pairs = ["--pairs", "20", "--device", "cpu"]
    expect([*pairs, "--kind", "grazing", "--json", at("p.json")], 0, "kajiya-bernstein", "mixed", "roots, ns a pair")
    rows = json.load(open(at("p.json")))["pairs"]
    judge(len(rows) == 13 and all(r["lost"] == r["invented"] == 0 for r in rows if r["method"] == "certified"), "single pairs", rows)
    expect([*pairs, "--method", "newton", "--patches", one], 0, "newton", "silhouette")
    for bad in "0", "-1", "x", "1.5", "":
        expect(["--pairs", bad], 2, "--pairs")
    expect([*pairs, "--kind", "nosuch"], 2, "--kind", "expected all, random")
    expect([*pairs, "--output", at("x")], 2, "--pairs", "--output", absent=[at("x")])
    expect(["--kind", "random"], 2, "--kind", "expected with --pairs")
    expect([*pairs, "--method", "newton", "--arithmetic", "mixed"], 2, "--arithmetic mixed")
    for option, value in ("--scene", "field"), ("--method", "certified"), ("--view", "poles"), ("--bounces", "2"), ("--output", at("x")):
        expect(["--study", option, value], 2, "--study", option, absent=[at("x")])
    expect(["--study", "--resolution", "9000x9"], 2, "--study --resolution 9000x9", "expected 8192x8192 at most")

    # Nonsense.
    for bad in "40", "40x", "0x30", "40x30x2", "99999x2", "axb", "-4x4":
        expect([f"--resolution={bad}"], 2, "--resolution", "expected WIDTHxHEIGHT")
    for bad in "1,2", "1,2,3,4", "a,b,c", "1,2,nan", "1e30,0,0":
        expect(["--eye", bad], 2, "--eye", "expected three numbers")
        expect(["--look-at", bad], 2, "--look-at", "expected three numbers")
    expect(["--eye", "1,2,3", "--look-at", "1,2,3"], 2, "expected two different points")
    for bad in "0", "200", "nan", "abc":
        expect([f"--fov={bad}"], 2, "--fov")
    for option in "--bounces", "--batch", "--runs", "--threads", "--gpus":
        for bad in "-1", "1.5", "nan", "1e1", "99999999999999999999":
            expect([f"{option}={bad}"], 2, option)
    for option in "--scene", "--view", "--method", "--arithmetic", "--device":
        expect([option, "nosuch"], 2, option)
    for option in "--scene", "--view", "--method", "--arithmetic", "--output", "--json", "--compare", "--eye", "--patches":
        expect([option, ""], 2, option)
    expect(["--method", "newton", "--arithmetic", "mixed"], 2, "newton/mixed", "expected one of", "certified/mixed")
    for bad in "certified", "certified/", "/mixed", "nosuch/float", "certified/float/x":
        expect(["--compare", bad], 2, "--compare", "expected one of")
    expect(["--arithmetic", "float", "--compare", "certified/double"], 2, "--compare", "expected with certified/mixed")
    expect(["--difference", at("x")], 2, "--difference", "expected with --compare", absent=[at("x")])
    for options in ["--output", at("x.svg")], ["--compare", "certified/double", "--difference", at("x.svg")]:
        expect([*small, *options], 2, options[-2], "expected a name that ends in .png", absent=[at("x.svg")])
    # An input is not replaced by a result.
    open(at("input"), "w").write("mine")
    for mode in [], ["--pairs", "10"]:
        expect([*small[:2], *mode, "--patches", at("input"), "--json", at("input")], 2, "--patches", "--json", "are one file")
    judge(open(at("input")).read() == "mine", "the input is as it was")
    expect(["--scene", "field", "--view", "poles"], 2, "--view", "expected with the teapot")
    expect(["--device", "cpu", "--gpus", "2"], 2, "--gpus")
    if not os.path.exists("/dev/nvidiactl"):
        expect(["--device", "gpu"], 2, "expected a CUDA device")
        expect(small[2:], 0, ": the CPU renders.\n")
    expect(["--help"], 0, "--patches", "--method", "--study")

c.end()

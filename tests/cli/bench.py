"""What ff-bench answers to bad input and damaged records: a message that says what was expected, and status 2."""
import json
import os
import sys
import tempfile

from checks import Checker, check_streams

c = Checker(sys.argv[1])
expect = c.expect
run = sys.argv[2]  # a recorded one

check_streams(c, ["--model"])

with tempfile.TemporaryDirectory() as folder:
    at = lambda name: os.path.join(folder, name)

    def record(name, **parts):
        json.dump({"tool": "ff-bench", **parts}, open(at(name), "w"))
        return at(name)

    # Options that a mode does not read.
    for mode in ["--model"], ["--compare", run, run], ["--predictions"], ["--launch-functions"], ["--show", run]:
        expect([*mode, "--json", at("a")], 2, mode[0], "--json", absent=[at("a")])
        expect([*mode, "--only", "cpu"], 2, mode[0], "--only")
    expect(["--show", run, "--model"], 2, "--show", "--model")
    for option in "--json", "--show", "--results", "--ops":
        expect([option, ""], 2, option)
    expect(["--compare", "", ""], 2, "--compare")
    expect(["--only", "gemm,streaming", "--ops", "add22"], 2, "--ops: expected with throughput, latency, functions, cpu in --only")
    expect(["--only", "cpu", "--largest", "2^20"], 2, "--largest: expected with streaming in --only")
    expect(["--model", "--results", at("nosuch")], 2, "--results", "expected a folder")
    os.mkdir(at("empty"))
    expect(["--model", "--results", at("empty")], 2, "--results", "expected a folder of JSON files that ff-bench --json wrote")

    # Records: what is damaged, and where.
    row = {"id": "ff_add22", "type": "ff", "name": "add22", "gresults": 1.0, "per_clock_sm": 1.0}
    kernel = {"kernel": "axpy", "type": "ff", "n": 1024, "gelements": 0.5}
    open(at("text"), "w").write("tool")
    open(at("number"), "w").write("1")
    damaged = {
        at("nosuch"): "expected a readable JSON file",
        folder: "expected a readable JSON file",
        at("text"): "expected a readable JSON file",
        at("number"): "expected a readable JSON file",
        record("tool", tool=1): 'expected "ff-bench"',
        record("device", device=1): "device: expected a text",
        record("peaks", peaks=[]): "peaks: expected an object",
        record("part", throughput={}): "throughput: expected a list of rows",
        record("row", throughput=[1]): "throughput[0]: expected an object",
        record("missing", throughput=[row, {**row, "per_clock_sm": None}]): "throughput[1].per_clock_sm: expected a number",
        record("harness", throughput=[{**row, "harness": "1"}]): "throughput[0].harness: expected a number",
        record("latency", latency=[{"id": "float_fma"}]): "latency[0].type: expected a text",
        record("zero", streaming=[{**kernel, "n": 0}]): "streaming[0].n: expected a number from",
        record("tiny", streaming=[{**kernel, "gelements": 1e-320}]): "streaming[0].gelements: expected a number from",
        record("paper", paper=[{"where": "gpu"}]): "paper[0].name: expected a text",
        record("span", functions=[{**row, "slots": 1.0, "x": [1]}]): "functions[0].x: expected two numbers"}
    for path, what in damaged.items():
        for mode in ["--show"], ["--compare", run]:
            expect([*mode, path], 2, mode[0], path, what)
    os.mkdir(at("runs"))
    record("runs/damaged.json", throughput=[1])
    expect(["--model", "--results", at("runs")], 2, at("runs/damaged.json"), "throughput[0]: expected an object")

    # In company: what it needs, and what a record of it may lack.
    expect(["--company", "--device", "cpu"], 2, "--company", "--device cpu", "expected a CUDA device")
    expect(["--company", "--only", "cpu"], 2, "--company --only", "--device, --json")
    expect(["--company", "--ops", "exp"], 2, "--company --ops")
    expect(["--company", "--show", run], 2, "--show", "--company")
    work = {"type": "ff", "name": "exp", "kernel": "exp", "x": [0, 1], "slots_512": [31, 71], "slots_2048": [33, 260]}
    device = {"device": "a GPU", "architecture": "sm_90", "driver": "1", "commit": "2"}
    double = {**work, "type": "double", "slots_512": [40, 40], "slots_2048": [40, 40]}
    for name, l1, row, what in (("company", [224, 28], {**work, "slots_2048": [33]}, "company[0].slots_2048: expected 2 numbers"),
                                ("work", [224, 28], {**work, "kernel": 1}, "company[0].kernel: expected a text"),
                                ("l1", [224, -1], work, "l1_kb: expected a number from"), ("no_l1", None, work, "l1_kb: expected a list")):
        path = record(name, company=[row], **({"l1_kb": l1} if l1 else {}))
        expect(["--show", path], 2, "--show", path, what)
    whole = record("whole", company=[double, work], l1_kb=[224, 28], **device)
    expect(["--show", whole], 0, "In company")
    expect(["--compare", whole, whole], 0, "company, slots_2048", "double exp", "ff exp", "1.000")
    expect(["--show", record("none", streaming=[])], 0, "no GPU")
    expect(["--show", record("one", streaming=[kernel])], 0, "Arrays of 2^10")

c.end()

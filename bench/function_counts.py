#!/usr/bin/env python3
"""function_counts.py FF-BENCH: what one call of each elementary function executes, by opcode, counted by Nsight Compute on
the GPU at hand while `FF-BENCH --launch-functions` runs, harness subtracted; into data/functions.json.

Beside the counts stand the GPU, its driver, the commit, the date, and the hash of each function's bits as `ff-accuracy --bits`, from the
folder of FF-BENCH, prints them.  scripts/reference.py leaves out the counts of a function whose hash is another today."""
import collections
import csv
import datetime
import json
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts"))
import records

DATA = pathlib.Path(__file__).resolve().parent / "data" / "functions.json"
METRIC = "sass__inst_executed_per_opcode"
CALLS = 64 * 2  # rounds of --launch-functions, calls a round (functions.cu)
TYPES = {"double": "double", "float": "float"}


def profiled(tool):
    """{(function, type, operands): {opcode: instructions a call and thread}}"""
    run = subprocess.run(["ncu", "--csv", "--print-details", "all", "--print-metric-instances", "details", "--metrics",
                          METRIC, tool, "--launch-functions"], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"ncu failed:\n{run.stdout[-2000:]}{run.stderr[-2000:]}")
    lines = run.stdout.splitlines()
    head = next(i for i, line in enumerate(lines) if line.startswith('"ID"'))
    counts = {}
    for row in csv.DictReader(lines[head:]):
        # calls<entry, type, operands, dependent>
        name = re.search(r"calls<(?:.*::)?(\w+), (.+?), (?:\(int\))?(\d), (?:0|false|\(bool\)0)>", row["Kernel Name"])
        if not name or row["Metric Name"] != METRIC:
            continue
        blocks, threads = (int(re.search(r"\d+", row[k])[0]) for k in ("Grid Size", "Block Size"))
        each = blocks * threads / 32 * CALLS
        executed = collections.Counter()
        for opcode, n in re.findall(r"([A-Z][A-Z0-9_.]*)\s*[:=]\s*([\d,]+)", row["Metric Value"]):
            executed[opcode.split(".")[0]] += int(n.replace(",", "")) / each
        counts[name[1], TYPES.get(name[2], "ff"), name[3]] = executed
    return counts


def printed(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=DATA.parent).stdout.strip()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    counts = profiled(sys.argv[1])
    if not counts or not all(counts.values()):
        sys.exit("ncu printed no instruction counts")
    net = {}
    for (name, kind, operands), executed in counts.items():
        if name.startswith("null") or kind == "float":
            continue
        harness = counts[f"null{operands}", kind, operands]
        net[f"{kind}_{name}"] = {opcode: round(n - harness[opcode], 2) for opcode, n in sorted(executed.items())
                                 if n - harness[opcode] > 0.005}
    device, driver = printed("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader", "--id=0").split(", ")
    bits = json.loads(printed(str(pathlib.Path(sys.argv[1]).resolve().with_name("ff-accuracy")), "--bits"))["bits"]
    head = {"about": "instructions executed by one call on sm_90, by opcode, arguments as in functions.hpp",
            "command": "bench/function_counts.py build/bin/ff-bench", "device": device, "driver": driver,
            "commit": printed("git", "describe", "--always", "--dirty", "--abbrev=12"), "date": str(datetime.date.today()),
            "bits": {name: bits[name] for name in sorted({records.SIGNS.get(k[3:], k[3:]) for k in net if k.startswith("ff_")})}}
    text = ",\n".join(f'  "{name}": {json.dumps(opcodes)}' for name, opcodes in net.items())
    DATA.write_text(json.dumps(head, indent=1)[:-2] + f',\n "functions": {{\n{text}\n }}\n}}\n')
    print("wrote", DATA, len(net))


if __name__ == "__main__":
    main()

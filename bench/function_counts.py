#!/usr/bin/env python3
"""function_counts.py FF-BENCH: what one call of each elementary function executes, by opcode, counted by Nsight Compute on
the GPU at hand while `FF-BENCH --launch-functions` runs, harness subtracted; into data/functions.json."""
import collections
import csv
import json
import pathlib
import re
import subprocess
import sys

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
    text = ",\n".join(f'  "{name}": {json.dumps(opcodes)}' for name, opcodes in net.items())
    DATA.write_text('{\n "about": "instructions executed by one call on sm_90, by opcode, arguments as in functions.hpp; '
                    f'made by bench/function_counts.py",\n "functions": {{\n{text}\n }}\n}}\n')
    print("wrote", DATA, len(net))


if __name__ == "__main__":
    main()

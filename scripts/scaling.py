"""scaling.py FOLDER: the tables of docs/evidence/scaling.md, from the reports of one search by 1, 2, .. ranks (hunt-N.json, by
ff-accuracy-mpi) and from ff-bench-nccl's record (nccl.json)."""
import json
import re
import sys
from pathlib import Path

folder = Path(sys.argv[1])
nccl = json.loads((folder / "nccl.json").read_text())
runs = {int(re.fullmatch(r"hunt-(\d+)", p.stem)[1]): json.loads(p.read_text()) for p in sorted(folder.glob("hunt-*.json"))}


def seconds(run):
    return {row["operator"]: row["hunt_seconds"] for row in run["operators"]}


alone = seconds(runs[1])
worst = {ranks: [(row["operator"], row["hunt_max_u2"], row["worst_input"]) for row in run["operators"]] for ranks, run in runs.items()}
assert all(w == worst[1] for w in worst.values()), "the ranks found other worst cases"
print(f"On {runs[1]['device'].split(',')[0]}s of one host, driver {runs[1]['driver']}, commit {runs[1]['commit']}:")
print(f"`{runs[1]['command'].split(' --json')[0]}`, a rank on each GPU. The worst cases found are the same.\n")
print("| operator | GPUs | seconds | of linear |\n|---|---|---|---|")
for name in alone:
    for ranks, run in sorted(runs.items()):
        took = seconds(run)[name]
        print(f"| `{name}` | {ranks} | {took:.1f} | {100 * alone[name] / took / ranks:.1f} % |")
print(f"\nAll-reduce, commit {nccl['commit']}; `ff::nccl::all_reduce` of numbers, NCCL's own of as many doubles:\n")
print("| GPUs | elements | ff, microseconds | double, microseconds | times double's |\n|---|---|---|---|---|")
for row in nccl["all_reduce"]:
    ours, theirs = row["ff_seconds"] * 1e6, row["double_seconds"] * 1e6
    print(f"| {row['gpus']} | 2^{row['n'].bit_length() - 1} | {ours:.0f} | {theirs:.0f} | {ours / theirs:.2f} |")

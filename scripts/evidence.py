"""evidence.py slower | intervals | trace | certificates: tables of the pages that come straight from a recorded run."""
import decimal
import json
import math
import sys
from pathlib import Path

import records

ROOT = Path(__file__).resolve().parents[1]


def record(path):
    return json.loads((ROOT / path).read_text())


def table(headings, rows):
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines).replace("| --- ", "|---").replace("--- |", "---|")


def power(n):
    return f"2^{n.bit_length() - 1}" if n & (n - 1) == 0 else str(n)


def worst(row):
    return max(row[key] for key in ("max_u2", "hunt_max_u2", "all_floats_max_u2") if isinstance(row.get(key), (int, float)))


def slower():
    """Where double's own function is faster, and where neither is."""
    run = record("bench/results/h100.json")
    ratio = {row["name"]: row["ratio_to_double"] for row in run["functions"]
             if row["type"] == "ff" and "ratio_to_double" in row and not records.is_old(ROOT / "bench/results/h100.json", row["name"])}

    def names(chosen):
        return ", ".join(f"`{name}` {r:.2f}" for name, r in sorted(ratio.items(), key=lambda item: item[1]) if chosen(r))
    print(f"On {run['device']}, times as fast as double's own function:\n")
    print(f"- slower than double: {names(lambda r: r <= 0.9)};")
    print(f"- about the same: {names(lambda r: 0.9 < r < 1.1)};")
    print(f"- faster: {names(lambda r: r >= 1.1)}.")
    left_out = sorted({row["name"] for row in run["functions"] if row["type"] == "ff"} - set(ratio))
    if left_out:
        print(f"\nLeft out, since they were timed when their bits were others: {', '.join(left_out)}.")


def inward(a, b):
    """The range [a, b] in few digits: each printed end lies in it, so that no more is claimed than was certified."""
    def rounded(x, digits, mode):
        exact = decimal.Decimal(x)
        return exact.quantize(decimal.Decimal(1).scaleb(exact.adjusted() + 1 - digits), rounding=mode)
    for digits in range(4, 40):
        low, high = rounded(a, digits, decimal.ROUND_CEILING), rounded(b, digits, decimal.ROUND_FLOOR)
        if float(high) - float(low) >= 0.99 * (b - a):
            return f"[{float(low):.{digits}g}, {float(high):.{digits}g}]"
    return f"[{a!r}, {b!r}]"


def certificates():
    """The functions' certified bounds, and the operators' files that were checked."""
    run = record("proofs/results/functions.json")["functions"]

    def bound(row):
        value = row["certified"]
        return f"{math.ceil(value * 1000) / 1000:.3f}" if row["holds"] else f"open ({value:.3g})" if 0 < value < 100 else "open"
    print(table(["function", "for", "stated", "certified", "observed", "cells"],
                [[f"`{row['function']}`", ", ".join(inward(a, b) for a, b in row["where"]), f"{row['stated']:g}", bound(row),
                  f"{row['observed']:.2f}" if row["observed"] else "", f"{row['cells']:,}"] for row in run]))
    checked = [row for row in record("proofs/results/operators.json")["operators"] if row["holds"]]
    files = "; ".join(f"`{row['proof']}`, {row['seconds']:.0f} s" for row in checked)
    print(f"\nFiles of operators checked, and the seconds each took on a busy machine: {files}.")


def intervals():
    """Interval functions that the run of the arithmetic does not have."""
    known = {row["operation"] for row in record("accuracy/results/h200-intervals.json")["operations"]}
    run = record("accuracy/results/h200-interval-functions.json")
    of = {row["operation"]: row for row in run["operations"] if row["operation"] not in known}
    print(f"{run['device']}, driver {run['driver']}, commit {run['commit']}, seed {run['seed']}:\n")
    rows = []
    for name in dict.fromkeys(operation.split(".")[1] for operation in of):
        single, double, pair = (of[f"interval_{kind}.{name}"] for kind in ("float", "double", "ff"))
        rows.append([f"`{name}`", power(single["vectors"]), sum(row["violated"] for row in (single, double, pair)),
                     f"{single['max']:.2f}", f"{pair['max']:.2f}"])
    print(table(["operation", "vectors, of each type", "not contained", "float, ulp", "ff, u²"], rows))


def trace():
    """The surfaces of the 2008 paper's Table 5."""
    run = record("apps/trace/results/h200.json")
    print(f"{run['device']} and {run['cpu']}, {run['width']}x{run['height']} pixels, depth {run['depth']}, driver {run['driver']}, "
          f"commit {run['commit']}:\n")
    rows = []
    for surface in dict.fromkeys(row["surface"] for row in run["rows"]):
        of = {row["arithmetic"]: row for row in run["rows"] if row["surface"] == surface}
        single, pair = of["interval-float"], of["interval-ff"]
        rows.append([surface, f"{single['cpu_ms']:.0f}", f"{single['gpu_ms']:.3f}", f"{pair['cpu_ms']:.0f}", f"{pair['gpu_ms']:.3f}",
                     f"{pair['gpu_ms'] / single['gpu_ms']:.1f}", single["hit"], single["miss"], single["undecided"], pair["undecided"],
                     "yes" if single["same_pixels"] and pair["same_pixels"] else "NO"])
    print(table(["surface", "float: CPU, ms", "float: GPU, ms", "ff: CPU, ms", "ff: GPU, ms", "ff / float", "hit", "miss",
                 "undecided, float", "undecided, ff", "CPU's and GPU's pixels the same"], rows))


if __name__ == "__main__":
    made = {"slower": slower, "intervals": intervals, "trace": trace, "certificates": certificates}
    if len(sys.argv) != 2 or sys.argv[1] not in made:
        sys.exit(f"expected one of {', '.join(made)}")
    made[sys.argv[1]]()

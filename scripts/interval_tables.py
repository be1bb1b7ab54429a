"""interval_tables.py ACCURACY.json BENCH.json: the tables of docs/intervals.md, from ff-accuracy's and ff-bench's recorded runs."""
import json
import math
import sys

if len(sys.argv) != 3:
    sys.exit(__doc__)
accuracy, bench = (json.load(open(path)) for path in sys.argv[1:])
TYPES = ("float", "double", "ff")


def power(n):
    return f"2^{math.log2(n):.4g}" if n else "-"


def figure(x):
    return "0" if x == 0 else f"{x:.2f}" if isinstance(x, float) else str(x)


rows = {}
for row in accuracy["operations"]:
    kind, name = row["operation"].removeprefix("interval_").split(".", 1)
    rows.setdefault(name, {})[kind] = row
print("| operation | vectors, of each type | hunted | not contained | float, ulp | double, ulp | ff, u^2 | ff, total u^2 |")
print("|---|---|---|---|---|---|---|---|")
for name, kinds in rows.items():
    some = kinds[next(iter(kinds))]
    worst = [figure(max(kinds[t]["max"], kinds[t].get("hunt_max", 0))) if t in kinds else "-" for t in TYPES]
    total = figure(kinds["ff"]["total"]) if "ff" in kinds and "total" in kinds["ff"] else "-"
    print(f"| `{name}` | {power(some['vectors'])} | {power(some['hunted'])} | {sum(k['violated'] for k in kinds.values())} | "
          f"{' | '.join(worst)} | {total} |")

print(f"""
Instructions of the machine code (sm_90, operands in registers) and issue slots of {bench["device"]}; the 2008 paper's best for floats, where it has one, is of
Collange, Florez and Defour, Table 3. A directed root of words, or quotient of doubles, is a subroutine. The last column is how many times as fast as `interval<double>` the
`interval<ff_t>` is on that GPU, whose double has half the rate of its float.
""")
PAPER = {"add": "6", "mul": "12", "sqr": "20", "x^5": "10"}
print("| operation | paper | float | double | ff | float, slots | double, slots | ff, slots | ff x double |")
print("|---|---|---|---|---|---|---|---|---|")
speed = {}
for row in bench["throughput"]:
    if row["type"].startswith("interval_"):
        speed.setdefault(row["name"], {})[row["type"].removeprefix("interval_")] = row
for name, kinds in speed.items():
    counts = [f"{kinds[t]['instructions'] - kinds[t].get('harness', 0):.0f}" if "instructions" in kinds[t] else "-" for t in TYPES]
    slots = [f"{kinds[t]['slots'] - kinds[t].get('harness', 0):.1f}" for t in TYPES]
    print(f"| `{name}` | {PAPER.get(name, '-')} | {' | '.join(counts)} | {' | '.join(slots)} | {kinds['ff']['ratio_to_double']:.2f} |")

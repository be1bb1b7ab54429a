"""report_test.py ROOT: the tables of scripts/report hold what they must: all rows there are, escaped cells, figures by hand."""
import json
import math
import sys
import tempfile
from pathlib import Path

ROOT = Path(sys.argv[1]).resolve()
sys.path.append(str(ROOT / "scripts"))
import report  # noqa: E402
from report import accuracy, bench  # noqa: E402

failures = []


def expect(what, good):
    if not good:
        failures.append(what)


expect("a bare | is escaped, once", report.table(["a"], [["x|y"], [r"x\|y"]]) == "| a |\n|---|\n| x\\|y |\n| x\\|y |\n")
expect("shares are none or all only there",
       [accuracy.share(*of) for of in ((0, 9), (9, 9), (1, 10**7), (10**7 - 1, 10**7), (1, 3))] == ["-", "100", "< 0.001", "> 99.999", "33.333"])

# The model of products, by hand and on the recorded run.
part = bench.Product({"name": "a GPU", "architecture": "sm_0", "int8": 2, "memory": 1, "fp32": 0.01, "fp64_of_fp32": 1})
expect("a product's seconds", math.isclose(part.seconds(10), 13 * 2 * 1000 / 2e12 + (34 * 200 + 138 * 100) / 1e9))
expect("times double", math.isclose(part.ratio(10), 2 * 1000 / 1e10 / part.seconds(10)))
run, parts = report.read("bench/results/h200-gemm.json"), {p["name"]: bench.Product(p) for p in report.read("bench/data/parts.json")["parts"]}
squares, here = [row for row in run["gemm"] if row["product"] == "ff, cuBLAS's INT8" and row["m"] == row["n"] == row["k"]], parts[run["device"]]
expect("five squares were measured", len(squares) == 5)
for row in squares:  # clocks fall under load, of ff's products and of double's
    expect(f"the model is near {row}", abs(here.tf(row["n"]) / row["tf"] - 1) <= 0.4 and abs(here.ratio(row["n"]) / row["ratio_to_double"] - 1) <= 0.15)
for p in parts.values():  # an order of magnitude from 4096 on, where double has 1/64 of the rate
    expect(p.name, p.fp64 >= 2e12 or p.ratio(4096) > 10)

# Each row that the catalogue has today is recorded, and shown where its group is.
try:
    known = accuracy.catalogue()
    bench.model()
except report.MissingTool as missing:
    print(f"{missing} is not built")
    sys.exit(77)
shown = {("core",): accuracy.readme("accuracy/results/h200.json"), ("core", "variant"): accuracy.operators("accuracy/results/h200.json"),
         ("composite",): accuracy.composites("accuracy/results/h200-composites.json")}
expect("groups are known", {row["group"] for row in known.values()} >= {"core", "variant", "composite", "function", "outside"})
for name, row in known.items():
    for groups, table in shown.items():
        wanted = row["group"] in groups and (row["algorithm"] != "" or row["group"] != "variant")
        expect(f"{name}, {row['group']}, in the table of {groups}: {wanted}", (f"| `{name}` |" in table) == wanted)

with tempfile.TemporaryDirectory() as folder:
    classes = {"degenerate": {"vectors": 80, "zeros": 80, "wrong": 0, "asymmetric": 0, "decided": dict.fromkeys(accuracy.STAGES, 20),
                              "wrong_alone": dict.fromkeys(accuracy.STAGES, 0)}}
    run = {"device": "a device", "driver": "1.2", "commit": "abc", "predicates": [
        {"predicate": f"predicate_{kind}.orient3d", "vectors": 704, "hunted": 0, "classes": classes} for kind in ("float", "double")]}
    path = Path(folder, "p.json")
    path.write_text(json.dumps(run))
    page = accuracy.predicates(path)
    for wanted in ("Measured on a device, commit abc.\n", "\n\n704 evaluations of each predicate judged by GMP.\n", "### Coordinates in double",
                   "| `orient3d` | degenerate | 80 | 0 | 25.000 | 25.000 | 25.000 | 25.000 | 100 |"):
        expect(f"{wanted} in {page}", wanted in page)

    work = {"type": "ff", "name": "exp", "kernel": "exp", "x": [0, 1], "slots_512": [31, 71], "slots_2048": [33, 260]}
    double = {**work, "type": "double", "slots_512": [40, 40], "slots_2048": [40, 40]}
    run = {"device": "a GPU", "architecture": "sm_90", "driver": "1", "commit": "2", "company": [double, work], "l1_kb": [224, 28]}
    path.write_text(json.dumps(run))
    page = bench.company(path)
    for wanted in ("| exp | [0, 1] |", "| 31 | 71 | 260 | 8.39 | 0.15 |", "sm_120"):
        expect(f"{wanted} in {page}", wanted in page)

print("\n".join(failures) or "the tables hold what they must")
sys.exit(bool(failures))

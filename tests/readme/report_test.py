"""report_test.py ROOT: the tables of scripts/report hold what they must: all rows there are, escaped cells, figures by hand."""
import json
import sys
import tempfile
from pathlib import Path

ROOT = Path(sys.argv[1]).resolve()
sys.path.append(str(ROOT / "scripts"))
import report  # noqa: E402
from report import accuracy  # noqa: E402

failures = []


def expect(what, good):
    if not good:
        failures.append(what)


expect("a bare | is escaped, once", report.table(["a"], [["x|y"], [r"x\|y"]]) == "| a |\n|---|\n| x\\|y |\n| x\\|y |\n")
expect("shares are none or all only there",
       [accuracy.share(*of) for of in ((0, 9), (9, 9), (1, 10**7), (10**7 - 1, 10**7), (1, 3))] == ["-", "100", "< 0.001", "> 99.999", "33.333"])

# Each row that the catalogue has today is recorded, and shown where its group is.
try:
    known = accuracy.catalogue()
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

print("\n".join(failures) or "the tables hold what they must")
sys.exit(bool(failures))

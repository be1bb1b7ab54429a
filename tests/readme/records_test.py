"""records_test.py ROOT: a row whose bits have changed is struck out of its page, and a page's command is its record's."""
import json
import sys
import tempfile
from pathlib import Path

ROOT = Path(sys.argv[1]).resolve()
sys.path.append(str(ROOT / "scripts"))
import records  # noqa: E402

HASH, OTHER = "0123456789abcdef", "fedcba9876543210"
failures = []


def expect(what, good):
    if not good:
        failures.append(what)


def page_of(folder, record, table, command="accuracy.operators"):
    """What a page prints of the record, when `exp` and `svd` have the bits HASH."""
    path = Path(tempfile.mkdtemp(dir=folder), "run.json")
    path.write_text(json.dumps(record))
    records.today = lambda: {"exp": HASH, "log": HASH, "interval_ff.exp": HASH, "linalg.svd": HASH, "roots.gaussian.3": HASH}
    return records.struck(table, f"{command} {path}")


def record(**rows):
    return {"device": "D", "driver": "1", "commit": "c0ffee", "date": "2026-01-02", "command": "ff-accuracy --vectors 2^9 --json x.json", **rows}


TABLE = "| function | worst |\n|---|---|\n| `exp` | 2.50 |\n| `log` | 3.00 |\n"

with tempfile.TemporaryDirectory() as folder:
    rows = [{"operator": "exp", "bits": HASH}, {"operator": "log", "bits": HASH}]
    fresh = page_of(folder, record(operators=rows), TABLE)
    expect(f"rows of today's bits stand: {fresh}", "<s>" not in fresh and "2.50" in fresh)
    expect(f"a record's own command follows: {fresh}", "`ff-accuracy --vectors 2^9`, 2026-01-02, commit c0ffee" in fresh)
    for wrong in ({"operator": "exp", "bits": OTHER}, {"operator": "exp"}):
        text = page_of(folder, record(operators=[wrong, rows[1]]), TABLE)
        expect(f"a row of other bits, or of none, is struck out: {text}", "| <s>`exp`</s> | <s>2.50</s> |" in text)
        expect(f"and no other: {text}", "| `log` | 3.00 |" in text and "Struck out: recorded at c0ffee (2026-01-02)" in text)
    own = {"operator": "exp", "bits": OTHER, "commit": "beef", "date": "2026-01-03"}
    text = page_of(folder, record(operators=[own, rows[1]]), TABLE)
    expect(f"with the date of its own run: {text}", "recorded at beef (2026-01-03)" in text)
    text = page_of(folder, record(operators=[{"operator": "gone", "bits": HASH}]), TABLE.replace("exp", "gone"))
    expect(f"a callable that is no more is struck out: {text}", "<s>`gone`</s>" in text)
    text = page_of(folder, record(operations=[{"operation": "interval_ff.exp", "bits": OTHER}]), TABLE)
    expect(f"an interval's line begins without the type: {text}", "<s>`exp`</s>" in text)
    text = page_of(folder, record(roots=[{"polynomials": "gaussian", "degree": 3, "bits": OTHER}]), "| kind | n |\n|---|---|\n| gaussian | 3 |\n| gaussian | 8 |\n")
    expect(f"a line that two cells name: {text}", "| <s>gaussian</s> | <s>3</s> |" in text and "| gaussian | 8 |" in text)
    times = {"tool": "ff-bench", "functions": [{"name": "exp", "type": "ff"}, {"name": "log", "type": "ff"}], "bits": {"exp": OTHER, "log": HASH}}
    text = page_of(folder, record(**times), TABLE)
    expect(f"times of other bits are struck out: {text}", "<s>`exp`</s>" in text and "| `log` |" in text)
    text = page_of(folder, record(tool="ff-bench", svd=[{"m": 4, "n": 4}], bits={"linalg.svd": OTHER}), "| m | n |\n|---|---|\n| 4 | 4 |\n")
    expect(f"a table without names says what is old: {text}", "with other bits than today's: `svd`" in text)

with tempfile.TemporaryDirectory() as folder:
    kept, later = Path(folder, "kept.json"), Path(folder, "later.json")
    later.write_text(json.dumps(record(operators=[{"operator": "exp", "bits": HASH, "hunted": 8, "hunt_max_u2": 1.0, "worst_input": ["0x1p+0"]}])))
    for bits, worst in ((HASH, 1.5), (OTHER, 1.0)):
        kept.write_text(json.dumps(record(operators=[{"operator": "exp", "bits": bits, "hunted": 4, "hunt_max_u2": 1.5, "worst_input": ["0x1p+1"]}])))
        records.merge(kept, [later])
        row = json.loads(kept.read_text())["operators"][0]
        expect(f"a merged row is of the later hunt: {row}", row["hunted"] == 8 and row["commit"] == "c0ffee")
        expect(f"with the largest error that its bits had: {row}", row["hunt_max_u2"] == worst and row["worst_input"] == ["0x1p+1" if worst > 1 else "0x1p+0"])

    shared = record(linalg=[{"function": "qr", "matrices": kind, "bits": HASH} for kind in ("normal", "Hilbert")])
    for path in (kept, later):
        path.write_text(json.dumps(shared))
    try:
        records.merge(kept, [later])
        expect("rows that share a name are not merged", False)
    except SystemExit as refusal:
        expect(f"rows that share a name are refused: {refusal}", "a name each" in str(refusal) and json.loads(kept.read_text()) == shared)

expect("options are read whatever their order", records.options("./ff accuracy --hunt 2^4 \\\n --vectors 2^3") == records.options("x --vectors 2^3 --hunt 2^4"))
expect("another number of vectors is another command", records.options("x --vectors 2^3") != records.options("x --vectors 2^4"))

print("\n".join(failures) or "rows of other bits are struck out, with their date; rows of today's stand")
sys.exit(bool(failures))

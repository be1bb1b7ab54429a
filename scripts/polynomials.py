"""polynomials.py RECORD.json: the table of times in docs/guide/polynomial.md, from what ff-bench-polynomial wrote."""
import json
import sys
from pathlib import Path

run = json.loads(Path(sys.argv[1]).read_text())
print(f"On {run['device']}, driver {run['driver']}, commit {run['commit']}, normal coefficients:\n")
print("| degree | 10^6 polynomials, ms | wholly isolated, % | `numpy.roots` on one core, times as long |\n|---|---|---|---|")
for row in run["roots"]:
    each = row["gpu_seconds"] / row["polynomials"]
    isolated = 100 * row["isolated"] / row["polynomials"]
    numpy = f"{row['numpy_seconds_each'] / each:,.0f}" if "numpy_seconds_each" in row else ""
    print(f"| {row['degree']} | {each * 1e9:.1f} | {isolated:.2f} | {numpy} |")
    if row["degree"] == 18:
        assert each * 1e9 <= 20 and isolated >= 99.5, "10^6 polynomials of degree 18 take 20 ms, and 99.5 % are isolated"
        assert row.get("numpy_seconds_each", 0) >= 1000 * each, "numpy.roots takes 1000 times as long"
print("\nOne polynomial on the whole GPU:\n")
print("| degree | seconds | isolated | in clusters | not certified |\n|---|---|---|---|---|")
longest = {100000: 2, 1000000: 150}
for row in run["large"]:
    print(f"| {row['degree']} | {row['gpu_seconds']:.3g} | {row['isolated']} | {row['clustered']} | {row['uncertified']} |")
    assert row["gpu_seconds"] <= longest.get(row["degree"], 1), f"degree {row['degree']}: too long"
    assert row["uncertified"] * 1000 <= row["degree"], f"degree {row['degree']}: 999 in 1000 are certified"

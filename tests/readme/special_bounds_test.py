"""special_bounds_test.py ROOT: the bounds that docs/guide/special.md states are those of the catalogue, by which ff-accuracy judges."""
import re
import sys
from pathlib import Path

root = Path(sys.argv[1])
sys.path.append(str(root / "scripts"))
import report  # noqa: E402

# A key is what the first two cells of a row begin with; its value names the rows of the catalogue that judge it.
JUDGED = {
    ("`boys(n, x)`", "0"): ["boys", "boys_far"],
    ("`cyl_bessel_i0`, `cyl_bessel_i1`", "all x"): ["cyl_bessel_i0", "cyl_bessel_i1", "cyl_bessel_i1_tiny"],
    ("`j0`, `j1`", "all x"): ["j0", "j0_large", "j1", "j1_large"],
    ("`y0`, `y1`", "x > 0"): ["y0", "y0_large", "y1", "y1_large"],
    ("`jn(n, x)`, `yn(n, x)`", "|n| ≤ 20"): ["jn", "yn"],
    ("", "|n| ≤ 128"): ["jn_high", "yn_high"],
    ("`expint`", "all x"): ["expint", "expint_underflow"],
    ("`digamma`", "x > 0"): ["digamma"],
    ("", "x < 0"): ["digamma_negative"],
    ("`lambert_w0`, `lambert_wm1`", "x ≥ −1/e"): ["lambert_w0", "lambert_wm1"],
    ("`riemann_zeta`", "s ≥ −1/2"): ["riemann_zeta"],
    ("", "−64 ≤ s"): ["riemann_zeta_negative"],
}
try:
    bounds = {row["row"]: row["bound_u2"] for row in report.told_by("ff-accuracy", "--catalogue")["rows"]}
except report.MissingTool as tool:
    print(f"{tool} is not built")
    sys.exit(77)

problems, open_rows = [], dict(JUDGED)
for line in (root / "docs/guide/special.md").read_text().splitlines():
    cells = [cell.strip() for cell in line.replace("\\|", "¦").strip("|").split("|")]
    bound = re.fullmatch(r"(\d+) u²", cells[2]) if len(cells) > 3 else None
    if not bound:
        continue
    keys = [key for key in open_rows if cells[0].startswith(key[0]) and cells[1].replace("¦", "|").startswith(key[1]) and bool(key[0]) == bool(cells[0])]
    if not keys:
        problems.append(f"no row of the catalogue is known to judge {line!r}")
        continue
    for name in open_rows.pop(keys[0]):
        if bounds[name] != float(bound[1]):
            problems.append(f"{name}: the page says {bound[1]} u^2, the catalogue {bounds[name]}")
problems += [f"the page has no row {key}" for key in open_rows]
print("\n".join(problems) or "the bounds of special functions are the catalogue's")
sys.exit(bool(problems))

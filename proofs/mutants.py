#!/usr/bin/env python3
"""mutants.py INCLUDE COMPILER: shows that certificates can fail.  Exit status 1 where one of these does not hold, 77 where
Arb is missing:

1. 40 functions have the same bits on the traced headers as on the library's, for 200,000 arguments each.
2. faults.cpp: kernels that an unsound prover would certify.  Those called wrong fail, those called right hold.
3. Headers broken on purpose: a table word, a constant, a dropped term, a cell's border.  The certificate exceeds the
   stated bound, where the header's own does not.
4. The page's ranges lie in those that were certified (scripts/report/runs.py)."""
import importlib
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

FUNCTIONS = pathlib.Path(__file__).resolve().parent / "functions"
sys.path.insert(0, str(FUNCTIONS.parents[1] / "scripts" / "tables"))
from words import stored  # noqa: E402

# header, what stands there, what is put in its place, function, the span of heads where it shows
MUTANTS = [
    ("exp_table", stored(0x7eb504ea, 0xbeb17232), stored(0x7eb504ea, 0xbeb17233), "exp", "-0.348", "-0.346"),
    ("exp_table", "ln2_cell_lo = -0x1.718432p-43f", "ln2_cell_lo = -0x1.719432p-43f", "exp", "80", "80.1"),
    ("exp", "fma_rn(cube, fma_rn(a.r, -1.0f / 8, sixth), a.low)", "fma_rn(cube, sixth, a.low)", "exp", "1", "1.1"),
    ("exp", "fma_rn(low, p, fma_rn(0.5f, square_low, b_low))", "fma_rn(low, p, b_low)", "expm1", "0.01", "0.02"),
    ("exp", "fast_add12(large ? T : -1.0f,", "fast_add12(-1.0f,", "expm1", "17", "17.1"),
    ("exp_table", "exp_fine_sided = 53u", "exp_fine_sided = 52u", "expm1", "-0.0225", "-0.021"),
    ("hyperbolic", "fma_rn(fma_rn(r, c, s), half, g), low, ve)", "fma_rn(fma_rn(r, c, s), half, g), low, 0.0f)", "sinh", "1", "1.1"),
    ("log_table", stored(0x3f7fe000, 0x3a000801, 0xadaa8aa7), stored(0x3f7fe000, 0x3a000802, 0xadaa8aa7), "log", "1.0004", "1.0007"),
    ("log_table", "ln2_step_lo = -0x1.05c61p-52f", "ln2_step_lo = -0x1.05c71p-52f", "log", "1e30", "1.1e30"),
    ("log", "qe = add_rn(fma_rn(g, r, neg(q)), low)", "qe = 0.0f", "log", "1.0002", "1.0004"),
    ("log", "sub_rn(lowest, sub_rn(sub_rn(h, hi), p))", "sub_rn(lowest, sub_rn(h, hi))", "log", "1.002", "1.004"),
    ("log_table", "log_offset = 0x1.016666p1f", "log_offset = 0x1.056666p1f", "log", "1.002", "1.004"),
    ("log_bases_table", stored(0x3f7fe000, 0x4a38b5c7), stored(0x3f7fe000, 0x4a38b5c8), "log2", "1.0004", "1.0005"),
    ("log", "sub_rn(lo, sub_rn(sub_rn(h, hi), y))", "sub_rn(lo, sub_rn(h, hi))", "log2", "1.002", "1.003"),
    ("log", "fma_rn(p, Base::ratio, fma_rn(pe, Base::ratio, below))", "below", "log10", "1.002", "1.003"),
    ("log", "fma_rn(k, Base::unit_lo, s_e)", "s_e", "log10", "1e30", "1.1e30"),
    ("trig_table", stored("0x1.148d8p-11", "-0x1.ae5236p-36"), stored("0x1.148d82p-11", "-0x1.ae5236p-36"), "sin", "0.0005", "0.00052"),
    ("trig", "fma_rn(d.lo(), slope, qe)), r.f_low)", "fma_rn(d.lo(), slope, qe)), 0.0f)", "sin", "0.0005", "0.00052"),
    ("trig_pi", "pi.mid, t, sub_rn(most, k)", "pi.mid, t, 0.0f", "sinpi", "0.1", "0.1005"),
    ("trig", "fma_rn(square, 1.0f / 30, 1.0f / 3)", "fma_rn(square, 1.0f / 30, 0.3332f)", "sin", "0.02", "0.03"),
    ("trig_table", "{15727, 491}, 0x1.de6p-5f, 0x1.dfp-5f,", "{15727, 491}, 0x1.de6p-5f, 0x1.de6p-5f,", "cos", "0.5", "0.6"),
    ("erf_table", stored(0x3c106dfa, 0xae853b30), stored(0x3c106dfb, 0xae853b30), "erf", "0.0059", "0.0098"),
    ("erf", "fma_rn(neg(d), fma_rn(neg(d), c5, c4), c3)", "c3", "erf", "1", "1.1"),
    ("erf", "less(from_bits(bits), 0x1.08p-2f)", "less(from_bits(bits), 0x1.10p-2f)", "erf", "0.0059", "0.02"),
    ("erf", "sub_rn(fma_rn(neg(d), re, neg(pe)), ye)", "fma_rn(neg(d), re, neg(pe))", "erf", "0.004", "0.0058"),
    ("erf", "add_rn(add_rn(sub_rn(m, h), me), low)", "add_rn(sub_rn(m, h), low)", "erf", "0.2", "0.21"),
    ("cbrt", "add_rn(rh, fma_rn(r, e, rl))", "add_rn(rh, rl)", "cbrt", "1.4", "1.4"),
    ("cbrt", "fma_rn(neg(pe), y, x.lo())", "x.lo()", "cbrt", "1.4", "1.4"),
    ("cbrt_table", "cbrt_a = 0x1.91566cp-2f", "cbrt_a = 0x1.91766cp-2f", "cbrt", "1.4", "1.4"),
    ("../arithmetic", "add_rn(fma_rn(neg(s), s, x.hi()), x.lo()), h)", "fma_rn(neg(s), s, x.hi()), h)", "sqrt", "1.4", "1.4001"),
    ("inverse_hyperbolic", "fma_rn(rest, g, mul_rn(first, excess))", "mul_rn(first, excess)", "acosh", "2.8", "2.8001"),
    ("erfinv", "add_rn(dl, zl), {erfinv_c4", "dl, {erfinv_c4", "erfinv", "0.2", "0.2001"),
    ("erfinv", "fast_add12(s, sub_rn(e, x.lo()))", "fast_add12(s, e)", "erfcinv", "0.8", "0.8001"),
    ("erfinv", "minus_sqrt2 = -constants::sqrt2", "minus_sqrt2 = -constants::sqrt2.hi()", "normcdfinv", "0.4", "0.4001"),
    ("pow", "add_rn(e2, e3)), add_rn(e4, e5))", "add_rn(e2, e3)), e4)", "pow(x, 1.5)", "1.2", "1.201"),
    ("pow_table", "power_ln2_m = ", "power_ln2_m = 0x1p-45f + ", "pown(x, 4)", "1.9", "1.901"),
    ("pow", "return {from_words(r, t), fma_rn", "return {from_words(r, 0.0f), fma_rn", "rootn(x, 3)", "7.9", "7.901"),
    ("atan", "fma_rn(z, fifth, mul_rn(z_rest, neg(third)))", "mul_rn(z_rest, neg(third))", "atan", "0.5", "0.51"),
    ("atan", "fma_rn(slope, add_rn(p, low), g_rest)", "fma_rn(slope, p, g_rest)", "atan", "0.5", "0.51"),
    ("asin", "fma_rn(d.lo(), r, pe)", "pe", "asin", "0.6", "0.601"),
    ("asin", "add_rn(base.lo(), tail)", "tail", "asin", "0.3", "0.301"),
    ("asin", "e = fma_rn(e1, e1, e1)", "e = 0.0f", "acos", "0.75", "0.751"),
    ("asin", "add_rn(rest, lost));", "rest);", "acos", "-0.6", "-0.599"),
    ("atan", "fma_rn(k, half_pi_rest, rest), lost", "rest, lost", "atan2(1.3, x)", "0.5", "0.501"),
    ("atan", "fma_rn(t, u.lo(), add_rn(d_rest, v.lo()))", "fma_rn(t, u.lo(), d_rest)", "atan2(y, 1.3)", "1.2", "1.201"),
    ("hypot", "add_down(fma_rn(neg(s), s, x.hi()), x.lo())", "fma_rn(neg(s), s, x.hi())", "hypot(x, 1.3)", "0.05", "0.0501"),
    ("hypot", "w = fma_rn(x.lo(), y, t)", "w = t", "rhypot(x, 1.3)", "0.05", "0.0501"),
    ("hypot", "fma_rn(d, e, x.lo())", "fma_rn(d, e, 0.0f)", "hypot3(x, 1.3, 0.7)", "1.2", "1.2001"),
]
PROVER = ("trace.cpp", "analysis.cpp", "cells.cpp", "prove.cpp")
FLAGS = ["-std=c++17", "-O1", "-ffp-contract=off", f"-I{FUNCTIONS}", f"-I{FUNCTIONS}/traced"]


def run(command, **more):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, **more)


def make(compiler, work, include, sources, output):
    """Compiles sources on the traced headers of `include`."""
    run([sys.executable, FUNCTIONS / "rewrite.py", include, FUNCTIONS / "traced", work / "traced"]).check_returncode()
    for source in sources:
        made = run([compiler, *FLAGS, f"-I{work}/traced", "-c", FUNCTIONS / source, "-o", work / (source + ".o")])
        if made.returncode:
            sys.exit(made.stderr[:2000])
    objects = [work / (s + ".o") for s in (*PROVER, sources[-1])]
    for arb in (["-lflint-arb"], []):  # FLINT 3 has it inside
        linked = run([compiler, *objects, *arb, "-lflint", "-lgmp", "-lmpfr", "-lpthread", "-o", output])
        if linked.returncode == 0:
            return
    sys.exit(linked.stderr[:2000])


def compare_values(compiler, work, include):
    common = [compiler, "-std=c++17", "-O1", "-ffp-contract=off", FUNCTIONS / "values.cpp"]
    plain = run([*common, f"-I{include}", "-o", work / "plain"])
    traced = run([*common, "-DFF_TRACED", f"-I{FUNCTIONS}/traced", f"-I{work}/traced", FUNCTIONS / "trace.cpp", "-o",
                  work / "on_traced"])
    if plain.returncode or traced.returncode:
        sys.exit(plain.stderr[:2000] + traced.stderr[:2000])
    a, b = run([work / "plain"]).stdout.split("\n"), run([work / "on_traced"]).stdout.split("\n")
    different = [x for x, y in zip(a, b) if x != y]
    if len(a) < 40 or different or len(a) != len(b):
        sys.exit(f"the traced headers' values are not the library's: {different}")
    print(f"{len(a) - 1} functions have the library's bits on traced numbers")


def check_faults(compiler, work, include):
    """The kernels of faults.cpp that the prover gets wrong."""
    make(compiler, work, include, ["faults.cpp"], work / "faults")
    rows = [line for line in run([work / "faults", "--until-lost"]).stdout.split("\n") if re.match("right_|wrong_", line)]
    if len(rows) < 20:
        sys.exit(f"faults.cpp has only {len(rows)} kernels")
    missed = [row for row in rows if ("NOT CERTIFIED" in row) != row.startswith("wrong_")]
    print(f"{len(rows)} kernels with planted faults and without: {len(missed)} misjudged", flush=True)
    return missed


def check_ranges():
    """Ranges whose printed form reaches beyond them."""
    sys.path.insert(0, str(FUNCTIONS.parents[1] / "scripts"))
    evidence = importlib.import_module("report.runs")
    numbers = random.Random(1)
    missed = []
    for _ in range(10000):
        a, b = sorted(numbers.choice((-1, 1)) * 2 ** numbers.uniform(-100, 100) for _ in range(2))
        b = a + abs(a) * 2 ** numbers.uniform(-20, 1) if numbers.random() < 0.5 else b
        low, high = map(float, evidence.inward(a, b).strip("[]").split(", "))
        if not a <= low <= high <= b:
            missed.append(f"[{a!r}, {b!r}] is printed as [{low!r}, {high!r}]")
    return missed


def main():
    include, compiler = pathlib.Path(sys.argv[1]), sys.argv[2]
    probe = run([compiler, "-E", "-x", "c++", "-"], input="#if !__has_include(<arb_poly.h>) && "
                "!__has_include(<flint/arb_poly.h>)\n#error\n#endif\n")
    if probe.returncode:
        sys.exit(77)
    survivors = check_ranges()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        program = work / "ff-prove"
        make(compiler, work, include, [*PROVER, "functions.cpp"], program)
        compare_values(compiler, work, include)
        survivors += check_faults(compiler, work, include)
        for header, old, new, name, first, last in MUTANTS:
            sound = run([program, "--until-refuted", "--span", first, last, name])
            if sound.returncode:
                sys.exit(f"{name} is not certified on [{first}, {last}] as it is:\n{sound.stdout}")
        for header, old, new, name, first, last in MUTANTS:
            broken = work / "include"
            shutil.rmtree(broken, ignore_errors=True)
            shutil.copytree(include, broken)
            path = broken / "ff/math" / (header + ".hpp")
            text = path.read_text()
            if text.count(old) != 1:
                sys.exit(f"{header}.hpp has {text.count(old)} places with {old}")
            path.write_text(text.replace(old, new))
            make(compiler, work, broken, ["functions.cpp"], work / "mutant")
            seen = run([work / "mutant", "--until-refuted", "--span", first, last, name])
            print(f"{header:18} {name:19} {'caught' if seen.returncode == 1 else 'SURVIVED':9} {new}", flush=True)
            if seen.returncode != 1:
                survivors.append(new)
    print("\n".join(survivors))
    return 1 if survivors else 0


sys.exit(main())

"""Compiles families of functions and other rooms with headers broken on purpose, and fails unless every mutant is caught.

Usage: mutants.py WORK_FOLDER I/N CXX [FLAG...]: part I of N of the rooms; the flags give the headers and libraries of MPFR and
GoogleTest.

A mutant is the library with a few words of one or two headers changed: a table's word, a constant, the border of a
cell or of a branch, a low term left out. judge.cpp judges functions by MPFR, at the recorded vectors of accuracy/worst
and at the first vectors of every class; reductions.cpp judges sums; what is exact, and probes, are judged by their own
tests of GoogleTest. Constants of proofs are caught by static_assert.
What a mutant is made from has to pass the same judge. Mutants of operators, intervals, predicates, roots and linear
algebra are in ff-accuracy --self-test."""
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "tables"))
from words import stored  # noqa: E402

VECTORS = 4096  # of each row

# What is compiled without being run: headers with the constants of a proof.
# Rooms whose judge is a test of GoogleTest.
TESTED = {"wide_cmath": "tests/wide/wide_cmath_test.cpp", "wide_beyond": "tests/wide/wide_beyond_test.cpp", "dd_cmath": "tests/dd/dd_cmath_test.cpp", "probe": "tests/probe_test.cpp"}

ASSERTED = {"bezier": "#include <ff/geometry/patch_equations.hpp>\n", "gemm": '#include "src/linalg/gemm/componentwise.hpp"\n'}


class Mutant:
    def __init__(self, room, what, *changes):
        self.room, self.what = room, what
        self.changes = changes  # of headers, those of ff/math by their names alone: header, words, what they become

    def headers(self):
        """The text of each changed header by its path in the include folders."""
        texts = {}
        for name, words, become in self.changes:
            path = name if "/" in name else f"ff/math/{name}.hpp"
            source = ROOT / path if path.startswith("src/") else ROOT / "include" / path
            text = texts.get(path) or source.read_text()
            if text.count(words) != 1:
                raise SystemExit(f"{path} has {text.count(words)} times: {words}\nmend the mutant in {__file__}")
            texts[path] = text.replace(words, become)
        return texts


MUTANTS = [
    Mutant("exp", "a word of the table", ("exp_table", stored(0x3e8d68af, 0xaec3b7ea), stored(0x3e8d68b0, 0xaec3b7ea))),
    Mutant("exp", "the border of the fine cells", ("exp_table", "exp_fine = 0x1.8p-6f", "exp_fine = 0x1p-14f")),
    Mutant("exp", "the product's rest left out", ("exp", "fma_rn(T, pe, qe)", "mul_rn(T, pe)")),
    Mutant("exp", "exp2, exp10: the product's rest left out", ("exp", "fma_rn(f, factor_lo, ye)", "mul_rn(f, factor_lo)")),
    Mutant("exp", "ln2's low word left out", ("exp", "fma_rn(neg(k), ln2_cell_lo, e)", "e")),
    Mutant("log", "a word of the table", ("log_table", stored(0x3de442c0, 0x2fde2592), stored(0x3de442c1, 0x2fde2592))),
    Mutant("log", "what the product with the low word leaves", ("log", "add_rn(fma_rn(g, r, neg(q)), low), hi", "0.0f, hi")),
    Mutant("log", "log2: a word of the table", ("log_bases_table", stored(0x4a38b5c7, 0xbd728000), stored(0x4a38b5c8, 0xbd728000))),
    Mutant("log", "log2, log10: what the head's sum leaves", ("log", "sub_rn(lo, sub_rn(sub_rn(h, hi), y))", "sub_rn(lo, sub_rn(h, hi))")),
    Mutant("log", "the low word of log10(e)", ("log_table", "log10_e_lo = -0x1.5b235ep-27f", "log10_e_lo = -0x1.5b335ep-27f")),
    Mutant("pow", "a word of the table", ("pow_table", stored(0x3f9cc1be, 0xbe4f7c00, 0xb4f4a000), stored(0x3f9cc1be, 0xbe4f7c00, 0xb4f4a400))),
    Mutant("pow", "a low product left out", ("pow", "const auto [s4, e4] = add_prod(s3, y.hi(), w.a);",
                                             "const auto [s4, e4] = add_prod(s3, y.lo(), w.a);")),
    Mutant("cbrt", "the radicand's low word left out", ("cbrt", "fma_rn(neg(pe), y, x.lo())", "mul_rn(neg(pe), y)")),
    Mutant("cbrt", "a coefficient of the seed", ("cbrt_table", "rcbrt_p1 = -0x1.aeb3acp1f", "rcbrt_p1 = -0x1.b0b3acp1f")),
    Mutant("hypot", "a low word left out", ("hypot", "add_rn(add_rn(p.lo(), q.lo()), e)", "add_rn(p.lo(), e)")),
    Mutant("hypot", "the border of plain squares", ("hypot", "between(t, 0x1p-90f, 0x1p126f)", "between(t, 0x1p-126f, 0x1p126f)")),
    Mutant("trig", "a word of the table", ("trig_table", "half_pi_4 = -0x1.676734p-60f", "half_pi_4 = 0x1.676734p-60f")),
    Mutant("trig", "next to a multiple of pi/2", ("trig_reduction", "mul_rn(x.hi(), 0x1p-19f)", "mul_rn(x.hi(), 0x1p-24f)")),
    Mutant("trig", "large arguments: a part of the turns left out",
           ("trig_reduction", "fma_rn(m, turns_4, fma_rn(n, quarter_4, v_low))", "fma_rn(n, quarter_4, v_low)")),
    Mutant("trig", "large arguments: the border of the path in floats", ("trig_reduction", "less(0x1p-9f, abs(head))", "less(0x1p-19f, abs(head))")),
    Mutant("trig_pi", "FastTwoSum where the point's rest may be larger", ("trig_pi", "add12(product, k)", "fast_add12(product, k)")),
    Mutant("trig_pi", "a low word left out", ("trig_pi", "add_rn(add_rn(pe, product_low), h_low)", "add_rn(pe, product_low)")),
    Mutant("trig_pi", "what the first product loses", ("trig_pi", "add_rn(add_rn(pe, product_low), h_low)", "add_rn(product_low, h_low)")),
    Mutant("trig_pi", "the border of tiny angles", ("trig_pi", "least_angle = 0x1p-96f", "least_angle = 0x1p-126f")),
    Mutant("atan", "a word of the table", ("atan_table", stored(0x3f29c7ac, 0xb20edf3c), stored(0x3f29c7ad, 0xb20edf3c))),
    Mutant("atan", "the divisor's low word left out", ("atan", "fma_rn(t, u.lo(), add_rn(d_rest, v.lo()))", "fma_rn(t, u.lo(), d_rest)")),
    Mutant("atan", "pi/2's third word", ("atan", "half_pi_rest = 0x1.68d1a8p-39f", "half_pi_rest = 0.0f")),
    Mutant("asin", "a word of the table", ("asin_table", stored(0x3fc29a7c, 0xb3395ce9), stored(0x3fc29a7d, 0xb3395ce9))),
    Mutant("asin", "a coefficient of the series", ("asin", "fma_rn(z, fifth, 0.125f)", "fma_rn(z, fifth, 0.12f)")),
    Mutant("asin", "the rest of W left out", ("asin", "add_rn(fma_rn(neg(s), s, cell.w), cell.w_rest)", "fma_rn(neg(s), s, cell.w)")),
    Mutant("hyperbolic", "a word of the table", ("tanh_table", stored(0x3eaffe72, 0xb20e818b), stored(0x3eaffe73, 0xb20e818b))),
    Mutant("hyperbolic", "a third's low word", ("hyperbolic", "third_low = -0x1.555556p-27f", "third_low = 0x1.555556p-27f")),
    Mutant("hyperbolic", "sinh: the border of near", ("hyperbolic", "less(T, 0x1p20f)", "less(T, 0x1p0f)")),
    Mutant("inverse_hyperbolic", "a low term left out", ("inverse_hyperbolic", "fma_rn(c2, half.lo(), fe)", "mul_rn(c2, half.lo())")),
    Mutant("inverse_hyperbolic", "the border of atanh's logarithm", ("inverse_hyperbolic", "less(a, 0.999f), [&]", "less(a, 0.9999f), [&]")),
    Mutant("erf", "a word of the table", ("erf_table", stored(0x3d993bfa, 0x315c3806), stored(0x3d993bfb, 0x315c3806))),
    Mutant("erf", "the border of the first cell", ("erf", "less(from_bits(bits), 0x1.08p-2f)", "less(from_bits(bits), 0x1.04p-2f)")),
    Mutant("erfc", "a word of the table", ("erfc_table", stored(0x3e6c75e5, 0xada46d6f), stored(0x3e6c75e6, 0xada46d6f))),
    Mutant("erfc", "a low coefficient left out", ("erfc", "add_rn(fma_rn(d, b2, sub_rn(c1, b1)), from_bits(lower.second_low))",
                                                  "fma_rn(d, b2, sub_rn(c1, b1))")),
    Mutant("erfc", "the border of the quotient", ("erfc", "!less(a, erfcx_far_from)", "less(0x1p6f, a)")),
    Mutant("erfinv", "the second order of the step", ("erfinv", "fma_rn(mul_rn(x, h), h, h)", "h")),
    Mutant("erfinv", "the low word of q", ("erfinv", "sub_rn(p.lo(), ql)", "p.lo()")),
    Mutant("tgamma", "a word of the table", ("gamma_table", stored("0x1.19b162p5", "-0x1.c798fp-21"), stored("0x1.19b164p5", "-0x1.c798fp-21"))),
    Mutant("tgamma", "the steps above 33 left out", ("tgamma", "index_within(n - 33u, 32u)", "index_within(n - 33u, 0u)")),
    Mutant("tgamma", "the square's low word left out", ("tgamma", "const float of_c = fma_rn(o.square, c.lo(), fma_rn(o.square_low, c.hi(), low));",
                                                        "const float of_c = fma_rn(o.square, c.lo(), low);")),
    Mutant("lgamma", "the low word of the constant", ("lgamma", "-0x1.e6d052p-27f)", "-0x1.e7d052p-27f)")),
    Mutant("lgamma", "the border of Stirling's series", ("lgamma", "between(x.hi(), 0.5f, 16.0f)", "between(x.hi(), 0.5f, 8.0f)"),
           ("lgamma", "between(x.hi(), 16.0f, 4.08e36f)", "between(x.hi(), 8.0f, 4.08e36f)")),
    Mutant("special_functions", "Boys: the low word of a step", ("ff/special/boys.hpp", "fma_rn(s, step_low, add_rn(add_rn(pe, c.lo), te))",
                                                                 "add_rn(add_rn(pe, c.lo), te)")),
    Mutant("special_functions", "low words of coefficients", ("ff/special/piecewise.hpp", "add_rn(add_rn(pe, c_low), e)", "add_rn(pe, e)")),
    Mutant("special_functions", "the border of Hankel's form", ("ff/special/bessel.hpp", "bessel_cells - 0.5f;", "bessel_cells - 8.5f;")),
    Mutant("special_functions", "the order where Miller's algorithm begins", ("ff/special/bessel_n.hpp", "n + 15 + n / 4", "n + 6 + n / 8")),
    Mutant("special_functions", "Ei: the border of the logarithm", ("ff/special/expint.hpp", "less(-0.5f, x.hi()) && less(x.hi(), 1.0f)",
                                                                    "less(-0.25f, x.hi()) && less(x.hi(), 1.0f)")),
    Mutant("special_functions", "psi: the asymptotic series from 4 on", ("ff/special/digamma.hpp", "if (!less(x.hi(), 16.0f))", "if (!less(x.hi(), 4.0f))")),
    Mutant("special_functions", "Lambert: two steps", ("ff/special/lambert.hpp", "i < 3; ++i", "i < 2; ++i")),
    Mutant("special_functions", "Lambert: the third word of 1/e", ("ff/special/lambert.hpp", "inverse_e_rest = 0x1.f1abaep-52f", "inverse_e_rest = 0.0f")),
    Mutant("special_functions", "zeta: what is lost of 1 - s", ("ff/special/zeta.hpp", "fma_rn(slope, t_rest, mul_rn(neg(t.hi()), two_pi_lacks))", "0.0f")),
    Mutant("reductions", "the low words of pairs left out", ("ff/type/accumulate.hpp", "lo_ = add_rn(lo_, x.lo());", "lo_ = add_rn(lo_, 0.0f);")),
    Mutant("reductions", "the product's rest left out of Dot2", ("ff/reduce/shape.hpp", "add_rn(s_, add_rn(q, r))", "add_rn(s_, q)")),
    Mutant("reductions", "the last chunk left out", ("ff/reduce/shape.hpp", "a / b + (a % b != 0 ? 1 : 0)", "a / b")),
    Mutant("wide_cmath", "remainders: the divisor left in its own step", ("ff/wide/integral.hpp", "scaled(abs(y.pair()), -wide_step * apart)", "abs(y.pair())")),
    Mutant("wide_cmath", "remainders: one digit of each step lost", ("ff/wide/integral.hpp", "int64{wide_step} * max_int(apart, 0)", "int64{wide_step - 1} * max_int(apart, 0)")),
    Mutant("wide_cmath", "neighbours: always outwards", ("ff/wide/integral.hpp", "outwards = own == sign", "outwards = true")),
    Mutant("wide_cmath", "erfc: the square's low products left out", ("ff/wide/gamma.hpp", "sum.add_product(twice, x.lo()), ", "(void)twice, ")),
    Mutant("wide_cmath", "the gamma function's last term of Stirling's series", ("ff/wide/gamma.hpp", "-0x1.381382p-11f, 0x1.a01a02p-11f", "0.0f, 0.0f")),
    Mutant("wide_cmath", "a small angle is its tangent from 2^-10 on", ("ff/wide/functions.hpp", "abs(y) < ldexp(x, -30)", "abs(y) < ldexp(x, -10)")),
    Mutant("wide_cmath", "a long double through a pair", ("ff/wide/number.hpp", "k < 600 && !(-last < x && x < last)", "k < 0 && !(-last < x && x < last)")),
    Mutant("wide_cmath", "remainders: a power of two less", ("ff/type/division.hpp", "power_modulo(left - 36, by)", "power_modulo(left - 37, by)")),
    Mutant("wide_beyond", "powers: logarithms of opposite signs meet as infinities", ("ff/wide/log_exp.hpp", "if (lift > 0 && x.step() != 0)", "if (lift > 3 && x.step() != 0)")),
    Mutant("wide_beyond", "the root of a total leaves out its odd step", ("ff/wide/reduce.hpp", "(c.k & 1) * detail::wide_step / 2", "0")),
    Mutant("wide_beyond", "products of a lane end with the range", ("ff/wide/reduce.hpp", "settle_far::of(mul22(a.m, b.m), a.k + b.k)",
                                                                     "settle_far::of((x * y).pair(), (x * y).step())")),
    Mutant("wide_beyond", "the root of a root next to another home", ("ff/wide/arithmetic.hpp", "special ? wide_special(root.hi())",
                                                                       "true ? wide_special(root.hi())")),
    Mutant("dd_cmath", "remainders: x's low word left out", ("ff/type/division.hpp", "shift_sub(r, 0, x.opposite, shifted<Limbs>(x.low.m, at))", "shift_sub(r, 0, 0, shifted<Limbs>(x.low.m, at))")),
    Mutant("dd_cmath", "remainders: 9 limbs for all", ("ff/dd/remainder.hpp", "fits(a.head, unit) && fits(a.low, unit) && fits(b.low, unit)", "true")),
    Mutant("dd_cmath", "rounding: a tie that the low word decides", ("ff/dd/integral.hpp", "(equal(p.rest, 0.0) ? at_tie : on_its_side)", "at_tie")),
    Mutant("dd_cmath", "neighbours: inwards from a power of two", ("ff/dd/integral.hpp", "(whole_power && !outwards ? 1 : 0), -969", "0, -969")),
    Mutant("dd_cmath", "asinh: the logarithm of the rounded sum", ("ff/dd/exponential.hpp", "log1p(a + square / (1.0 + sqrt(1.0 + square)))", "log(a + sqrt(1.0 + square))")),
    Mutant("dd_cmath", "integers of 128 bits: the sticky bit", ("ff/dd/number.hpp", "sticky |= static_cast<uint64>(m) & 1u", "sticky |= 0u")),
    Mutant("probe", "cancellations against the smaller term", ("ff/probe/number.hpp", "(ea < eb ? eb : ea) - exponent_of(shadow)", "(ea < eb ? ea : eb) - exponent_of(shadow)")),
    Mutant("probe", "the deviation of the head alone", ("ff/probe/number.hpp", "head + static_cast<double>(x.lo());\n  const double size", "head;\n  const double size")),
    Mutant("probe", "a mark does not begin to count anew", ("ff/probe/number.hpp", "{ cancelled_ = 0; }", "{}")),
    Mutant("probe", "a neighbour whose shadow stays", ("ff/probe/cmath.hpp", "(static_cast<double>(next) - static_cast<double>(value))", "0 * static_cast<double>(value)")),
    Mutant("probe", "decisions against the shadow are not recorded", ("ff/probe/operators.hpp", "if (by_number != by_shadow)", "if (false)")),
    Mutant("bezier", "the growth of the norm on the margin", ("ff/geometry/box_test.hpp", "growth_on_margin = 1.355f", "growth_on_margin = 1.0f")),
    Mutant("bezier", "the error of a value", ("ff/geometry/number.hpp", "value_error = 160 * 0x1p-48f", "value_error = 8 * 0x1p-48f")),
    Mutant("bezier", "the error of a mean", ("ff/geometry/number.hpp", "mean_error = 8 * 0x1p-48f", "mean_error = 4 * 0x1p-48f")),
    Mutant("bezier", "a wider margin", ("ff/geometry/box_test.hpp", "box_margin = 0x1p-5f", "box_margin = 0x1p-4f")),
    Mutant("gemm", "the share of norms halved", ("src/linalg/gemm/componentwise.hpp", "share_slack = 1.06f", "share_slack = 0.53f")),
    Mutant("gemm", "a greater limit of norms", ("src/linalg/gemm/componentwise.hpp", "two_to_l = 1.4883f", "two_to_l = 1.4983f")),
]


def judge(folder, compiler, flags, mutant):
    """Compiles the room with the changed headers.  Returns 1 and the judge's text where it finds them wrong, else 0."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path, text in mutant.headers().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    command = [compiler, "-std=c++17", "-O1", "-DFF_INLINE_AT_WILL", f"-I{folder}", f"-I{ROOT}", f"-I{ROOT}/include"]
    if mutant.room in ASSERTED:
        (folder / "asserts.cpp").write_text(ASSERTED[mutant.room])
        run = subprocess.run([*command, f"-I{ROOT}/src/linalg/gemm", "-fsyntax-only", str(folder / "asserts.cpp")],
                             capture_output=True, text=True)
        said = [line for line in run.stderr.splitlines() if "static assertion failed" in line or "static_assert failed" in line]
        if run.returncode != 0 and not said:
            raise SystemExit(f"{mutant.room}, {mutant.what}: {run.stderr}")
        return min(run.returncode, 1), said[0].split(":")[-1].strip() if said else ""
    source = "reductions.cpp" if mutant.room == "reductions" else "judge.cpp"
    if mutant.room in TESTED:
        source = ROOT / TESTED[mutant.room]
        command += [f"-I{ROOT}/tests"]
    elif source == "judge.cpp":
        command += [f'-DFF_DEFINITIONS="accuracy/exact/{mutant.room}.hpp"', f"-DFF_ROWS={mutant.room}_rows"]
    program = folder / "judge"
    subprocess.run([*command, str(ROOT / "tests/mutants" / source), "-o", str(program), *flags], check=True)
    run = subprocess.run([str(program), str(ROOT / "accuracy/worst"), str(VECTORS)], capture_output=True, text=True)
    if mutant.room in TESTED:
        failed = [line for line in run.stdout.splitlines() if line.startswith("[  FAILED  ]")]
        return min(run.returncode, 1), failed[0] if failed else ""
    return run.returncode, run.stdout.strip()


def main():
    work, (part, parts) = pathlib.Path(sys.argv[1]), map(int, sys.argv[2].split("/"))
    compiler, flags = sys.argv[3], sys.argv[4:] or ["-lmpfr", "-lgmp"]
    for mutant in MUTANTS:
        mutant.headers()
    rooms = sorted({m.room for m in MUTANTS})
    if any(sum(m.room == room for m in MUTANTS) < 2 for room in rooms):
        raise SystemExit("a room has fewer than two mutants")
    tasks = [t for room in rooms[part::parts] for t in [Mutant(room, "as it is"), *(m for m in MUTANTS if m.room == room)]]
    sound = True
    with concurrent.futures.ThreadPoolExecutor(1 if parts > 1 else os.cpu_count()) as pool:
        results = pool.map(lambda t: judge(work / f"{part}_{t[0]}", compiler, flags, t[1]), enumerate(tasks))
        for mutant, (status, said) in zip(tasks, results):
            right = status == (1 if mutant.changes else 0)
            sound = sound and right
            verdict = ("caught" if right else "MISSED") if mutant.changes else "acquitted" if right else "FAILS"
            print(f"{mutant.room:<20} {mutant.what:<52} {verdict:<9} {said}", flush=True)
    print("Every mutant was caught." if sound else "A mutant was missed, or what it was made from fails.")
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())

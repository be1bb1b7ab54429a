"""What ff-accuracy answers to bad input: a message that says what was expected, exit status 2, and no file."""
import json
import os
import sys
import tempfile
from pathlib import Path

from checks import Checker, check_result_files, check_streams, few_threads

sys.path.append(str(Path(__file__).resolve().parents[2] / "scripts"))
from report import accuracy  # noqa: E402

os.environ["FF_BIN"] = os.path.dirname(sys.argv[1])
c = Checker(sys.argv[1])
expect = c.expect


def shows(text, *wanted):
    """A table of scripts/report has these."""
    for w in wanted:
        c.judge(w in text, w, text)



cpu = ["--device", "cpu"]
check_streams(c, ["--catalogue"])
check_result_files(c, [*cpu, "--ops", "add22", "--vectors", "64"], "--json", "--csv",
                   [*cpu, "--ops", "add22", "--vectors", "2^40"])

with tempfile.TemporaryDirectory() as folder:
    at = lambda name: os.path.join(folder, name)
    expect(["--ops", "nosuch", "--json", at("a.json")], 2, "nosuch", "expected core, functions, composites, all, or a list of add12",
           absent=[at("a.json")])
    expect(["--ops", "low_word_dropped"], 2, "no such operator")
    expect(["--vectors", "0"], 2, "expected a whole number from 1 to 2^50")
    expect(["--vectors", "abc"], 2, "abc", "expected a whole number")
    expect(["--vectors", "2^"], 2, "expected a whole number")
    expect(["--vectors", "2^99"], 2, "expected a whole number")
    expect(["--vectors", "1.5"], 2, "expected a whole number")
    expect(["--hunt", "-4"], 2)
    expect(["--distribution", "nosuch"], 2, "expected all, or one of uniform")
    expect(["--device", "tpu"], 2, "--device")
    expect(["--nosuch"], 2, "--nosuch")
    expect(["--json", at("no/such/folder.json")], 2, "expected a file in a writable folder")
    if not os.path.exists("/dev/nvidiactl"):
        expect(["--device", "gpu"], 2, "expected a CUDA device")
    expect([*cpu, "--ops", "add22", "--vectors", "2^12"], 0, "All within their bounds", preexec_fn=few_threads)
    expect(["--device", "cpu", "--ops", "add22", "--vectors", "2^12", "--json", at("b.json"), "--csv", at("b.csv")], 0,
           "All within their bounds")
    for name in "b.json", "b.csv":
        c.judge(os.path.getsize(at(name)) > 100, name)
    expect(["--device", "cpu", "--ops", "add22,mul22", "--vectors", "4096", "--hunt", "2^16"], 0, "mul22", "hunt")
    # The run records the rows that time allows, and names the rest.
    expect([*cpu, "--ops", "add22,mul22,div22", "--vectors", "2^16", "--within", "1e-6", "--json", at("w.json")], 0,
           "Left out after 1e-06 seconds: mul22 div22.")
    assert [row["operator"] for row in json.load(open(at("w.json")))["operators"]] == ["add22"]
    for bad in "-1", "0", "nan", "1e99", "soon":
        expect(["--within", bad], 2, "--within", "expected a number from 1e-09 to 1e+09", bad)
    expect(["--device", "cpu", "--ops", "composites", "--vectors", "64", "--json", at("c.json")], 0, "complex_pow_real")
    shows(accuracy.composites(at("c.json")), "| `dot2` |", "| `complex_pow_real` |")
    expect([*cpu, "--ops", "predicates", "--vectors", "704", "--hunt", "2^8", "--json", at("p.json"), "--csv", at("p.csv")], 0,
           "predicate_float.orient2d", "predicate_double.insphere", "not_finite", "Every sign is the exact one.")
    shows(accuracy.predicates(at("p.json")), "704 evaluations of each predicate", "| `incircle` | degenerate |")
    expect([*cpu, "--ops", "predicate_double.orient3d", "--distribution", "huge", "--vectors", "64"], 0, "huge")
    expect(["--ops", "predicate_half"], 2, "--ops predicate_half", "no such predicate", "orient2d, orient3d, incircle, insphere")
    expect(["--ops", "predicates", "--distribution", "nosuch"], 2, "of predicates expected all, or one of uniform, rounded")
    expect(["--help"], 0, "--self-test")

    # ff-accuracy-operators says what it does not have, and to ./ff by a status of its own.
    operators = Checker(os.path.join(os.path.dirname(sys.argv[1]), "ff-accuracy-operators"))
    operators.expect([*cpu, "--ops", "core", "--vectors", "64"], 0, "All within their bounds")
    for asked in ["--ops", "exp"], ["--ops", "add22,exp"], ["--ops=intervals"], ["--self-test"], ["--catalogue"], ["--bits"]:
        operators.expect([*cpu, *asked] if "ops" in asked[0] else asked, 2, "ff-accuracy, which has all")
        operators.expect(asked, 4, env={**os.environ, "FF_HAND_OVER": "1"})
    c.failures += operators.failures

    # Options that a mode does not read.
    for output in "--json", "--csv", "--corpus":
        for mode in ["--paper"], ["--self-test"], ["--catalogue"]:
            expect([*mode, output, at("x")], 2, mode[0], output, absent=[at("x")])
        expect([output, ""], 2, output)
    for option in "--hunt", "--ops", "--seed":
        expect([option, ""], 2, option)
    expect(["--paper", "--ops", "add22"], 2, "--paper --ops")
    expect(["--paper", "--self-test"], 2, "--paper --self-test")
    expect(["--self-test", "--ops", "add22"], 2, "--self-test --ops add22")
    expect(["--ops", "predicates", "--exhaustive"], 2, "--ops predicates", "without --exhaustive")
    expect(["--self-test", "--ops", "predicates", "--json", at("x")], 2, "--self-test --json", absent=[at("x")])
    expect(["--ops", "intervals", "--exhaustive"], 2, "--ops intervals", "without --exhaustive")
    expect([*cpu, "--ops", "add22,hypot", "--exhaustive", "--vectors", "64"], 2, "--exhaustive: expected a function of one argument in --ops, not add22,hypot")

    # Roots of polynomials.
    expect(["--ops", "roots", "--vectors", "3"], 0, "clustered", "Every disk holds as many roots as it says")
    expect(["--ops", "roots", "--vectors", "2", "--distribution", "ragged"], 0, "ragged")
    expect(["--ops", "roots", "--distribution", "uniform"], 2, "expected all, or one of gaussian")
    expect([*cpu, "--ops", "roots", "--vectors", "2", "--json", at("roots")], 0, "Roots on CPU")
    shows(accuracy.roots(at("roots")), "gaussian", "judged by MPFR, 0 of them wrong")
    expect(["--ops", "roots", "--csv", at("x")], 2, "--ops roots --csv", absent=[at("x")])
    expect(["--self-test", "--ops", "roots", "--vectors", "4"], 0, "disks wrong", "Every mutant was caught")
    expect(["--self-test", "--ops", "roots", "--hunt", "2^20"], 2, "--self-test --ops roots --hunt")

    # Double-doubles.
    expect(["--ops", "dd", "--vectors", "2^10", "--json", at("dd")], 0, "dd_t on CPU", "log_near_one", "Every bound holds")
    shows(accuracy.dd(at("dd")), "| fma | 1024 |")
    expect(["--self-test", "--ops", "dd", "--vectors", "2^13"], 0, "one residue only", "Every mutant was caught")
    expect(["--ops", "dd", "--hunt", "2^20"], 2, "--ops dd --hunt")
    expect(["--self-test", "--ops", "dd", "--hunt", "2^20"], 2, "--self-test --ops dd --hunt", absent=[at("x")])

    # Linear algebra.
    expect([*cpu, "--ops", "linalg", "--vectors", "3", "--json", at("linalg.json")], 0, "gemm componentwise", "Hilbert",
           "Every error is within its bound")
    rows = json.load(open(at("linalg.json")))["linalg"]
    assert {r["function"] for r in rows} >= {"gemm standard", "gemv", "trsm", "qr", "cholesky", "solve", "least_squares", "svd", "svd by Golub-Reinsch", "svd by Jacobi"} and all(r["max"] <= r["bound"] for r in rows)
    expect(["--ops", "linalg", "--distribution", "uniform"], 2, "--ops linalg --distribution")
    expect(["--self-test", "--ops", "linalg", "--vectors", "8"], 0, "one modulus short", "Every mutant was caught")
    expect(["--self-test", "--ops", "linalg", "--json", at("x")], 2, "--self-test --json", absent=[at("x")])

    for seed in "-1", "+1", "18446744073709551616", "1e3", "0x10", "1.5", " 1", "nan":
        expect([f"--seed={seed}"], 2, "--seed", "expected a whole number from 0 to 2^64 - 1")
    expect([*cpu, "--ops", "add22", "--vectors", "64", "--seed", "18446744073709551615"], 0, "seed 18446744073709551615")

    open(at("file"), "w").close()
    expect(["--corpus", at("file")], 2, "--corpus", "expected a writable folder")
    expect(["--corpus", at("file/folder")], 2, "--corpus", "expected a writable folder")
    if os.geteuid() != 0:
        expect(["--corpus", "/folder"], 2, "--corpus", "expected a writable folder")

c.end()

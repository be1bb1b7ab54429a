"""Prints the test programs for the changed files named on standard input, one a line: what ./ff test --quick builds and
runs.  A file asks for the programs that carry its name, or that of the nearest folder above it with any:
include/ff/math/exp_table.hpp for exp_test, include/ff/interval/sets.hpp for interval_test.

usage: git diff --name-only HEAD | quick_tests.py"""
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = {  # programs of several files
    "apps/trace": "ff-trace-tests", "tests/trace": "ff-trace-tests",
    "apps/bezier": "ff-bezier-tests", "tests/bezier": "ff-bezier-tests",
    "apps/intersect": "ff-intersect-tests", "tests/intersect": "ff-intersect-tests",
    "apps/compress": "ff-compress-tests", "tests/compress": "ff-compress-tests",
    "apps/picture": "ff-picture-tests", "tests/picture": "ff-picture-tests",
    "docs/proofs": "ff-proofs-tests", "tests/proofs": "ff-proofs-tests",
    "tests/memory": "ff-memory-tests"}
OTHER_NAMES = {  # files whose tests have other names
    "expint": ["special"], "digamma": ["special"], "lambert": ["special"], "zeta": ["special"], "piecewise": ["special", "bessel", "boys"],
    "roots": ["cbrt", "hypot"], "gamma": ["tgamma", "lgamma"], "trig_reduction": ["trig"], "integral": ["basic"],
    "operators": ["arithmetic"], "decimal": ["io"], "format": ["io"], "text": ["io"], "hash": ["ff_t"],
    "accumulate": ["reduce"], "platform": ["rounding", "eft", "directed"], "bounds": ["arithmetic"],
    "paper2006": ["arithmetic"], "kernels": ["interval"],
    "matrices_to_multiply": ["linalg"], "gemm": ["linalg", "linalg_balance"], "blas": ["linalg_blas"],  # rooms of src/linalg
    "factor": ["linalg_factor", "linalg_solve"], "svd": ["linalg_svd", "linalg_svd_rotations", "linalg_jacobi"],
    "decompositions": ["linalg_svd", "linalg_svd_rotations"], "matrices_to_decompose": ["linalg_svd", "linalg_svd_rotations"],
    "eigen": ["eigen", "eigen_values", "eigen_svd"], "matrices": ["eigen", "eigen_values", "eigen_svd"]}
# They link the whole of accuracy/: a minute, so only when they are named.
LONG = {"accuracy_test", "interval_accuracy_test"}
ANYTHING_ELSE = ["ff_t_test", "eft_test", "comparison_test"]

ROOMS = ("", "math", "linalg", "eigen", "geometry", "interval", "wide", "tools")
PROGRAMS = {file.stem for room in ROOMS for file in (ROOT / "tests" / room).glob("*_test.cpp")}


def named(word):
    """The programs that carry a word: exactly, or else as their first."""
    if f"{word}_test" in PROGRAMS:
        return {f"{word}_test"}
    return {program for program in PROGRAMS if program.startswith(word + "_")}


def asked_for(path):
    for folder, program in FOLDERS.items():
        if path.startswith(folder + "/"):
            return {program}
    if not path.startswith(("include/", "tests/", "catalogue/", "accuracy/exact/", "accuracy/mutants/", "bench/", "command/",
                            "src/")):
        return set()
    stem = Path(path).stem
    for suffix in ("_test", "_table"):
        stem = stem.removesuffix(suffix)
    if Path(path).stem in PROGRAMS:
        return {Path(path).stem}
    for word in [stem, *reversed(Path(path).parent.parts)]:
        found = set().union(*map(named, OTHER_NAMES.get(word, [word]))) - LONG
        if found:
            return found
    return set(ANYTHING_ELSE)


changed = sys.stdin.read().split("\n")
print("\n".join(sorted(set().union(*map(asked_for, changed)))))

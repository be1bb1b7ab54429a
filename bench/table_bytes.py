#!/usr/bin/env python3
"""table_bytes.py [--check] [--nvcc NVCC]: the bytes of tables that a kernel with one elementary function carries, and one with
the usual functions together, as the compiler emits them for sm_90, into data/tables.json; with --check compared with that.
Needs nvcc and no GPU; exit status 77 where there is none."""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
DATA = HERE / "data" / "tables.json"
TOGETHER = ("exp", "expm1", "log", "log1p", "pow", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "erf")
MIXES = {"exp sin + log": ("exp", "sin", "log"), "six functions": ("exp", "sin", "log", "atan2", "pow", "erf"),
         "haversine": ("asin", "sin", "cos"), "haversine, sines twice": ("asin", "sin", "cos"), "Black-Scholes": ("log", "exp", "erfc")}
OTHERS = {"fmod": "ff::fmod(x[0], x[1])", "remainder": "ff::remainder(x[0], x[1])", "sqrt": "ff::sqrt(x[0])", "+": "x[0] + x[1]",
          "*": "x[0] * x[1]", "/": "x[0] / x[1]"}


def functions():
    """{name: operands}"""
    text = (HERE / "functions/function_list.hpp").read_text()
    return {name: ranges.count(",") // 2 + 1 for name, ranges in re.findall(r"^  FUNCTION\((\w+), (.*?)\)", text, re.M)}


def kernels_of(operands):
    """{what is counted: the calls of its kernel}"""
    calls = {name: f"ours<catalogue::entry::{name}>({'x[0], x[1]' if n == 2 else 'x[0]'})" for name, n in operands.items()}
    return {**{name: [call] for name, call in calls.items()}, **{name: [call] for name, call in OTHERS.items()},
            **{mix: [calls[name] for name in names] for mix, names in MIXES.items()},
            "together": [calls[name] for name in TOGETHER]}


def source(kernels):
    lines = ["#include <ff/ff.hpp>", '#include "ours.cuh"', "namespace bench {"]
    for i, body in enumerate(kernels.values()):
        stores = " ".join(f"out[{k}] = {call};" for k, call in enumerate(body))
        lines.append(f'extern "C" __global__ void kernel_{i}(const ff_t* x, ff_t* out) {{ {stores} }}')
    return "\n".join([*lines, "}", ""])


def bytes_of(ptx):
    """{kernel: bytes}: the arrays that it and the functions it calls name."""
    size = {name: int(n) for name, n in re.findall(r"^\.(?:visible )?(?:weak )?(?:global|const) .*?\.b8 (\w+)\[(\d+)\]", ptx, re.M)}
    bodies = dict(re.findall(r"^(?:\.\w+ )*\.(?:entry|func)(?: +\([^)]*\))? (\w+)\s*\([^{;]*?\{(.*?)^\}", ptx, re.M | re.S))
    if not bodies:
        sys.exit("no kernel in the PTX")

    def named(body, seen):
        for word in set(re.findall(r"[A-Za-z_$][\w$]*", body)) - seen:
            if word in size:
                seen.add(word)
            elif word in bodies:
                seen.add(word)
                named(bodies[word], seen)
        return seen

    return {name: sum(size.get(word, 0) for word in named(body, set())) for name, body in bodies.items()}


def counted(nvcc):
    with tempfile.TemporaryDirectory() as scratch:
        cu, ptx = pathlib.Path(scratch, "tables.cu"), pathlib.Path(scratch, "tables.ptx")
        kernels = kernels_of(functions())
        cu.write_text(source(kernels))
        subprocess.run([nvcc, "-std=c++17", "-arch=compute_90", "-I", ROOT / "include", "-I", ROOT, "-I", HERE, "-ptx", cu, "-o", ptx],
                       check=True)
        found = bytes_of(ptx.read_text())
    carried = {name: found[f"kernel_{i}"] for i, name in enumerate(kernels)}
    together = carried.pop("together")
    return {"about": "bytes of tables that a kernel with this function or mix alone carries, for sm_90; made by bench/table_bytes.py",
            "bytes": carried, "together": {"names": " ".join(TOGETHER), "bytes": together}}


def main():
    parser = argparse.ArgumentParser(description="Counts the bytes of tables of each function's kernel.")
    parser.add_argument("--check", action="store_true", help="compare with data/tables.json instead of writing it")
    parser.add_argument("--nvcc", default="nvcc")
    arguments = parser.parse_args()
    if not shutil.which(arguments.nvcc):
        print(f"{arguments.nvcc} not found")
        return 77
    text = json.dumps(counted(arguments.nvcc), indent=1) + "\n"
    if not arguments.check:
        DATA.write_text(text)
        print("wrote", DATA)
        return 0
    if text == DATA.read_text():
        return 0
    known, now = (json.loads(t) for t in (DATA.read_text(), text))
    for name, n in now["bytes"].items():
        if known["bytes"].get(name) != n:
            print(f"{name}: {known['bytes'].get(name)} bytes are recorded, {n} are compiled")
    print("together:", known["together"], now["together"], "\nbench/table_bytes.py writes them again", sep="\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())

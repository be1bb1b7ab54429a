#!/usr/bin/env python3
"""where_slots_go.py [--check] [--nvcc NVCC]: tells where the issue slots of a call of two mixes of bench/functions go on sm_90, by their
parts and by the kind of instruction, without a GPU, into data/where_slots_go.json.  --check compares instead of writing.

It compiles the mix and each of its parts (company_rows.hpp has them) in the harness of company.cuh, takes the shortest way through the
timed loop that makes no call, and leaves out what the harness alone takes.  A part's row is that of one call times the number of its calls;
what the mix has beyond its parts has a row of its own.  Slots weigh instructions as the cost model does (data/architectures.json): a MUFU
and a branch take more than a slot, and so does an instruction that waits for a register bank, as most FFMA do that read three registers.
Exit status 77 where there is no disassembler or, with --check, the compiler is another one than was recorded."""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import sass_counts
from sass_counts import HERE

import disassembly

DATA = HERE / "data" / "where_slots_go.json"
FUNCTIONS = HERE / "functions"
SHOWN, ARCHITECTURE = ("haversine", "Black-Scholes"), "sm_90"
NULLS = {1: "company_null1", 2: "company_null2"}
CALLS_A_ROUND = 2  # company_calls_a_round
SOURCE = """#include <ff/ff.hpp>
#include "bench/functions/company.cuh"
#include "bench/functions/company_mixes.cuh"
namespace bench {
namespace {
namespace called {
%s
}
}
void add_all(std::vector<company_kernel>& all) {
  add_company_nulls<ff::ff_t>(all);
%s
}
}
"""
KINDS = {
    "FP32": ("FADD", "FMUL", "FFMA"),
    "comparisons, selects": ("FSETP", "ISETP", "FSEL", "SEL", "FMNMX", "IMNMX", "VIMNMX", "PLOP3"),
    "bits": ("LOP3", "SHF", "LEA", "IADD3", "VIADD", "PRMT"),
    "table loads": ("LDG", "LDC", "IMAD"),
    "MUFU, I2F": ("MUFU", "I2F", "I2FP", "F2I"),
    "branches": ("BRA", "BSSY", "BSYNC"),
    "constants, moves": ("MOV", "HFMA2", "IMAD.MOV", "IMAD.U32", "CS2R", "UMOV", "UIADD3", "ULDC", "R2UR"),
}
WAITS = "waits for a bank"


def mixes_and_parts():
    """{title: [struct, operands, {part: times}]} and {operator: [struct, operands]}, as company_mixes.cuh and company_rows.hpp say."""
    kernels = {title: [name, int(operands)] for name, operands, title in
               re.findall(r'add_company<(\w+), T, (\d)>\(all, "([^"]+)"\)', (FUNCTIONS / "company_mixes.cuh").read_text())}
    rows = (FUNCTIONS / "company_rows.hpp").read_text()
    mixes = {}
    for title, text in re.findall(r'all\.push_back\(\{\{"([^"]+)", "[^"]+",.*?\{(part.*?)\}\}\);', rows, re.DOTALL):
        parts = {name: int(times) for times, name in re.findall(r'part\((\d+), "([^"]+)"', text)}
        parts.update({sign: int(times) for word, sign in (("product", "*"), ("sum", "+")) for times in re.findall(word + r"\((\d+)\)", text)})
        mixes[title] = [*kernels.pop(title), parts]
    return mixes, kernels


def source_of(mixes, operators):
    """The text of a source with these mixes and their parts, and {struct: title}."""
    titles, structs, calls = {}, [], []
    for title, (struct, operands, parts) in mixes.items():
        wanted = {title: (f"mixes::{struct}", operands)}
        for part in parts:
            name, n = operators.get(part, (part, 2 if part in ("atan2", "pow") else 1))
            wanted[part] = (f"mixes::{name}" if part in operators else f"called::{name}", n)
        for name, (where, n) in wanted.items():
            if titles.get(where) is None and where.startswith("called"):
                structs.append(f"struct {name} {{ template <class... T> __device__ static ff::ff_t of(T... a) {{ return ff::{name}(a...); }} }};")
            if titles.get(where) is None:
                calls.append(f'  add_company<{where}, ff::ff_t, {n}>(all, "{name}");')
            titles[where] = name
    return SOURCE % ("\n".join(structs), "\n".join(calls)), titles


def kind_of(opcode):
    parts = opcode.split(".")
    return next((kind for kind, opcodes in reversed(KINDS.items()) if ".".join(parts[:2]) in opcodes or parts[0] in opcodes), "other")


def counted(code, model):
    """One call's instructions by kind, waits for banks and slots, the harness included."""
    path = sass_counts.main_path(code, 0, infinite=True)
    weights = {opcode: model["issue_slots"][pipe] for pipe, opcodes in model["pipes"].items() if pipe in model["issue_slots"]
               for opcode in opcodes}
    row = collections.Counter()
    for _, _, opcode, _ in path:
        row[kind_of(opcode)] += 1
        row["slots"] += weights.get(opcode.split(".")[0], 1)
    row[WAITS] = sass_counts.collisions(path)
    row["slots"] += row[WAITS] * model["issue_slots"]["banks"]
    return {kind: n / CALLS_A_ROUND for kind, n in row.items()}


def less(row, other):
    return {kind: row.get(kind, 0) - other.get(kind, 0) for kind in {*row, *other}}


def rows_of(nvcc, architecture, mixes, operators):
    """{title: what a call takes without the harness}"""
    data = json.loads((HERE / "data" / "architectures.json").read_text())
    model, found = {**data["architectures"][architecture], "pipes": data["pipes"]}, {}
    text, titles = source_of(mixes, operators)
    with tempfile.TemporaryDirectory() as scratch:
        source, cubin = pathlib.Path(scratch, "mixes.cu"), pathlib.Path(scratch, "mixes.cubin")
        source.write_text(text)
        subprocess.run([nvcc, "-std=c++17", "-O2", "-I", HERE.parent / "include", "-I", HERE.parent, f"-arch={architecture}",
                        "-cubin", source, "-o", cubin], check=True)
        kernels = disassembly.instructions(cubin)
        names = subprocess.run(["c++filt"], input="\n".join(kernels), check=True, capture_output=True, text=True).stdout
        for name, code in zip(names.splitlines(), kernels.values()):
            if at := re.search(r"in_company<.*?((?:mixes::|called::)?\w+), ff::.*?, (\d)>", name):
                found[at[1]] = int(at[2]), counted(code, model)
    nulls = {n: found[null][1] for n, null in NULLS.items() if null in found}
    return {titles[where]: less(row, nulls[n]) for where, (n, row) in found.items() if where in titles}


def lines_of(title, parts, rows):
    """{part: {kind: n}} of a mix, the part with most slots first; what it has beyond its parts, and all of it."""
    lines = {f"{times} `{part}`": {kind: times * n for kind, n in rows[part].items()} for part, times in parts.items()}
    lines = dict(sorted(lines.items(), key=lambda line: -line[1]["slots"]))
    beyond = rows[title]
    for line in lines.values():
        beyond = less(beyond, line)
    lines |= {"beyond its parts": beyond, "in all": rows[title]}
    order = (*KINDS, "other", WAITS, "slots")
    return {name: {kind: round(line[kind], 2) for kind in order if line.get(kind)} for name, line in lines.items()}


def main():
    options, recorded, nvcc = sass_counts.asked(argparse.ArgumentParser(description=__doc__), DATA)
    mixes, operators = mixes_and_parts()
    wanted = {mix: mixes[mix] for mix in SHOWN}
    rows = rows_of(options.nvcc, ARCHITECTURE, wanted, operators)
    counted_now = {mix: lines_of(mix, parts, rows) for mix, (_, _, parts) in wanted.items()}
    if options.check:
        faults = [f"{mix}, {part}: counted {lines.get(part)}, recorded {known.get(part)}" for mix, lines in counted_now.items()
                  for known in [recorded["mixes"].get(mix, {})] for part in {**lines, **known} if lines.get(part) != known.get(part)]
        print("\n".join([*faults, "run bench/where_slots_go.py to record anew" if faults else "as recorded"]))
        return 1 if faults else 0
    head = {"about": "instructions and slots a call by the cost model, harness left out; made by bench/where_slots_go.py", "nvcc": nvcc,
            "architecture": ARCHITECTURE}
    text = json.dumps(head, indent=1)[:-2] + ',\n "mixes": {\n' + ",\n".join(
        f'  "{mix}": {{\n' + ",\n".join(f"   {json.dumps(part)}: {json.dumps(line)}" for part, line in lines.items()) + "\n  }"
        for mix, lines in counted_now.items()) + "\n }\n}\n"
    DATA.write_text(text)
    print("wrote", DATA)
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""sass_counts.py [--check] [--nvcc NVCC] [--arch sm_90,...]: counts the instructions that one result of each operation
takes in the timed loop of operations.cu, for each architecture, into data/sass.json.  --check compares instead of
writing.  Exit status 77 where there is no disassembler or, with --check, the compiler is another one than was
recorded."""
import argparse
import collections
import heapq
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "scripts"))
import disassembly

DATA = HERE / "data" / "sass.json"
ARCHITECTURES = "sm_75,sm_80,sm_86,sm_89,sm_90,sm_100,sm_103,sm_120"

# Operations whose way through the loop has a MUFU: a way without is that of a zero or an infinity.
SEEDED = re.compile(r"(div|rcp|sqrt|hypot)")
# Their directed quotients and roots are subroutines: there is no one way to count.
UNCOUNTED = re.compile(r"interval_(double_div|double_sqrt|float_sqrt)")
# A kernel's name, demangled: its link, chains a thread and links a round.
KERNEL = re.compile(r"chain<(.+), (\d+), (\d+)>\(")
# What a link is made of: an entry of the catalogue, at an endpoint's type if it is of intervals, or a struct of
# operations.hpp whose name is the operation's.
MADE_OF = re.compile(r"\b(entry|op)::(?!link|power|changing)(\w+)(?:<(float|double|ff)\b)?")


def operation_of(link):
    """The id of the operation, as operations.hpp makes it of the same parts."""
    space, name, endpoint = MADE_OF.search(link).groups()
    return f"interval_{endpoint}_{name}" if endpoint else f"ff_{name}" if space == "entry" else name


def kernels(cubin):
    """{(operation, chains, links a round): instructions}"""
    found = disassembly.instructions(cubin)
    names = subprocess.run(["c++filt"], input="\n".join(found), check=True, capture_output=True, text=True).stdout
    return {(operation_of(k[1]), int(k[2]), int(k[3])): code
            for name, code in zip(names.splitlines(), found.values()) if (k := KERNEL.search(name))}


def target_of(code):
    """Where the branch at a place of the code goes: a function of the place."""
    at = {address: k for k, (address, *_) in enumerate(code)}
    return lambda k: at.get(int(re.findall(r"0x([0-9a-f]+)", code[k][3])[-1], 16))


def main_path(code, seeds, infinite=False):
    """The instructions of one round: the shortest way from the head of the loop to its closing branch that passes
    `seeds` MUFU and, unless `infinite`, multiplies nothing by infinity.  Slow paths, calls among them, are longer."""
    target = target_of(code)
    branches = [k for k, c in enumerate(code) if c[2].split(".")[0] == "BRA"]
    clocks = [k for k, c in enumerate(code) if "SR_CLOCK" in c[3]]
    loops = [(target(k), k) for k in branches if target(k) is not None and target(k) < k and clocks[0] < target(k)]
    # The outermost closing branch; ways out of slow paths behind the loop jump back into it, so ask for the first
    # head and the last branch to it before the second reading of the clock.
    loops = [(head, k) for head, k in loops if k < clocks[-1]]
    head = min(head for head, _ in loops)
    return shortest_way(code, head, max(k for h, k in loops if h == head), seeds, infinite)


def shortest_way(code, head, last, seeds=0, infinite=True):
    """The instructions from `head` to `last` by the shortest way that makes no call; `seeds` and `infinite` are those of main_path."""
    target = target_of(code)
    queue, came = [(0, head, 0, None)], {}
    while queue:
        length, k, mufu, before = heapq.heappop(queue)
        if (k, mufu) in came:
            continue
        came[k, mufu] = before
        _, predicate, opcode, operands = code[k]
        base = opcode.split(".")[0]
        if base == "FMUL" and "INF" in operands and not infinite:
            continue
        here = (k, mufu)
        mufu = min(mufu + (base == "MUFU"), seeds)
        if k == last:
            if mufu >= seeds:
                path = []
                while here is not None:
                    path.append(code[here[0]])
                    here = came[here]
                return path[::-1]
            continue
        conditional = predicate is not None or (base == "BRA" and re.match(r"!?U?P\d", operands))
        following = []
        if base == "BRA":
            following.append(target(k))
        if base not in ("BRA", "CALL", "EXIT", "RET") or conditional:
            following.append(k + 1)
        for f in following:
            if f is not None and f < len(code) and (f, mufu) not in came:
                heapq.heappush(queue, (length + 1, f, mufu, here))
    raise SystemExit(f"no way through {len(code)} instructions, {head} to {last}, without a call")


def collisions_at(path):
    """Of each instruction the source registers of FADD, FMUL and FFMA that have to be read from the same of the two
    register banks, the one of even numbers or the one of odd ones, and are not kept from the instruction before (.reuse)."""
    kept = {}
    for _, _, opcode, operands in path:
        keep, read = {}, set()
        if opcode.split(".")[0] in ("FADD", "FMUL", "FFMA"):
            for place, operand in enumerate(operands.split(",")[1:]):
                if register := re.match(r"\s*-?\|?R(\d+)\|?(\.reuse)?", operand):
                    number = int(register[1])
                    if kept.get(place) != number:
                        read.add(number)
                    if register[2]:
                        keep[place] = number
        even = sum(number % 2 == 0 for number in read)
        yield max(0, even - 1) + max(0, len(read) - even - 1)
        kept = keep


def collisions(path):
    return sum(collisions_at(path))


def compiled(nvcc, architecture, source, scratch):
    cubin = pathlib.Path(scratch, f"{source}.{architecture}.cubin")
    subprocess.run([nvcc, "-std=c++17", "-O2", "-I", str(HERE.parent / "include"), "-I", str(HERE.parent),
                    f"-arch={architecture}", "-cubin", str(HERE / source), "-o", str(cubin)], check=True)
    return kernels(cubin)


def tally(path, results):
    bases = collections.Counter(opcode.split(".")[0] for _, _, opcode, _ in path)
    bases["collisions"] = collisions(path)
    # F2F and I2F of double run elsewhere than those of float.
    for _, _, opcode, _ in path:
        base = opcode.split(".")[0]
        if base in ("F2F", "F2I", "I2F") and ".F64" in opcode:
            bases[base] -= 1
            bases[base + ".F64"] += 1
    return {k: round(v / results, 4) for k, v in sorted(bases.items()) if v > 0}


def count(nvcc, architecture, scratch):
    counts = {}
    for (name, chains, unrolled), code in sorted(compiled(nvcc, architecture, "operations.cu", scratch).items()):
        if UNCOUNTED.match(name):
            continue
        # An interval has two quotients or roots.
        seeds = (2 if name.startswith("interval") else 1) if SEEDED.search(name) else 0
        path = main_path(code, seeds * unrolled)
        counts.setdefault(name, {})[f"chains_{chains}"] = tally(path, unrolled)
    return counts


def asked(parser, data):
    """The options of a script that counts, what is recorded in `data`, and nvcc's version.  Exits with 77 where nothing can be
    counted, or compared."""
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--nvcc", default=shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
    options = parser.parse_args()
    if not disassembly.disassembler() or not shutil.which("c++filt"):
        print("skipped: cuobjdump, nvdisasm and c++filt are not all on the PATH")
        sys.exit(77)
    recorded = json.loads(data.read_text()) if data.exists() else {}
    nvcc = disassembly.version(options.nvcc)
    if options.check and recorded.get("nvcc") != nvcc:
        print(f"skipped: recorded with nvcc {recorded.get('nvcc')}, this is {nvcc}")
        sys.exit(77)
    return options, recorded, nvcc


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arch", default=None)
    options, recorded, nvcc = asked(parser, DATA)
    counted = {}
    with tempfile.TemporaryDirectory() as scratch:
        for architecture in (options.arch or ARCHITECTURES).split(","):
            counted[architecture] = count(options.nvcc, architecture, scratch)
    if options.check:
        faults = [f"{architecture} {name}: counted {found.get(name)}, recorded {known.get(name)}"
                  for architecture, found in counted.items()
                  for known in [recorded["counts"].get(architecture, {})]
                  for name in sorted({*found, *known}) if found.get(name) != known.get(name)]
        print("\n".join([*faults, "run bench/sass_counts.py to record anew" if faults else "as recorded"]))
        return 1 if faults else 0
    head = {"about": "instructions per result in the timed loop of bench/operations.cu, loop control included; "
                     "made by bench/sass_counts.py", "nvcc": nvcc}
    text = json.dumps(head, indent=1)[:-2] + ',\n "counts": {\n'
    text += ",\n".join(
        f'  "{architecture}": {{\n' + ",\n".join(f'   "{n}": {json.dumps(c)}' for n, c in operations.items()) + "\n  }"
        for architecture, operations in counted.items())
    DATA.write_text(text + "\n }\n}\n")
    print("wrote", DATA)
    return 0


if __name__ == "__main__":
    sys.exit(main())

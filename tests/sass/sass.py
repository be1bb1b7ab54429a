"""sass.py [--record] ARCHITECTURE,... SOURCE COMPILE COMMAND...: compiles a source here for the architectures, the oldest
first, and compares each entry's instruction counts with counts.json.  It is compiled to PTX once, for the oldest, and
assembled for each, since the first takes six times as long.
An entry with one list there has exactly these FADD, FMUL, FFMA, MUFU and other floating-point instructions (no fifth
number: none), those that it is written with, on every architecture, whatever the compiler and its flags: a product that
has to be rounded shows as a missing FMUL when an FFMA absorbs it.  Such lists are written by hand.
The other entries' counts, all instructions first and slow paths included, are one compiler's; --record writes them.
Those of predicates are by opcode, for the cost model; those of dd are of double precision.
Whatever is recorded, no kernel but those and those named so may use double precision.
Exit status 77 where there is no disassembler or, but for operators, where nvcc is not the one recorded."""
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "scripts"))
from disassembly import disassembler, instructions, version  # noqa: E402

RECORD = HERE / "counts.json"
COUNTED = ("FADD", "FMUL", "FFMA", "MUFU")
COUNTED_IN_DD = ("DADD", "DMUL", "DFMA", "MUFU")
# Other floating-point work.  (HFMA2 is how ptxas moves a constant.)
OTHER = re.compile(r"(FMNMX|FSEL|FSETP|FSET|FCHK|FSWZADD|FADD2|FMUL2|FFMA2|FADD32I|FMUL32I|FFMA32I|F2F|F2I|I2F|HADD2|HMUL2)$")
DOUBLE = re.compile(r"D(ADD|MUL|FMA|SETP|MNMX)\b|MUFU\.\w*64H|F2F\S*F64|[IF]2[IF]\S*F64")
# In operators: local memory, a call, subnormals flushed.  (Functions call their slow paths, and .FTZ occurs inside
# ptxas's own div.rn, which is exact all the same.)  Each reciprocal of MUFU has one FADD.FTZ, which adds 0 to it.
SLOW = re.compile(r"LDL|STL|CALL|F(MUL|FMA)\S*\.FTZ")
# What the reference says of conversions: the instructions from argument to result, the test of their range among them.
MAIN_PATH = {"of_double": 16, "as_double": 14, "load_double": 12, "store_double": 12}
# Operators of wide numbers while both share a step; the calls out of line come after.
MAIN_PATH |= {"add_wide": 30, "mul_wide": 13, "fma_wide": 36}
# And what is said of the predicates' stages.
MAIN_PATH |= {"orient2d_filter": 14, "orient3d_filter": 31, "incircle_filter": 30, "insphere_filter": 72,
              "orient2d_pairs": 44, "orient3d_pairs": 121, "incircle_pairs": 141, "insphere_pairs": 384,
              "orient3d_lattice": 223}
MOVES = re.compile(r"(U?LDC|LDCU|HFMA2|U?MOV|IMAD\.MOV|R2UR|CS2R|LDG|STG|BRA|CALL|BSSY|BSYNC|S2R)\b")
# Whose rare arguments have a function of their own: those outside a kernel's domain, ends too far apart, ratios beyond 2^24, doubles at the
# ends of a float's range.
CALLING = ("div", "rcp", "sqrt", "rsqrt", "lerp", "fmod", "remainder", "from_double", "of_double", "as_double", "load_double", "store_double", "less_than_double", "equals_double",
           "add_wide", "mul_wide", "fma_wide")


def entry_of(kernel):
    mangled = re.search(r"5entry(\d+)(\w+)", kernel)
    return mangled[2][:int(mangled[1])]


def bases_of(opcodes):
    # What follows the last EXIT or RET is a branch to itself and padding.
    last = max(i for i, opcode in enumerate(opcodes) if opcode.split(".")[0] in ("EXIT", "RET", "BRA"))
    return collections.Counter(opcode.split(".")[0] for opcode in opcodes[:last])


def counts_of(opcodes, counted=COUNTED):
    bases = bases_of(opcodes)
    return [sum(bases.values()), *(bases[base] for base in counted)]


def counted_in(source):
    return COUNTED_IN_DD if source == "dd" else COUNTED


def others_of(opcodes):
    return sum(1 for opcode in opcodes if OTHER.match(opcode.split(".")[0]))


def main_path_of(opcodes):
    return sum(1 for opcode in opcodes[:opcodes.index("EXIT")] if not MOVES.match(opcode))


def forbidden(source, name, opcodes):
    strict = source == "operators"
    for opcode in opcodes if source != "dd" else ():
        if DOUBLE.match(opcode) and not name.endswith("_double") or strict and SLOW.match(opcode) and name not in CALLING:
            yield f"{name}: {opcode}"
    flushed, reciprocals = opcodes.count("FADD.FTZ"), opcodes.count("MUFU.RCP")
    if strict and flushed > reciprocals:
        yield f"{name}: {flushed} FADD.FTZ for {reciprocals} MUFU.RCP"


def cubins(architectures, source, compile_command, folder):
    """The kernels of a source on each architecture: (architecture, {entry: opcodes})."""
    ptx = pathlib.Path(folder, "kernels.ptx")
    oldest = architectures[0].replace("sm_", "compute_")
    subprocess.run([*compile_command, f"-arch={oldest}", "-ptx", HERE / f"{source}.cu", "-o", ptx], check=True)
    for architecture in architectures:
        cubin = ptx.with_suffix(f".{architecture}.cubin")
        subprocess.run([compile_command[0], f"-arch={architecture}", "-cubin", ptx, "-o", cubin], check=True)
        yield architecture, {entry_of(k): [opcode for _, _, opcode, _ in code] for k, code in instructions(cubin).items()}


def compared(expected, architecture, name, opcodes, source, record, same_nvcc, fast_math):
    """What is wrong with an entry's counts on an architecture; recorded, where that is wanted, it is nothing.  With --use_fast_math
    those alone count that are exact."""
    counts = dict(sorted(bases_of(opcodes).items())) if source == "predicates" else counts_of(opcodes, counted_in(source))
    exact = isinstance(expected.get(name), list)
    if not exact and fast_math:  # inline PTX in the place of intrinsics: a few instructions more
        return
    if exact:
        wanted, counts = (expected[name] + [0])[:5], counts[1:] + [others_of(opcodes)]
    else:
        of_name = expected.setdefault(name, {}) if record else expected.get(name, {})
        if record:
            of_name[architecture] = counts
        wanted = of_name.get(architecture)
    if source != "dd" and name in MAIN_PATH and main_path_of(opcodes) > MAIN_PATH[name]:
        yield f"{name}: {main_path_of(opcodes)} instructions on its main path on {architecture}"
    if counts != wanted and (exact or same_nvcc or wanted is None):
        yield f"{name}: counted {counts} on {architecture}, recorded {wanted}"


def main():
    record = sys.argv[1] == "--record"
    architectures, source, *compile_command = sys.argv[1 + record:]
    if not disassembler():
        print("skipped: cuobjdump and nvdisasm are not on the PATH")
        return 77
    known, nvcc = json.loads(RECORD.read_text()), version(compile_command[0])
    known.setdefault(source, {})
    faults, same_nvcc = [], known["nvcc"] == nvcc
    with tempfile.TemporaryDirectory() as folder:
        for architecture, kernels in cubins(architectures.split(","), source, compile_command, folder):
            if record:
                known[source] = {name: counts for name, counts in known[source].items() if name in kernels}
            print(architecture)
            for name, opcodes in kernels.items():
                counted = counted_in(source)
                counts = counts_of(opcodes, counted)
                print(f"  {name:18}", *(f"{n} {base}" for n, base in zip(counts, ("in all", *counted)) if n))
                faults += forbidden(source, name, opcodes)
                faults += compared(known[source], architecture, name, opcodes, source, record, same_nvcc, "--use_fast_math" in compile_command)
            faults += [f"{name}: recorded, but there is no such entry" for name in sorted({*known[source]} - {*kernels})]
    if record:
        known["nvcc"] = nvcc
        families = (f'"{family}": {{\n' + ",\n".join(f' "{n}": {json.dumps(c)}' for n, c in known[family].items())
                    + "\n}" for family in known if family != "nvcc")
        RECORD.write_text(f'{{"nvcc": "{nvcc}",\n' + ",\n".join(families) + "}\n")
        same_nvcc = True
    print("\n".join(faults) or ("as recorded" if same_nvcc else f"recorded with nvcc {known['nvcc']}, this is {nvcc}"))
    return 1 if faults else 0 if same_nvcc or source == "operators" else 77


if __name__ == "__main__":
    sys.exit(main())

"""sass.py [--record] ARCHITECTURE SOURCE COMPILE COMMAND...: compiles a source here for the architecture and compares
each entry's instruction counts with counts.json.
An entry with one list there has exactly these FADD, FMUL, FFMA and MUFU, those that it is written with, on every
architecture, whatever the compiler and its flags, and no other floating-point work: a product that has to be rounded
shows as a missing FMUL when an FFMA absorbs it.  Such lists are written by hand.
The other entries' counts, all instructions first and slow paths included, are one compiler's; --record writes them.
Whatever is recorded, no kernel may use double precision.
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
# Other floating-point work.  (HFMA2 is how ptxas moves a constant.)
OTHER = re.compile(r"(FMNMX|FSEL|FSETP|FSET|FCHK|FSWZADD|FADD2|FMUL2|FFMA2|FADD32I|FMUL32I|FFMA32I|F2F|F2I|I2F|HADD2|HMUL2)$")
DOUBLE = re.compile(r"D(ADD|MUL|FMA|SETP|MNMX)\b|MUFU\.\w*64H|F2F\S*F64|[IF]2[IF]\S*F64")
OF_DOUBLES = ("from_double",)
# In operators: local memory, a call, subnormals flushed.  (Functions call their slow paths, and .FTZ occurs inside
# ptxas's own div.rn, which is exact all the same.)
SLOW = re.compile(r"LDL|STL|CALL|F(ADD|MUL|FMA)\S*\.FTZ")


def entry_of(kernel):
    mangled = re.search(r"5entry(\d+)(\w+)", kernel)
    return mangled[2][:int(mangled[1])]


def counts_of(opcodes):
    # What follows the last EXIT or RET is a branch to itself and padding.
    last = max(i for i, opcode in enumerate(opcodes) if opcode.split(".")[0] in ("EXIT", "RET", "BRA"))
    bases = collections.Counter(opcode.split(".")[0] for opcode in opcodes[:last])
    return [sum(bases.values()), *(bases[base] for base in COUNTED)]


def forbidden(strict, name, opcodes, exact):
    for opcode in opcodes:
        if DOUBLE.match(opcode) and name not in OF_DOUBLES or strict and SLOW.match(opcode) or \
                exact and OTHER.match(opcode.split(".")[0]):
            yield f"{name}: {opcode}"


def main():
    record = sys.argv[1] == "--record"
    architecture, source, *compile_command = sys.argv[1 + record:]
    if not disassembler():
        print("skipped: cuobjdump and nvdisasm are not on the PATH")
        return 77
    with tempfile.TemporaryDirectory() as scratch:
        cubin = pathlib.Path(scratch, "kernels.cubin")
        subprocess.run([*compile_command, f"-arch={architecture}", "-cubin", HERE / f"{source}.cu", "-o", cubin],
                       check=True)
        kernels = {entry_of(k): [opcode for _, _, opcode, _ in code] for k, code in instructions(cubin).items()}

    known, nvcc = json.loads(RECORD.read_text()), version(compile_command[0])
    if record:
        known[source] = {name: counts for name, counts in known[source].items() if name in kernels}
    expected, faults = known[source], []
    for name, opcodes in kernels.items():
        counts = counts_of(opcodes)
        print(f"{name:18}", *(f"{n} {base}" for n, base in zip(counts, ("in all", *COUNTED)) if n))
        exact = isinstance(expected.get(name), list)
        faults += forbidden(source == "operators", name, opcodes, exact)
        if exact:
            wanted, counts = expected[name], counts[1:]
        else:
            of_name = expected.setdefault(name, {}) if record else expected.get(name, {})
            if record:
                of_name[architecture] = counts
            wanted = of_name.get(architecture)
        if counts != wanted and (exact or known["nvcc"] == nvcc or wanted is None):
            faults.append(f"{name}: counted {counts}, recorded {wanted}")
    faults += [f"{name}: recorded, but there is no such entry" for name in sorted({*expected} - {*kernels})]
    if record:
        known["nvcc"] = nvcc
        families = (f'"{family}": {{\n' + ",\n".join(f' "{n}": {json.dumps(c)}' for n, c in known[family].items())
                    + "\n}" for family in known if family != "nvcc")
        RECORD.write_text(f'{{"nvcc": "{nvcc}",\n' + ",\n".join(families) + "}\n")
    compared = known["nvcc"] == nvcc
    print("\n".join(faults) or ("as recorded" if compared else f"recorded with nvcc {known['nvcc']}, this is {nvcc}"))
    return 1 if faults else 0 if compared or source == "operators" else 77


if __name__ == "__main__":
    sys.exit(main())

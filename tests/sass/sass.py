"""sass.py [--record] ARCHITECTURE SOURCE COMPILE COMMAND...: compiles a source here for the architecture and compares
each entry's instruction counts with counts.json; --record writes them there.  An entry listed there as `exact` has
exactly the FADD, FMUL, FFMA and MUFU that it is written with, on every architecture, whatever the flags, and no other
floating-point work: a product that has to be rounded shows as a missing FMUL when an FFMA absorbs it.  Of the others,
slow paths included, the counts are one compiler's.  Whatever is recorded, no kernel may use double precision.
Exit status 77 where there is no disassembler or, other counts than exact ones, where nvcc is not the one recorded."""
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
    return {"all": sum(bases.values()), **{base: bases[base] for base in COUNTED if bases[base]}}


def forbidden(source, name, opcodes, exact):
    for opcode in opcodes:
        if DOUBLE.match(opcode) and name not in OF_DOUBLES or source == "operators" and SLOW.match(opcode) or \
                exact and OTHER.match(opcode.split(".")[0]):
            yield f"{name}: {opcode}"


def differences(found, expected, words):
    for name in sorted({*found, *expected}):
        if found.get(name) != expected.get(name):
            yield f"{name}: counted {found.get(name)}, {words} {expected.get(name)}"


def text_of(record):
    """The record with an entry a line."""
    lines = lambda entries, indent: ",\n".join(f'{indent}"{n}": {json.dumps(c)}' for n, c in entries.items())
    parts = [f'"nvcc": "{record["nvcc"]}"', '"exact": {\n' + lines(record["exact"], " ") + "\n}"]
    parts += [f'"{key}": {{\n{lines(record[key], " ")}\n}}' for key in sorted({*record} - {"nvcc", "exact"})]
    return "{" + ",\n".join(parts) + "}\n"


def main():
    record = sys.argv[1] == "--record"
    architecture, source, *compile_command = sys.argv[1 + record:]
    if not disassembler():
        return 77
    with tempfile.TemporaryDirectory() as scratch:
        cubin = pathlib.Path(scratch, "kernels.cubin")
        subprocess.run([*compile_command, f"-arch={architecture}", "-cubin", HERE / f"{source}.cu", "-o", cubin],
                       check=True)
        kernels = {entry_of(k): [opcode for _, _, opcode, _ in code] for k, code in instructions(cubin).items()}

    known = json.loads(RECORD.read_text())
    exact = known["exact"] if source == "operators" else {}
    faults = [f for name, opcodes in kernels.items() for f in forbidden(source, name, opcodes, name in exact)]
    found = {name: counts_of(opcodes) for name, opcodes in kernels.items()}
    for name, counts in found.items():
        print(f"{name:18}", *(f"{n} {base}" for base, n in counts.items()))
    taken = {name: found.pop(name) for name in exact if name in found}
    found_exact = {name: [counts.get(base, 0) for base in COUNTED] for name, counts in taken.items()}
    key, nvcc = f"{architecture} {source}", version(compile_command[0])
    if record:
        known.update({"nvcc": nvcc, key: found})
        known["exact"].update(found_exact)
        RECORD.write_text(text_of(known))
    same = known["nvcc"] == nvcc
    seen = lambda counts: counts if same else dict.fromkeys(counts, "anything")
    faults += differences(found_exact, exact, "written with")
    faults += differences(seen(found), seen(known.get(key, {})), "recorded")
    print("\n".join(faults) or ("as recorded" if same else f"recorded with nvcc {known['nvcc']}, this is {nvcc}"))
    return 1 if faults else 0 if same or exact else 77


if __name__ == "__main__":
    sys.exit(main())

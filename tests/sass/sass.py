"""sass.py ARCHITECTURE COMPILE COMMAND...: compiles operators.cu for the architecture and checks that each kernel has
exactly the floating-point instructions that its operator's source has.  A product that has to be rounded
shows as a missing FMUL when an FFMA absorbs it.  Exit status 77 where there is no disassembler."""
import collections
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# kernel: FADD, FMUL, FFMA, MUFU; None: any number, but nothing forbidden.
EXPECTED = {
    "null": (0, 0, 0, 0),
    "add12": (6, 0, 0, 0),
    "fast_add12": (3, 0, 0, 0),
    "split": (3, 1, 0, 0),
    "mul12": (10, 7, 0, 0),
    "two_prod": (0, 1, 1, 0),
    "sqr12": (0, 1, 1, 0),
    "add22": (20, 0, 0, 0),
    "add22_accurate": (20, 0, 0, 0),
    "add22_sloppy": (11, 0, 0, 0),
    "sub22": (20, 0, 0, 0),
    "add21": (10, 0, 0, 0),
    "mul22": (1, 1, 3, 0),
    "mul22_dw": (4, 2, 3, 0),
    "mul22_commutative": (5, 3, 1, 0),
    "mul21": (1, 1, 2, 0),
    "mul21_dw": (3, 1, 2, 0),
    "sqr22": (2, 1, 2, 0),
    "rcp22": (1, 0, 7, 1),
    "div22": (3, 1, 9, 1),
    "div21": (3, 1, 7, 1),
    "div12": (1, 1, 9, 1),
    "sqrt22": (2, 2, 8, 1),
    "rsqrt22": (1, 4, 11, 1),
    "fma22": (10, 1, 4, 0),
    "plus": (20, 0, 0, 0),
    "minus": (20, 0, 0, 0),
    "times": (1, 1, 3, 0),
    "divides": None,
    "sqrt_operator": None,
    "rsqrt_operator": None,
}
COUNTED = ("FADD", "FMUL", "FFMA", "MUFU")
# Other floating-point work, which the exact rows must not have.  (HFMA2 is how ptxas moves a constant.)
OTHER = re.compile(r"(FMNMX|FSEL|FSETP|FSET|FCHK|FSWZADD|FADD2|FMUL2|FFMA2|FADD32I|FMUL32I|FFMA32I|F2F|F2I|I2F|HADD2|HMUL2)$")
# Never: double precision, local memory, a call, subnormals flushed.
FORBIDDEN = re.compile(r"D(ADD|MUL|FMA|SETP|MNMX)\b|MUFU\.\w*64H|LDL|STL|CALL|F(ADD|MUL|FMA)\S*\.FTZ")


def instructions(cubin):
    """{kernel: [opcode with modifiers]}"""
    text = subprocess.run(["cuobjdump", "-sass", str(cubin)], check=True, capture_output=True, text=True).stdout
    kernels = {}
    for line in text.splitlines():
        if name := re.search(r"Function : (\S+)", line):
            kernels[name[1]] = []
        elif opcode := re.match(r"\s+/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?([A-Z][\w.]*)", line):
            kernels[list(kernels)[-1]].append(opcode[1])
    return kernels


def faults(kernels):
    if sorted(kernels) != sorted(EXPECTED):
        yield f"kernels: {sorted(kernels)}, expected {sorted(EXPECTED)}"
    for name, opcodes in kernels.items():
        bases = collections.Counter(opcode.split(".")[0] for opcode in opcodes)
        for opcode in opcodes:
            if FORBIDDEN.match(opcode):
                yield f"{name}: {opcode}"
        expected = EXPECTED.get(name)
        if expected is None:
            continue
        found = tuple(bases[base] for base in COUNTED)
        if found != expected:
            yield f"{name}: FADD, FMUL, FFMA, MUFU {found}, expected {expected}"
        other = [base for base in bases if OTHER.match(base)]
        if other:
            yield f"{name}: {', '.join(other)}"


def main():
    architecture, *compile_command = sys.argv[1:]
    if not shutil.which("cuobjdump") or not shutil.which("nvdisasm"):
        print("skipped: cuobjdump and nvdisasm are not on the PATH")
        return 77
    with tempfile.TemporaryDirectory() as scratch:
        cubin = pathlib.Path(scratch, "operators.cubin")
        source = pathlib.Path(__file__).with_name("operators.cu")
        subprocess.run([*compile_command, f"-arch={architecture}", "-cubin", str(source), "-o", str(cubin)], check=True)
        kernels = instructions(cubin)
    for name, opcodes in kernels.items():
        bases = collections.Counter(opcode.split(".")[0] for opcode in opcodes)
        counts = [bases[base] for base in COUNTED]
        print(f"{name:18}{sum(counts):4} =", *(f"{n} {base}" for n, base in zip(counts, COUNTED) if n))
    found = list(faults(kernels))
    print("\n".join(found) if found else f"{architecture}: {len(kernels)} kernels as expected")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

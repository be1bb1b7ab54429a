"""functions.py [--record] ARCHITECTURE COMPILE COMMAND...: compiles functions.cu for the architecture and compares each
elementary function's instruction counts, slow paths included, with functions.json; --record writes them there.
Whatever is recorded, no kernel may use double precision.
Exit status 77 where there is no disassembler or, comparing, where nvcc is another one than was recorded."""
import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from sass import COUNTED, instructions

RECORD = pathlib.Path(__file__).with_name("functions.json")
# Never, in any path: double precision.  (.FTZ occurs inside ptxas's own div.rn, which is exact all the same.)
FORBIDDEN = re.compile(r"D(ADD|MUL|FMA|SETP|MNMX)\b|MUFU\.\w*64H|F2F\S*F64|[IF]2[IF]\S*F64")


def version(nvcc):
    return re.search(r"V([\d.]+)", subprocess.run([nvcc, "--version"], capture_output=True, text=True).stdout)[1]


def main():
    arguments = sys.argv[1:]
    record = arguments[0] == "--record"
    architecture, *compile_command = arguments[record:]
    if not shutil.which("cuobjdump") or not shutil.which("nvdisasm"):
        print("skipped: cuobjdump and nvdisasm are not on the PATH")
        return 77
    known = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    with tempfile.TemporaryDirectory() as scratch:
        cubin = pathlib.Path(scratch, "functions.cubin")
        source = pathlib.Path(__file__).with_name("functions.cu")
        subprocess.run([*compile_command, f"-arch={architecture}", "-cubin", str(source), "-o", str(cubin)], check=True)
        kernels = instructions(cubin)
    found, faults = {}, 0
    for name, opcodes in kernels.items():
        name = name.removesuffix("_kernel")
        for opcode in filter(FORBIDDEN.match, opcodes):
            faults += 1
            print(f"{name}: {opcode}")
        # What follows the last EXIT or RET is a branch to itself and padding.
        last = max(i for i, opcode in enumerate(opcodes) if opcode.split(".")[0] in ("EXIT", "RET", "BRA"))
        bases = collections.Counter(opcode.split(".")[0] for opcode in opcodes[:last])
        found[name] = {"all": sum(bases.values()), **{base: bases[base] for base in COUNTED if bases[base]}}
        print(f"{name:18}", *(f"{n} {base}" for base, n in found[name].items()))
    nvcc = version(compile_command[0])
    if record:
        known = {"nvcc": nvcc, "counts": {**known.get("counts", {}), architecture: found}}
        text = ",\n".join(f' "{a}": {{\n' + ",\n".join(f'  "{n}": {json.dumps(c)}' for n, c in kernels.items()) + "\n }"
                          for a, kernels in sorted(known["counts"].items()))
        RECORD.write_text(f'{{"nvcc": "{nvcc}", "counts": {{\n{text}\n}}}}\n')
        return 1 if faults else 0
    if known.get("nvcc") != nvcc:
        print(f"counts not compared: recorded with nvcc {known.get('nvcc')}, this is {nvcc}")
        return 1 if faults else 77
    expected = known["counts"][architecture]
    for name in sorted({*expected, *found}):
        if expected.get(name) != found.get(name):
            faults += 1
            print(f"{name}: counted {found.get(name)}, recorded {expected.get(name)}")
    print("as recorded" if not faults else "if the change is meant: functions.py --record")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

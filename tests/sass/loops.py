"""loops.py [--record] COMPILE COMMAND...: counts the instructions of the longest loop of each kernel of loops.cu, or of
all of it where there is none, on sm_89 and sm_90, and compares them with loops.json.

A count is that of the loop's body, from the target of its last backward branch to that branch, rare paths that are
inlined there included; functions that it calls are not.  Of wide_t a second count leaves out the calls of rare paths and
what passes their arguments, which a loop whose numbers share a step never runs.  Of double the instructions of FP64 are counted too: on a GPU
with FP32 : FP64 = 64 : 1 each of them takes 64 slots, which docs/evidence/kernels.md reads.
Exit status 77 where there is no disassembler or where nvcc is not the one recorded and a count differs."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "scripts"))
from disassembly import disassembler, instructions, version  # noqa: E402

RECORD = HERE / "loops.json"
DOUBLE = re.compile(r"D(ADD|MUL|FMA|SETP|MNMX)\b|MUFU\.\w*64H|F2F\S*F64|[IF]2[IF]\S*F64")


def target_of(opcode, operands):
    found = re.search(r"0x([0-9a-f]+)", operands) if opcode.split(".")[0] == "BRA" else None
    return int(found[1], 16) if found else None


def longest_loop(code):
    """The instructions of the longest loop, or of the kernel where there is none."""
    loops = []
    for address, _, opcode, operands in code:
        target = target_of(opcode, operands)
        if target is not None and target < address:  # what follows the last EXIT branches to itself
            loops.append([c for c in code if target <= c[0] <= address])
    return max(loops, key=len, default=[c for c in code if c[2] != "NOP"])


def plain_path(loop):
    """The instructions of a loop but for those that a branch skips around a call."""
    skipped = set()
    for address, predicate, opcode, operands in loop:
        target = target_of(opcode, operands)
        if predicate and target is not None and address < target <= loop[-1][0]:
            body = [c for c in loop if address < c[0] < target]
            if any(c[2].startswith("CALL") for c in body):
                skipped |= {c[0] for c in body}
    return [c for c in loop if c[0] not in skipped]


def counted(compile_command, architecture, folder):
    cubin = pathlib.Path(folder, f"{architecture}.cubin")
    subprocess.run([*compile_command, f"-arch={architecture}", "-cubin", HERE / "loops.cu", "-o", cubin], check=True)
    counts = {}
    for kernel, code in instructions(cubin).items():
        name = re.search(r"bench\d+(\w+?_(?:ff_t|fast_t|fused_t|wide_t|double))", kernel)[1]
        loop = longest_loop(code)
        if name.endswith("_double"):
            counts[name] = [len(loop), sum(1 for c in loop if DOUBLE.match(c[2]))]
        elif name.endswith("_wide_t"):
            counts[name] = [len(loop), len(plain_path(loop))]
        else:
            counts[name] = [len(loop)]
    return dict(sorted(counts.items()))


def main():
    record = sys.argv[1] == "--record"
    compile_command = sys.argv[1 + record:]
    if not disassembler():
        print("skipped: cuobjdump and nvdisasm are not on the PATH")
        return 77
    nvcc, faults = version(compile_command[0]), []
    known = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    found = {"nvcc": nvcc}
    with tempfile.TemporaryDirectory() as folder:
        for architecture in ("sm_89", "sm_90"):
            found[architecture] = counted(compile_command, architecture, folder)
            for name, counts in found[architecture].items():
                print(f"{architecture} {name:24} {counts}")
                if counts != known.get(architecture, {}).get(name) and not record:
                    faults.append(f"{name}: {counts} on {architecture}, recorded {known.get(architecture, {}).get(name)}")
    if record:
        lines = [f'"{a}": {{\n' + ",\n".join(f' "{n}": {json.dumps(c)}' for n, c in found[a].items()) + "\n}"
                 for a in ("sm_89", "sm_90")]
        RECORD.write_text(f'{{"nvcc": "{nvcc}",\n' + ",\n".join(lines) + "}\n")
    print("\n".join(faults) or "as recorded")
    return 0 if not faults else 1 if known.get("nvcc") == nvcc else 77


if __name__ == "__main__":
    sys.exit(main())

"""merged.py ARCHITECTURE COMPILE COMMAND...: compiles merged.cu here, and compares the instructions of each function called once
with those of two equal calls, on the way that no rare argument takes.  nvcc has to make one of the two, which leaves a branch
around the rare path or a move more: at most six instructions, a few more where a function has branches besides.
Exit status 77 where there is no disassembler."""
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parents[1] / "scripts"), str(HERE.parents[1] / "bench")]
from disassembly import disassembler, instructions  # noqa: E402
from sass_counts import shortest_way  # noqa: E402

MORE = 6
MORE_WITH_BRANCHES = {"erfinv": 13, "floor": 11, "round": 11}


def ordinary(code):
    end = next(k for k, (_, predicate, opcode, _) in enumerate(code) if opcode == "EXIT" and predicate is None)
    return len(shortest_way(code, 0, end))


def main():
    architecture, *compile_command = sys.argv[1:]
    if not disassembler():
        print("skipped: cuobjdump and nvdisasm are not on the PATH")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        cubin = pathlib.Path(folder, "merged.cubin")
        subprocess.run([*compile_command, f"-arch={architecture}", "-cubin", HERE / "merged.cu", "-o", cubin], check=True)
        counts = {kernel: ordinary(code) for kernel, code in instructions(cubin).items()}
    faults = []
    for name in sorted(kernel.removeprefix("once_") for kernel in counts if kernel.startswith("once_")):
        once, twice = counts[f"once_{name}"], counts[f"twice_{name}"]
        print(f"{name:20} {once:4} instructions once, {twice:4} twice")
        if twice > once + MORE_WITH_BRANCHES.get(name, MORE):
            faults.append(f"{name}: {twice - once} instructions more for the second call")
    print("\n".join(faults) or f"each is computed once on {architecture}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

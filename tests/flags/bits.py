"""bits.py write|compare FILE [ARGUMENT] -- COMPILE COMMAND...: compiles the source of FILE's name (operators.cpp for
operators.txt), runs it with ARGUMENT and writes what it prints to FILE, or compares that with FILE.  Also checks what
the compiler folds.
bits.py built FILE [ARGUMENT] -- PROGRAM: the same comparison of a program that is compiled.
bits.py entries FILE...: whether every entry of the catalogue has a line in one of the files."""
import difflib
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def entries(files):
    """The names that the catalogue declares, those of intervals at each type of endpoint, and those of the files.  The
    operands of special.hpp are a report's and a test's, on either side."""
    headers = "".join(header.read_text() for header in HERE.parents[1].glob("catalogue/**/*.hpp")
                      if header.name != "special.hpp")
    known = set(re.findall(r"^CATALOGUE_ENTRY\((\w+)", headers, re.M))
    for name in re.findall(r"^CATALOGUE_INTERVAL_ENTRY\((\w+)", headers, re.M):
        known.update(f"interval_{end}.{name}" for end in ("float", "double", "ff"))
    return known, {line.split()[0] for file in files for line in pathlib.Path(file).read_text().splitlines()}


def main():
    if sys.argv[1] == "entries":
        known, printed = entries(sys.argv[2:])
        missing = sorted(known - printed)
        return [f"no line for {name}" for name in missing], f"{len(known)} entries, each with a line"
    split = sys.argv.index("--")
    mode, file, *argument = sys.argv[1:split]
    command = sys.argv[split + 1:]
    source = HERE / (pathlib.Path(file).stem + ".cpp")
    faults = []
    with tempfile.TemporaryDirectory() as scratch:
        program = command[0]
        if mode != "built":
            program = pathlib.Path(scratch, "bits")
            subprocess.run([*command, str(source), "-o", str(program)], check=True)
        if source.stem == "operators" and subprocess.run([str(program), "--folded"]).returncode != 0:
            faults.append("the compiler folds to other bits than it runs")
        printed = subprocess.run([str(program), *argument], check=True, capture_output=True, text=True).stdout
    if mode == "write":
        pathlib.Path(file).write_text(printed)
    else:
        faults += difflib.unified_diff(pathlib.Path(file).read_text().split("\n"), printed.split("\n"), file,
                                       " ".join(command), n=0, lineterm="")
    return faults, f"{printed.count(chr(10))} entries, the same bits"


faults, well = main()
print("\n".join(faults) or well)
sys.exit(bool(faults))

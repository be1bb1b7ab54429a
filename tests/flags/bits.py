"""bits.py write|compare FILE [ARGUMENT] -- COMPILE COMMAND...: compiles the source of FILE's name (bits.cpp for bits.txt),
runs it with ARGUMENT and writes what it prints to FILE, or compares that with FILE.  Also checks what the compiler folds."""
import difflib
import pathlib
import subprocess
import sys
import tempfile

split = sys.argv.index("--")
mode, file, *argument = sys.argv[1:split]
compile_command = sys.argv[split + 1:]
source = pathlib.Path(__file__).with_name(pathlib.Path(file).stem + ".cpp")

with tempfile.TemporaryDirectory() as scratch:
    program = pathlib.Path(scratch, "bits")
    subprocess.run([*compile_command, str(source), "-o", str(program)], check=True)
    folded_as_run = source.stem != "bits" or subprocess.run([str(program), "--folded"]).returncode == 0
    printed = subprocess.run([str(program), *argument], check=True, capture_output=True, text=True).stdout

faults = [] if folded_as_run else ["the compiler folds to other bits than it runs"]
if mode == "write":
    pathlib.Path(file).write_text(printed)
    if printed.count("\n") < 40:
        faults.append("bits printed next to nothing")
else:
    faults += difflib.unified_diff(pathlib.Path(file).read_text().split("\n"), printed.split("\n"), file,
                                   " ".join(compile_command), n=0, lineterm="")
print("\n".join(faults) if faults else f"{printed.count(chr(10))} operators, the same bits")
sys.exit(bool(faults))

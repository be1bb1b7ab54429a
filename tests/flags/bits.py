"""bits.py write|compare FILE [ARGUMENT] -- COMPILE COMMAND...: compiles bits.cpp, runs it with ARGUMENT and writes
what it prints to FILE, or compares that with FILE.  Also checks what the compiler folds."""
import difflib
import pathlib
import subprocess
import sys
import tempfile

split = sys.argv.index("--")
mode, file, *argument = sys.argv[1:split]
compile_command = sys.argv[split + 1:]
source = pathlib.Path(__file__).with_name("bits.cpp")

with tempfile.TemporaryDirectory() as scratch:
    program = pathlib.Path(scratch, "bits")
    subprocess.run([*compile_command, str(source), "-o", str(program)], check=True)
    subprocess.run([str(program), "--folded"], check=True)
    printed = subprocess.run([str(program), *argument], check=True, capture_output=True, text=True).stdout

if mode == "write":
    pathlib.Path(file).write_text(printed)
    sys.exit(0 if printed.count("\n") > 40 else "bits printed next to nothing")

reference = pathlib.Path(file).read_text()
if printed == reference:
    print(f"{printed.count(chr(10))} operators, the same bits")
else:
    sys.exit("\n".join(difflib.unified_diff(reference.split("\n"), printed.split("\n"), file, " ".join(compile_command),
                                            n=0, lineterm="")))

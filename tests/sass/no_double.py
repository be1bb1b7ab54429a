"""no_double.py FILE...: fails where PTX has an instruction of FP64, or has none at all."""
import pathlib
import re
import sys

faults = []
for file in map(pathlib.Path, sys.argv[1:]):
    text = file.read_text()
    if not re.search(r"^//|\.version", text, re.M):
        faults.append(f"{file.name}: expected PTX")
    faults += [f"{file.name}:{number}: {line.strip()}" for number, line in enumerate(text.split("\n"), 1)
               if re.search(r"\.f64\b", line) and not line.lstrip().startswith(".reg")]
print("\n".join(faults) if faults else f"{len(sys.argv) - 1} files, no FP64")
sys.exit(1 if faults or len(sys.argv) < 2 else 0)

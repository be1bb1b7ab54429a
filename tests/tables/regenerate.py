"""regenerate.py SCRIPT FILE: runs the script, which prints the file, and compares.  Exit status 77 without sollya or mpmath,
where the script imports anything."""
import difflib
import importlib.util
import pathlib
import re
import shutil
import subprocess
import sys

script, made = map(pathlib.Path, sys.argv[1:])
needs_tools = re.search(r"^(?:from|import) ", script.read_text(), re.M)
if needs_tools and (not shutil.which("sollya") or not importlib.util.find_spec("mpmath")):
    print("skipped: sollya or mpmath is missing")
    sys.exit(77)
run = subprocess.run([sys.executable, str(script), made.name], capture_output=True, text=True)
if run.returncode != 0:
    sys.exit(f"{script} failed:\n{run.stderr}")
difference = list(difflib.unified_diff(made.read_text().splitlines(), run.stdout.splitlines(), str(made), "made again",
                                       lineterm=""))
print("\n".join(difference[:40]) if difference else f"{made.name}: as its script makes it")
sys.exit(1 if difference else 0)

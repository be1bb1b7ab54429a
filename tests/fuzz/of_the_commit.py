"""of_the_commit.py SHARD SECONDS PROGRAM FOLDER: fuzzes with a seed that the commit and the shard give.

Each commit tries inputs that no other has tried, and the same commit finds the same again."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

shard, seconds, program, seeds = sys.argv[1:]
root = pathlib.Path(__file__).resolve().parents[2]
asked = subprocess.run(["git", "rev-parse", "HEAD"], cwd=root, capture_output=True, text=True) if shutil.which("git") else None
commit = asked.stdout.strip() if asked and asked.returncode == 0 else "0"
seed = int(commit[:14], 16) + int(shard)
with tempfile.TemporaryDirectory() as folder:
    ran = subprocess.run([program, "--seconds", seconds, "--seed", str(seed), seeds], cwd=folder)
    crash = pathlib.Path(folder, "fuzz-crash")
    if crash.exists():
        print("the input:", crash.read_bytes())
sys.exit(ran.returncode != 0)

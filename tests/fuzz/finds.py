"""The fuzz driver finds a planted defect, leaves the input behind, and fails again when it replays that."""
import os
import subprocess
import sys
import tempfile

program, seeds = sys.argv[1:]
with tempfile.TemporaryDirectory() as folder:
    run = lambda *arguments: subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, timeout=60)
    crash = os.path.join(folder, "fuzz-crash")
    replayed = run("--runs", "0", seeds)
    searched = run("--seconds", "20", seeds)
    found = os.path.exists(crash) and b".e" in open(crash, "rb").read()
    again = run("--runs", "0", crash)
    print(searched.stderr)
    good = replayed.returncode == 0 and searched.returncode < 0 and found and again.returncode < 0
sys.exit(0 if good else 1)

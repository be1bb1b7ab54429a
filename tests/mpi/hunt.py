"""hunt.py PROGRAM MPIRUN: ff-accuracy-mpi finds the same with any number of ranks, refuses what many ranks do not share, and
leaves no report behind where a rank dies."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

program, mpirun = sys.argv[1:3]
folder = tempfile.TemporaryDirectory()
report = Path(folder.name, "report.json")


def command(ranks, *arguments):
    return [mpirun, "-n", str(ranks), program, "--device", "cpu", "--ops", "add22", "--vectors", "2^10", *arguments]


def run(ranks, *arguments, **environment):
    return subprocess.run(command(ranks, *arguments), capture_output=True, text=True, timeout=100, env={**os.environ, **environment})


def found(ranks, hunt):
    ran = run(ranks, "--hunt", hunt, "--json", str(report))
    assert ran.returncode == 0, ran.stdout + ran.stderr
    rows = json.loads(report.read_text())["operators"]
    report.unlink()
    assert f"{ranks} rank" in ran.stdout, ran.stdout
    for row in rows:
        for key in [k for k in row if "seconds" in k]:
            del row[key]
    return rows


# A single share, and more shares than ranks, which do not divide evenly.
for hunt, several in (("2^18", [3]), ("7e6", [2, 3])):
    alone = found(1, hunt)
    for ranks in several:
        assert found(ranks, hunt) == alone, f"{ranks} ranks, --hunt {hunt}"

for refused in (["--hunt", "none"], []):
    ran = run(2, *refused, OMPI_MCA_odls_base_sigkill_timeout="0")  # which mpirun would give ranks that have gone already
    assert ran.returncode == 2 and ran.stderr.count("ff-accuracy:") == 1 and "expected" in ran.stderr, ran.stderr


def rank_of(process):
    try:
        environment = Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    except OSError:
        return None
    return next((int(e.split(b"=")[1]) for e in environment if e.startswith((b"OMPI_COMM_WORLD_RANK=", b"PMI_RANK="))), None)


def children(process):
    for task in Path("/proc").glob("[0-9]*"):
        try:
            if int((task / "stat").read_text().rsplit(")", 1)[1].split()[1]) == process:
                yield int(task.name)
        except OSError:
            pass


long_hunt = subprocess.Popen(command(3, "--hunt", "2^40", "--json", str(report)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
victim, deadline = None, time.time() + 60
while victim is None and time.time() < deadline:
    time.sleep(0.2)
    victim = next((c for c in children(long_hunt.pid) if rank_of(c) == 2), None)
assert victim, "rank 2 was not found"
time.sleep(2)  # it searches
assert long_hunt.poll() is None, long_hunt.stdout.read()
os.kill(victim, signal.SIGKILL)
output, _ = long_hunt.communicate(timeout=60)
assert long_hunt.returncode != 0, output
left = [f.name for f in Path(folder.name).iterdir()]
assert not left, f"left behind: {left}"
print("the same with 1, 2 and 3 ranks; nothing is left of a search that lost one")

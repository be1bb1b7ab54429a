"""speed.py PROGRAM COMMAND...: compiles speed.cpp as COMMAND says, without optimisation, and fails where ff_t takes more than 60 times double's
time.  A third attempt decides, for the machine may be busy."""
import subprocess
import sys

MOST = 60
program, *command = sys.argv[1:]
subprocess.run([*command, "-o", program], check=True)
for attempt in range(3):
    times = [float(t) for t in subprocess.run([program], check=True, capture_output=True, text=True).stdout.split()]
    print("times double's time:", *times)
    if max(times) <= MOST:
        sys.exit()
sys.exit(f"more than {MOST} times")

"""speed.py MOST PROGRAM COMMAND...: compiles speed.cpp as COMMAND says, without optimisation, and fails where ff_t takes more than MOST times
double's time.  A third attempt decides, for the machine may be busy."""
import subprocess
import sys

most, program, *command = sys.argv[1:]
subprocess.run([*command, "-o", program], check=True)
for attempt in range(3):
    times = [float(t) for t in subprocess.run([program], check=True, capture_output=True, text=True).stdout.split()]
    print("times double's time:", *times)
    if max(times) <= float(most):
        sys.exit()
sys.exit(f"more than {most} times")

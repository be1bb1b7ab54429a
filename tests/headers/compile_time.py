"""compile_time.py SECONDS COMMAND...: the command succeeds, and the quickest of up to five runs takes less processor time."""
import resource
import subprocess
import sys


def processor_time():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


limit, command = float(sys.argv[1]), sys.argv[2:]
times = []
while len(times) < 5 and (not times or min(times) >= limit):
    before = processor_time()
    subprocess.run(command, check=True)
    times.append(processor_time() - before)
print(f"{min(times):.2f} s of {limit} s, the quickest of {len(times)}: {' '.join(command)}")
sys.exit(min(times) >= limit)

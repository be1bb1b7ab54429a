"""shown.py GDB FOLDER PROGRAM COMPILER...: compiles shown.cpp, and checks what gdb shows of its numbers, and that it does not
where the folder is not trusted or the program has NDEBUG."""
import subprocess
import sys

SHOWN = """
x = 0.1 (0x1.99999ap-4, -0x1.99999ap-30)
tenth = 0.1 (0x1.99999ap-4, -0x1.99999ap-30)
negative = -2.5 (-0x1.4p1, 0x0p0)
wide = 1.7014118346046923e+38 (0x1p127, 0x1p-149)
nothing = -0 (-0x0p0, 0x0p0)
endless = inf (inf, 0x0p0)
number = 0.9999999990686774 (0x1p0, -0x1p-30)
b = {mass = 1e-30 (0x1.4484cp-100, -0x1.143d6p-128), count = 3}
list = std::vector of length 2, capacity 2 = {1 (0x1p0, 0x0p0), 2.5 (0x1.4p1, 0x0p0)}
z = {re_ = 1 (0x1p0, 0x0p0), im_ = 2 (0x1p1, 0x0p0)}
""".strip().splitlines()

gdb, folder, program, *command = sys.argv[1:]


def shown(*options, trusted=True):
    """What gdb prints at the first call of stop: its argument, as the breakpoint has it, and the locals of its caller."""
    subprocess.run([*command, *options, "-o", program], check=True)
    trust = ["-iex", f"add-auto-load-safe-path {folder}"] if trusted else []
    commands = ["break stop", "run", "info args", "up", "info locals"]
    ran = subprocess.run([gdb, "-q", "-batch", "-nx", *trust, *(part for c in commands for part in ("-ex", c)), program],
                         capture_output=True, text=True, timeout=120)
    return ran.stdout + ran.stderr


text = shown()
missing = [line for line in SHOWN if line not in text.splitlines()]
if missing:
    sys.exit(text + "\n\nnot shown: " + "\n".join(missing))
assert "auto-loading has been declined" in shown(trusted=False), "an untrusted script"
without = shown("-DNDEBUG")
assert "hi_ = 0.100000001" in without and "declined" not in without, without

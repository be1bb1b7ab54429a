"""front_door.py ROOT: what ./ff asks cmake for, and where: a stand-in for cmake notes its folder and arguments."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(sys.argv[1]).resolve()
NOTING = '#!/bin/sh\necho "$PWD|$*" >>"$NOTES"\n[ "$1" != --build ]\n'  # configures, does not build


def asked(folder, door, *arguments):
    """The exit status, and the stand-in's lines."""
    notes = Path(folder, "notes")
    notes.write_text("")
    environment = {**os.environ, "NOTES": str(notes), "CDPATH": f"/:{ROOT.parent}", "PATH": f"{folder}:{os.environ['PATH']}"}
    ran = subprocess.run([door, *arguments], cwd=folder, env=environment, capture_output=True, text=True)
    return ran.returncode, notes.read_text().splitlines()


failures = []


def expect(what, good):
    if not good:
        failures.append(what)


with tempfile.TemporaryDirectory() as folder:
    stand_in = Path(folder, "cmake")
    stand_in.write_text(NOTING)
    stand_in.chmod(0o755)
    link = Path(folder, "door")
    link.symlink_to(ROOT / "ff")
    for arguments, preset, target in (
            (["accuracy", "--vectors", "2^10", "--ops", "core"], "tools", "ff-accuracy-operators"),
            (["bench"], "tools", "ff-bench"),
            (["trace"], "apps", "ff-trace"),
            (["intersect", "--table3"], "apps", "ff-intersect"),
            (["compress", "--sample"], "apps", "ff-compress"),
            (["bezier", "--view", "poles"], "apps", "ff-bezier")):
        for door in (ROOT / "ff", link):
            status, lines = asked(folder, door, *arguments)
            wanted = [f"{ROOT}|--preset {preset}", f"{ROOT}|--build --preset {preset} --target {target}"]
            expect(f"{door} {' '.join(arguments)}: {status}, {lines}, expected {wanted}", (status, lines) == (1, wanted))
    # The operators' program is asked first; what it hands over goes to the other, with the same arguments.
    house = Path(folder, "house")
    (house / "build/bin").mkdir(parents=True)
    (house / "ff").write_text((ROOT / "ff").read_text())
    (house / "ff").chmod(0o755)
    stand_in.write_text(NOTING.replace('[ "$1" != --build ]\n', ""))
    for status, ran in ((0, ["ff-accuracy-operators --ops x"]), (1, ["ff-accuracy-operators --ops x"]),
                        (4, ["ff-accuracy-operators --ops x", "ff-accuracy --ops x"])):
        for name, code in (("ff-accuracy-operators", status), ("ff-accuracy", 0)):
            program = house / "build/bin" / name
            program.write_text(f'#!/bin/sh\necho "{name} $*" >>"$NOTES"\nexit {code}\n')
            program.chmod(0o755)
        got, lines = asked(folder, house / "ff", "accuracy", "--ops", "x")
        lines = [line for line in lines if "|" not in line]
        expect(f"ff accuracy where the operators' program ends with {status}: {got}, {lines}",
               (got, lines) == (status % 4, ran))
    stand_in.write_text(NOTING)
    # Where nothing can be installed the last line names each package once, and what would do instead.
    alone = Path(folder, "alone")
    alone.mkdir()
    for name, script in (("g++", "grep -v '^#'"), ("apt-get", "exit 100"), ("sudo", '"$@"')):  # no header is there, no package to be had
        (alone / name).write_text(f"#!/bin/sh\n{script}\n")
        (alone / name).chmod(0o755)
    ran = subprocess.run([ROOT / "ff", "test", "--quick"], cwd=folder, capture_output=True, text=True,
                         env={**os.environ, "PATH": f"{alone}:{folder}:{os.environ['PATH']}"})
    last = ran.stderr.strip().splitlines()[-1]
    expect(f"ff without packages: {ran.returncode}, {last}", ran.returncode == 1 and "could not install" in last)
    expect(f"each package once: {last}", last.count("libgmp-dev") == 1)
    expect(f"what would do instead: {last}", "CPLUS_INCLUDE_PATH=" in last and "CMAKE_PREFIX_PATH=" in last)
    status, lines = asked(folder, ROOT / "ff", "test", "--help")
    expect(f"ff test --help: {status}, {lines}, expected 0 and nothing built", (status, lines) == (0, []))
    status, lines = asked(folder, ROOT / "ff", "nosuch")
    expect(f"ff nosuch: {status}, {lines}, expected 2 and nothing built", (status, lines) == (2, []))

print("\n".join(failures) or "each command asks for what it needs, in the right folder")
sys.exit(bool(failures))

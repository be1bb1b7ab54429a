"""What every command line tool here owes its user, as checks that the tests of each tool share."""
import json
import os
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time


def few_threads():
    """For a child: stacks as large as all its addresses, so that no second thread starts."""
    all_addresses = 4 << 30
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    stack = all_addresses if hard == resource.RLIM_INFINITY else min(all_addresses, hard)
    resource.setrlimit(resource.RLIMIT_STACK, (stack, hard))
    resource.setrlimit(resource.RLIMIT_AS, (all_addresses, all_addresses))


class Checker:
    """Runs a tool and judges what it answers."""

    def __init__(self, tool):
        self.tool = tool
        self.failures = 0

    def judge(self, good, what, said=""):
        self.failures += not good
        print("ok  " if good else "FAIL", what)
        if not good:
            print(said)

    def run(self, arguments, shell=None, **options):
        """`shell` is what a shell runs with the tool as "$@"."""
        command = [self.tool, *arguments] if shell is None else ["sh", "-c", shell, "sh", self.tool, *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=300, **options)

    def expect(self, arguments, status, *texts, absent=(), shell=None, **options):
        run = self.run(arguments, shell, **options)
        said = run.stdout + run.stderr
        good = run.returncode == status and all(t in said for t in texts) and not any(os.path.exists(p) for p in absent)
        self.judge(good, f"{' '.join(arguments)} {shell or ''} -> {run.returncode}", said)
        return said

    def end(self):
        sys.exit(1 if self.failures else 0)


def check_streams(c, page):
    """`page` are arguments that print something at once."""
    for arguments in ["--help"], page:
        for lost in '"$@" >/dev/full', '"$@" >&-':
            c.expect(arguments, 3, "cannot write to standard output", shell=lost)
    c.expect(["--nosuch"], 2, shell='"$@" 2>&-')


def check_result_files(c, quick, first, second, slow):
    """`quick` are arguments of a run that `first` and `second`, options, write JSON and another result of; `slow`
    are those of a run that lasts."""
    with tempfile.TemporaryDirectory() as folder:
        at = lambda name: os.path.join(folder, name)

        def clean(what, *names):
            c.judge(sorted(os.listdir(folder)) == sorted(names), f"{what}: {', '.join(names) or 'nothing'} in the folder",
                    os.listdir(folder))
            for name in os.listdir(folder):
                path = at(name)
                shutil.rmtree(path) if os.path.isdir(path) and not os.path.islink(path) else os.unlink(path)

        check_refusals(c, first, second, slow, folder, at, clean)
        check_names(c, quick, first, second, at, clean)
        check_devices(c, quick, first, second, at, clean)
        check_endings(c, quick, first, slow, folder, at, clean)


def is_json(path):
    return isinstance(json.load(open(path)), dict)


def check_refusals(c, first, second, slow, folder, at, clean):
    """What is refused before the work."""
    c.expect([*slow, first, folder], 2, first, "that is a folder")
    c.expect([*slow, first, at("new/")], 2, first, "expected a file in a writable folder")
    c.expect([*slow, first, at("no/file")], 2, first, "expected a file in a writable folder")
    c.expect([*slow, first, ""], 2, first)
    c.expect([*slow, first, at("a"), second, at("a")], 2, first, second, "are one file")
    os.symlink("a", at("link"))
    c.expect([*slow, first, at("link"), second, at("a")], 2, "are one file")
    os.symlink(folder, at("folder"))
    c.expect([*slow, first, at("a"), second, at("folder/a")], 2, "are one file")
    os.symlink("loop", at("loop"))
    c.expect([*slow, first, at("loop")], 2, first)
    c.expect([*slow, first, at("a")], 2, "standard output goes there", shell=f'"$@" >{at("a")}')
    clean("refusals", "a", "folder", "link", "loop")
    if os.geteuid() != 0:
        os.mkdir(at("locked"), 0o500)
        c.expect([*slow, first, at("locked/a")], 2, "expected a file in a writable folder")
        open(at("kept"), "w").close()
        os.chmod(at("kept"), 0o400)
        c.expect([*slow, first, at("kept")], 2, "expected a file in a writable folder")
        clean("locks", "kept", "locked")


def check_names(c, quick, first, second, at, clean):
    # Names that once were temporary ones: both results are whole, and a link is not followed.
    c.expect([*quick, first, at("a.part"), second, at("a")], 0)
    c.judge(is_json(at("a.part")) and os.path.getsize(at("a")) > 50, "a.part beside a")
    clean("a.part", "a", "a.part")
    open(at("victim"), "w").write("mine")
    os.symlink("victim", at("a.part"))
    c.expect([*quick, first, at("a")], 0)
    c.judge(is_json(at("a")) and open(at("victim")).read() == "mine", "a link in the way is not followed")
    clean("a link in the way", "a", "a.part", "victim")

    # The file that a link names is replaced, with its mode; a new one has what umask leaves.
    open(at("there"), "w").write("old")
    os.chmod(at("there"), 0o604)
    os.symlink("there", at("link"))
    c.expect([*quick, first, at("link"), second, at("new")], 0, shell='umask 027; "$@"')
    mode = lambda name: stat.S_IMODE(os.stat(at(name)).st_mode)
    c.judge(os.path.islink(at("link")) and is_json(at("there")), "a link stays, its file is replaced")
    c.judge((mode("there"), mode("new")) == (0o604, 0o640), "modes", (oct(mode("there")), oct(mode("new"))))
    os.unlink(at("there"))
    c.expect([*quick, first, at("link")], 0)
    c.judge(os.path.islink(at("link")) and is_json(at("there")), "a link to no file makes it")
    clean("links", "link", "new", "there")


def check_devices(c, quick, first, second, at, clean):
    """Pipes and devices are written as they are."""
    os.mkfifo(at("pipe"))
    got = []
    reader = threading.Thread(target=lambda: got.append(open(at("pipe")).read()), daemon=True)
    reader.start()
    c.expect([*quick, first, at("pipe")], 0)
    reader.join(20)
    c.judge(len(got) == 1 and got[0].startswith("{") and stat.S_ISFIFO(os.stat(at("pipe")).st_mode), "a pipe", got)
    clean("a pipe", "pipe")
    c.expect([*quick, first, "/dev/stdout"], 0, "\n{", "wrote /dev/stdout")
    c.expect([*quick, first, "/dev/stdout"], 0, shell=f'"$@" >{at("out")}')
    out = open(at("out")).read()
    c.judge(out.endswith("}\nwrote /dev/stdout\n") and not out.startswith("{"), "/dev/stdout as a file", out)
    c.expect([*quick, first, "/dev/fd/9"], 0, shell=f'"$@" 9>{at("nine")}')
    c.judge(is_json(at("nine")), "/dev/fd/9")
    c.expect([*quick, first, "/dev/fd/9"], 2, "nothing is open there")
    c.expect([*quick, first, "/dev/stdin"], 2, "not open for writing", shell='"$@" </dev/null')
    c.expect([*quick, first, "/dev/null", second, "/dev/null"], 0)
    c.judge(stat.S_ISCHR(os.stat("/dev/null").st_mode), "/dev/null stays a device")
    c.expect([*quick, first, "/dev/full"], 3, "cannot write /dev/full")
    clean("devices", "nine", "out")

    # A closed stream's number goes to no result.
    c.expect([*quick, first, at("a")], 3, "cannot write to standard output", shell='"$@" >&-')
    c.judge(not os.path.exists(at("a")) or is_json(at("a")), "no report in the JSON file")
    clean("a closed stream", *(["a"] if os.path.exists(at("a")) else []))


def check_endings(c, quick, first, slow, folder, at, clean):
    # A run that cannot finish leaves the older file and nothing else.
    def too_large():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))

    open(at("a"), "w").write("old")
    c.expect([*quick, first, at("a")], 3, "cannot write", preexec_fn=too_large)
    c.judge(open(at("a")).read() == "old", "an older file outlives a full disk")
    for ending in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
        run = subprocess.Popen([c.tool, *slow, first, at("a")], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
        time.sleep(0.1)  # nothing in the folder tells that the work has begun
        run.send_signal(ending)
        c.judge(run.wait(20) == -ending and os.listdir(folder) == ["a"] and open(at("a")).read() == "old",
                f"{ending.name}: the older file stays alone", (run.returncode, os.listdir(folder)))
    clean("endings", "a")

    # Two runs with one target: the later one's result, whole.
    runs = [subprocess.Popen([c.tool, *quick, first, at("a")], stdout=subprocess.DEVNULL) for _ in range(4)]
    c.judge([r.wait(120) for r in runs] == [0] * 4 and is_json(at("a")), "runs with one target")
    clean("runs with one target", "a")

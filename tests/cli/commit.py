"""Which commit a tool names: its own tree's, with its changes, and never that of a repository around it."""
import os
import re
import subprocess
import sys
import tempfile

cmake, git, script = sys.argv[1:]
failures = 0
environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
for name in "GIT_DIR", "GIT_WORK_TREE":
    environment.pop(name, None)


def run(folder, *arguments):
    subprocess.run(arguments, cwd=folder, env=environment, check=True, capture_output=True)


with tempfile.TemporaryDirectory() as folder:
    at = lambda name: os.path.join(folder, name)

    def named(source, with_git=git):
        run(folder, cmake, "-D", f"GIT={with_git}", "-D", f"SOURCE={source}", "-D", f"OUTPUT={at('commit.cpp')}", "-P", script)
        return re.search('return "(.*)"', open(at("commit.cpp")).read()).group(1)

    def expect(what, pattern, source, with_git=git):
        global failures
        name = named(source, with_git)
        good = re.fullmatch(pattern, name) is not None
        failures += not good
        print("ok  " if good else "FAIL", f"{what}: {name}")

    def commit(repository):
        run(repository, git, "add", ".")
        run(repository, git, "-c", "user.name=n", "-c", "user.email=e@e", "commit", "-q", "-m", "m")

    own = at("outer")
    os.makedirs(os.path.join(own, "export"))
    run(own, git, "init", "-q")
    for file in "file", "export/file":
        open(os.path.join(own, file), "w").write("text")
    expect("a repository without a commit", "unknown", own)
    commit(own)
    expect("a repository", "[0-9a-f]{12}", own)
    before = os.stat(at("commit.cpp")).st_mtime_ns
    expect("the same again", "[0-9a-f]{12}", own)
    failures += os.stat(at("commit.cpp")).st_mtime_ns != before  # nothing is compiled anew
    os.symlink(own, at("link"))
    expect("through a link", "[0-9a-f]{12}", at("link"))
    expect("an export inside another repository", "unknown", os.path.join(own, "export"))
    open(os.path.join(own, "file"), "w").write("changed")
    expect("with changes", "[0-9a-f]{12}-dirty", own)
    expect("no git", "unknown", own, "")
    run(own, git, "worktree", "add", "-q", at("linked"))
    expect("a linked worktree", "[0-9a-f]{12}", at("linked"))
    os.mkdir(at("export"))
    expect("no repository", "unknown", at("export"))

sys.exit(1 if failures else 0)

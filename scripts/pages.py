"""pages.py [--update] [--bin FOLDER] [PAGE...]: what README.md and docs/ print stands between

    <!-- printed by: COMMAND -->
    <!-- end of print -->

where rows whose bits have changed since they were recorded are struck out (records.py), and each record's own command follows.
Compares each such region with what its command prints, or with --update replaces it.  COMMAND is a function of scripts/report and its
arguments, like `accuracy.operators accuracy/results/h200.json`; a program, which is looked for in FOLDER, build/bin unless given; or a
script of scripts/.  All run in the root of the source tree.

Exit status 1 where a page differs, 77 where a tool is missing and nothing differs."""
import argparse
import difflib
import functools
import importlib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "scripts"))
import declarations  # noqa: E402
import records  # noqa: E402
import report  # noqa: E402
from reference import Reference  # noqa: E402

REGION = re.compile(r"(<!-- printed by: (.*?) -->\n)(.*?)(<!-- end of print -->)", re.S)


def pages():
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def printed(command, folder):
    """What a command prints between its marks; None where its tool is missing."""
    name, *arguments = shlex.split(command)
    if name == "reference.py":
        return in_region(reference().page(*arguments)) if (folder / "ff-accuracy").exists() and declarations.clang() else None
    if (report.ROOT / "scripts/report" / name.split(".")[0]).with_suffix(".py").exists():
        module, function = name.split(".")
        try:
            text = getattr(importlib.import_module(f"report.{module}"), function)(*arguments)
        except report.MissingTool:
            return None
        return in_region(records.struck(text, command))
    if name.endswith(".py"):
        program = [sys.executable, ROOT / "scripts" / name]
    elif (folder / name).exists():
        program = [folder / name]
    else:
        return None
    ran = subprocess.run([*program, *arguments], cwd=ROOT, capture_output=True, text=True)
    if ran.returncode or len(ran.stdout) < 100:
        sys.exit(f"{command}: status {ran.returncode}, printed {ran.stdout!r}\n{ran.stderr}")
    return in_region(records.struck(ran.stdout, command))


def in_region(text):
    return "\n" + text.rstrip("\n") + "\n\n"


@functools.cache
def reference():
    """What reference.py reads of all headers, once for all of its pages."""
    return Reference()


def main():
    parser = argparse.ArgumentParser(description="Compares the printed regions of the pages, or updates them.")
    parser.add_argument("--update", action="store_true", help="replace them")
    parser.add_argument("--bin", type=Path, default=ROOT / "build/bin", help="folder of the tools")
    parser.add_argument("page", nargs="*", type=Path, help="all by default")
    arguments = parser.parse_args()
    folder = arguments.bin.resolve()
    os.environ["FF_BIN"] = str(folder)  # where the scripts look for the tools

    differ, regions, missing = [], 0, set()
    for page in [p.resolve() for p in arguments.page] or pages():
        text = page.read_text()
        if text.count("<!-- printed by:") != len(REGION.findall(text)):
            sys.exit(f"{page}: a region does not end with <!-- end of print -->")

        def replaced(match):
            nonlocal regions
            regions += 1
            new = printed(match[2], folder)
            if new is None:
                missing.add(match[2])
                return match[0]
            if new != match[3]:
                differ.append(match[2])
                if not arguments.update:
                    sys.stdout.writelines(difflib.unified_diff(match[3].splitlines(True), new.splitlines(True), str(page), match[2]))
            return match[1] + new + match[4]

        updated = REGION.sub(replaced, text)
        if arguments.update and updated != text:
            page.write_text(updated)
    for command in sorted(missing):
        print(f"not compared, its tool is not in {arguments.bin}: {command}")
    print(f"{regions} regions, {len(differ)} {'replaced' if arguments.update else 'differ; scripts/pages.py --update replaces them'}")
    if differ and not arguments.update or regions == 0:
        return 1
    return 77 if missing else 0


if __name__ == "__main__":
    sys.exit(main())

"""The tables that README.md and docs/ show, each made from recorded runs.

A page names its table as `<!-- printed by: MODULE.FUNCTION ARGUMENT... -->`: a function of a module here, and what it is given, mostly
the path of a record.  It returns Markdown.  scripts/pages.py calls it, strikes out the rows that are old, and compares or replaces.
What only the programs know, bounds and predictions, they print as JSON: catalogue(), model()."""
import functools
import json
import math
import os
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class MissingTool(Exception):
    """A program that a table needs is not built."""


def read(path):
    return json.loads((ROOT / path).read_text())


def built(tool):
    program = Path(os.environ.get("FF_BIN", ROOT / "build/bin")) / tool
    if not program.exists():
        raise MissingTool(tool)
    return program


def output(tool, *arguments):
    """What a built program prints."""
    return subprocess.run([built(tool), *arguments], capture_output=True, text=True, check=True).stdout


@functools.cache
def told_by(tool, option):
    """The JSON that a built program prints.  It depends on the program alone, so it is kept beside it until that is built again: each
    page is a test of its own, and the hashes of all rows take seconds."""
    program = built(tool)
    kept = program.with_name(f"{tool}{option}.json")
    if kept.exists() and kept.stat().st_mtime > program.stat().st_mtime:
        return json.loads(kept.read_text())
    text = output(tool, option)
    with tempfile.NamedTemporaryFile("w", dir=program.parent, delete=False) as file:
        file.write(text)
    os.replace(file.name, kept)  # at once, since tests run side by side
    return json.loads(text)


def table(headings, rows):
    """A table in Markdown.  A bare | would end the cell."""
    lines = ["".join(f" {str(cell).replace(chr(92) + '|', '|').replace('|', chr(92) + '|')} |" for cell in line) for line in [headings, *rows]]
    return "\n".join(["|" + lines[0], "|" + "---|" * len(headings), *("|" + line for line in lines[1:])]) + "\n"


def power(n):
    return f"2^{math.log2(n):.4g}" if n > 0 else "-"


def provenance(run):
    return f"{run['device']}, driver {run['driver']}, commit {run['commit']}"


def by_commit(rows, name):
    """The names of the rows that are of another commit than their record, by that commit."""
    others = {}
    for row in rows:
        if "commit" in row:
            others.setdefault(row["commit"], []).append(row[name])
    return sorted(others.items())

"""The tables that README.md and docs/ show, each made from recorded runs.

A page names its table as `<!-- printed by: MODULE.FUNCTION ARGUMENT... -->`: a function of a module here, and what it is given, mostly
the path of a record.  It returns Markdown.  scripts/pages.py calls it, strikes out the rows that are old, and compares or replaces.
What only the programs know, bounds and predictions, they print as JSON: catalogue(), model()."""
import functools
import json
import math
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class MissingTool(Exception):
    """A program that a table needs is not built."""


def read(path):
    return json.loads((ROOT / path).read_text())


def output(tool, *arguments):
    """What a built program prints."""
    program = Path(os.environ.get("FF_BIN", ROOT / "build/bin")) / tool
    if not program.exists():
        raise MissingTool(tool)
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout


@functools.cache
def told_by(tool, option):
    """The JSON that a built program prints."""
    return json.loads(output(tool, option))


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

"""records.py check | stamp RECORD... | merge RECORD FROM...: what recorded runs rest on, and whether it is still so.

A row of a record stands for its callable's bits.  `ff-accuracy --json` writes their hash into each row; `stamp` adds to a record of
ff-bench the hashes of all that it timed, as "bits" at its head.  A row is old where its hash is not what `ff-accuracy --bits`
computes today, or where it has none.  pages.py strikes old rows out.

merge: rows of later runs of ff-accuracy take the place of a record's rows of the same names, each with its own device, commit, date
and command.  Where the bits are the same and the earlier hunt found a larger error, the row keeps that error and its operands.

check: each record says where, when and how it was made, and each page repeats its record's own command."""
import argparse
import functools
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import report

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("accuracy/results", "bench/results", "apps/trace/results", "apps/intersect/results", "apps/bezier/results")
OPTIONS = ("--vectors", "--hunt", "--exhaustive", "--seed", "--distribution")  # what a page must not say otherwise


def paths():
    return sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.json"))


@functools.cache
def today():
    """The hashes of the bits of this tree, by name; None where ff-accuracy is not built."""
    try:
        return report.told_by("ff-accuracy", "--bits")["bits"]
    except report.MissingTool:
        return None


# ---------------------------------------------------------------- what a row rests on

# How a row of accuracy/results names its callable, and how the pages' tables begin its line.
JUDGED = {"operators": (lambda row: row["operator"], lambda row: (row["operator"],)),
          "operations": (lambda row: row["operation"], lambda row: (row["operation"].split(".")[1],)),
          "predicates": (lambda row: row["predicate"], lambda row: (row["predicate"].split(".")[1],)),
          "linalg": (lambda row: "linalg." + row["function"], lambda row: (row["function"],)),
          "dd": (lambda row: "dd." + row["row"], lambda row: (row["row"],)),
          "roots": (lambda row: f"roots.{row['polynomials']}.{row['degree']}", lambda row: (row["polynomials"], str(row["degree"])))}

SIGNS = {"+": "plus", "*": "times", "/": "div", "x^5": "pown5", "sincos": "sincos_sin", "sincospi": "sincospi_sin", "hypot22": "hypot", "cbrt22": "cbrt"}
MIXES = {"Black-Scholes": ("exp", "log", "sqrt", "normcdf"), "exp sin + log": ("exp", "sin", "log"), "haversine": ("sin", "cos", "asin", "sqrt"), "haversine, sines twice": ("sin", "cos", "asin", "sqrt"),
         "six functions": ("exp", "log", "sin", "cos", "sqrt", "pow")}
PRODUCTS = ("linalg.gemm fast", "linalg.gemm standard", "linalg.gemm proved", "linalg.gemm balanced", "linalg.gemm componentwise")


# What the programs of apps/ rest on; Bezier patches have a proof and no row.
PROGRAMS = {"ff-trace": r"interval_(float|ff)\.(add|sub|mul|sqr|pown5)", "ff-implicit": r"interval_(float|ff)\.(add|sub|mul|sqr|pown5)",
            "ff-intersect": r"predicate_\w+\..*"}


def timed(kind, row, known):
    """The callables that a row of a benchmark times, as bits are named."""
    if kind == "gemm":
        return PRODUCTS
    if kind == "blas":
        return ("linalg." + row["routine"].split(",")[0],)
    if kind == "solve":
        return ("linalg.solve",)
    if kind in ("svd", "svd_batched"):
        return ("linalg.svd", "linalg.svd by Jacobi", "linalg.svd by Golub-Reinsch")
    if kind == "streaming":
        return ("linalg." + row["kernel"],)
    if kind == "predicates" and "predicate" in row:
        return tuple(name for name in known if re.fullmatch(rf"predicate_\w+\.{row['predicate'].split()[0]}", name))
    if kind in ("roots", "large"):
        return tuple(name for name in known if name.startswith("roots."))
    if kind == "idioms":
        return ("plus",)
    if kind == "double_doubles":
        return (f"dd.{row['operation']}",) if row["type"].startswith("dd_t") else ()
    name = row.get("name", "").split(",")[0]
    if name in MIXES:
        return MIXES[name]
    name = SIGNS.get(name, name)
    kind_of_number = row.get("type", "")
    return (f"{kind_of_number}.{name}",) if kind_of_number.startswith("interval_") else (name,) if kind_of_number == "ff" else ()


def rests_on(record, known):
    """All that a record of a benchmark has timed."""
    names = {name for kind, rows in record.items() if isinstance(rows, list) for row in rows if isinstance(row, dict)
             for name in timed(kind, row, known)}
    of_program = PROGRAMS.get(record.get("tool"))
    names |= {name for name in known if of_program and re.fullmatch(of_program, name)}
    return sorted(name for name in names if name in known)


# ---------------------------------------------------------------- what is old

def when(record, row=()):
    """The commit and the date of a row."""
    own = row if "commit" in row else record
    return own["commit"], own.get("date", "no date")


def is_judged(record):
    return any(kind in record for kind in ("operators", "operations", "dd", "linalg")) or (
        "tool" not in record and ("predicates" in record or ("roots" in record and "large" not in record)))


@functools.cache
def old(path):
    """What is old in the record: how its lines begin in a table, with commit and date.  Nothing is, where ff-accuracy is missing."""
    now, record, found = today(), json.loads(Path(path).read_text()), {}
    if now is None:
        return found
    if is_judged(record):
        for kind, (name_of, begins) in JUDGED.items():
            for row in record.get(kind, ()):
                if row.get("bits") != now.get(name_of(row), "gone"):
                    found[begins(row)] = when(record, row)
        return found
    had = record.get("bits", {})
    if record.get("tool") in PROGRAMS:
        return {(name,): when(record) for name in rests_on(record, now) if had.get(name) != now[name]}
    for kind, rows in record.items():
        for row in rows if isinstance(rows, list) else ():
            for name in timed(kind, row, now) if isinstance(row, dict) else ():
                if name in now and had.get(name) != now[name]:
                    begins = (row["name"].split(",")[0] if "name" in row else name.split(".")[-1],)
                    found[begins] = when(record)
    return found


def is_old(path, *begins):
    return begins in old(path)


def current(path, kind):
    """The rows of a record of ff-accuracy that are not old."""
    now, (name_of, _) = today(), JUDGED[kind]
    return [row for row in json.loads(Path(path).read_text())[kind] if now is None or row.get("bits") == now.get(name_of(row), "gone")]


# ---------------------------------------------------------------- what pages print

def named_in(command):
    """The records that a page's command reads."""
    return [word for word in shlex.split(command) if word.endswith(".json")]


def cells_of(line):
    return [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]


def struck(text, command):
    """The text of a region, old rows struck out; then how each record was made, and what in it is old."""
    records = [path for path in named_in(command) if (ROOT / path).exists()]
    olds = {begins: made for path in records for begins, made in old(ROOT / path).items()}
    lines, gone = [], {}
    for line in text.rstrip("\n").split("\n"):
        cells = cells_of(line) if line.startswith("| ") else []
        ways = (tuple(cells[:2]), tuple(cells[:1]), (cells[0].split(",")[0].strip("`"),)) if cells else ()  # "sin, any finite" is sin
        begins = next((way for way in ways if way in olds), None)
        if begins:
            gone[begins] = olds[begins]
            line = "| " + " | ".join(f"<s>{cell.strip()}</s>" if cell.strip() else "" for cell in re.split(r"(?<!\\)\|", line.strip()[1:-1])) + " |"
        lines.append(line)
    said = [made_by(path) for path in records]
    unstruck = sorted(" ".join(b) for b in olds if b not in gone and mentions(text, b, olds))
    at = sorted({f"{commit} ({date})" for begins, (commit, date) in olds.items() if begins in gone or " ".join(begins) in unstruck})
    if gone:
        said.append(f"Struck out: recorded at {', '.join(at)}, where the bits were others than today's.")
    if unstruck:
        said.append(f"Recorded at {', '.join(at)} with other bits than today's: {', '.join(f'`{name}`' for name in unstruck)}.")
    return "\n".join(lines + ([""] + said if said else [])) + "\n"


def mentions(text, begins, olds):
    """Whether a table without a line for it tells of it: by name, or because its record has nothing else."""
    kinds = {"gemm", "gemm standard", "svd", "solve", "gemv", "dot", "nrm2"}
    return f"`{begins[0]}`" in text or (begins[0] in kinds and len(olds) < 20) or "." in begins[0]


def made_by(path):
    record = json.loads((ROOT / path).read_text())
    commit, date = when(record)
    text = f"{Path(path).name}: `{command_of(record)}`, {date}, commit {commit}, driver {record.get('driver', 'none')}."
    others = {}
    for kind in JUDGED:
        for row in record.get(kind, ()):
            if "commit" in row:
                others.setdefault((row["commit"], row.get("date", ""), row.get("device", record["device"]).split(",")[0]), []).append(row)
    for (commit, date, device), rows in others.items():
        text += f"\n{len(rows)} of its rows {'is' if len(rows) == 1 else 'are'} of commit {commit}, {date}, {device}."
    return text


def command_of(record):
    """The command without its --json, --csv, --plot and --corpus, and without a list of names that nobody would type."""
    words, kept = shlex.split(record["command"]), []
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word in ("--json", "--csv", "--plot", "--corpus"):
            skip = True
        else:
            kept.append(word if word.count(",") < 12 else f"{','.join(word.split(',')[:3])},... ({word.count(',') + 1} names)")
    return " ".join(kept)


# ---------------------------------------------------------------- check

def options(command):
    words = shlex.split(command.replace("\\\n", " "))
    return {word: "" if word == "--exhaustive" else words[i + 1] for i, word in enumerate(words) if word in OPTIONS}


def faults_of_pages():
    """Commands of pages that are said to write a record, and are not the record's."""
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        text = page.read_text().replace("\\\n", " ")
        for line in text.splitlines():
            named = re.search(r"--json ((?:accuracy|bench)/results/[\w./-]+\.json)", line)
            if not named or not (ROOT / named[1]).exists():
                continue
            command = re.search(r"(?:\./ff|build/bin/ff-)[^`#]*", line)
            theirs = options(json.loads((ROOT / named[1]).read_text())["command"])
            if command and options(command[0]) != theirs:
                yield f"{page.relative_to(ROOT)} says {options(command[0])} makes {named[1]}; the record says {theirs}"


def faults_of(path):
    record, name = json.loads(path.read_text()), path.relative_to(ROOT)
    for key in ("commit", "date", "command"):
        if not record.get(key):
            yield f"{name}: expected {key}"
    if not (record.get("device") or record.get("cpu")):
        yield f"{name}: expected a device"
    hashes = list(record.get("bits", {}).values()) + [row["bits"] for kind in JUDGED for row in record.get(kind, ()) if "bits" in row]
    for wrong in (h for h in hashes if not re.fullmatch("[0-9a-f]{16}", h)):
        yield f"{name}: {wrong} is no hash"


def check():
    faults = [fault for path in paths() for fault in faults_of(path)] + list(faults_of_pages())
    faults += [f"{path}: expected a row to be one line, as `records.py merge` writes it" for path in paths()
               if path.read_text().count("\n") != text_of(json.loads(path.read_text())).count("\n") + 1]
    print("\n".join(faults))
    if today() is None:
        print("the hashes were not compared: ff-accuracy is not built")
        return 1 if faults else 77
    for path in paths():
        olds = old(path)
        if olds:
            print(f"{path.relative_to(ROOT)}: {len(olds)} old: {', '.join(sorted(' '.join(b) for b in olds))[:300]}")
    return 1 if faults else 0


def text_of(value, levels=2, end="\n"):
    """The text of a record, as command/record.hpp lays it out: a row is one line."""
    if not isinstance(value, (dict, list)) or not value:
        return json.dumps(value)
    members = [(f"{json.dumps(key)}: ", member) for key, member in value.items()] if isinstance(value, dict) else [("", member) for member in value]
    body = ", ".join(name + text_of(member, 0) for name, member in members)
    if levels and (len(body) > 100 or any(isinstance(member, (dict, list)) for _, member in members)):
        body = ",".join(f"{end} {name}{text_of(member, levels - 1, end + ' ')}" for name, member in members) + end
    return "{" + body + "}" if isinstance(value, dict) else "[" + body + "]"


def stamp(path):
    """Writes today's hashes into the record of a benchmark that this very tree has made."""
    record, now = json.loads(path.read_text()), today()
    if now is None:
        sys.exit("stamp: expected ff-accuracy, which computes the hashes; ninja -C build ff-accuracy makes it")
    commit = subprocess.run(["git", "describe", "--always", "--dirty", "--abbrev=12"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    if record["commit"] != commit:
        sys.exit(f"stamp {path}: it is of commit {record['commit']}, and this tree is {commit}; expected the same")
    if is_judged(record):
        sys.exit(f"stamp {path}: ff-accuracy has written its hashes already")
    record["bits"] = {name: now[name] for name in rests_on(record, now)}
    path.write_text(text_of(record) + "\n")
    print(f"{path}: {len(record['bits'])} hashes")


def with_worst_of(earlier, later):
    """The later row; with the earlier hunt's worst operands if the bits are the same and their error is larger."""
    if earlier.get("bits") != later.get("bits") or earlier.get("hunt_max_u2", 0) <= later.get("hunt_max_u2", 0):
        return later
    return {**later, **{key: earlier[key] for key in ("hunt_max_u2", "worst_input", "worst_result") if key in earlier}}


def merge(path, sources):
    """Puts the rows of later runs of ff-accuracy into a record, each with the run that it is of; new names come last."""
    record = json.loads(path.read_text())
    for source in sources:
        run = json.loads(source.read_text())
        if not is_judged(run):
            sys.exit(f"merge {source}: expected a record that ff-accuracy --json wrote")
        made = {key: run[key] for key in ("commit", "device", "driver", "date")}
        made["command"] = re.sub(r"(--(?:json|csv|plot|corpus)) (?:[^ ]*/)?([^ /]+)", r"\1 \2", run["command"])
        if "dirty" in made["commit"]:
            sys.exit(f"merge {source}: it is of {made['commit']}; expected a run of a committed tree")
        for kind, (name_of, _) in JUDGED.items():
            rows = {name_of(row): {**row, **made} for row in run.get(kind, ())}
            if not rows:
                continue
            if len(rows) < len(run[kind]):
                sys.exit(f"merge {source}: expected rows with a name each; those of {kind} share names, so copy a whole run instead")
            kept = [with_worst_of(row, rows.pop(name_of(row), row)) for row in record[kind]]
            record[kind] = kept + list(rows.values())
        if run.get("special"):
            record["special"] = run["special"]
        print(f"{path}: rows of {source.name}, commit {made['commit']}")
    path.write_text(text_of(record) + "\n")


def main():
    parser = argparse.ArgumentParser(description="Checks the records, stamps one with today's hashes, or merges later runs into one.")
    parser.add_argument("what", choices=["check", "stamp", "merge"])
    parser.add_argument("record", nargs="*", type=Path)
    arguments = parser.parse_args()
    if arguments.what == "check":
        return check()
    if arguments.what == "merge":
        if len(arguments.record) < 2:
            parser.error("merge: expected a record and at least one run to merge into it")
        merge(arguments.record[0], arguments.record[1:])
        return 0
    for path in arguments.record:
        stamp(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())

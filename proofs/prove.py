#!/usr/bin/env python3
"""prove.py [--record] [--functions | --operators | --mutants | --observed] [NAME...]: recomputes the certificates and rechecks the proofs.

Functions: build/bin/ff-prove bounds the error of every cell (proofs/functions).  Operators: Coq checks the theorems of
proofs/operators; a finite lemma is a program.  --record writes proofs/results/, from which pages print; with names, their
rows alone.  --observed proves nothing: it renews what was observed in proofs/results/, in each certified range by
tests/certificates, and elsewhere from accuracy/results; --record does so too.  --mutants breaks the headers on purpose and
expects every certificate to fail.  Exit status 1 where a certificate is above its stated bound or below an error that was
observed in its range, or a proof fails."""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

PROOFS = pathlib.Path(__file__).resolve().parent
ROOT = PROOFS.parent
sys.path.append(str(ROOT / "scripts"))
sys.path.append(str(PROOFS / "operators"))
import coq  # noqa: E402
import records  # noqa: E402


def observed():
    """The largest error that the recorded searches found, by function, and its head; not where the bits are others now."""
    found = {}
    for name in ("h200.json", "h200-functions.json"):
        for row in records.current(ROOT / "accuracy/results" / name, "operators"):
            worst = max(row.get("max_u2", 0), row.get("hunt_max_u2", 0))
            found[row["operator"]] = (worst, float.fromhex(row["worst_input"][0]) if row.get("worst_input") else None)
    return found


def prove_functions(names):
    """Runs ff-prove; its rows."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        status = subprocess.run([ROOT / "build/bin/ff-prove", "--json", file.name, *names], check=False).returncode
        if status == 2:
            sys.exit(2)
        rows = json.loads(pathlib.Path(file.name).read_text())["functions"]
    return rows, status


def renew_observed(path):
    """Writes into each row the largest error of the whole domain, "observed" at "observed_at", and of its range,
    "observed_there".  Whether one contradicts a certificate."""
    program = ROOT / "build/tests/ff-certificates-tests"
    if not program.exists():
        sys.exit("what was observed is not renewed: ff-certificates-tests is not built")
    ran = subprocess.run([program, "--gtest_filter=*no_operand*"], capture_output=True, text=True, check=False)
    there = {name: (float(error), float.fromhex(head)) for name, error, head in
             re.findall(r"^(\w+) +certified .*, largest error (\S+) at (\S+)", ran.stdout, re.MULTILINE)}
    anywhere = observed()
    rows = json.loads(path.read_text())["functions"]
    for row in rows:
        name = row["function"]
        inside = there.get(name, (0, None))
        row["observed"], row["observed_at"] = max(inside, anywhere.get(name, (0, None)), key=lambda found: found[0])
        row["observed_there"] = inside[0]
    path.write_text(records.text_of({"functions": rows}) + "\n")
    if ran.returncode:
        print("\n".join(line for line in ran.stdout.split("\n") if "certified" not in line))
    return ran.returncode != 0


def recorded(path, name, rows):
    """The rows on record, with those that were proved now in their places; new ones come last."""
    key = "function" if name == "functions" else "proof"
    now = {row[key]: row for row in rows}
    before = json.loads(path.read_text())[name]
    return [now.pop(row[key], row) for row in before] + list(now.values())


def check(path, coq_files):
    """Checks one file: its name, whether it holds, the seconds, and a Coq file's theorems and axioms."""
    begin = time.monotonic()
    row = {"proof": path.name, "holds": True}
    if path.suffix == ".v":
        ran = coq.compile_file(coq_files, path.stem)
        row["theorems"], row["axioms"] = coq.theorems(path.read_text()), sorted(coq.axioms_of(ran.stdout))
        unknown = [f"unknown axiom {name}" for name in row["axioms"] if name not in coq.KNOWN_AXIOMS]
        row["message"] = "; ".join(coq.faults_of(path) + unknown)
    else:
        ran = coq.run([sys.executable, path])
    row["seconds"] = time.monotonic() - begin
    if ran.returncode:
        row["message"] = (ran.stdout + ran.stderr)[-400:]
    row["holds"] = ran.returncode == 0 and not row.get("message")
    return row


def prove_operators(names):
    """Checks the files of proofs/operators: Coq's theorems and a finite lemma."""
    files = [p for p in sorted((PROOFS / "operators").iterdir()) if p.suffix == ".v" or p.stem.endswith("_lemma")]
    files = [p for p in files if (not names or p.stem in names) and p.stem not in coq.COMMON]
    status, rows, axioms = 0, [], set()
    if coq.printed_kernels(ROOT / "include") != (PROOFS / "operators/kernels.v").read_text():
        print("kernels.v does not have the header's steps: print them with proofs/operators/coq.py")
        status = 1
    with tempfile.TemporaryDirectory() as folder:
        begin = time.monotonic()
        wrong = coq.compile_common(pathlib.Path(folder))
        print(f"{', '.join(coq.COMMON):24} {'FAILED' if wrong else 'checked':8} {time.monotonic() - begin:7.1f} s", flush=True)
        if wrong:
            sys.exit(wrong)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for row in pool.map(lambda path: check(path, folder), files):
                print(f"{row['proof']:24} {'checked' if row['holds'] else 'FAILED':8} {row['seconds']:7.1f} s  "
                      f"{' '.join(row.get('theorems', []))}", flush=True)
                if not row["holds"]:
                    print(row["message"])
                    status = 1
                axioms.update(row.get("axioms", []))
                rows.append(row)
    print("axioms:", ", ".join(sorted(axioms)))
    return rows, status


def main():
    parser = argparse.ArgumentParser(description="Recomputes the certificates and rechecks the proofs.")
    parser.add_argument("--record", action="store_true", help="write proofs/results/")
    parser.add_argument("--functions", action="store_true", help="functions alone")
    parser.add_argument("--operators", action="store_true", help="operators alone")
    parser.add_argument("--mutants", action="store_true", help="show that the certificates can fail")
    parser.add_argument("--observed", action="store_true", help="renew what was observed in proofs/results/, without proofs")
    parser.add_argument("names", nargs="*", help="functions or files of proofs/operators without their ends")
    options = parser.parse_args()
    if options.mutants:
        return max(subprocess.run([sys.executable, PROOFS / path, ROOT / "include", "g++"], check=False).returncode
                   for path in ("operators/mutants.py", "mutants.py"))
    if options.observed:
        return int(renew_observed(PROOFS / "results/functions.json"))
    results, status = {}, 0
    if not options.operators:
        results["functions"], status = prove_functions(options.names)
    if not options.functions and not (options.names and not options.operators):
        results["operators"], failed = prove_operators(options.names)
        status = max(status, failed)
    if options.record:
        (PROOFS / "results").mkdir(exist_ok=True)
        for name, rows in results.items():
            path = PROOFS / "results" / f"{name}.json"
            path.write_text(records.text_of({name: recorded(path, name, rows) if options.names else rows}) + "\n")
            if name == "functions" and renew_observed(path):
                status = 1
    print("all certificates hold" if status == 0 else "a certificate FAILED")
    return status


sys.exit(main())

#!/usr/bin/env python3
"""Fits what architectures.json marks as "fit" to the throughputs of a recorded run of ff-bench: the issue slots of an
instruction of some pipes and the exponent of contention (model.hpp says what they mean).  Least sixth powers of the
relative errors, so that the worst rows count most; pattern search from the values recorded."""
import argparse
import json
import pathlib
import re

DATA = pathlib.Path(__file__).resolve().parent / "data"
PIPES = ["fp64", "dfma", "mufu", "check", "branch", "banks"]


def per_clock(counts, pipes, machine, slots, contention):
    """As cost_model::predict of model.hpp."""
    load = {pipe: sum(counts.get(o, 0) for o in opcodes) for pipe, opcodes in pipes.items()}
    issue = (sum(counts.values()) + sum(n * (slots.get(pipe, 1) - 1) for pipe, n in load.items())) / machine["issue"]
    cycles = [issue] + [n / machine[pipe] for pipe, n in load.items() if machine[pipe] < machine["issue"]]
    longest = max(cycles)
    return 1 / (longest * sum((c / longest) ** contention for c in cycles) ** (1 / contention))


def errors(run, model, sass, values):
    machine = model["architectures"][run["architecture"]]
    slots = dict(zip(PIPES, values))
    found = {}
    for row in run["throughput"]:
        if forms := sass.get(row["id"]):
            best = max(per_clock(c, model["pipes"], machine, slots, values[-1]) for c in forms.values())
            found[row["id"]] = best / row["per_clock_sm"] - 1
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", metavar="RUN.json", type=pathlib.Path, help="what ff-bench --json wrote on a GPU")
    parser.add_argument("--write", action="store_true",
                        help="into data/architectures.json, for every architecture that has the parameter")
    arguments = parser.parse_args()
    model = json.loads((DATA / "architectures.json").read_text())
    try:
        run = json.loads(arguments.run.read_text())
        sass = json.loads((DATA / "sass.json").read_text())["counts"][run["architecture"]]
        run["throughput"][0]["per_clock_sm"]
    except (OSError, ValueError, LookupError, TypeError):
        parser.error(f"{arguments.run}: expected a readable JSON file that ff-bench --json wrote on a GPU")
    machine = model["architectures"][run["architecture"]]
    cost = lambda v: sum(e ** 6 for e in errors(run, model, sass, v).values())
    values = [machine["issue_slots"].get(pipe, 1.0) for pipe in PIPES] + [model["contention"]]
    step = [0.5] * len(PIPES) + [4.0]
    while max(step) > 0.02:
        moved = False
        for i in range(len(values)):
            for trial in (values[i] + step[i], values[i] - step[i]):
                tried = values[:i] + [max(trial, 2.0 if i == len(PIPES) else 0.0)] + values[i + 1:]
                if cost(tried) < cost(values):
                    values, moved = tried, True
                    break
        if not moved:
            step = [s / 2 for s in step]
    values = [round(v, 2) for v in values]
    found = errors(run, model, sass, values)
    sizes = sorted(abs(e) for e in found.values())
    print("issue slots:", dict(zip(PIPES, values)), "contention:", values[-1])
    print(f"error: median {sizes[len(sizes) // 2]:.1%}, largest {sizes[-1]:.1%}")
    for name, e in sorted(found.items(), key=lambda t: -abs(t[1]))[:8]:
        print(f"  {name:24s} {e:+.1%}")
    if arguments.write:
        text = re.sub(r'("contention": )[\d.]+', rf"\g<1>{values[-1]}", (DATA / "architectures.json").read_text())
        for pipe, value in zip(PIPES, values):
            text = re.sub(rf'("issue_slots": {{[^}}]*"{pipe}": )[\d.]+', rf"\g<1>{value}", text)
        (DATA / "architectures.json").write_text(text)


if __name__ == "__main__":
    main()

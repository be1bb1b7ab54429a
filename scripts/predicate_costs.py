"""predicate_costs.py: the table of what the stages of the predicates cost, from the recorded instruction counts
(tests/sass/counts.json).

What loads, stores and moves is left out, since it goes with the kernel around."""
import json
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = {"LDG", "STG", "LDC", "LDCU", "ULDC", "MOV", "UMOV", "R2UR", "HFMA2", "NOP"}  # HFMA2: a constant's move
DOUBLE = {"DADD", "DMUL", "DFMA", "DSETP", "DMNMX"}


def cell(counts):
    arithmetic = {opcode: n for opcode, n in counts.items() if opcode not in LEFT_OUT}
    double = sum(n for opcode, n in arithmetic.items() if opcode in DOUBLE)
    return f"{sum(arithmetic.values())}" + (f", {double} of them FP64" if double else "")


def main():
    stages = json.loads((ROOT / "tests/sass/counts.json").read_text())["predicates"]
    architectures = list(next(iter(stages.values())))
    print("| stage | " + " | ".join(architectures) + " |")
    print("|---|" + "---|" * len(architectures))
    predicates, order = ["orient2d", "orient3d", "incircle", "insphere"], ["filter", "pairs", "lattice"]
    of_stages = [name for name in stages if name.split("_")[0] in predicates and name.split("_")[1] in order]
    for name in sorted(of_stages, key=lambda n: (predicates.index(n.split("_")[0]), order.index(n.split("_")[1]), n)):
        predicate, stage, *of = name.split("_")
        said = f"`{predicate}`, {stage}" + (f", in {' '.join(of)}" if of else "")
        print(f"| {said} | " + " | ".join(cell(stages[name][a]) for a in architectures) + " |")


if __name__ == "__main__":
    main()

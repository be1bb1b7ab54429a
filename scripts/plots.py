"""plots.py KIND RECORD FILE.svg: draws a recorded run, by matplotlib.  KIND is a function below.

The pages name the command of each picture.  matplotlib is not among what ./ff installs: `pip install matplotlib` has it."""
import inspect
import io
import math
import re
import sys
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt
from report import kernels as kernel_tables
from report import provenance, read

matplotlib.use("svg")
plt.rcParams.update({"svg.hashsalt": "ff", "svg.fonttype": "none", "font.size": 8, "axes.grid": True, "grid.color": "#eeeeee", "axes.axisbelow": True})


def kernels(run):
    """Small multiples: for each kernel, bits of error to the right, slots upwards on a logarithmic scale, a dot a type."""
    rows = {kernel: of_type for kernel, of_type in kernel_tables.rows_of(run).items() if not kernel.startswith("Mandelbrot")}
    figure, axes = plt.subplots(-(-len(rows) // 3), 3, figsize=(8.5, 2.3 * -(-len(rows) // 3)), layout="constrained")
    for spare in axes.flat[len(rows):]:
        spare.axis("off")
    for axis, (kernel, of_type) in zip(axes.flat, rows.items()):
        for colour, kind in enumerate(kernel_tables.TYPES):
            if kind in of_type:
                worst = of_type[kind]["worst_error"]
                axis.semilogy(min(max(-math.log2(worst), 0), 56) if worst > 0 else 56, of_type[kind]["slots"], "o", color=f"C{colour}", label=kind, base=2)
        axis.minorticks_off()
        axis.yaxis.set_major_formatter("{x:g}")
        powers = [math.log2(row["slots"]) for kind, row in of_type.items() if kind in kernel_tables.TYPES]
        axis.set(title=kernel, xlim=(-2, 58), ylim=(2 ** (math.floor(min(powers)) - 0.1), 2 ** (math.ceil(max(powers)) + 0.1)), xlabel="bits", ylabel="slots")
    figure.legend(*axes.flat[0].get_legend_handles_labels(), loc="outside upper center", ncols=len(kernel_tables.TYPES))
    return figure


def main():
    kinds = {name: f for name, f in globals().items() if inspect.isfunction(f) and f.__module__ == __name__ and name != "main"}
    if len(sys.argv) != 4 or sys.argv[1] not in kinds:
        sys.exit(f"{__doc__}\nexpected one of {', '.join(kinds)}, a record, and a file")
    figure, text = kinds[sys.argv[1]](read(sys.argv[2])), io.StringIO()
    figure.savefig(text, metadata={"Date": None})
    Path(sys.argv[3]).write_text(re.sub(r">\s+<", "><", re.sub(r"\s+", " ", text.getvalue())) + "\n")


if __name__ == "__main__":
    main()

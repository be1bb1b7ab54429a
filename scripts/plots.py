"""plots.py KIND RECORD FILE.svg: draws a recorded run, by matplotlib.  KIND is a function below, and `model` reads no record (-).

The pages name the command of each picture.  matplotlib is not among what ./ff installs: `pip install matplotlib` has it."""
import io
import math
import re
import sys
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt
from report import bench, read
from report import kernels as kernel_tables

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


def square_curves(rows, curves, unit):
    """One axis, both logarithmic: y over the order n, a curve a name.  curves(row) yields names and values, None where there is none."""
    found = {}
    for row in rows:
        for name, y in curves(row):
            if y is not None:
                found.setdefault(name, []).append((row["n"], y))
    figure, axis = plt.subplots(figsize=(8, 4.5), layout="constrained")
    for i, (name, points) in enumerate(found.items()):  # ten colours, then the same ones with another line
        axis.loglog(*zip(*points), ("o-", "s--", "^:")[i // 10 % 3], markersize=3, linewidth=1.2, base=2, label=name)
    axis.yaxis.set_major_formatter("{x:g}")
    axis.set(xlabel="n", ylabel=unit)
    axis.minorticks_off()
    axis.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return figure, axis


def of(run, title, figure):
    figure.suptitle(f"{title}\n{run['device']}; commit {run['commit']}", fontsize=9)
    return figure


def products(run):
    """Matrix products of n by n: 2 n^3 operations, without a pause."""
    squares = [row for row in run["gemm"] if row["m"] == row["n"] == row["k"]]
    return of(run, products.__doc__, square_curves(squares, lambda row: [(row["product"], row["tf"])], "TF")[0])


def decompositions(run):
    """Singular value decompositions of n by n, in seconds."""
    curves = {"ff": "seconds", "double, cuSOLVER": "double_seconds", "ff, Golub-Reinsch": "golub_reinsch_seconds", "float, thesis": "thesis_seconds"}
    squares = [row for row in run["svd"] if row["m"] == row["n"]]
    return of(run, decompositions.__doc__, square_curves(squares, lambda row: [(name, row.get(key)) for name, key in curves.items()], "seconds")[0])


def arrays(run):
    """Array kernels: throughput against size."""
    rows = [row for row in run["streaming"] if "memcpy" not in row["kernel"]]
    figure, axis = square_curves(rows, lambda row: [(f"{row['kernel']} {row['type']}", row["gelements"])], "10^9 elements a second")
    top = max(row["gelements"] for row in rows)
    axis.set(xlabel="elements", ylim=(top / 2 ** 13, 2 * top))
    return of(run, arrays.__doc__, figure)


def company(run):
    """In company: issue slots of a call against the KB of L1 that is left, with 2048 different arguments."""
    shown = ("exp", "log", "pow", "sin", "acos", "atan2", "exp sin + log", "six functions", "haversine", "Black-Scholes")
    rows = [{"name": row["name"], "n": kb, "slots": max(slots, 1)} for row in run["company"] if row["type"] == "ff" and row["name"] in shown
            for kb, slots in zip(run["l1_kb"], row["slots_2048"])]
    figure, axis = square_curves(rows, lambda row: [(row["name"], row["slots"])], "slots")
    axis.set_xticks(run["l1_kb"], [f"{kb:g}" for kb in run["l1_kb"]])
    axis.set_xlabel("KB of L1")
    return of(run, company.__doc__, figure)


def model(_):
    """ff over double by FP32 : FP64, as the cost model predicts it for each architecture; above 1 ff is faster."""
    known = bench.model()["architectures"]
    rows = [{"n": a["rate"]["fp32"] / a["rate"]["fp64"], **{name: bench.ratio(bench.model()["operations"]["ff_" + name], key)
             for name in ("add22", "mul22", "fma22", "dot_step", "div", "sqrt", "rsqrt")}} for key, a in known.items()]
    rows.sort(key=lambda row: row["n"])
    figure, axis = square_curves(rows, lambda row: [item for item in row.items() if item[0] != "n"], "ff / double")
    axis.set_xlabel("FP32 : FP64 results a clock")
    axis.axhline(1, color="black", linewidth=1)
    figure.suptitle(model.__doc__, fontsize=9)
    return figure


def errors(run):
    """Error of each row, in u² = 2^-48, judged by MPFR: share of vectors, the bound in red."""
    rows = [row for row in run["operators"] if row["bound_u2"] > 0 and row["verdict"] != "outside"]
    figure, axes = plt.subplots(-(-len(rows) // 4), 4, figsize=(10, 1.6 * -(-len(rows) // 4)), layout="constrained", squeeze=False)
    for spare in axes.flat[len(rows):]:
        spare.axis("off")
    for axis, row in zip(axes.flat, rows):
        counts, top = row["histogram"]["counts"], row["histogram"]["top_u2"]
        width = top / len(counts)
        axis.stairs([count / row["vectors"] for count in counts], [i * width for i in range(len(counts) + 1)], fill=True)
        axis.axvline(row["bound_u2"], color="C3")
        axis.set(yscale="log", ylim=(1e-8, 1), yticks=(1e-8, 1e-4, 1))
        axis.set_title(f"{row['operator']}: max {max(row['max_u2'], row.get('hunt_max_u2', 0)):.3f}, {row['known']} {row['bound_u2']:.3g}", fontsize=7)
        axis.minorticks_off()
        axis.locator_params(axis="x", nbins=4)
        axis.tick_params(axis="y", labelleft=axis.get_subplotspec().is_first_col())
    return of(run, errors.__doc__, figure)


def main():
    kinds = {f.__name__: f for f in (arrays, company, decompositions, errors, kernels, model, products)}
    if len(sys.argv) != 4 or sys.argv[1] not in kinds:
        sys.exit(f"{__doc__}\nexpected one of {', '.join(kinds)}, a record, and a file")
    figure, text = kinds[sys.argv[1]](None if sys.argv[2] == "-" else read(sys.argv[2])), io.StringIO()
    figure.savefig(text, metadata={"Date": None})
    Path(sys.argv[3]).write_text(re.sub(r">\s+<", "><", re.sub(r"\s+", " ", text.getvalue())) + "\n")


if __name__ == "__main__":
    main()

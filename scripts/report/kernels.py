"""Tables of ff-bench-kernels's record.

The lines of user code are counted in bench/kernels/bodies.cuh.  What GPUs with FP32 : FP64 = 64 : 1 would take for double
is a model: the instructions of FP64 that tests/sass/loops.json has for a unit of work, 64 slots each; ff_t, fused_t and fast_t are
taken at the slots that were measured."""
import functools
import math
import re

from report import ROOT, read, table

TYPES = ("float", "double", "ff_t", "fused_t", "fast_t", "fp32mp2", "fp32mp2_high")
# The kernel of loops.cu that has a unit's instructions, and how many units its loop holds.
COUNTED = {"multiply-add": "multiply_add", "N-body": "nbody", "N-body, close pairs": "nbody", "N-body, 4 warps": "nbody",
           "Mandelbrot": "mandelbrot", "Mandelbrot, auto": "mandelbrot_auto", "Kepler": "kepler", "heat": "heat",
           "SAR backprojection": "sar", "Gaussian integrals": "gaussian", "haversine": "haversine", "Black-Scholes": "black_scholes"}
BODY = {"N-body, close pairs": "N-body", "N-body, 4 warps": "N-body"}
UNIT = {"multiply-add": "result", "N-body": "pair", "N-body, close pairs": "pair", "N-body, 4 warps": "pair",
        "Mandelbrot": "iteration", "Mandelbrot, auto": "iteration", "Kepler": "step", "heat": "cell",
        "SAR backprojection": "pixel and pulse", "Gaussian integrals": "integral",
        "haversine": "pair", "Black-Scholes": "option", "long sum": "element"}


def joined(page):
    """Makes one text of the parts that a function yields, a blank line between them."""
    return functools.wraps(page)(lambda *path: "\n\n".join(part.strip("\n") for part in page(*path)) + "\n")


def lines_of_code(kernel):
    """The lines between `user code: NAME` and `end`, comments, blank lines and marks of probes apart."""
    text = (ROOT / "bench/kernels/bodies.cuh").read_text()
    body = re.search(rf"// user code: {re.escape(BODY.get(kernel, kernel))}\n(.*?)\n// end", text, re.S)[1]
    return sum(1 for line in body.splitlines() if line.strip() and not line.strip().startswith(("//", "FF_PROBE")))


def rows_of(record):
    rows = {}
    for row in record["kernels"]:
        rows.setdefault(row["kernel"], {})[row["type"]] = row
    return rows


def error_text(kernel, row):
    if kernel.startswith("Mandelbrot"):
        return f"{100 * row['worst_error']:.0f} %"
    worst = row["worst_error"]
    return "0" if worst <= 0 else f"2^{math.log2(worst):.1f}"


@joined
def tables(path):
    record = read(path)
    rows, types = rows_of(record), [t for t in TYPES if any(r["type"] == t for r in record["kernels"])]
    counts = read("tests/sass/loops.json")["sm_89"]
    cell = lambda kernel, t, text: text(rows[kernel][t]) if t in rows[kernel] else "-"
    yield (f"On {record['device']}, driver {record['driver']}, commit {record['commit']}. A slot is the time of one float FMA a "
           "thread on the whole GPU.")
    yield table(["slots a unit", "unit", *types, "lines of code"],
                     ([k, UNIT[k], *(cell(k, t, lambda r: f"{r['slots']:.1f}") for t in types), str(lines_of_code(k))]
                      for k in rows))
    yield "## Errors"
    yield "The largest of 96 results against long double (Mandelbrot: 113 bits). Of Mandelbrot it is the share of pixels whose count differs."
    yield table(["largest error", *types, "relative to"],
                     ([k, *(cell(k, t, lambda r: error_text(k, r)) for t in types),
                       next(iter(rows[k].values()))["error"].split(";")[0].removeprefix("of ")] for k in rows))
    yield "## Milliseconds"
    yield table(["milliseconds", *types, "registers of fast_t"],
                     ([k, *(cell(k, t, lambda r: f"{r['milliseconds']:.3f}") for t in types), str(rows[k]["fast_t"]["registers"])]
                      for k in rows))
    yield "## GPUs whose FP64 is 1:64"
    yield ("A model, not a measurement: the instructions of FP64 in a unit's SASS (sm_89), 64 slots each, over the slots that were "
           "measured above.")
    ours = [t for t in ("ff_t", "fused_t", "fast_t") if t in types]
    yield table(["times as fast as double", "FP64 instructions", *ours],
                     ([k, str(fp64), *(f"{64 * fp64 / rows[k][t]['slots']:.1f}" for t in ours)]
                      for k in rows if k in COUNTED for fp64 in [counts[COUNTED[k] + "_double"][1]]))


@joined
def types(path):
    """What each type costs, and what it keeps, in a few kernels."""
    record = read(path)
    rows, counts = rows_of(record), read("tests/sass/loops.json")["sm_89"]
    kernels = ("multiply-add", "N-body", "Kepler", "Mandelbrot, auto", "Gaussian integrals")
    yield f"Slots a unit on {record['device']}, commit {record['commit']}; and, modelled, how much faster than double the N-body is at 1:64."
    yield table(["type", "a*b + c", *kernels[1:], "N-body, close pairs: error", "N-body at 1:64"],
                     ([f"`{t}`", *(f"{rows[k][t]['slots']:{'.0f' if rows[k][t]['slots'] >= 100 else '.1f'}}" for k in kernels),
                       error_text("N-body", rows["N-body, close pairs"][t]),
                       f"{64 * counts['nbody_double'][1] / rows['N-body'][t]['slots']:.1f}" if t != "double" else "1"]
                      for t in TYPES if t in rows["N-body"]))


@joined
def loops():
    """The instructions of each kernel's loop, by type."""
    counts, types = read("tests/sass/loops.json"), ("ff_t", "fused_t", "fast_t")
    of = {kernel: name for kernel, name in COUNTED.items() if kernel not in BODY} | {"long sum": "sum"}
    yield f"nvcc {counts['nvcc']}, sm_90.\n"
    yield table(["loop", *(f"`{t}`" for t in types)],
                ([kernel, *(str(counts["sm_90"][f"{name}_{t}"][0]) for t in types)] for kernel, name in of.items()))


@joined
def probe(path):
    """What a probe costs where it marks every pair and every integral."""
    record = read(path)
    rows = rows_of(record)
    yield f"Milliseconds on {record['device']}, commit {record['commit']}, with a mark for each unit of work."
    yield table(["kernel", "marks", "`ff_t`", "`probe<ff_t>`", "times"],
                     ([k, f"{r['probe<ff_t>']['units']:.2e}", f"{r['ff_t']['milliseconds']:.2f}", f"{r['probe<ff_t>']['milliseconds']:.1f}",
                       f"{r['probe<ff_t>']['milliseconds'] / r['ff_t']['milliseconds']:.1f}"] for k, r in rows.items() if "probe<ff_t>" in r))

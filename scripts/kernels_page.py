"""kernels_page.py RECORD [--types | --loops | --plot FILE]: the tables of docs/evidence/kernels.md from a record of ff-bench-kernels;
with --types and --loops those of docs/guide/fast.md, with --probe that of docs/guide/probe.md; or the page's picture: speed against error, a dot a type.

The lines of user code are counted in bench/kernels/bodies.cuh.  What GPUs with FP32 : FP64 = 64 : 1 would take for double
is a model: the instructions of FP64 that tests/sass/loops.json has for a unit of work, 64 slots each; ff_t, fused_t and fast_t are
taken at the slots that were measured."""
import argparse
import json
import math
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TYPES = ("float", "double", "ff_t", "fused_t", "fast_t", "fp32mp2", "fp32mp2_high")
COLOURS = {"float": "#999999", "double": "#000000", "ff_t": "#1f77b4", "fused_t": "#ff7f0e", "fast_t": "#d62728", "fp32mp2": "#2ca02c",
           "fp32mp2_high": "#9467bd"}
# The kernel of loops.cu that has a unit's instructions, and how many units its loop holds.
COUNTED = {"multiply-add": "multiply_add", "N-body": "nbody", "N-body, close pairs": "nbody", "N-body, 4 warps": "nbody",
           "Mandelbrot": "mandelbrot", "Mandelbrot, auto": "mandelbrot_auto", "Kepler": "kepler", "heat": "heat",
           "SAR backprojection": "sar", "Gaussian integrals": "gaussian"}
BODY = {"N-body, close pairs": "N-body", "N-body, 4 warps": "N-body"}
UNIT = {"multiply-add": "result", "N-body": "pair", "N-body, close pairs": "pair", "N-body, 4 warps": "pair",
        "Mandelbrot": "iteration", "Mandelbrot, auto": "iteration", "Kepler": "step", "heat": "cell",
        "SAR backprojection": "pixel and pulse", "Gaussian integrals": "integral", "long sum": "element"}


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


def table(header, lines):
    yield "| " + " | ".join(header) + " |"
    yield "|" + "|".join("---" for _ in header) + "|"
    for line in lines:
        yield "| " + " | ".join(line) + " |"


def page(record):
    rows, types = rows_of(record), [t for t in TYPES if any(r["type"] == t for r in record["kernels"])]
    counts = json.loads((ROOT / "tests/sass/loops.json").read_text())["sm_89"]
    cell = lambda kernel, t, text: text(rows[kernel][t]) if t in rows[kernel] else "-"
    yield (f"On {record['device']}, driver {record['driver']}, commit {record['commit']}. A slot is the time of one float FMA a "
           "thread on the whole GPU.\n")
    yield from table(["slots a unit", "unit", *types, "lines of code"],
                     ([k, UNIT[k], *(cell(k, t, lambda r: f"{r['slots']:.1f}") for t in types), str(lines_of_code(k))]
                      for k in rows))
    yield "\n## Errors\n"
    yield "The largest of 96 results against long double (Mandelbrot: 113 bits). Of Mandelbrot it is the share of pixels whose count differs.\n"
    yield from table(["largest error", *types, "relative to"],
                     ([k, *(cell(k, t, lambda r: error_text(k, r)) for t in types),
                       next(iter(rows[k].values()))["error"].split(";")[0].removeprefix("of ")] for k in rows))
    yield "\n## Milliseconds\n"
    yield from table(["milliseconds", *types, "registers of fast_t"],
                     ([k, *(cell(k, t, lambda r: f"{r['milliseconds']:.3f}") for t in types), str(rows[k]["fast_t"]["registers"])]
                      for k in rows))
    yield "\n## GPUs whose FP64 is 1:64\n"
    yield ("A model, not a measurement: the instructions of FP64 in a unit's SASS (sm_89), 64 slots each, over the slots that were "
           "measured above.\n")
    ours = [t for t in ("ff_t", "fused_t", "fast_t") if t in types]
    yield from table(["times as fast as double", "FP64 instructions", *ours],
                     ([k, str(fp64), *(f"{64 * fp64 / rows[k][t]['slots']:.1f}" for t in ours)]
                      for k in rows if k in COUNTED for fp64 in [counts[COUNTED[k] + "_double"][1]]))


def types_page(record):
    """What each type costs, and what it keeps, in a few kernels."""
    rows, counts = rows_of(record), json.loads((ROOT / "tests/sass/loops.json").read_text())["sm_89"]
    kernels = ("multiply-add", "N-body", "Kepler", "Mandelbrot, auto", "Gaussian integrals")
    yield f"Slots a unit on {record['device']}, commit {record['commit']}; and, modelled, how much faster than double the N-body is at 1:64.\n"
    yield from table(["type", "a*b + c", *kernels[1:], "N-body, close pairs: error", "N-body at 1:64"],
                     ([f"`{t}`", *(f"{rows[k][t]['slots']:{'.0f' if rows[k][t]['slots'] >= 100 else '.1f'}}" for k in kernels),
                       error_text("N-body", rows["N-body, close pairs"][t]),
                       f"{64 * counts['nbody_double'][1] / rows['N-body'][t]['slots']:.1f}" if t != "double" else "1"]
                      for t in TYPES if t in rows["N-body"]))


def loops_page():
    """The instructions of each kernel's loop, by type."""
    counts, types = json.loads((ROOT / "tests/sass/loops.json").read_text()), ("ff_t", "fused_t", "fast_t")
    of = {k: v for k, v in COUNTED.items() if k not in BODY} | {"long sum": "sum"}
    yield f"nvcc {counts['nvcc']}, sm_90."
    yield ""
    yield from table(["loop", *(f"`{t}`" for t in types)],
                     ([k, *(str(counts["sm_90"][f"{name}_{t}"][0]) for t in types)] for k, name in of.items()))


def probe_page(record):
    """What a probe costs where it marks every pair and every integral."""
    rows = rows_of(record)
    yield f"Milliseconds on {record['device']}, commit {record['commit']}, with a mark for each unit of work.\n"
    yield from table(["kernel", "marks", "`ff_t`", "`probe<ff_t>`", "times"],
                     ([k, f"{r['probe<ff_t>']['units']:.2e}", f"{r['ff_t']['milliseconds']:.2f}", f"{r['probe<ff_t>']['milliseconds']:.1f}",
                       f"{r['probe<ff_t>']['milliseconds'] / r['ff_t']['milliseconds']:.1f}"] for k, r in rows.items() if "probe<ff_t>" in r))


def plot(record):
    """Small multiples: for each kernel, bits of error to the right, slots downwards on a logarithmic scale."""
    rows = {k: {t: r for t, r in of_type.items() if t in TYPES} for k, of_type in rows_of(record).items() if not k.startswith("Mandelbrot")}
    width, height, margin, across = 210, 150, 44, 3
    down = -(-len(rows) // across)
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" width="{across * (width + margin) + margin}" '
           f'height="{down * (height + margin + 14) + 60}" font-family="sans-serif" font-size="11">')
    yield '<rect width="100%" height="100%" fill="white"/>'
    for i, (t, colour) in enumerate(COLOURS.items()):
        yield f'<circle cx="{50 + 110 * i}" cy="18" r="5" fill="{colour}"/><text x="{60 + 110 * i}" y="22">{t}</text>'
    for place, (kernel, of_type) in enumerate(rows.items()):
        x0, y0 = margin + place % across * (width + margin), 58 + place // across * (height + margin + 14)
        slots = [r["slots"] for r in of_type.values()]
        low, high = math.floor(math.log2(min(slots))), math.ceil(math.log2(max(slots)))
        high += high == low
        yield f'<text x="{x0}" y="{y0 - 8}" font-weight="bold">{kernel}</text>'
        yield f'<rect x="{x0}" y="{y0}" width="{width}" height="{height}" fill="none" stroke="#cccccc"/>'
        at = lambda bits: x0 + width * min(max(bits, 0), 56) / 56
        for bits in range(0, 57, 8):
            yield f'<line x1="{at(bits):.1f}" y1="{y0}" x2="{at(bits):.1f}" y2="{y0 + height}" stroke="#eeeeee"/>'
            yield f'<text x="{at(bits):.1f}" y="{y0 + height + 13}" text-anchor="middle">{bits}</text>'
        for power in range(low, high + 1):
            y = y0 + height * (power - low) / (high - low)
            yield f'<line x1="{x0}" y1="{y:.1f}" x2="{x0 + width}" y2="{y:.1f}" stroke="#eeeeee"/>'
            yield f'<text x="{x0 - 4}" y="{y + 4:.1f}" text-anchor="end">{2.0 ** power:g}</text>'
        for t, r in of_type.items():
            bits = -math.log2(r["worst_error"]) if r["worst_error"] > 0 else 56
            y = y0 + height * (math.log2(r["slots"]) - low) / (high - low)
            yield (f'<circle cx="{at(bits):.1f}" cy="{y:.1f}" r="5" fill="{COLOURS[t]}"><title>{t}: {r["slots"]:.1f} slots, '
                   f'{bits:.1f} bits</title></circle>')
    yield "</svg>"


def main():
    parser = argparse.ArgumentParser(description="The tables and the picture of docs/evidence/kernels.md.")
    parser.add_argument("record", type=Path)
    parser.add_argument("--types", action="store_true", help="print the table of the guide")
    parser.add_argument("--loops", action="store_true", help="print the instructions of the loops")
    parser.add_argument("--probe", action="store_true", help="print what a probe costs")
    parser.add_argument("--plot", type=Path, help="write the picture there instead of printing the tables")
    arguments = parser.parse_args()
    record = json.loads(arguments.record.read_text())
    if arguments.plot:
        arguments.plot.write_text("\n".join(plot(record)) + "\n")
    else:
        print("\n".join(types_page(record) if arguments.types else loops_page() if arguments.loops
                        else probe_page(record) if arguments.probe else page(record)))


if __name__ == "__main__":
    main()

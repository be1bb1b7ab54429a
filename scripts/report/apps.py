"""Tables of apps/: ff-bezier's recorded studies, ff-intersect's Table 3, and what ff-compress makes of its sample, computed anew."""
import json
import tempfile
from pathlib import Path

from report import output, read, table

# S. Lahabar, Exploiting the GPU for ray tracing of Bezier surfaces and other problems (thesis, IIIT Hyderabad, 2010): primary rays of
# 512 x 512 in double.  Model, intersections, milliseconds on a GTX 280 and a GTX 480.
THESIS = [("teapot", 54389, 211, 71), ("Killeroo", 127040, 466, 164)]
# Menezes et al., Employing GPUs to accelerate exact geometric predicates for 3D geospatial processing: seconds of the step of
# intersection, of their fastest strategy, on a GTX 1070 Ti.
PAPER_INTERSECTION = 0.10


def quotient(x, y, digits):
    """"-" where nothing was counted."""
    return f"{x / y:.{digits}f}" if y > 0 else "-"


def stage(picture, name):
    return next(s for s in picture["stages"] if s["rays_are"] == name)


def milliseconds(s):
    return s["traversal_ms"] + s["meeting_ms"]


def heading(run):
    return f"{run['device']}, {run['width']} x {run['height']} pixels, driver {run['driver']}, commit {run['commit']}"


def bezier_methods(path):
    """A row for each view, method and arithmetic: the time of a pair and of a hit, and pixels that are wrong."""
    run, rows = read(path), []
    for row in run["rows"]:
        s, d = stage(row["picture"], "primary"), row["difference"]
        rows.append([row["view"], row["method"], row["arithmetic"], s["pairs"], s["hits"], quotient(1e6 * s["meeting_ms"], s["pairs"], 2),
                     quotient(1e6 * milliseconds(s), s["hits"], 2), *(d[key] for key in ("wrong", "lost", "invented", "moved", "undecided"))])
    return f"{heading(run)}, primary rays; wrong pixels are judged by certified/mixed.\n\n" + table(
        ["view", "method", "arithmetic", "candidate pairs", "hits", "ns a pair", "ns a hit", "wrong pixels", "lost", "invented", "moved",
         "undecided"], rows)


def bezier_rays(path):
    """Rays of each kind and the steps of Kajiya's method, beside the thesis's."""
    run, rows = read(path), []
    for row in run["rows"]:
        for name in ("primary", "shadow", "reflected") if row["view"] == "teapot" else ():
            s = stage(row["picture"], name)
            rows.append([row["method"], row["arithmetic"], name, s["rays"], s["pairs"], s["hits"], f"{s['traversal_ms']:.3f}",
                         f"{s['meeting_ms']:.3f}", f"{milliseconds(s):.3f}", quotient(1e6 * milliseconds(s), s["hits"], 1)])
    steps = []
    for row in run["steps"]:
        parts = [row["formation_ms"], row["roots_ms"], row["other_coordinate_ms"]]
        steps.append([row["rays_are"], row["method"], row["arithmetic"], row["pairs"], *(f"{ms:.3f}" for ms in parts),
                      quotient(100 * row["roots_ms"], sum(parts), 0)])
    return (f"{heading(run)}, the teapot.\n\n" +
            table(["method", "arithmetic", "rays", "number", "candidate pairs", "hits", "traversal, ms", "meeting, ms", "both, ms",
                   "ns a hit"], rows) +
            "\nKajiya's method step by step, on the pairs that certified/mixed meets:\n\n" +
            table(["rays", "method", "arithmetic", "candidate pairs", "formation, ms", "roots, ms", "other coordinate, ms",
                   "roots, % of these"], steps) +
            "\nThe thesis's, primary rays of 512 x 512 pixels in double:\n\n" +
            table(["model", "intersections", "GTX 280, ms", "ns an intersection", "GTX 480, ms", "ns an intersection"],
                  [[model, n, old, quotient(1e6 * old, n, 0), new, quotient(1e6 * new, n, 0)] for model, n, old, new in THESIS]) +
            "\nFinding roots took 82 % of them.\n")


def bezier_scaling(path):
    """Batches, GPUs, and larger scenes."""
    run = read(path)

    def same(row):
        return "yes" if row["same_picture"] else "NO"
    batches, scenes = [], []
    for row in run["batches"]:
        s = stage(row["picture"], "primary")
        batches.append([row["batch"], row["picture"]["batches"], f"{row['picture']['total_ms']:.2f}",
                        quotient(1e6 * milliseconds(s), s["hits"], 1), same(row)])
    for row in run["scenes"]:
        picture = row["picture"]
        s = stage(picture, "primary")
        scenes.append([row["scene"], row["patches"], f"{row['width']}x{row['height']}", s["pairs"], picture["undecided"],
                       f"{picture['building_ms']:.2f}", f"{milliseconds(s):.2f}", f"{picture['total_ms']:.2f}"])
    gpus = table(["GPUs", "all, ms", "same picture"],
                 [[row["gpus"], f"{row['picture']['total_ms']:.2f}", same(row)] for row in run["gpus"]]) + "\n" if run["gpus"] else ""
    return (f"{heading(run)}, the teapot by certified/mixed.\n\n" +
            table(["rays a batch", "batches", "all, ms", "ns a primary hit", "same picture"], batches) + "\n" + gpus +
            "All of other scenes, likewise:\n\n" +
            table(["scene", "patches", "pixels", "candidate pairs", "undecided", "tree, ms", "primary rays, ms", "all, ms"], scenes))


def bezier_pairs(path):
    """Single pairs of a ray and a patch, by their kind."""
    run = read(path)

    def share(row, part, of):
        return quotient(100 * row[part], row[of], 4)
    stages = []
    for row in run["stages"]:
        ms = [row["milliseconds"][name] for name in ("formation", "roots", "other coordinate")]
        stages.append([row["kind"], row["method"], row["arithmetic"], *(f"{1e6 * x / row['pairs']:.2f}" for x in ms),
                       f"{100 * ms[1] / sum(ms):.1f}"])
    return (table(["pairs", "method", "arithmetic", "points", "lost, %", "invented, %", "undecided, % of pairs", "ns a pair"],
                  [[row["kind"], row["method"], row["arithmetic"], row["zeros"], share(row, "lost", "zeros"), share(row, "invented", "hits"),
                    share(row, "undecided", "pairs"), f"{row['nanoseconds']:.1f}"] for row in run["pairs"]]) + "\n" +
            table(["pairs", "method", "arithmetic", "formation, ns a pair", "roots, ns a pair", "other coordinate, ns a pair",
                   "roots, % of the time"], stages))


def intersect(path):
    """Every strategy of ff-intersect, beside Table 3 of the paper."""
    run = read(path)

    def number(x, digits):
        return "-" if x is None else f"{x:.{digits}f}"
    rows = [[row["name"], row["arithmetic"], row["on"], number(row["paper_seconds"], 2),
             *(number(row["milliseconds"][step], 3) for step in ("copies", "grid", "intersection", "all")), number(row["speedup"], 1),
             {None: "-", True: "yes", False: "NO"}[row["same"]]] for row in run["rows"]]
    scene, paper = run["scene"], next(row["paper_seconds"] for row in run["rows"] if row["name"] == "several blocks per cell")
    return (f"{run['device']} and {run['host']}, the fastest of {run['runs']} runs, driver {run['driver']}, commit {run['commit']}; "
            f"{scene['triangles']} triangles, {scene['segments']} segments, grid {scene['grid']}^3, {scene['candidates']} pairs that share "
            f"a cell, {scene['contacts']} contacts. The paper's: GTX 1070 Ti; of its {paper:.2f} s by several blocks per cell the "
            f"intersection takes {PAPER_INTERSECTION:.2f} s.\n\n" +
            table(["strategy", "arithmetic", "on", "paper, s", "copies, ms", "grid, ms", "intersection, ms", "all, ms", "sequential / this",
                   "same contacts"], rows))


def compress():
    """What the ranks of ff-compress's sample cost."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder, "sample.json")
        output("ff-compress", "--sample", "--device", "cpu", "--json", record)
        sample = json.loads(record.read_text())
    return table(["rank", "relative error", "PSNR, dB", "bytes", "of raw"],
                 [[row["rank"], f"{row['error']:.4g}", "-" if row["psnr"] is None else f"{row['psnr']:.2f}", f"{row['bytes']:.0f}",
                   f"{100 * row['bytes'] / sample['raw_bytes']:.1f} %"] for row in sample["ranks"]])

"""Tables of what ff-bench measured, and of what its cost model predicts."""
import functools
import math

from report import by_commit, power, provenance, read, table, told_by
from report.accuracy import worst_of


def figure(row, key, form, scale=1):
    """"-" where the run has no such figure."""
    return f"{scale * row[key]:{form}}" if isinstance(row.get(key), (int, float)) else "-"


def milliseconds(row, key):
    return figure(row, key, ".3g", 1e3)


def percent(row, key):
    return f"{100 * row[key]:.1f} %" if isinstance(row.get(key), (int, float)) else "-"


def span(row, key, form=".4g"):
    return f"[{row[key][0]:{form}}, {row[key][1]:{form}}]"


def of_a_run(headings, kind, cells):
    """A function that makes a table of the rows of one kind."""
    def page(path):
        run = read(path)
        return f"On {provenance(run)}:\n\n" + table(headings, map(cells, run[kind]))
    return page


blas = of_a_run(["routine", "shape", "GB/s", "of a copy", "cuBLAS in double, GB/s", "times as fast"], "blas", lambda row: [
    row["routine"], row["shape"], figure(row, "gb", ".0f"), figure(row, "share_of_copy", ".2f"), figure(row, "double_gb", ".0f"),
    figure(row, "ratio_to_double", ".2f")])

gemm = of_a_run(["m", "n", "k", "product", "TF, sustained", "TF, after a rest", "times double"], "gemm", lambda row: [
    row["m"], row["n"], row["k"], row["product"], figure(row, "tf", ".1f"), figure(row, "burst_tf", ".1f"), figure(row, "ratio_to_double", ".2f")])

idioms = of_a_run(["job", "n", "type", "call", "10^9 a second", "times double"], "idioms", lambda row: [
    row["job"], power(row["n"]), row["type"], f"`{row['call']}`", figure(row, "gresults", ".3g"), figure(row, "ratio_to_double", ".2g")])

predicates = of_a_run(["predicate", "coordinates", "operands", "10^9 a second", "filter", "pairs", "lattice", "limbs"], "predicates", lambda row: [
    row["predicate"], row["format"], row["operands"], figure(row, "gresults", ".3g"),
    *(f"{100 * share:.3g} %" if sum(row["shares"]) > 0 else "-" for share in row["shares"])])


def double_doubles(path):
    """Slots and errors of ff-bench-dd: a line an operation, a column a type.  A double's error is the format's, so it is left out."""
    run, rows = read(path), {}
    for row in run["double_doubles"]:
        rows.setdefault(row["operation"], {})[row["type"]] = row
    on_gpu = ["double", "dd_t", "fp64mp2", "fp64mp2_high"]
    cell = lambda by_type, kind, key, form: figure(by_type.get(kind, {}), key, form)
    return f"On {provenance(run)}:\n\n" + table(
        ["operation", *(f"`{kind}`, slots" for kind in on_gpu), *(f"`{kind}`, worst, u^2" for kind in on_gpu[1:])],
        ([f"`{name}`", *(cell(by_type, kind, "slots", ".0f") for kind in on_gpu), *(cell(by_type, kind, "worst_u2", ".3g") for kind in on_gpu[1:])]
         for name, by_type in rows.items()))


def solve(path):
    run = read(path)
    text = of_a_run(["n", "condition", "vectors", "ms", "`getrf` and `getrs` in double, ms", "times as fast", "last correction", "backward error",
                     "double's answer off", "steps", "factors in"], "solve", lambda row: [
        row["n"], figure(row, "condition", ".0e"), row.get("vectors", "two reflections"), milliseconds(row, "seconds"),
        milliseconds(row, "double_seconds"), figure(row, "ratio_to_double", ".2f"), figure(row, "correction", ".1e"),
        figure(row, "backward_error", ".1e"), figure(row, "double_off", ".1e"), row["steps"], "pairs" if row["fallback"] else "float"])(path)
    dense = any(row.get("vectors") == "Haar" for row in run["solve"])
    return text + ("" if dense else "\nMatrices with dense (Haar) singular vectors are not in this record yet.\n")


def svd(path):
    text = of_a_run(["m", "n", "ms", "`gesvdp` in double, ms", "times as fast", "thesis, s", "`golub_reinsch`, ms", "`jacobi`, ms", "residual",
                     "orthogonality", "double's values off", "float's values off", "converged"], "svd", lambda row: [
        row["m"], row["n"], milliseconds(row, "seconds"), milliseconds(row, "double_seconds"), figure(row, "ratio_to_double", ".2f"),
        figure(row, "thesis_seconds", ".1f"), milliseconds(row, "golub_reinsch_seconds"), milliseconds(row, "jacobi_seconds"),
        *(figure(row, key, ".1e") for key in ("residual", "orthogonality", "double_values", "float_values")), "yes" if row["converged"] else "no"])(path)
    return text + "\nMany of n by n at a time, with vectors:\n\n" + table(
        ["n", "matrices", "10^6 a second", "`gesvdjBatched` in double", "times as fast", "not converged"],
        [[row["n"], power(row["count"]), figure(row, "millions", ".3g"), figure(row, "double_millions", ".3g"),
          figure(row, "ratio_to_double", ".2f"), figure(row, "not_converged", ".0f")] for row in read(path)["svd_batched"]])


# ---------------------------------------------------------------- the model of products

class Product:
    """What a product takes on a GPU that is not at hand, by the peaks that its vendor states.

    Thirteen products of INT8 tensor cores at their peak; before and after them, at the peak of memory, the bytes that splitting, the
    products, the reduction of their sums and the reconstruction read and write.  It is cuBLAS's path, which every GPU with integer
    tensor cores has.  Double is at its peak.  What the model leaves out, clocks that fall under load among it, slows both."""
    moduli, pair, word = 13, 8, 4  # of the standard accuracy; bytes of a number, and of a sum of 32 bits

    def __init__(self, part):
        self.name = f"{part['name']} ({part['architecture']})"
        self.int8, self.memory, self.fp64 = 1e12 * part["int8"], 1e9 * part["memory"], 1e12 * part["fp32"] * part["fp64_of_fp32"]

    def seconds(self, n):
        """A and B are read as pairs, written as residues and read by the products; sums are written, read, written as residues, and
        read again; C is written."""
        operand = self.pair + 2 * self.moduli
        result = 2 * self.word * self.moduli + 2 * self.moduli + self.pair
        return self.moduli * 2 * n ** 3 / self.int8 + (2 * operand + result) * n ** 2 / self.memory

    def tf(self, n):
        return 2e-12 * n ** 3 / self.seconds(n)

    def ratio(self, n):
        return 2 * n ** 3 / self.fp64 / self.seconds(n)


def gemm_model(path):
    """Products on other GPUs, and how far the model is off on this."""
    run = read(path)
    parts = {part["name"]: Product(part) for part in read("bench/data/parts.json")["parts"]}
    here = parts.pop(run["device"])
    rows = {row["n"]: row for row in run["gemm"] if row["product"] == "ff, cuBLAS's INT8" and row["m"] == row["n"] == row["k"]}

    def beside(predicted, measured, form):
        return [f"{predicted:{form}}", f"{measured:{form}}", f"{100 * (predicted / measured - 1):+.0f} %"]
    return ("Predicted, not measured; × is times double:\n\n" +
            table(["GPU", "INT8, 10^12", "memory, GB/s", "double, TF", *(f"n = {n}" for n in rows)],
                  [[p.name, f"{p.int8 / 1e12:g}", f"{p.memory / 1e9:g}", f"{p.fp64 / 1e12:.2f}",
                    *(f"{p.tf(n):.1f} TF, × {p.ratio(n):.1f}" for n in rows)] for p in parts.values()]) +
            f"\nThe model on {run['device']}, commit {run['commit']}, beside *ff, cuBLAS's INT8* as measured there:\n\n" +
            table(["n", "TF, predicted", "measured", "off by", "times double, predicted", "measured", "off by"],
                  [[n, *beside(here.tf(n), row["tf"], ".1f"), *beside(here.ratio(n), row["ratio_to_double"], ".2f")] for n, row in rows.items()]))


# ---------------------------------------------------------------- the cost model, which ff-bench has

@functools.cache
def model():
    """Architectures by key, operations by id with results a clock and SM on each, functions likewise, and the parts of mixes."""
    return told_by("ff-bench", "--predictions")


def ratio(operation, there):
    """How many times as fast as double ff is, by the model; 0 where it does not know."""
    native = model()["operations"].get(operation["as"], {"per_clock": {}})["per_clock"].get(there, 0)
    return operation["per_clock"][there] / native if native > 0 else 0


def relative_clocks(name, here, there):
    """How many times the clocks of `here` a call takes `there`, by the instructions that it executed; 0 where they were not counted."""
    of = model()["functions"].get(name)
    return of[here] / of[there] if of else 0


def recommendation(r):
    return "ff" if r >= 1.1 else "either" if r > 0.9 else "double"


def function_ratio(run, name, there):
    """How many times as fast as double's own function ff's is `there`: as measured, scaled by what the model makes of the instructions."""
    clocks = []
    for kind in ("double_", "ff_"):
        slots = next((row["slots"] for row in run["functions"] if row["id"] == kind + name), 0)
        clocks.append(slots * relative_clocks(kind + name, run["architecture"], there))
    return clocks[0] / clocks[1] if clocks[1] > 0 else 0


def choice(path):
    """How many times as fast as double ff is, by GPU; the GPUs of the same two rates share a row."""
    run, alike = read(path), {}
    for key, a in model()["architectures"].items():
        alike.setdefault(f"{a['rate']['fp32']:g} : {a['rate']['fp64']:g}", []).append(key)

    def number(r):
        return f"{r:.{2 if r < 2 else 1 if r < 10 else 0}f}"

    def cell(ratios):
        low, high = number(min(ratios)), number(max(ratios))
        text = low if low == high else f"{low} to {high}"
        return f"**{text}**" if recommendation(min(ratios)) == "ff" else text
    operators = [model()["operations"]["ff_" + name] for name in ("plus", "times", "fma", "div", "sqrt")]
    functions = ("exp", "log", "sin", "pow")
    return table(["FP32 : FP64", "GPUs", "`+`", "`*`", "`fma`", "`/`", "`sqrt`", *(f"`{name}`" for name in functions)],
                 [[rates, "; ".join(f"{key} ({model()['architectures'][key]['example']})" for key in keys),
                   *(cell([ratio(o, key) for key in keys]) for o in operators),
                   *(cell([function_ratio(run, name, key) for key in keys]) for name in functions)] for rates, keys in alike.items()])


def functions(accuracy_path, path):
    """Errors and times of the elementary functions."""
    accuracy, run = read(accuracy_path), read(path)
    judged = [row for row in accuracy["operators"] if "x" in row]
    speeds = {row["id"]: row for row in run["functions"]}
    lines = []
    for row in judged:
        name = row["operator"]
        timed = {"sincos_sin": "sincos", "sincospi_sin": "sincospi"}.get(name, name)
        speed = speeds.get("ff_" + timed)
        predicted = [function_ratio(run, timed, there) for there in ("sm_89", "sm_120")] if speed else []
        lines.append([f"`{name}`", span(row, "x") + (", " + span(row, "y") if "y" in row else ""),
                      f"{row['bound_u2']:g} {row['known']}" + ("" if row["scale"] == "f" else f" of {row['scale']}"),
                      f"{max(worst_of(row), 0):.2f}", f"`{' '.join(row.get('worst_input', []))}`",
                      *([figure(speed, "slots", ".0f"), figure(speed, "ratio_to_double", ".2f"),
                         *(f"{r:.2g}" if r > 0 else "-" for r in predicted)] if speed else [""] * 4)])
    others = "".join(f" (`{' '.join(names)}`: {commit})" for commit, names in by_commit(judged, "operator"))
    return f"Errors: {provenance(accuracy)}{others}.  Times: {provenance(run)}.\n\n" + table(
        ["function", "x (and y)", "bound, u²", "measured worst, u²", "at", "slots", "× double, H200", "sm_89", "sm_120"], lines)


def performance(path):
    """Operators on a GPU, what the model predicts for others, and arrays."""
    run, text = read(path), ""
    if "throughput" in run:
        latencies = {row["id"]: row for row in run.get("latency", [])}
        text = f"On {provenance(run)}; operands in registers; a slot is the time of one `float` FMA:\n\n" + table(
            ["operation", "instructions", "slots", "share of the issue limit", "times native double", "latency, cycles"],
            [[f"`{row['name']}`", f"{row['instructions'] - row.get('harness', 0):.0f}" if "instructions" in row else "-", figure(row, "slots", ".1f"),
              percent(row, "share_of_issue"), figure(row, "ratio_to_double", ".2f"), figure(latencies.get(row["id"], {}), "cycles", ".0f")]
             for row in run["throughput"] if row["type"] == "ff"])
    known, operations = model()["architectures"], model()["operations"]
    shown = [operations["ff_" + name] for name in ("add22", "mul22", "fma22", "dot_step", "div", "sqrt", "rsqrt")]
    text += "\nff over double as the cost model predicts it:\n\n" + table(
        ["operation", *(f"{key} ({a['example']})" for key, a in known.items())],
        [[f"`{o['name']}`", *(f"{ratio(o, key):.2g}: {recommendation(ratio(o, key))}" for key in known)] for o in shown])
    here = run.get("architecture")
    predicted = [(operations.get(row["id"], {"per_clock": {}})["per_clock"].get(here, 0), row["per_clock_sm"]) for row in run.get("throughput", [])]
    errors = sorted(abs(p / m - 1) for p, m in predicted if p > 0)
    if errors:
        text += (f"\nOn this run the model is off by {100 * errors[int(0.5 * (len(errors) - 1) + 0.5)]:.1f} % in the median and by "
                 f"{100 * errors[-1]:.1f} % at most.  A bank collision (two source registers of\none instruction in one bank) holds the issue for "
                 f"{known[here]['banks']:.2f} slots.\n")
    if "streaming" in run:
        largest = max(row["n"] for row in run["streaming"])
        text += f"\nArrays of {power(largest)} elements:\n\n" + table(
            ["kernel", "type", "GB/s", "share of the best copy", "elements a second, times double"],
            [[f"`{row['kernel']}`", row["type"], figure(row, "gbs", ".0f"), percent(row, "share_of_copy"), figure(row, "ratio_to_double", ".2f")]
             for row in run["streaming"] if row["n"] == largest])
    return text


# ---------------------------------------------------------------- intervals

TYPES = ("float", "double", "ff")


def by_type(rows, name_and_type):
    """The rows of one name, by their types; names in the order of the run."""
    found = {}
    for row in rows:
        name, kind = name_and_type(row)
        found.setdefault(name, {})[kind.removeprefix("interval_")] = row
    return found.items()


def error_text(x):
    return "0" if x == 0 else f"{x:.2f}" if isinstance(x, float) else str(x)


def intervals(accuracy_path, path):
    """Errors and containment from ff-accuracy's record, instructions and slots from ff-bench's."""
    accuracy, run = read(accuracy_path), read(path)
    errors = []
    for name, kinds in by_type(accuracy["operations"], lambda row: reversed(row["operation"].split(".", 1))):
        some = kinds[min(kinds)]
        worst = [error_text(max(kinds[kind]["max"], kinds[kind].get("hunt_max", 0))) if kind in kinds else "-" for kind in TYPES]
        errors.append([f"`{name}`", power(some["vectors"]), power(some["hunted"]), sum(row["violated"] for row in kinds.values()), *worst,
                       error_text(kinds["ff"]["total"]) if "total" in kinds.get("ff", {}) else "-"])
    paper = {"add": 6, "mul": 12, "sqr": 20, "x^5": 10}  # Collange, Florez and Defour (2008), Table 3
    speeds = []
    for name, kinds in by_type((row for row in run["throughput"] if row["type"].startswith("interval_")), lambda row: (row["name"], row["type"])):
        def own(key, form):
            return [f"{kinds[kind][key] - kinds[kind].get('harness', 0):{form}}" if key in kinds[kind] else "-" for kind in TYPES]
        speeds.append([f"`{name}`", paper.get(name, "-"), *own("instructions", ".0f"), *own("slots", ".1f"), figure(kinds["ff"], "ratio_to_double", ".2f")])
    return (table(["operation", "vectors, of each type", "hunted", "not contained", "float, ulp", "double, ulp", "ff, u^2", "ff, total u^2"], errors) +
            f"\nInstructions of the machine code (sm_90, operands in registers) and issue slots of {run['device']}; the 2008 paper's best for floats, "
            "where it has one, is of\nCollange, Florez and Defour, Table 3. A directed root of words, or quotient of doubles, is a subroutine. The last "
            "column is how many times as fast as `interval<double>` the\n`interval<ff_t>` is on that GPU, whose double has half the rate of its "
            "float.\n\n" +
            table(["operation", "paper", "float", "double", "ff", "float, slots", "double, slots", "ff, slots", "ff x double"], speeds))


# ---------------------------------------------------------------- in company

class Company:
    """A run of functions and mixes with less and less of the L1 cache left."""
    operators = {"+": ("plus", "add"), "*": ("times", "mul"), "/": ("div", "div"), "sqrt": ("sqrt", "sqrt")}

    def __init__(self, run):
        self.run, self.l1, self.rows = run, run["l1_kb"], run["company"]
        self.least = max(0.5, run.get("noise_slots", 0))  # a figure says something above the noise of the harness, and above half a slot
        self.peers = [kind for kind in ("double", "fp32mp2", "fast") if any(row["type"] == kind for row in self.rows)]
        self.ours = [row for row in self.rows if row["type"] == "ff"]

    def row(self, name, kind):
        return next((row for row in self.rows if row["name"] == name and row["type"] == kind), None)

    def text(self, slots):
        return "-" if slots < self.least else f"{slots:.0f}"

    def table_of_functions(self):
        bytes_of = read("bench/data/tables.json")["bytes"]
        lines = []
        for row in self.ours:
            peers = [self.row(row["name"], kind) for kind in self.peers]
            hardest, alone, native = row["slots_2048"][-1], row["slots_512"][0], self.row(row["name"], "double")
            in_double = native["slots_2048"][-1] if native else 0
            lines.append([row["name"], ("log " if row.get("wide") else "") + span(row, "x", "g") + (", " + span(row, "y", "g") if "y" in row else ""),
                          bytes_of.get(row["kernel"], ""), *(self.text(peer["slots_2048"][-1]) if peer else "-" for peer in peers),
                          *map(self.text, row["slots_512"][:len(self.l1)]), self.text(hardest),
                          f"{hardest / alone:.2f}" if alone >= self.least else "-",
                          "-" if min(in_double, hardest) < self.least else f"{in_double / hardest:.2f}"])
        return table(["work", "x (and y)", "tables, bytes", *self.peers, f"ff, KB: {self.l1[0]:g}", *(f"{kb:g}" for kb in self.l1[1:]),
                      f"{self.l1[-1]:g}, 2048", "over itself", "x double"], lines)

    def table_of_mixes(self):
        def cell(mix, parts):
            beyond = math.copysign(math.floor(abs(mix - parts) + 0.5), mix - parts) + 0.0
            return f"{mix:.0f} − {parts:.0f} = {beyond:.0f}"
        mixes = [row for row in self.rows if "parts_slots_512" in row]
        return table(["mix", "type", *(f"at {kb:g} KB: mix − parts" for kb in self.l1)],
                     [[row["name"], row["type"], *map(cell, row["slots_512"], row["parts_slots_512"])] for row in mixes]) + "\n" + "".join(
                         f"- {row['name']}: {row.get('formula', '')}\n" for row in mixes if row["type"] == "ff")

    def relative(self, kernel, kind, there):
        """Slots there over slots here; 0 where that is not known.  A mix has the mean of its parts, each as it weighs here."""
        here = self.run["architecture"]
        if kernel in self.operators:
            rates = model()["operations"][f"{kind}_{self.operators[kernel][kind != 'ff']}"]["per_clock"]
            return rates[here] / rates[there] if rates[there] > 0 else 0
        if kernel not in model()["mixes"]:
            return relative_clocks(f"{kind}_{kernel}", here, there)
        before = after = 0
        for times, part in model()["mixes"][kernel]:
            row, slower = self.row(part, kind), self.relative(part, kind, there)
            if row is None or slower <= 0:
                return 0
            before += times * row["slots_512"][0]
            after += times * row["slots_512"][0] * slower
        return after / before if before > 0 else 0

    def table_elsewhere(self):
        sizes, keys, lines = (-2, -1), ("sm_89", "sm_120"), []
        for row in self.ours:
            native, cells = self.row(row["name"], "double"), [row["name"]]
            for key in keys if native else ():
                own, peer = (self.relative(row["kernel"], kind, key) for kind in ("ff", "double"))
                for i in sizes if own > 0 and peer > 0 else ():
                    mine, other = row["slots_2048"][i] * own, native["slots_2048"][i] * peer
                    cells.append(f"{mine:.0f}, " + ("-" if min(native["slots_2048"][i], mine) < self.least else f"{other / mine:.2g}"))
            if len(cells) == 1 + len(sizes) * len(keys):
                lines.append(cells)
        return table(["work", *(f"{key}, {self.l1[i]:g} KB: ff, × double" for key in keys for i in sizes)], lines)


def company(path):
    run = read(path)
    of, together = Company(run), read("bench/data/tables.json")["together"]
    foreign = next((row for row in run["company"] if "commit" in row), None)
    return (f"On {provenance(run)}: FP32 issue slots a call, measured, the harness subtracted.  ff's columns are the KB of L1 that\nshared memory "
            f"leaves, with 512 different arguments, in the last of them with 2048; `{'` and `'.join(of.peers)}` {'are' if len(of.peers) > 1 else 'is'} "
            "told as in that\nlast one, and so is how many times as fast as double ff is.  *Over itself* is that column over the first.  A figure "
            f"below\n{of.least:.2g} slots, the noise of the harness, is left out.\n\n" +
            (f"`fp32mp2` is that of CCCL {run['cccl']}.\n\n" if "cccl" in run else "") +
            (f"`{foreign['type']}` is another's code, and was measured at commit {foreign['commit']} on the same GPU and driver.\n\n" if foreign else "") +
            of.table_of_functions() +
            f"\nTables of a kernel with that function alone, read from its cubin; together, in a kernel with all of {together['names']}: "
            f"{together['bytes']} bytes.\n\n## What a mix costs beyond its parts\n\nEach part alone, with the arguments that it has in the mix.\n\n" +
            of.table_of_mixes() +
            "\n## GPUs with 128 KB\n\nA model, not a measurement: the slots above, at the size of L1 that those GPUs have left where a kernel takes none "
            "of their shared\nmemory, or all, with 2048 arguments, times what the cost model makes of the instructions there.\n\n" + of.table_elsewhere())


def where_slots_go():
    """What bench/where_slots_go.py counted: the parts of a mix, and the kinds of their instructions."""
    data, text = read("bench/data/where_slots_go.json"), ""
    for mix, lines in data["mixes"].items():
        kinds = [kind for kind in dict.fromkeys(kind for line in lines.values() for kind in line)
                 if any(abs(line.get(kind, 0)) >= 0.5 for line in lines.values())]
        kinds.sort(key=lambda kind: kind == "slots")
        text += f"{mix}:\n\n" + table(["part", *kinds], [[part, *(f"{round(line.get(kind, 0) + 0.0):d}" for kind in kinds)]
                                                       for part, line in lines.items()]) + "\n"
    return text + f"Instructions on {data['architecture']} by nvcc {data['nvcc']}, one call, the harness left out: `python3 bench/where_slots_go.py`.\n"

"""Tables of what ff-accuracy judged."""
import math

from report import by_commit, power, provenance, read, table, told_by

STAGES = ("filter", "pairs", "lattice", "limbs")


def catalogue():
    """Each row that ff-accuracy judges, by name, with the bound that it has today."""
    return {row["row"]: row for row in told_by("ff-accuracy", "--catalogue")["rows"]}


def worst_of(row):
    return max(row[key] for key in ("max_u2", "hunt_max_u2", "all_floats_max_u2") if isinstance(row.get(key), (int, float)))


def operator_lines(run, groups):
    """A line of each operator that has an algorithm, of the groups that are wanted."""
    known = catalogue()
    lines = []
    for row in run["operators"]:
        of = known.get(row["operator"], {"group": "gone"})
        if of["group"] not in groups or not of["algorithm"]:
            continue
        worst = worst_of(row)
        relative = f" of {of['of']}" if of["scale"] == "sum of |x y|" else ""
        lines.append([f"`{row['operator']}`", of["algorithm"], of["flops"] or "",
                      "exact" if of["known"] == "exact" else f"{of['bound_u2']:.3g}{relative}, {of['known']}",
                      f"{worst:.2f}" if worst else "0", f"{48 - math.log2(worst):.2f}" if worst else "exact"])
    return table(["operator", "algorithm", "flops", "bound, u²", "measured worst, u²", "bits"], lines)


def readme(path):
    return operator_lines(read(path), ("core",))


def operators(path):
    run = read(path)
    first = run["operators"][0]
    return (f"Measured on {provenance(run)}: {power(first['vectors'])} vectors of each, every one judged by MPFR, and "
            f"{power(first['hunted'])} more searched.\n\n" + operator_lines(run, ("core", "variant")))


def composites(path):
    run, known = read(path), catalogue()
    lines = []
    for row in run["operators"]:
        of = known.get(row["operator"], {"group": "gone"})
        if of["group"] == "composite":
            lines.append([f"`{row['operator']}`", of["domain"], f"{of['bound_u2']:.3g} {of['known']}", of["of"].replace("|", "&#124;"),
                          power(row["vectors"]), power(row["hunted"]), f"{worst_of(row):.2f}", f"`{' '.join(row['worst_input'])}`"])
    return f"Measured on {provenance(run)}.\n\n" + table(
        ["operation", "components", "bound, u²", "of", "judged", "hunted", "measured worst, u²", "at"], lines)


def share(part, whole):
    """Per cent, and no 0 or 100 but for none and all."""
    if part in (0, whole):
        return "100" if part else "-"
    percent = 100 * part / whole
    return "< 0.001" if percent < 0.001 else "> 99.999" if percent > 99.999 else f"{percent:.3f}"


def predicates(path):
    run = read(path)
    text = f"Measured on {run['device']}, commit {run['commit']}"
    text += "".join(f" ({commit}: {', '.join(names)})" for commit, names in by_commit(run["predicates"], "predicate")) + ".\n"
    for of in dict.fromkeys(row["predicate"].split(".")[0] for row in run["predicates"]):
        rows = [row for row in run["predicates"] if row["predicate"].startswith(of + ".")]
        lines = []
        for row in rows:
            for name, n in row["classes"].items():
                wrong = n["wrong"] + n["asymmetric"] + sum(n["wrong_alone"][stage] for stage in STAGES)
                lines.append([f"`{row['predicate'].split('.')[1]}`", name, n["vectors"], wrong,
                              *(share(n["decided"][stage], n["vectors"]) for stage in STAGES), share(n["zeros"], n["vectors"])])
        kind = of.split("_")[1].replace("triple", "three floats")
        hunted = min(row["hunted"] for row in rows)
        text += (f"\n### Coordinates in {kind}\n\n{min(row['vectors'] for row in rows)} evaluations of each predicate judged by GMP"
                 + (f", and {hunted} more by the limbs, every stage alone as well" if hunted else "") + ".\n\n")
        text += table(["predicate", "class", "evaluations", "wrong", *(f"{stage}, %" for stage in (*STAGES, "zeros"))], lines)
    return text


def roots(path):
    run = read(path)
    lines, total = [], dict.fromkeys(("judged", "disks", "wrong"), 0)
    for row in run["roots"]:
        row["wrong"] += row["undecided"]
        for key in total:
            total[key] += row[key]
        lines.append([row["polynomials"], row["degree"], row["judged"],
                      *(f"{100 * row[key] / row['judged']:.3f}" for key in ("isolated", "clustered", "not_certified")), row["disks"], row["wrong"]])
    return (f"Found on {run['device']}, commit {run['commit']}: {total['judged']} polynomials, {total['disks']} disks judged by MPFR, "
            f"{total['wrong']} of them wrong or not decided.\n\n" +
            table(["coefficients", "degree", "polynomials", "isolated, %", "clustered, %", "not certified, %", "disks", "wrong"], lines))


def dd(path):
    run = read(path)
    return f"Judged on {run['device']}, commit {run['commit']}.\n\n" + table(
        ["row", "vectors", "largest error, u^2", "bound", "known"],
        [[row["row"], row["judged"], f"{row['max']:.2f}", f"{row['bound']:.17g}", row["known"]] for row in run["dd"]])


# The factors' measures, a column each.
FACTORS = {("qr", "|A_j|"): "qr, residual", ("qr", "|Q^T Q - I|"): "orthogonality", ("cholesky", "sqrt(a_ii a_jj)"): "cholesky",
           ("solve", "|x|, converged"): "solve", ("least_squares", "|x|, converged"): "least_squares",
           ("svd", "|A|"): "svd, residual", ("svd", "|Q^T Q - I|"): "orthogonality"}


def linalg(path):
    """The worst of each function, and of the factors on each family of matrices."""
    run = read(path)

    def error(row):
        return row["max"] if isinstance(row["max"], (int, float)) else math.inf

    def log(x):
        return f"{math.log2(x):.1f}" if x else "exact"
    measures, families = {}, {}
    for row in run["linalg"]:
        what = row["function"], row["relative_to"]
        if row["bound"]:  # else a property, and no error
            measures.setdefault(what, []).append(row)
        if what in FACTORS:
            families.setdefault(row["matrices"], {})[what] = f"{log(error(row))} ({row['judged']})"
    lines, judged = [], 0
    for what, rows in measures.items():
        worst, count = max(rows, key=lambda row: error(row) / row["bound"]), sum(row["judged"] for row in rows)
        judged += count
        lines.append([*what, count, log(error(worst)), log(worst["bound"]), worst["matrices"], f"{worst['rows']} x {worst['columns']}"])
    exceeded = sum(row["verdict"] != "within" for row in run["linalg"])
    return (f"Computed on {run['device']}, commit {run['commit']}: {judged} errors judged by MPFR, {exceeded} of them beyond their bounds.\n\n" +
            table(["function", "error relative to", "matrices", "log2 of the worst", "of its bound", "on", "rows x columns"], lines) +
            "\nThe factors, family by family: log2 of the worst, and of how many matrices.\n\n" +
            table(["matrices", *FACTORS.values()], [[name, *(cells.get(what, "-") for what in FACTORS)] for name, cells in families.items()]))

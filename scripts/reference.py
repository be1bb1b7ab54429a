"""reference.py PAGE | --check: the pages of docs/reference, from the docstrings of include/ff, the catalogue, the
recorded runs and the recorded instruction counts.

PAGE prints one page.  --check names every public declaration without a meaning, and every header and every entry of the
catalogue that no page has.  Exit status 77 where libclang's bindings are not installed.
ff-accuracy, which prints the catalogue, is looked for in the folder FF_BIN, build/bin unless that is set.

declarations.py reads the headers by libclang."""
import collections
import functools
import json
import re
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent))
import declarations  # noqa: E402
import records  # noqa: E402
import report  # noqa: E402

ROOT = Path(__file__).resolve().parents[1]
INCLUDE = ROOT / "include/ff"

# Title and headers of each page.
PAGES = {
    "types": ("Types, constants and limits",
              ["ff_t", "convert/host", "convert/cuda", "type/constants", "type/numbers", "type/literals", "type/limits", "type/hash", "radix", "platform/types"]),
    "fast": ("fast_t and fused_t, for arithmetic in kernels", ["fast/fast_t", "fast/operators", "fast/functions", "fast/standard"]),
    "operators": ("Operators and kernels", ["operators", "arithmetic", "comparison", "eft", "paper2006"]),
    "basic": ("Sign, scaling, integers and remainders", ["basic", "type/classify", "type/division", "type/integral"]),
    "functions": ("Elementary functions",
                  ["math/exp", "math/log", "math/pow", "math/cbrt", "math/hypot", "math/norm", "math/trig", "math/trig_pi", "math/asin",
                   "math/atan", "math/hyperbolic", "math/inverse_hyperbolic", "math/erf", "math/erfc", "math/erfinv",
                   "math/tgamma", "math/lgamma"]),
    "special": ("Special functions", ["special/bessel", "special/bessel_n", "special/bessel_i", "special/boys", "special/expint", "special/digamma",
                                      "special/lambert", "special/zeta"]),
    "complex": ("Complex numbers", ["complex/number", "complex/hyperbolic", "complex/inverse"]),
    "vectors": ("Vectors", ["vector"]),
    "matrices": ("Matrices of Eigen", ["eigen"]),
    "random": ("Random numbers", ["random"]),
    "wide": ("Wide numbers", ["wide/number", "wide/arithmetic", "wide/comparison", "wide/functions", "wide/gamma", "wide/integral", "wide/log_exp", "wide/text", "wide/complex", "complex/pair", "wide/reduce",
                               "wide/cuda", "wide/eigen"]),
    "dd": ("Double-doubles", ["dd/number", "dd/operators", "dd/functions", "dd/exponential", "dd/trigonometry", "dd/special", "dd/comparison", "dd/basic", "dd/integral", "dd/remainder", "dd/text", "dd/complex", "dd/rounding"]),
    "probe": ("Probes, and narrower formats",
              ["probe/number", "probe/operators", "probe/functions", "probe/cmath", "probe/marks", "probe/report", "probe/places", "probe/cuda", "probe/shadow",
               "reduced/number", "reduced"]),
    "intervals": ("Intervals",
                  ["interval/type", "interval/arithmetic", "interval/sets", "interval/power", "interval/elementary",
                   "interval/text"]),
    "sums": ("Sums, dot products, norms", ["type/accumulate", "reduce/host", "reduce/cuda", "reduce/kernels", "reduce/shape"]),
    "linalg": ("Linear algebra", ["linalg/gemm", "linalg/cuda", "linalg/blas", "linalg/cuda/blas", "linalg/qr",
                                  "linalg/cuda/qr", "linalg/solve", "linalg/cuda/solve", "linalg/svd",
                                  "linalg/cuda/svd", "linalg/svd_batched",
                                  "linalg/cuda/svd_batched", "linalg/view", "linalg/status"]),
    "distributed": ("Arrays of many ranks and GPUs", ["mpi", "nccl"]),
    "polynomials": ("Polynomials",
                    ["polynomial/evaluate", "polynomial/certificate", "polynomial/roots", "polynomial/real_roots", "polynomial/laguerre",
                     "polynomial/cuda", "polynomial/host", "polynomial/large", "polynomial/large_cuda"]),
    "geometry": ("Rays, boxes and patches",
                 ["geometry/vector", "geometry/ray", "geometry/box", "geometry/bezier", "geometry/hits",
                  "geometry/certified", "geometry/cuda"]),
    "cuda": ("CUDA's intrinsics", ["cuda"]),
    "text": ("Text", ["text/io", "fmt", "std_format", "text/specification"]),
    "primitives": ("Rounded primitives", ["rounding", "directed/float", "directed/double", "directed/pair"]),
    "predicates": ("Exact predicates",
                   ["predicates", "predicates/types", "predicates/sos", "predicates/triple", "predicates/batch",
                    "predicates/host", "predicates/cuda"]),
    "bounds": ("Bounds, as programs read them", ["bounds", "type/bound", "math/bounds", "interval/bounds", "predicates/bounds"]),
}

# What a constraint of a template says to the reader.
CONSTRAINTS = {
    "require<is_narrow<A>>": "A: any other arithmetic type",
    "require<is_small_integer<Int> || is_large_integer<Int>>": "Int: an integer",
    "require<is_any_integer<Int> || is_huge_integer<Int>>": "Int: an integer or a character",
    "require<is_huge_integer<A>>": "A: an integer of 128 bits",
    "require<is_scalar<A> || is_same<A, ff_t>>": "A: ff_t or an arithmetic type",
    "require<is_volatile_of<V, wide_t>>": "V: a volatile wide_t",
    "require<is_volatile_of<V, basic_fast>>": "V: a volatile basic_fast",
    "if_float<F>": "F: float",
    "require<reductions::is_element<T>>": "T: float, ff_t, double, dd_t or wide_t",
    "if_double<F>": "F: double",
    "if_dd<D>": "D: dd_t",
    "if_dds<X, Y>": "X or Y: dd_t; the other: dd_t, ff_t or any arithmetic type",
    "if_dds<X, Y, Z>": "one of X, Y and Z: dd_t; the others: dd_t, ff_t or any arithmetic type",
    "if_dd_and_double<D, F>": "D: dd_t, F: double",
    "if_double<D>": "D: double",
    "require<is_same<F, float>>": "F: float",
    "require<is_other_complex<Z>>": "Z: std::complex or cuda::std::complex of floating point",
    "require<is_other_complex<Z> && !is_same<typename Z::value_type, long double>>":
        "Z: std::complex or cuda::std::complex of float, double or ff_t",
    "if_vector<V>": "V: ff2, ff3 or ff4",
    "require<is_vector<V> && !is_vector<S>>": "V: ff2, ff3 or ff4",
    "if_fast<X, Y>": "X or Y: a fast number; the other: one, ff_t or any arithmetic type",
    "if_fast<X, X>": "X: a fast number",
    "if_fast<basic_fast<ieee>, Y>": "Y: a fast number, ff_t or any arithmetic type",
    "if_fast<basic_fast<ieee>, X, Y>": "X and Y: a fast number, ff_t or any arithmetic type",
    "if_fast<X, Y, Z>": "one of X, Y and Z: a fast number; the others: such, ff_t or any arithmetic type",
    "require<is_fast_operand<A>>": "A: a fast number, ff_t or any arithmetic type",
    "class R = reduced_among<X, Y>": "X or Y: a reduced, of type R; the other: likewise, ff_t or any arithmetic type, which is rounded first",
    "class R = reduced_among<X, Y, Z>": "one of X, Y and Z: a reduced, of type R; the others: likewise, ff_t or any arithmetic type, rounded first",
    "require<is_probe_operand<Y>>": "Y: a probe, a fast number, ff_t or any arithmetic type",
    "if_probe<X, Y>": "X or Y: a probe; the other: one, a fast number, ff_t or any arithmetic type",
    "if_probe_of_pair<X, Y, Z>": "one of X, Y and Z: a probe of ff_t or a fast number; the others: such, a fast number, ff_t or any arithmetic type",
    "if_probe<X, Y, Z>": "one of X, Y and Z: a probe; the others: such, a fast number, ff_t or any arithmetic type",
    "require<!is_same<T, U>>": "U: another type than T",
    "require<is_scalar<A> && !is_same<A, T>>": "A: another arithmetic type than T",
    "require<is_scalar<A>>": "A: an arithmetic type",
    "require<is_operand<A>>": "A: ff_t or any arithmetic type",
    "if_number<A>": "A: any arithmetic type",
    "if_comparable<X, Y>": "X or Y: ff_t; the other: ff_t or any arithmetic type",
    "require<is_scalar_of<T, S>>": "S: T, int, or a type that T holds exactly",
    "require<is_interval<Interval>>": "Interval: an interval",
    "require<holds_exactly<T, U>>": "T holds every U",
    "require<rounds<T, U>>": "not every U is a T",
    "require<is_large_integer<Int>>": "Int: an integer of 64 bits",
    "require<is_huge_integer<Int>>": "Int: an integer of 128 bits",
    "require<is_any_integer<Int>>": "Int: an integer of at most 64 bits, or a character",
    "require<is_scalar<A> || is_same<A, float2>>": "A: an arithmetic type, or float2",
    "require<is_operand<Y>>": "Y: ff_t or any arithmetic type",
    "require<is_same<C, const char*>>": "C: const char*",
    "require<is_volatile_of<V, basic_ff>>": "V: a volatile basic_ff",
    "require<is_same<F, ff_t>>": "F: ff_t",
    "require<is_same<F, long double>>": "F: long double",
    "require<is_same<const U, T> && !is_same<U, T>>": "T: const U",
    "require<is_half<H>>": "H: __half or __nv_bfloat16",
}

# One docstring and what it is about.
Group = collections.namedtuple("Group", "header section doc declarations")


# ---------------------------------------------------------------- C++

def tidy(text):
    """On one line; (min)(...), which no macro of that name sees, as min(...)."""
    return re.sub(r"\s?\((min|max)\)\(", r" \1(", re.sub(r"\s+", " ", text)).strip()


ARROW = "\0"


def without_constraints(signature):
    """The template's constraints as a comment behind it."""
    said, signature = [], signature.replace("->", ARROW)  # which is no bracket
    head = re.match(r"template <", signature)
    if not head:
        return signature.replace(ARROW, "->"), ""
    depth, end = 0, 0
    for i in range(head.end() - 1, len(signature)):
        depth += (signature[i] == "<") - (signature[i] == ">")
        if depth == 0:
            end = i
            break
    parameters, depth, part = [], 0, ""
    for c in signature[head.end():end] + ",":
        depth += (c == "<") - (c == ">")
        if c == "," and depth == 0:
            parameters.append(part.strip())
            part = ""
        else:
            part += c
    kept = []
    for p in parameters:
        if "detail::" in p:
            constraint = re.sub(r" = 0$", "", re.sub(r"\b(ff::)?detail::", "", p))
            if constraint not in CONSTRAINTS:
                raise SystemExit(f"reference.py: say in CONSTRAINTS what {constraint} means")
            else:
                said.append(CONSTRAINTS[constraint])
        else:
            kept.append(p)
    said = list(dict.fromkeys(said))
    return (f"template <{', '.join(kept)}> " + signature[end + 1:].strip()).replace(ARROW, "->"), "; ".join(said)


def shown(head):
    """A declaration as the page shows it: without what all functions share, and without its body."""
    head = tidy(head)
    head = re.sub(r"\b(FF_HD_OUT_OF_LINE|FF_HD_PRIMITIVE|FF_HD_LARGE|FF_HD|inline|constexpr|friend) ", "", head)
    head = re.sub(r"\bdetail::infinity\b", "infinity", head)
    head = re.sub(r"typename detail::enable_if<true, (\w+)>::type", r"\1", head)
    # The initialisers of a constructor.
    colon = re.search(r"\) : \w+_?\(", head)
    if colon:
        head = head[:colon.start() + 1]
    head, said = without_constraints(head)
    head = re.sub(r"detail::is_same<T, float> \? (\d+) : (\d+)", r"\1 for float, \2 otherwise", head)
    return head + ";" + (f"  // {said}" if said else "")


def file_comment(text):
    """What a header says of itself: the // lines at its top."""
    lines = []
    for line in text.split("\n"):
        if not line.startswith("//"):
            break
        lines.append(re.sub(r"^// ?", "", line))
    return "\n".join(lines)


@functools.cache
def reader():
    return declarations.Reader([h for _, headers in PAGES.values() for h in headers])


def groups_of(header):
    """A header's public declarations under their docstrings.  What follows without a blank line and without a docstring of
    its own belongs to the one above."""
    text = (INCLUDE / f"{header}.hpp").read_text()
    lines = text.split("\n")
    groups, section, last = [], "", None
    sections = [(i, re.split(r"[.:]  ?", m[1])[0]) for i, line in enumerate(lines) if (m := re.match(r"// -{2,} (.*?)\s*$", line))
                and lines[:i].count("namespace detail {") == lines[:i].count("}  // namespace detail")]
    for d in reader().of(header):
        if "detail" in d.scope or not (d.scope.startswith("ff") or d.doc):
            last = None
            continue
        section = next((s for i, s in reversed(sections) if i < d.line), "")
        blank_between = last is not None and any(not l.strip() for l in lines[last.line:d.line])
        if d.doc or not groups or last is None or blank_between or d.kind != last.kind and "variable" in (d.kind, last.kind):
            groups.append(Group(header, section, d.doc, [d]))
        else:
            groups[-1].declarations.append(d)
        last = d
    return groups


# ---------------------------------------------------------------- the catalogue, the records

def entries():
    """Each entry of the catalogue: its parameters and its call."""
    found = []
    for path in [ROOT / "catalogue" / f for f in ("arithmetic.hpp", "complex.hpp", "geometry.hpp", "interval.hpp", "special_functions.hpp", "wide_numbers.hpp")] + \
            sorted((ROOT / "catalogue/math").glob("*.hpp")):
        for match in re.finditer(r"^CATALOGUE_(INTERVAL_)?ENTRY\((\w+), \(([^)]*)\),\s*", path.read_text(), re.M):
            text = path.read_text()
            call = declarations.upto(text[match.end():], ")", "()")
            found.append((bool(match[1]), match[2], match[3], tidy(call)))
    return found


def parameter_types(text):
    return [re.sub(r"^const ", "", p.strip()).rsplit(" ", 1)[0] for p in text.split(",") if p.strip()]


ALIASES = {"basic_ff<T>": "ff_t", "F": "float", "I": "interval<T>", "S": "T", "V": "ff3"}


def signature_types(declaration):
    signature = tidy(declaration.signature)
    inside = signature[signature.rfind("(") + 1:signature.rfind(")")]
    of_pairs = "basic_ff<T>" in signature
    return [("float" if t == "T" and of_pairs else ALIASES.get(t, t)) for t in parameter_types(inside)]


# What an entry of wide numbers calls, where its name does not say it.
WIDE_NAMES = {"wide_plus": "operator+", "wide_minus": "operator-", "wide_times": "operator*", "wide_div": "operator/",
              "wide_load": "load_double", "wide_double": "store_double",
              "wide_tgamma_negative": "tgamma", "wide_lgamma_negative": "lgamma",
              "wide_complex_times": "operator*", "wide_complex_div": "operator/", "wide_complex_sqrt": "sqrt"}


def place_of(entry, groups_by_page):
    """The page and the group that an entry belongs to."""
    of_interval, name, parameters, call = entry
    types = parameter_types(parameters)
    if of_interval:
        pages = ["intervals"]
    elif name.startswith("wide_"):
        pages = ["wide"]
    elif "complex" in types or name.startswith("complex_"):
        pages = ["complex"]
    elif any(t in ("ff2", "ff3", "ff4") for t in types):
        pages = ["vectors"]
    else:
        pages = ["operators", "basic", "functions", "special", "sums", "types"]
    scope = "ff::paper2006" if "paper2006" in call else "ff"
    operator = re.fullmatch(r"\(?\w+ ([-+*/]) \w+\)?", call)
    called = [f"operator{operator[1]}"] if operator else [name] + re.findall(r"(\w+)(?:<-?\d+>)?\(", call)
    if name == "from_double":
        called = ["basic_ff"]
    if pages == ["wide"]:
        called = [WIDE_NAMES.get(name, name[len("wide_"):])]
    wanted = [ALIASES.get(t, t) for t in types]
    for function in called:
        candidates = [(page, g) for page in pages for g in groups_by_page[page]
                      if any(function in d.names and d.scope == scope for d in g.declarations)
                      and (not name.startswith("wide_complex_") or g.header == "complex/pair")]
        for page, g in candidates:
            if any(function in d.names and signature_types(d) == wanted for d in g.declarations):
                return page, g
        if candidates:
            return candidates[0]
    return None


def measured():
    """The largest error recorded of each row whose bits are today's; of intervals by type."""
    worst = {}
    for name in ("h200", "h200-functions", "h200-composites"):
        for row in records.current(ROOT / f"accuracy/results/{name}.json", "operators"):
            for key in ("max_u2", "hunt_max_u2", "all_floats_max_u2"):
                if isinstance(row.get(key), (int, float)):
                    worst[row["operator"]] = max(worst.get(row["operator"], 0), row[key])
    for name in ("h200-intervals", "h200-interval-functions"):
        for row in records.current(ROOT / f"accuracy/results/{name}.json", "operations"):
            worst[row["operation"]] = max(worst.get(row["operation"], 0), row["max"], row.get("hunt_max", 0))
    return worst


class Costs:
    """Instructions of each entry."""

    def __init__(self):
        self.binary = json.loads((ROOT / "tests/sass/counts.json").read_text())
        counted, now = json.loads((ROOT / "bench/data/functions.json").read_text()), records.today()
        self.executed = {name[3:]: counts for name, counts in counted["functions"].items() if name.startswith("ff_")}
        if now is not None:  # a function with other bits is another function
            key = lambda name: records.SIGNS.get(name, name)
            self.executed = {name: counts for name, counts in self.executed.items() if counted["bits"].get(key(name)) == now.get(key(name))}

    def of(self, name, of_interval):
        kinds = ("intervals",) if of_interval else ("operators", "functions", "composites")
        counts = next((self.binary[k][name] for k in kinds if name in self.binary[k]), None)
        said = []
        if isinstance(counts, list):
            parts = [f"{n} {what}" for n, what in zip(counts, ("FADD", "FMUL", "FFMA", "MUFU")) if n]
            said.append(" + ".join(parts) + " on every architecture")
        elif counts:
            said.append(" / ".join(str(c[0]) for c in counts.values()) + " instructions in the binary, slow paths included (" +
                        " / ".join(counts) + ")")
        executed = None if of_interval else self.executed.get(name)
        if executed:
            said.insert(0, f"{sum(executed.values()):.0f} instructions executed on ordinary arguments (sm_90)")
        return "; ".join(said)


# ---------------------------------------------------------------- Markdown

def escaped(text):
    """Prose of a comment as Markdown: code spans and bold stay."""
    parts = re.split(r"(`[^`]*`|\*\*[^*]+\*\*)", text)
    text = "".join(p if i % 2 else re.sub(r"([<*\\\[\]])", r"\\\1", p) for i, p in enumerate(parts))
    return re.sub(r"docs/proofs/(\w+\.md)", r"[proofs/\1](../proofs/\1)", text)


def prose(comment):
    """A comment as Markdown: indented lines are formulas."""
    out, formulas = [], []

    def flush():
        if formulas:
            out.extend(["```text", *formulas, "```"])
            formulas.clear()

    for line in comment.split("\n"):
        if line.startswith("  "):
            formulas.append(line[2:].rstrip())
        elif not line.strip() and formulas:
            flush()
            out.append("")
        else:
            flush()
            out.append(escaped(line.rstrip()))
    flush()
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).strip()


def table(headings, rows):
    def line(cells):
        return "| " + " | ".join(str(c).replace("|", "\\|") for c in cells) + " |"
    return "\n".join([line(headings), "|" + "---|" * len(headings), *map(line, rows)])


def error(x):
    return "0" if x == 0 else f"{x:.2f}"


class Reference:
    def __init__(self, with_catalogue=True):
        self.groups = {page: [g for h in headers for g in groups_of(h)] for page, (_, headers) in PAGES.items()}
        self.entries = entries()
        self.placed = collections.defaultdict(list)  # by the identity of the group
        self.lost = []
        for entry in self.entries:
            place = place_of(entry, self.groups)
            if place:
                self.placed[id(place[1])].append(entry)
            else:
                self.lost.append(entry[1])
        if with_catalogue:
            self.catalogue, self.measured, self.costs = report.told_by("ff-accuracy", "--catalogue"), measured(), Costs()

    def facts(self, group):
        """Cost and bounds of what a group calls."""
        rows, intervals, costs = [], [], []
        for of_interval, name, _, _ in self.placed.get(id(group), []):
            cost = self.costs.of(name, of_interval)
            if cost:
                costs.append((name, cost))
            if of_interval:
                for r in self.catalogue["intervals"]:
                    if r["row"] == name:
                        intervals.append(self.interval_row(r))
                continue
            for r in self.catalogue["rows"]:
                if r["entry"] == name and r["holds"]:
                    rows.append([f"`{r['row']}`", "exact" if r["known"] == "exact" else f"{r['bound_u2']:.3g}, {r['known']}",
                                 r["of"], r["domain"],
                                 error(self.measured[r["row"]]) if r["row"] in self.measured else "-"])
        text = ""
        if rows:
            text += table(["row", "bound, u²", "of", "where", "measured worst, u²"], rows) + "\n\n"
        if intervals:
            text += table(["operation", "promise", "float, ulp: promised, measured", "double, ulp: promised, measured",
                           "ff_t, u²: promised, measured"], intervals) + "\n\n"
        if len(costs) == 1:
            text += f"Cost: {costs[0][1]}.\n\n"
        elif costs:
            text += "Cost:\n\n" + "".join(f"- `{name}`: {cost}\n" for name, cost in costs) + "\n"
        return text

    def interval_row(self, r):
        def pair(promised, type_name):
            if r["promise"] == "near" and type_name == "double":
                return "-"
            worst = self.measured.get(f"interval_{type_name}.{r['row']}")
            return f"{promised:g}, " + ("-" if worst is None else error(worst))
        return [f"`{r['row']}`", r["promise"], pair(r["ulps_float"], "float"), pair(r["ulps_double"], "double"),
                pair(r["u2"], "ff")]

    def page(self, page):
        title, headers = PAGES[page]
        out = [f"# {title}\n"]
        for header in headers:
            text = (INCLUDE / f"{header}.hpp").read_text()
            out.append(f"## `<ff/{header}.hpp>`\n\n{prose(file_comment(text))}\n")
            section = ""
            names = collections.defaultdict(list)  # variables of ff::bounds, by their type
            for g in (g for g in self.groups[page] if g.header == header):
                if g.section != section and g.section:
                    out.append(f"### {escaped(g.section[0].upper() + g.section[1:])}\n")
                section = g.section
                if all(d.kind == "variable" and d.scope == "ff::bounds" for d in g.declarations):
                    for d in g.declarations:
                        type_name = re.match(r"(?:inline )?(?:constexpr )?(\w+)", tidy(d.signature))[1]
                        names[type_name] += d.names
                    continue
                out.append(self.entry(g))
            for type_name, variables in names.items():
                out.append(f"`ff::bounds`, each a `{type_name}`: " + ", ".join(f"`{v}`" for v in variables) + "\n")
        text = re.sub(r"(?<!\n)\n(#+ )", r"\n\n\1", "\n".join(out))
        return re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"

    def entry(self, group):
        if all(d.kind == "variable" for d in group.declarations):
            return table(["constant", "value"], [[f"`{n}`", escaped(d.doc)] for d in group.declarations
                                                 for n in d.names]) + "\n" if len(group.declarations) > 1 else \
                f"- `{group.declarations[0].names[0]}`: {escaped(group.doc)}"
        names = list(dict.fromkeys(n for d in group.declarations for n in d.names))
        code = "\n".join(shown(d.signature) for d in group.declarations)
        out = ["#### " + ", ".join(f"`{n}`" for n in names), "", "```cpp", code, "```", "", prose(group.doc), ""]
        members = [["<br>".join(f"`{m.names[0] if m.kind == 'value' else shown(m.signature)}`" for m in together), escaped(tidy(together[0].doc))]
                   for d in group.declarations for together in d.members]
        if members:
            out += [table(["member", "meaning"], members), ""]
        facts = self.facts(group)
        return "\n".join(out) + ("\n" + facts if facts else "")


# ---------------------------------------------------------------- completeness

def check():
    reference, missing = Reference(), []
    for page, groups in reference.groups.items():
        explained = {(d.scope, n) for g in groups if g.doc.strip() for d in g.declarations for n in d.names}
        for g in groups:
            for d in g.declarations:
                if d.kind == "variable" and d.scope == "ff::bounds":
                    continue
                missing += [f"{g.header}.hpp:{d.line + 1}: {d.scope}::{n} has no meaning" for n in d.names
                            if (d.scope, n) not in explained]
    shown_headers = {h for _, headers in PAGES.values() for h in headers}
    for path in sorted(INCLUDE.rglob("*.hpp")):
        header = str(path.relative_to(INCLUDE))[:-4]
        if header not in shown_headers and not header.endswith("_table") and groups_of(header):
            missing.append(f"{header}.hpp is on no page of PAGES")
    index = (ROOT / "docs/reference/README.md").read_text()
    missing += [f"docs/reference/README.md: expected - [{title}]({page}.md)" for page, (title, _) in PAGES.items()
                if f"- [{title}]({page}.md)\n" not in index]
    missing += [f"the catalogue's entry {name} is on no page" for name in reference.lost]
    known = {name for _, name, _, _ in reference.entries}
    missing += [f"the catalogue's row {r['row']} is of no entry" for r in reference.catalogue["rows"] if r["entry"] not in known]
    missing += [f"the interval row {r['row']} is of no entry" for r in reference.catalogue["intervals"] if r["row"] not in known]
    print("\n".join(missing) if missing else "every public name and every entry of the catalogue is on a page, with its meaning")
    return 1 if missing else 0


if __name__ == "__main__":
    if declarations.clang() is None:
        print("libclang's bindings are not installed: ./ff test installs them in build/libclang")
        sys.exit(77)
    if sys.argv[1:2] == ["--check"]:
        sys.exit(check())
    if len(sys.argv) != 2 or sys.argv[1] not in PAGES:
        sys.exit(f"expected --check or one of {', '.join(PAGES)}")
    print(Reference().page(sys.argv[1]), end="")

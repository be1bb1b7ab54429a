"""rules.py ROOT length | figures | links: what the pages keep to.

length   the README has at most 130 lines
figures  prose has no measured figure (a decimal fraction, a percentage, "so many times"): those are printed by commands, in regions
         that scripts/pages.py compares.  Code, links and printed regions are not prose.
links    every relative link of every Markdown page leads to a file, and its anchor to a heading of it"""
import re
import sys
from pathlib import Path

FIGURE = re.compile(r"\d\.\d|\d ?%|\d+ times (as|the|more|less|faster)")
# History, papers and proofs: what others measured or what is derived on the page.
NOT_FIGURES = ("docs/proofs/", "CHANGELOG.md", "bench/README.md", "CONTRIBUTING.md")
LONGEST = 130


def pages(root):
    return [p for p in sorted(root.rglob("*.md")) if not set(p.relative_to(root).parts[:-1]) & {"build", ".git", "node_modules"}]


def without_code(text):
    """The page with code, comments and printed regions as blank lines, so that lines keep their numbers."""
    def blank(match):
        return "\n" * match[0].count("\n")
    text = re.sub(r"<!-- printed by:.*?<!-- end of print -->", blank, text, flags=re.S)
    text = re.sub(r"^```.*?^```", blank, text, flags=re.S | re.M)
    text = re.sub(r"``.*?``|`[^`\n]*`", "", text)
    return re.sub(r"<!--.*?-->", blank, text, flags=re.S)


def length(root):
    lines = len((root / "README.md").read_text().splitlines())
    return [] if lines <= LONGEST else [f"README.md has {lines} lines, at most {LONGEST} are wanted"]


def figures(root):
    found = []
    for page in pages(root):
        name = str(page.relative_to(root))
        if name.startswith(NOT_FIGURES):
            continue
        for number, line in enumerate(without_code(page.read_text()).split("\n"), 1):
            prose = re.sub(r"\]\([^)]*\)", "]", line)
            found += [f"{name}:{number}: a figure typed by hand: {match[0]!r} in {line.strip()!r}" for match in FIGURE.finditer(prose)]
    return found


def anchor(heading):
    """GitHub's name for a heading."""
    plain = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def links(root):
    broken, seen = [], 0
    for page in pages(root):
        text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.S | re.M)
        for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", text)):
            if re.match(r"[a-z]+:", target):
                continue
            seen += 1
            path, _, wanted = target.partition("#")
            leads_to = (page.parent / path).resolve() if path else page
            headings = re.findall(r"^#+ (.*)$", leads_to.read_text(), re.M) if wanted and leads_to.suffix == ".md" else []
            if not leads_to.exists() or wanted and wanted not in map(anchor, headings):
                broken.append(f"{page.relative_to(root)}: {target} leads nowhere")
    return broken if seen > 20 else [f"only {seen} links were found"]


problems = {"length": length, "figures": figures, "links": links}[sys.argv[2]](Path(sys.argv[1]).resolve())
print("\n".join(problems) or "ok")
sys.exit(bool(problems))

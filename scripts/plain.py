"""plain.py [--comments | --sentences] [FILE...]: how plainly the comments and the pages are written.

--comments prints for each room the share of comment blocks that begin without a subject, as "Of ..." or "What ...".
--sentences prints for each page the mean words of a sentence, and the share of sentences of more than 35 words.

Exit status 1 where a room has more than 8 % of such blocks, or a page more than 18 words or 5 %.  STYLE: a comment is a
sentence, and a reader is tired."""
import argparse
import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MOST_FRAGMENTS, MOST_WORDS, MOST_LONG, LONG = 0.08, 18, 0.05, 35

# A block that begins so has its subject in another comment, but for questions and conditions with a main clause.
PARTICLE = re.compile(r"(Of|What|Whether|How|Where|That|Those|So many|Which|As|The same|From|By|No more|Such|Likewise)\b")
COMMENT = re.compile(r"\s*(?://[/!]?|#)\s?(.*)$")
SOURCES = ("*.hpp", "*.cpp", "*.cu", "*.cuh")


def rooms():
    """(name, files) of each room of sources."""
    top = [ROOT / name for name in ("include/ff", "src/linalg", "accuracy", "bench", "apps", "catalogue", "command")]
    for folder in top:
        below = [f for f in sorted(folder.iterdir()) if f.is_dir()] if folder.name in ("ff", "apps") else []
        for room in below:
            yield str(room.relative_to(ROOT)), [f for s in SOURCES for f in room.rglob(s)]
        yield str(folder.relative_to(ROOT)), [f for s in SOURCES for f in (folder.glob(s) if below else folder.rglob(s))]


def fragments(path):
    """(blocks, [(line, text)]): the number of comment blocks in a file, and those that begin without a subject."""
    blocks, found, inside = 0, [], False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        match = COMMENT.match(line)
        text = match and match[1].strip()
        if text and not inside and text[:1].isalpha():
            blocks += 1
            if PARTICLE.match(text) and not re.match(r"(Where|As|From|By|Of|Likewise)\b[^.;:]*, \w", text):
                found.append((number, text))
        inside = bool(match)
    return blocks, found


def sentences(page):
    """The numbers of words of a page's sentences; code, tables and what tools print do not count."""
    text = page.read_text()
    text = re.sub(r"```.*?```", "", text, flags=re.S)
    text = re.sub(r"<!-- printed by:.*?<!-- end of print -->", "", text, flags=re.S)
    text = "\n".join(line for line in text.splitlines() if not re.match(r"\s*(\||#|<|!\[)", line))
    text = re.sub(r"`[^`]*`", "x", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    parts = re.split(r"(?<=[.:;!?])\s+|\n\s*\n|\n\s*(?:[-*]|\d+\.)\s", text)
    counts = [len(part.split()) for part in parts]
    return [n for n in counts if n > 1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--comments", action="store_true")
    parser.add_argument("--sentences", action="store_true")
    parser.add_argument("--list", action="store_true", help="each fragment, or the longest sentences")
    parser.add_argument("file", nargs="*", type=Path)
    arguments = parser.parse_args()
    failed = False
    if arguments.comments:
        for name, files in [("given", arguments.file)] if arguments.file else rooms():
            total, found = 0, []
            for path in files:
                blocks, here = fragments(path)
                total += blocks
                found += [(path, *f) for f in here]
            if not total:
                continue
            share = len(found) / total
            failed |= share > MOST_FRAGMENTS
            print(f"{name:28} {total:5} blocks, {len(found):4} without a subject, {100 * share:4.1f} %")
            if arguments.list:
                for path, number, text in found:
                    print(f"  {path.relative_to(ROOT) if path.is_absolute() else path}:{number}: {text}")
    if arguments.sentences:
        for page in arguments.file or [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs/guide").glob("*.md"))]:
            counts = sentences(page)
            mean, share = sum(counts) / len(counts), sum(n > LONG for n in counts) / len(counts)
            failed |= mean > MOST_WORDS or share > MOST_LONG
            print(f"{page.name:24} {len(counts):4} sentences, {mean:4.1f} words, {100 * share:4.1f} % above {LONG}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

"""The hooks of mkdocs.yml: what the pages need besides Markdown to stand on a site.

The pages are written for a checkout, where a link may lead to a source file.  The site holds docs/ alone, so there such a
link becomes the file's path in the checkout."""
import re
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[1]
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s#]+)(?:#[^)\s]*)?\)")


def on_page_markdown(markdown, page, **_):
    folder = PurePosixPath("docs", page.file.src_uri).parent

    def inside(match):
        text, target = match.groups()
        if "://" in target:
            return match[0]
        path = (ROOT / folder / target).resolve()
        if path.is_relative_to(ROOT / "docs") or not path.exists():
            return match[0]  # MkDocs judges what is inside, and what does not exist.
        shown = path.relative_to(ROOT).as_posix()
        return f"`{shown}`" if text.strip("`/") in (shown, shown + "/") else f"{text} (`{shown}`)"

    return LINK.sub(inside, markdown)

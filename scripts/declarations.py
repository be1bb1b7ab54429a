"""The public declarations of headers, as libclang reads them, with the docstrings that stand beside them.

All headers are one translation unit.  Conditions of the preprocessor are blanked in each, so that both branches are seen; bodies are
skipped, and what libclang cannot resolve (CUDA's names, libraries that are absent) does not hide the declaration around it."""
import collections
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
INCLUDE = ROOT / "include/ff"
sys.path += [str(path) for path in (ROOT / "build/libclang").glob("lib/python3*/site-packages")]  # as ./ff test installs it

Declaration = collections.namedtuple("Declaration", "scope kind names signature doc trailing members line")


def clang():
    """The bindings; None where they are not installed."""
    try:
        from clang import cindex
        return cindex
    except ImportError:
        return None


def seen_whole(text):
    """The text with conditions as blanks of the same length."""
    return re.sub(r"^[ \t]*#[ \t]*(?:if|el|endif|error)(?:[^\n]*\\\n)*[^\n]*", lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.M)


def doc_above(lines, line):
    """The /// block that ends above a line, or above a macro on a line of its own there."""
    doc = []
    while line > 0 and re.fullmatch(r"\s*[A-Z_]+", lines[line - 1]):
        line -= 1
    while line > 0 and lines[line - 1].strip().startswith("///"):
        line -= 1
        doc.insert(0, re.sub(r"^\s*/// ?", "", lines[line]))
    return "\n".join(doc)


def upto(text, ends, brackets):
    """The text before the first of `ends` that no bracket encloses."""
    bare = re.sub(r"//[^\n]*", lambda m: " " * len(m[0]), text)
    depth = 0
    for i, c in enumerate(bare):
        if depth == 0 and c in ends:
            return text[:i]
        depth += (c in brackets[::2]) - (c in brackets[1::2])
    return text


# What CUDA, and a standard library without <format>, lack here.
ABSENT = """struct float2 {}; using cudaStream_t = struct stream*; using cudaTextureObject_t = unsigned long long;
template <class T> T tex1Dfetch(cudaTextureObject_t, int);
namespace std { template <class, class> struct formatter; }
"""


class Reader:
    """Reads all headers, named as in #include <ff/NAME.hpp>; both branches of the conditions of those that are `shown`."""

    def __init__(self, shown):
        headers = list(dict.fromkeys([*shown, *(str(path.relative_to(INCLUDE))[:-4] for path in sorted(INCLUDE.rglob("*.hpp")))]))
        self.cindex = clang()
        kind = self.cindex.CursorKind
        self.types = {kind.CLASS_DECL, kind.STRUCT_DECL, kind.ENUM_DECL, kind.CLASS_TEMPLATE, kind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION,
                      kind.TYPE_ALIAS_DECL, kind.TYPE_ALIAS_TEMPLATE_DECL, kind.TYPEDEF_DECL}
        self.functions = {kind.FUNCTION_DECL, kind.FUNCTION_TEMPLATE, kind.CXX_METHOD, kind.CONSTRUCTOR, kind.DESTRUCTOR, kind.CONVERSION_FUNCTION}
        self.variables = {kind.VAR_DECL, kind.FIELD_DECL, kind.UNEXPOSED_DECL}
        self.texts = {str(INCLUDE / f"{h}.hpp"): (INCLUDE / f"{h}.hpp").read_text() for h in headers}
        unsaved = [("all.cpp", ABSENT + "".join(f"#include <ff/{h}.hpp>\n" for h in headers))]
        unsaved += [(path, seen_whole(text)) for path, text in list(self.texts.items())[:len(set(shown))]]
        builtin = subprocess.run(["g++", "-print-file-name=include"], capture_output=True, text=True, check=True).stdout.strip()
        arguments = ["-xc++", "-std=c++20", f"-I{ROOT / 'include'}", "-ferror-limit=0", "-isystem", builtin, "-isystem", "/usr/include/eigen3",
                     "-D__global__=", "-D__device__=", "-D__host__="]
        options = self.cindex.TranslationUnit.PARSE_SKIP_FUNCTION_BODIES | 0x200  # and keep going after a missing header
        self.unit = self.cindex.Index.create().parse("all.cpp", args=arguments, unsaved_files=unsaved, options=options)
        self.found = {path: {} for path in self.texts}  # by the place of the declaration
        self.visit(self.unit.cursor, [])

    def of(self, header):
        """The declarations of a header in their order."""
        return [d for _, d in sorted(self.found[str(INCLUDE / f"{header}.hpp")].items())]

    def visit(self, cursor, scope):
        kinds = self.cindex.CursorKind
        for child in cursor.get_children():
            if child.kind == kinds.NAMESPACE:
                self.visit(child, scope + [child.spelling])
            elif child.kind in (kinds.LINKAGE_SPEC,) or child.kind == kinds.UNEXPOSED_DECL and not child.spelling:
                self.visit(child, scope)
            elif child.location.file and child.location.file.name in self.texts:
                self.add(self.found[child.location.file.name], child, scope)

    def add(self, found, cursor, scope):
        """Several variables of one statement are one declaration."""
        path = cursor.location.file.name
        text = self.texts[path].encode()
        start = cursor.extent.start.offset
        line_start = text.rfind(b"\n", 0, start) + 1
        if re.fullmatch(rb"[\s\w\[\]]*", text[line_start:start]):  # attributes, and macros that expand to nothing here
            start = line_start + len(text[line_start:start]) - len(text[line_start:start].lstrip())
        if start in found:
            found[start].names.append(cursor.spelling)
            return
        declared = self.declaration(cursor, text[start:].decode(), text[:start].count(b"\n"), path, scope)
        if declared:
            found[start] = declared

    def declaration(self, cursor, source, line, path, scope):
        lines = self.texts[path].split("\n")
        inner = cursor
        if cursor.kind == self.cindex.CursorKind.FRIEND_DECL:
            inner = next((c for c in cursor.get_children() if c.kind in self.functions | self.types), cursor)
        kind = "type" if inner.kind in self.types else "function" if inner.kind in self.functions else "variable" if inner.kind in self.variables else None
        if kind is None:
            return None
        statement = upto(source, ";", "(){}") if kind == "variable" or "ALIAS" in inner.kind.name else upto(source, ";{", "()")
        if statement.rstrip().endswith("= delete"):
            return None
        head = statement
        doc, trailing = doc_above(lines, line), False
        if not doc:
            note = re.search(r"///< (.*)$", lines[line + statement.count("\n")])
            doc, trailing = (note[1], True) if note else ("", False)
        if not doc and source.startswith("template <>"):
            return None  # a specialisation means what its template does
        members = []
        if inner.kind in self.types and inner.is_definition() and "detail" not in scope:
            members = self.members(inner, path)
        if inner.kind == self.cindex.CursorKind.ENUM_DECL and inner.is_definition():
            values = re.sub(r"///<[^\n]*", "", source[source.index("{") + 1:source.index("}")])
            head += " { " + re.sub(r"\s+", " ", values).strip() + " }"
        return Declaration("::".join(s for s in scope if s != "literals"), kind, [self.name(inner, head)], head, doc, trailing, members, line)

    def name(self, cursor, head):
        name = re.sub(r"<.*", "", cursor.spelling) if not cursor.spelling.startswith("operator") else cursor.spelling
        if cursor.kind == self.cindex.CursorKind.CONVERSION_FUNCTION or re.match(r"operator \w", name):
            return re.search(r"operator ([\w ]+?)(?=\()", head)[0]
        if "unnamed" in name or not name:
            return "enum"
        qualified = re.search(rf"((?:\w+::)+){name}\b", head.split("=")[0]) if cursor.kind in self.types else None
        return (qualified[1] if qualified else "") + name

    def members(self, cursor, path):
        """The public members of a class in groups: what follows without a blank line and a docstring of its own belongs to the group."""
        kinds, lines = self.cindex.CursorKind, self.texts[path].split("\n")
        if cursor.kind == kinds.ENUM_DECL:
            values = [(v.spelling, re.findall(r"///< (.*)", "\n".join(lines[v.extent.start.line - 1:self.end_of_note(lines, v.extent.start.line)])))
                      for v in cursor.get_children() if v.kind == kinds.ENUM_CONSTANT_DECL]
            return [[Declaration("", "value", [name], name, " ".join(note), True, [], 0)] for name, note in values if note]
        public, found = cursor.kind == kinds.STRUCT_DECL or "struct" in self.texts[path].encode()[cursor.extent.start.offset:cursor.location.offset].decode(), {}
        for child in cursor.get_children():
            if child.kind == kinds.CXX_ACCESS_SPEC_DECL:
                public = child.access_specifier == self.cindex.AccessSpecifier.PUBLIC
            elif public and child.kind in self.types | self.functions | self.variables | {kinds.FRIEND_DECL}:
                self.add(found, child, [])
        groups, last = [], None
        for _, d in sorted(found.items()):
            if last is None or d.doc or last.trailing or any(not text.strip() for text in lines[last.line:d.line]):
                groups.append([d])
            else:
                groups[-1].append(d)
            last = d
        return groups

    @staticmethod
    def end_of_note(lines, line):
        while line < len(lines) and lines[line].strip().startswith("///<"):
            line += 1
        return line

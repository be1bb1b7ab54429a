#!/usr/bin/env python3
"""Copies the library's headers with `float` spelled `traced`.  usage: rewrite.py INCLUDE OVERRIDES OUTPUT

The functions then run on proofs/functions/traced/traced.hpp, whose numbers remember their operations.  The steps that
the prover sees are thus those of the shipped header.  Files of OVERRIDES replace headers of the same name: the
primitives, which record an operation, and the tables' access.
"""
import pathlib
import re
import sys

LITERAL = re.compile(r"(?<![\w.])(0x[0-9a-fA-F.]+p[+-]?\d+|\d+\.\d*(?:e[+-]?\d+)?)f\b")
# The bits of a float, and asserts on the size of one: a traced number has both its value and its place in the trace.
BITS = re.compile(r"^FF_HD\w* constexpr (uint32 to_bits\(float x\)|float from_bits\(uint32 b\)) \{.*\}$", re.M)
SIZES = re.compile(r"^\s*static_assert\(sizeof\((ff_t|log_row)\).*;$", re.M)
# A sign flipped or set: the number stays the one that it was.  Flipping does not depend on the number's own sign, so
# its bits are not read (traced.hpp); setting does.
SIGNS = [
    (re.compile(r"from_bits\(to_bits\((\w+(?:\.\w+\(\))?)\) \^"), r"from_bits_of(\1, bits_to_flip(\1) ^"),
    (re.compile(r"from_bits\(to_bits\((\w+(?:\.\w+\(\))?)\) \|"), r"from_bits_of(\1, to_bits(\1) |"),
    (re.compile(r"from_bits\(\(to_bits\(x\) & magnitude_bits\)"), "from_bits_of(x, (to_bits(x) & magnitude_bits)"),
    (re.compile(r"from_bits\(\(by & sign_bits\) \^ to_bits\(x\)\)"),
     "from_bits_of(x, (by & sign_bits) ^ bits_to_flip(x))"),
]
# The last two bits cleared, which is a step with an error, and no read.
SHORT = re.compile(r"from_bits\(to_bits\((\w+)\) & ~3u\)")
# A sum rounded downwards by its bits: a step, and no read.
DOWNWARDS = re.compile(r"  const auto \[s, e\] = add12\(a, b\);\n  const uint32 bits = to_bits\(s\), below = .*;\n  return from_bits\(less\(e, 0\.0f\) \? below : bits\);")

# A trace leaves out the plain path where an argument is rare: the function does not use its result.
RARE = "if (constant_evaluated() && !plain) return outside();"


def rewritten(text):
    if BITS.search(text):
        text = text.replace("#include <ff/platform/compiler.hpp>", "#include <ff/platform/compiler.hpp>\n#include <traced.hpp>")
    text = BITS.sub("", text)
    text = SIZES.sub("", text)
    text = DOWNWARDS.sub("  return added_downwards(a, b);", text)
    if "constexpr auto plain_or(bool plain" in text and RARE not in text:
        sys.exit(f"rewrite.py: expected in plain_or: {RARE}")
    text = text.replace(RARE, "if (!plain) return outside();")
    lines = []
    for line in text.split("\n"):
        if not line.startswith("#include"):
            line = LITERAL.sub(r"traced(\1f)", line)
            for pattern, replacement in SIGNS:
                line = pattern.sub(replacement, line)
            line = SHORT.sub(r"without_last_bits(\1)", line)
            line = re.sub(r"\bfloat\b", "traced", line)
        lines.append(line)
    return "\n".join(lines)


def write_if_changed(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def main():
    include, overrides, output = map(pathlib.Path, sys.argv[1:])
    for header in sorted((include / "ff").rglob("*.hpp")):
        name = header.relative_to(include)
        if name.parts[1] in ("linalg", "polynomial", "geometry", "predicates", "interval"):
            continue
        override = overrides / name
        write_if_changed(output / name, override.read_text() if override.exists() else rewritten(header.read_text()))


main()

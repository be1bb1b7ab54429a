"""The rules of the house for include/ff: headers of at most 400 lines, generated tables apart, each with #pragma once,
that include nothing but each other, the standard library, libcu++ and, in format.hpp, {fmt}."""
import pathlib
import re
import sys

MAX_LINES = 400
STANDARD = re.compile(r"<[a-z_0-9]+>$")
EXCEPTIONS = {("fmt.hpp", "<fmt/format.h>"), ("fmt.hpp", "<fmt/core.h>")}

root = pathlib.Path(sys.argv[1])
headers = sorted(root.rglob("*.hpp"))
faults = [] if headers else [f"{root}: no headers"]
for header in headers:
    name = str(header.relative_to(root))
    text = header.read_text()
    lines = text.count("\n")
    if lines > MAX_LINES and not name.endswith("_table.hpp"):
        faults.append(f"{name}: {lines} lines, at most {MAX_LINES}")
    if "#pragma once" not in text:
        faults.append(f"{name}: no #pragma once")
    for included in re.findall(r"^\s*#\s*include\s*(\S+)", text, re.M):
        own = re.match(r"<ff/(.+)>$", included)
        if own and (root / own[1]).is_file():
            continue
        if not STANDARD.match(included) and not included.startswith("<cuda/std/") and (name, included) not in EXCEPTIONS:
            faults.append(f"{name}: includes {included}")

print("\n".join(faults) if faults else f"{len(headers)} headers in order")
sys.exit(bool(faults))

"""Compiles every C++ and CUDA block of README.md and docs/guide/, runs it, and compares what it prints with the ```text block
that follows.  CUDA blocks are compiled only where there is nvcc and run only with --gpu.  Python's blocks are run as they are.

usage: snippets.py ROOT KIND COMPILER [FLAG...] [--gpu] [--without=FOLDER/...] [--with=HEADER,FLAG...] [--by=FOLDER/,COMPILER]...,
KIND being cpp or cuda.
A block that includes a header of such a folder, of a library that is absent, is left out; one that includes HEADER is
compiled with these flags too; one that includes a header of FOLDER/, by that compiler.
       snippets.py ROOT python INTERPRETER"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

root, kind = Path(sys.argv[1]), sys.argv[2]
compiler = [a for a in sys.argv[3:] if a != "--gpu" and not a.startswith(("--without=", "--with=", "--by="))]
extra = [a.split("=", 1)[1].split(",") for a in sys.argv if a.startswith("--with=")]
others = [a.split("=", 1)[1].split(",") for a in sys.argv if a.startswith("--by=")]
absent = [a.split("=")[1] for a in sys.argv if a.startswith("--without=")]
run_it = kind != "cuda" or "--gpu" in sys.argv

pages = "".join(page.read_text() for page in (root / "README.md", *sorted((root / "docs/guide").glob("*.md"))))
blocks = re.findall(r"```(\w+)\n(.*?)```(?:\n+```text\n(.*?)```)?", pages, re.S)
failures = found = 0
with tempfile.TemporaryDirectory() as folder:
    for language, code, expected in blocks:
        if language != kind:
            continue
        found += 1
        lacking = [place for place in absent if f"#include <{place}" in code]
        if lacking:
            print(f"{kind} block {found} left out: no <{lacking[0]}...>")
            continue
        source = Path(folder, f"snippet{found}.{ {'cuda': 'cu', 'cpp': 'cpp', 'python': 'py'}[kind] }")
        source.write_text(code)
        program = [str(source.with_suffix(""))]
        if kind == "python":
            program = [*compiler, str(source)]
        else:
            by = next((other for place, other in others if f"#include <{place}" in code), compiler[0])
            command = [by, *compiler[1:], "-std=c++17", f"-I{root / 'include'}", str(source), "-o", *program]
            command += [flag for header, *flags in extra if f"#include <{header}>" in code for flag in flags]
            built = subprocess.run(command, capture_output=True, text=True)
            if built.returncode:
                failures += 1
                print("does not compile:", " ".join(command), built.stdout, built.stderr, sep="\n")
                continue
        if not run_it:
            print(f"{kind} block {found} compiles; not run, there is no GPU")
            continue
        ran = subprocess.run(program, capture_output=True, text=True, timeout=60)
        good = ran.returncode == 0 and ran.stdout == expected
        failures += not good
        print(f"{kind} block {found}:", "ok" if good else f"status {ran.returncode}, printed {ran.stdout!r}, the page says {expected!r} {ran.stderr}")
print(found, "blocks,", failures, "failures")
sys.exit(1 if failures or not found else 0)

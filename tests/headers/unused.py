"""unused.py BYTES COMPILE COMMAND...: compiles a kernel that calls exp alone, from <ff/ff.hpp>, to a cubin, which may have
BYTES: the tables of functions that no kernel calls leave nothing in it."""
import pathlib
import subprocess
import sys
import tempfile

SOURCE = "#include <ff/ff.hpp>\n__global__ void kernel(ff::ff_t* x) { *x = ff::exp(*x); }\n"

limit, *compile_command = sys.argv[1:]
with tempfile.TemporaryDirectory() as scratch:
    source, cubin = pathlib.Path(scratch, "unused.cu"), pathlib.Path(scratch, "unused.cubin")
    source.write_text(SOURCE)
    subprocess.run([*compile_command, "-cubin", str(source), "-o", str(cubin)], check=True)
    size = cubin.stat().st_size
print(f"{size} bytes, at most {limit}")
sys.exit(size > int(limit))

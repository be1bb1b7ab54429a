"""unused.py BYTES COMPILE COMMAND...: what <ff/ff.hpp> leaves in a cubin.  Of a kernel that uses nothing of it the cubin has at
most BYTES; sin's tables are in it once, whether one kernel uses sin or two do, and exp's are not."""
import pathlib
import struct
import subprocess
import sys
import tempfile

HEADER = "#include <ff/ff.hpp>\n"
UNUSED = "__global__ void unused(float* x) { *x = *x + 1; }\n"
SINE = "__global__ void sine{}(ff::ff_t* x) {{ *x = ff::sin(*x) + {}.0f; }}\n"


def cubin_of(command, source):
    with tempfile.TemporaryDirectory() as scratch:
        cu, cubin = pathlib.Path(scratch, "kernel.cu"), pathlib.Path(scratch, "kernel.cubin")
        cu.write_text(source)
        subprocess.run([*command, "-cubin", str(cu), "-o", str(cubin)], check=True)
        return cubin.read_bytes()


def arrays(elf):
    """The sizes of an object's arrays in device memory: the data of its symbols, by name."""
    offset, = struct.unpack_from("<Q", elf, 40)
    width, count = struct.unpack_from("<HH", elf, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", elf, offset + i * width) for i in range(count)]
    sizes = {}
    for _, kind, _, _, start, size, names, _, _, entry in sections:
        if kind != 2:  # symbols
            continue
        for at in range(start, start + size, entry):
            name, info, _, section, _, length = struct.unpack_from("<IBBHQQ", elf, at)
            if info & 15 == 1 and 0 < section < count and length:  # an object, defined here
                text = elf[sections[names][4] + name:]
                sizes[text[:text.index(b"\0")].decode()] = length
    return sizes


limit, *command = sys.argv[1:]
failed = False
size = len(cubin_of(command, HEADER + UNUSED))
print(f"a kernel that uses nothing: {size} bytes, at most {limit}")
failed |= size > int(limit)

one, two = (arrays(cubin_of(command, HEADER + "".join(SINE.format(i, i) for i in range(n)))) for n in (1, 2))
print("sin in one kernel:", one)
print("sin in two kernels:", two)
failed |= not one or one != two or any("exp" in name for name in one)
sys.exit(failed)

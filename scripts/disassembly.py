"""What nvcc made of a source: the instructions of each kernel of a cubin, by cuobjdump."""
import re
import shutil
import subprocess

INSTRUCTION = re.compile(r"\s+/\*([0-9a-f]{4,})\*/\s+(?:(@!?U?P\w+)\s+)?([A-Z][\w.]*)\s*([^;]*);")


def version(nvcc):
    """The compiler's version, like "13.0.88"."""
    return re.search(r"V([\d.]+)", subprocess.run([nvcc, "--version"], capture_output=True, text=True).stdout)[1]


def disassembler():
    """Whether cuobjdump and nvdisasm, which it calls, are on the PATH."""
    return all(map(shutil.which, ("cuobjdump", "nvdisasm")))


def instructions(cubin):
    """{mangled kernel name: [(address, predicate or None, opcode with modifiers, operands)]}"""
    text = subprocess.run(["cuobjdump", "-sass", str(cubin)], check=True, capture_output=True, text=True).stdout
    kernels, code = {}, []
    for line in text.splitlines():
        if name := re.search(r"Function : (\S+)", line):
            code = kernels[name[1]] = []
        elif i := INSTRUCTION.match(line):
            code.append((int(i[1], 16), i[2], i[3], i[4]))
    return kernels

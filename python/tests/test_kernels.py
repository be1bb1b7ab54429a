"""The CUDA source that is made of the entries compiles by NVRTC.  No GPU is needed."""
import ctypes
import ctypes.util
import glob
import os

import pytest

from ff import _kernels
from ff._entries import entries


def find_nvrtc():
    folders = [os.environ.get("CUDA_HOME", "/usr/local/cuda"), "/usr/local/cuda"]
    found = [f for folder in folders for f in sorted(glob.glob(f"{folder}/lib64/libnvrtc.so*"))]
    name = found[0] if found else ctypes.util.find_library("nvrtc")
    return ctypes.CDLL(name) if name else None


nvrtc = find_nvrtc()
pytestmark = pytest.mark.skipif(nvrtc is None, reason="there is no libnvrtc here")


def compiled(source, names=()):
    """The log of a compilation that failed, or the lowered names."""
    program = ctypes.c_void_p()
    assert nvrtc.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"kernel.cu", 0, None, None) == 0
    for name in names:
        assert nvrtc.nvrtcAddNameExpression(program, name.encode()) == 0
    # The last two are CuPy's own.
    options = [o.encode() for o in (*_kernels.options(), "--gpu-architecture=compute_90", "-ftz=true",
                                    "--device-as-default-execution-space")]
    status = nvrtc.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
    size = ctypes.c_size_t()
    nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetProgramLog(program, log)
    assert status == 0 and not log.value, log.value.decode()
    lowered = []
    for name in names:
        answer = ctypes.c_char_p()
        assert nvrtc.nvrtcGetLoweredName(program, name.encode(), ctypes.byref(answer)) == 0
        lowered.append(answer.value.decode())
    nvrtc.nvrtcDestroyProgram(ctypes.byref(program))
    return lowered


def test_every_entry_compiles():
    """All in one program, for the headers take most of the time; apart from the namespace the text is a kernel's own."""
    head, text = None, []
    for entry in entries.values():
        source = _kernels.elementwise(entry)
        head, body = source.split("namespace {", 1)
        text.append(f"namespace of_{entry.name} {{\nnamespace {{{body}}}\n")
    compiled(head + "".join(text))


def test_one_compiles_alone():
    compiled(_kernels.elementwise(entries["complex_pow"]) + _kernels.stamp())


@pytest.mark.parametrize("kind", ["p", "f"])
@pytest.mark.parametrize("name", ["sum", "dot", "norm"])
def test_reductions_compile(name, kind):
    source, *kernels = _kernels.reduction(name, kind)
    assert len(set(compiled(source, kernels))) == 3


def test_a_mistake_is_seen():
    with pytest.raises(AssertionError, match="no_such_function"):
        compiled(_kernels.elementwise(entries["sin"]._replace(code="ff::no_such_function(x)")))

"""Arrays in a GPU's memory: CuPy's, pairs as uint64, which lies there as ff::ff_t does.  As _host.py, function by function."""
import functools

import cupy
import numpy as np

from . import _bindings, _host, _kernels

xp = cupy
DTYPES = {**_host.DTYPES, "p": np.dtype(np.uint64)}


def is_pairs(raw):
    return False  # an array of uint64 is integers, until ff.from_pairs says otherwise


def empty(shape, kind):
    return cupy.empty(shape, DTYPES[kind])


def from_host(raw):
    return cupy.asarray(raw.copy().view(np.uint64))


def to_host(raw):
    return cupy.asnumpy(raw).view(_host.dtype)


def raw_module(source, options=(), **arguments):
    return cupy.RawModule(code=source + _kernels.stamp(), options=_kernels.options(options), **arguments)


@functools.lru_cache(maxsize=None)
def _elementwise(entry, device):
    return raw_module(_kernels.elementwise(entry)).get_function(_kernels.name_of(entry))


def run(entry, operands, outputs, shape):
    """entry(operands) into outputs; what is broadcast is copied, but for single numbers."""
    count = int(np.prod(shape, dtype=np.int64))
    if count == 0:
        return
    arguments = [np.int64(count)]
    for raw in operands:
        one = raw.size == 1
        arguments += [raw if one else cupy.ascontiguousarray(cupy.broadcast_to(raw, shape)), np.int64(0 if one else 1)]
    results = [out if out.flags.c_contiguous and not any(_may_clash(raw, out) for raw in operands) else cupy.empty_like(out, order="C")
               for out in outputs]
    kernel = _elementwise(entry, cupy.cuda.runtime.getDevice())
    kernel((min((count + 255) // 256, 1 << 20),), (256,), (*arguments, *results))
    for out, result in zip(outputs, results):
        if out is not result:
            out[...] = result


def _may_clash(raw, out):
    """Whether raw lies in out's memory and is not out itself."""
    if not cupy.may_share_memory(raw, out):
        return False
    return raw.data.ptr != out.data.ptr or raw.shape != out.shape or raw.strides != out.strides


def words_of(raw):
    return cupy.ndarray(raw.shape + (2,), np.float32, raw.data, raw.strides + (4,))


def pairs_of_words(words):
    if words.strides[-1] != 4 or any(step % 8 for step in words.strides[:-1]) or words.data.ptr % 8:
        words = cupy.ascontiguousarray(words)
    return cupy.ndarray(words.shape[:-1], np.uint64, words.data, words.strides[:-1])


@functools.lru_cache(maxsize=None)
def _reduction(name, kind, device):
    source, *kernels = _kernels.reduction(name, kind)
    module = raw_module(source, name_expressions=kernels)
    return [module.get_function(kernel) for kernel in kernels]


def reduce(name, *operands):
    """sum, dot or norm of 1-D arrays, pairs or float32, by the kernels of ff/reduce/kernels.hpp."""
    x, *others = [cupy.ascontiguousarray(raw) for raw in operands]
    y = others[0] if others else x
    kind = "f" if x.dtype == np.float32 else "p"
    rows, chunks = _bindings.reduction_shape(x.size, kind)
    aligned, unaligned, combine = _reduction(name, kind, cupy.cuda.runtime.getDevice())
    partial, result = cupy.empty(chunks, np.uint64), cupy.empty((), np.uint64)
    kernel = aligned if x.data.ptr % 16 == 0 and y.data.ptr % 16 == 0 else unaligned
    kernel((chunks,), (256,), (np.uint64(x.size), np.uint64(rows), np.uint64(chunks), x, y, partial, result))
    if chunks > 1:
        combine((1,), (1024,), (np.int32(chunks), partial, result))
    return result

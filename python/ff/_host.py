"""Arrays in the host's memory: NumPy's, pairs as records of two float32."""
import numpy as np

from . import _bindings
from ._entries import Entry

#: A pair: two float32, `hi` and `lo`, 8 bytes, as ff::ff_t lies in memory.
dtype = np.dtype([("hi", "<f4"), ("lo", "<f4")])

DTYPES = {"p": dtype, "f": np.dtype(np.float32), "d": np.dtype(np.float64), "i": np.dtype(np.int32),
          "l": np.dtype(np.int64), "u": np.dtype(np.uint64), "b": np.dtype(np.bool_)}
xp = np


def owns(raw):
    return isinstance(raw, np.ndarray)


def is_pairs(raw):
    return isinstance(raw, (np.ndarray, np.void)) and raw.dtype == dtype


def checked(raw):
    """raw, if its words form pairs.  NumPy stores a number that is given to records into both words."""
    hi, lo = raw["hi"], raw["lo"]
    with np.errstate(invalid="ignore", over="ignore"):
        most = np.spacing(np.abs(hi)).astype(np.float64) * (0.5 + 2.0**-23)  # products reach a float beyond ulp(hi)/2
        broken = np.isfinite(hi) & ~(np.abs(lo.astype(np.float64)) <= most)
    if broken.any():
        first = raw[broken][0] if raw.ndim else raw[()]
        raise ValueError(f"ff: the words {first['hi']!s} and {first['lo']!s} are no pair: |lo| is to be at most ulp(hi)/2.  NumPy "
                         f"stores a number into both words of a record; make the array by ff.array, ff.zeros or ff.full")
    return raw


def empty(shape, kind):
    return np.empty(shape, DTYPES[kind])


def bare(raw):
    """What the bindings see: pairs as uint64."""
    return raw.view(np.uint64) if raw.dtype == dtype else raw


def run(entry: Entry, operands, outputs, shape):
    """entry(operands) into outputs, NumPy's broadcasting by strides of zero: nothing is copied."""
    inputs = []
    for raw in operands:
        if any(may_clash(raw, out) for out in outputs):
            raw = raw.copy()
        inputs.append(bare(np.broadcast_to(raw, shape)))
    _bindings.apply(entry.index, inputs, [bare(out) for out in outputs])


def may_clash(raw, out):
    """Whether raw lies in out's memory and is not out itself."""
    if not np.may_share_memory(raw, out):
        return False
    same = raw.__array_interface__["data"] == out.__array_interface__["data"] and raw.strides == out.strides
    return not (same and raw.shape == out.shape)


def words_of(raw):
    return np.lib.stride_tricks.as_strided(raw["hi"], raw.shape + (2,), raw.strides + (4,))


def pairs_of_words(words):
    words = words if words.ndim and words.strides[-1] == 4 else np.ascontiguousarray(words)
    return words.view(dtype)[..., 0]


def reduce(name, *operands):
    """sum, dot or norm of 1-D arrays, pairs or float32."""
    flat = [np.require(bare(raw), requirements=["C", "ALIGNED"]) for raw in operands]
    return np.array(getattr(_bindings, name)(*flat), np.uint64).view(dtype)

"""ff.array, and the functions that make one."""
import decimal
import functools
import numbers
import re
from fractions import Fraction

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from . import _bindings, _host
from ._entries import EXCHANGED, NOT_PUBLIC, TO_PAIR, UFUNCS, entries, find


@functools.lru_cache(maxsize=None)
def _cuda():
    from . import _cuda as module
    return module


def _side_of(x):
    """The module that knows x's memory, or None where x is no array."""
    if isinstance(x, array):
        x = x._raw
    if hasattr(x, "__cuda_array_interface__"):
        return _cuda()
    return _host if isinstance(x, (np.ndarray, np.generic)) else None


# ---------------------------------------------------------------- operands


def _operand(x, side):
    """(kind, raw): x as it is, where a loop takes it, otherwise as pairs.  None for what is no number."""
    if isinstance(x, array):
        if _side_of(x) is not side:
            if x.ndim == 0 and side is not _host:
                return "p", side.from_host(x._raw)
            raise TypeError("ff: one operand is in the host's memory, the other on the GPU; move one by ff.asarray")
        return "p", x._raw
    if isinstance(x, (bool, int)) and not isinstance(x, np.generic):
        if -2**63 <= x < 2**63:
            return "l", side.xp.asarray(x, dtype=np.int64)
        if 0 <= x < 2**64:
            return "u", side.xp.asarray(x, dtype=np.uint64)
        x = str(x)
    if isinstance(x, float) and not isinstance(x, np.generic):
        return "d", side.xp.asarray(x, dtype=np.float64)
    if isinstance(x, (str, decimal.Decimal)):
        return "p", side.from_host(_read(x)) if side is not _host else _read(x)
    if isinstance(x, (list, tuple)):
        return "p", asarray(x)._raw if side is _host else side.from_host(asarray(x)._raw)
    if isinstance(x, numbers.Number) and not isinstance(x, np.generic):
        return None  # Fraction, complex
    if _side_of(x) is None:
        return None
    if _side_of(x) is not side:
        if getattr(x, "ndim", 1) != 0:
            raise TypeError("ff: one operand is in the host's memory, the other on the GPU; move one by ff.asarray")
        x = side.xp.asarray(x)
    if side.is_pairs(x):
        return "p", side.checked(side.xp.asarray(x))
    x = side.xp.asarray(x)
    kind = x.dtype.kind
    if x.dtype == np.float32 or x.dtype == np.float16:
        return "f", x.astype(np.float32, copy=False)
    if x.dtype == np.float64:
        return "d", x.astype(np.float64, copy=False)
    if x.dtype == np.uint64:
        return "u", x.astype(np.uint64, copy=False)
    if kind in "biu":
        return "l", x.astype(np.int64, copy=False)
    if kind == "f":  # long double, rounded to the nearest pair as C++ does
        with np.errstate(over="ignore", invalid="ignore"):
            hi = x.astype(np.float32)
            lo = np.where(np.isfinite(hi), (x - hi).astype(np.float32), np.float32(0))
        return "p", from_words(hi, lo)._raw
    if kind == "U":
        return "p", _read(x)
    if kind == "O":
        pairs = [asarray(element)._raw for element in x.ravel()]
        return "p", np.array(pairs, _host.dtype).reshape(x.shape)
    return None


def _as_kind(kind, raw, wanted, side, name):
    """raw, of `kind`, as an entry wants it."""
    if kind == wanted:
        return raw
    if wanted == "p" and kind in TO_PAIR:
        out = side.empty(raw.shape, "p")
        side.run(entries[TO_PAIR[kind]], [raw], [out], raw.shape)
        return out
    if (wanted in "il" and kind in "lu") or (wanted == "f" and kind in "dlu"):
        converted = raw.astype(_host.DTYPES[wanted])
        if bool((converted == raw).all()) and bool((converted.astype(raw.dtype) == raw).all()):
            return converted
    if wanted == "d" and kind == "f":
        return raw.astype(np.float64)
    wants = {"f": "float32", "i": "int32", "p": "pairs", "d": "float64", "l": "int64", "u": "uint64"}[wanted]
    raise TypeError(f"ff.{name} takes {wants} here")


def _compare_with_large(name, x, n):
    """x against an integer beyond 64 bits, exactly: by the nearest pair, and where x equals that by what is left."""
    nearest = asarray(str(n)) if abs(n) < 2**128 - 2**103 else asarray(float("inf" if n > 0 else "-inf"))
    rest = (n < 0) - (n > 0) if not call("isfinite", nearest) else n - int(nearest)
    less, equal, ordered = call("less", x, nearest), call("equal", x, nearest), call("equal", x, x)
    if rest > 0:
        less = less | equal
    if rest != 0:
        equal = equal & False
    return {"less": less, "less_equal": less | equal, "greater": ordered & ~(less | equal), "greater_equal": ordered & ~less,
            "equal": equal, "not_equal": ~equal}[name]


def _is_large(x):
    return isinstance(x, int) and not isinstance(x, (bool, np.generic)) and not -2**63 <= x < 2**64


def _wrap(kind, raw):
    if kind == "p":
        return _of_raw(raw)
    return raw[()] if isinstance(raw, np.ndarray) and raw.ndim == 0 else raw


def call(name, *operands, out=None):
    """The catalogue's entry `name` for each element of the operands, which are broadcast against each other.

    Operands are ff.array, numbers, or NumPy's arrays of float16, float32, float64 or integers: float32 takes C++'s mixed form
    where there is one, all others are rounded once to the nearest pair; comparisons see float64 and int64 as they are.
    """
    if name in EXCHANGED and name not in ("plus", "times") and len(operands) == 2 and out is None:
        if isinstance(operands[0], array) and _is_large(operands[1]):
            return _compare_with_large(name, *operands)
        if isinstance(operands[1], array) and _is_large(operands[0]):
            return _compare_with_large(EXCHANGED[name], operands[1], operands[0])
    side = next((s for s in map(_side_of, operands) if s not in (None, _host)), _host)
    for result in out or ():
        if isinstance(result, array) and _side_of(result) is not _host:
            side = _side_of(result)
    seen = [_operand(x, side) for x in operands]
    if None in seen:
        return NotImplemented
    if len(seen) != len(entries[name].takes):
        raise TypeError(f"ff.{name} takes {len(entries[name].takes)} operands, not {len(seen)}")
    entry, exchanged = find(name, "".join(kind for kind, _ in seen))
    if exchanged:
        seen.reverse()
    raws = [_as_kind(kind, raw, wanted, side, name) for (kind, raw), wanted in zip(seen, entry.takes)]
    shape = np.broadcast_shapes(*(raw.shape for raw in raws))
    if out is None:
        out = (None,) * len(entry.gives)
    if len(out) != len(entry.gives):
        raise TypeError(f"ff.{name} gives {len(entry.gives)} arrays, not {len(out)}")
    stored = []
    for kind, result in zip(entry.gives, out):
        raw = side.empty(shape, kind) if result is None else result._raw if isinstance(result, array) else result
        if result is not None and (isinstance(result, array) != (kind == "p") or _side_of(raw) is not side):
            raise TypeError(f"ff.{name}: out has to be {'an ff.array' if kind == 'p' else 'an array'} where the operands are")
        if kind != "p" and raw.dtype != _host.DTYPES[kind]:
            raise TypeError(f"ff.{name}: out has to be of {_host.DTYPES[kind]}")
        if result is not None and np.broadcast_shapes(raw.shape, shape) != raw.shape:
            raise ValueError(f"ff.{name}: out of shape {raw.shape} for a result of shape {shape}")
        stored.append(raw)
    side.run(entry, raws, stored, stored[0].shape)
    results = tuple(_wrap(kind, raw) if result is None else result
                    for kind, raw, result in zip(entry.gives, stored, out))
    return results[0] if len(results) == 1 else results


# ---------------------------------------------------------------- text


def _read(texts):
    """The pairs nearest to numbers in text, in an array of their shape."""
    texts = np.asarray(texts)
    raw = np.empty(texts.shape, _host.dtype)
    _bindings.read([str(t) for t in texts.ravel().tolist()], raw.reshape(-1).view(np.uint64))
    return raw


_SPEC = re.compile(r"(?:(.)?([<>=^]))?([+\- ])?(0)?(\d+)?(?:\.(\d+))?([eEfFgGaA])?")


def _text(bits, form="g", digits=-1):
    return _bindings.write(int(bits), form, digits)


# ---------------------------------------------------------------- the array


def _of_raw(raw):
    self = object.__new__(array)
    self._raw = raw
    return self


class array(NDArrayOperatorsMixin):
    """Numbers of about 48 bits, each two float32 whose exact sum it is: an ndarray of ff.dtype behind NumPy's operators.

    ff.array(x) takes numbers, text, and arrays or nested lists of them, each rounded once to the nearest pair (float32 and
    integers of 32 bits exactly); ff.asarray(x) does not copy what is pairs already.  NumPy's ufuncs of these names, operators
    and comparisons give the bits of the C++ library.  `where=` and `dtype=` of ufuncs are refused.

    On a GPU the memory is CuPy's: an array of uint64, for CuPy has no records (see ff.asarray).
    """

    __slots__ = ("_raw",)
    __array_priority__ = 1000

    def __init__(self, value, device=None):
        made = asarray(value, device)
        shared = made is value or not isinstance(value, (list, tuple, str, numbers.Number))
        self._raw = made._raw.copy() if shared else made._raw

    # ---- memory

    @property
    def pairs(self):
        """The memory itself: NumPy's array of ff.dtype, or CuPy's of uint64.  No copy."""
        return self._raw

    @property
    def words(self):
        """float32 of shape (..., 2), hi and lo.  No copy."""
        return self._side.words_of(self._raw)

    hi = property(lambda self: self.words[..., 0], doc="The high words, float32: the numbers rounded to nearest.  No copy.")
    lo = property(lambda self: self.words[..., 1], doc="The low words, float32.  No copy.")
    shape = property(lambda self: self._raw.shape)
    ndim = property(lambda self: self._raw.ndim)
    size = property(lambda self: int(self._raw.size))
    nbytes = property(lambda self: self._raw.nbytes)
    strides = property(lambda self: self._raw.strides)
    dtype = property(lambda self: _host.dtype)
    T = property(lambda self: _of_raw(self._raw.T))
    _side = property(_side_of)

    @property
    def device(self):
        """"cpu" or "cuda"."""
        return "cpu" if self._side is _host else "cuda"

    def __array__(self, dtype=None, copy=None):
        if self._side is not _host:
            raise TypeError("ff: this array is on the GPU; ff.asarray(x, 'cpu') copies it to the host")
        if dtype is None or dtype == _host.dtype:
            return self._raw.copy() if copy else self._raw
        return self.astype(dtype)

    def get(self):
        """The same numbers in the host's memory."""
        return asarray(self, "cpu")

    def copy(self):
        return _of_raw(self._raw.copy())

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        if self._side is not _host:
            return _unpickled, (self.get()._raw, "cuda")
        return _unpickled, (self._raw, None)

    # ---- NumPy's protocols

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, where=True, **options):
        name = UFUNCS.get(ufunc.__name__)
        if method == "reduce" and name == "plus":
            if where is not True or out is not None or options.pop("dtype", None) is not None:
                raise TypeError("ff: add.reduce takes no where=, out= or dtype=")
            return asarray(inputs[0]).sum(options.get("axis", 0), keepdims=options.get("keepdims", False))
        if ufunc is np.matmul and method == "__call__" and out is None and not options:
            side = self._side
            return _on_side(inputs[0], side) @ _on_side(inputs[1], side)
        if name is None or method != "__call__":
            what = ufunc.__name__ if method == "__call__" else f"{ufunc.__name__}.{method}"
            raise TypeError(f"ff has no {what}; of NumPy's functions it has {', '.join(sorted(UFUNCS))}, and add.reduce")
        if where is not True or options:
            raise TypeError(f"ff: {ufunc.__name__} takes no {', '.join(options) or 'where'}=")
        result = call(name, *inputs, out=out)
        if result is NotImplemented and not any(hasattr(x, "__array_ufunc__") for x in inputs if not isinstance(x, array)):
            raise TypeError(f"ff: no numbers among {', '.join(type(x).__name__ for x in inputs)}")
        return result

    def __array_function__(self, function, types, args, kwargs):
        if function not in FUNCTIONS:
            raise TypeError(f"ff has no numpy.{function.__name__}; beside ufuncs it has "
                            f"{', '.join(sorted(f.__name__ for f in FUNCTIONS))}")
        return FUNCTIONS[function](*args, **kwargs)

    # ---- equality with what is no number

    def _differs(self, other):
        """Whether other is nothing that a number could equal: None, text that is no number."""
        if isinstance(other, str):
            try:
                _read(other)
            except OverflowError:
                return False
            except ValueError:
                return True
        return other is None

    def __eq__(self, other):
        if self._differs(other):
            return np.zeros(self.shape, np.bool_)[()]
        return super().__eq__(other)

    def __ne__(self, other):
        if self._differs(other):
            return np.ones(self.shape, np.bool_)[()]
        return super().__ne__(other)

    # ---- elements

    def __len__(self):
        return len(self._raw)

    def __iter__(self):
        return (self[k] for k in range(len(self)))

    def __getitem__(self, key):
        part = self._raw[key]
        return _of_raw(part if not isinstance(part, np.void) else np.array(part, _host.dtype))

    def __setitem__(self, key, value):
        self._raw[key] = _on_side(value, self._side)._raw

    def __bool__(self):
        if self.size != 1:
            raise ValueError("ff: an array of more than one number, or of none, is neither true nor false")
        return bool(self.hi.item() != 0)

    def _words_item(self):
        if self.size != 1:
            raise TypeError("ff: only an array of one number converts to a Python number")
        hi, lo = (float(w) for w in self.words.reshape(2).tolist())
        return hi, lo

    def __float__(self):
        return float(call("double_of", self).reshape(()).item()) if self.size == 1 else self._words_item()

    def __int__(self):
        hi, lo = self._words_item()
        return int(hi) if hi != hi or hi in (float("inf"), float("-inf")) else int(Fraction(hi) + Fraction(lo))

    def __hash__(self):
        """Of an array of shape (): that of the Python number it equals."""
        if self.shape != ():
            raise TypeError("ff: an array with axes is not hashable, an element is")
        hi, lo = self._words_item()
        return hash(Fraction(hi) + Fraction(lo)) if hi - hi == 0 else hash(hi)

    # ---- text

    def __format__(self, spec):
        """As a float's: [fill][align][sign][0][width][.precision][e|f|g|a]; without precision all digits that tell it
        from other pairs."""
        if self.shape != ():
            if spec:
                raise TypeError("ff: an array with axes has no format; see ff.to_text")
            return str(self)
        match = _SPEC.fullmatch(spec)
        if not match:
            raise ValueError(f"ff: unknown format '{spec}'")
        fill, align, sign, zero, width, precision, form = match.groups()
        text = _text(self.get()._raw.view(np.uint64)[()], (form or "g").lower(), -1 if precision is None else int(precision))
        minus, text = ("-", text[1:]) if text.startswith("-") else ({"+": "+", " ": " "}.get(sign, ""), text)
        text = text.upper() if form and form.isupper() else text
        width, align = int(width or 0), align or ("=" if zero else ">")
        fill = fill or ("0" if zero else " ")
        if align == "=":
            return minus + text.rjust(width - len(minus), fill)
        return {"<": (minus + text).ljust, ">": (minus + text).rjust, "^": (minus + text).center}[align](width, fill)

    def _shown(self, quote, **options):
        bits = self.get()._raw.view(np.uint64)
        if bits.shape == ():
            return quote + _text(bits) + quote
        return np.array2string(bits, formatter={"int_kind": lambda pair: quote + _text(pair) + quote}, **options)

    def __str__(self):
        return self._shown("")

    def __repr__(self):
        prefix = "ff.array("
        where = "" if self._side is _host else ", device='cuda'"
        return prefix + self._shown("'", separator=", ", prefix=prefix) + where + ")"

    # ---- shapes

    def reshape(self, *shape):
        return _of_raw(self._raw.reshape(*shape))

    def ravel(self):
        return _of_raw(self._raw.ravel())

    def flatten(self):
        return _of_raw(self._raw.flatten())

    def transpose(self, *axes):
        return _of_raw(self._raw.transpose(*axes))

    def squeeze(self, axis=None):
        return _of_raw(self._raw.squeeze(axis))

    def astype(self, dtype):
        """A copy as float64 (rounded to nearest), float32 (the high words), or pairs again.  Integers truncate and saturate."""
        if dtype is array or dtype == _host.dtype:
            return self.copy()
        dtype = np.dtype(dtype)
        if dtype.kind in "iu" and dtype != np.uint64:
            wide = self._side.xp.asarray(call("integer_of", self))
            ends = np.iinfo(dtype)
            return wide.clip(ends.min, ends.max).astype(dtype)
        if dtype == np.bool_:
            return self.hi != 0
        entry = {np.dtype(np.float64): "double_of", np.dtype(np.float32): "float_of"}.get(dtype)
        if entry is None:
            raise TypeError(f"ff: no conversion to {dtype}; there is one to float64, float32, bool and signed integers")
        return self._side.xp.asarray(call(entry, self))

    def to_float64(self):
        """The numbers rounded to float64: exact wherever 53 bits hold them."""
        return self.astype(np.float64)

    def tolist(self):
        """Nested lists of Python floats, rounded to float64."""
        return self.to_float64().tolist()

    def item(self):
        """The one number there is, as a Python float."""
        return float(self)

    # ---- reductions

    def _along(self, name, axis, keepdims, *others):
        """A reduction of lines: all elements for axis None."""
        side, arrays = self._side, (self, *others)
        if isinstance(axis, tuple):
            raise TypeError("ff: one axis, or None for all elements")
        if axis is None:
            result = _of_raw(side.reduce(name, *(x._raw.reshape(-1) for x in arrays)))
            return result.reshape((1,) * self.ndim) if keepdims else result
        lines = [side.xp.moveaxis(x._raw, axis, -1) for x in arrays]
        shape = lines[0].shape[:-1]
        out = side.empty(shape, "p")
        for index in np.ndindex(*shape):
            out[index] = side.reduce(name, *(line[index] for line in lines))
        return _of_raw(side.xp.expand_dims(out, axis) if keepdims else out)

    def sum(self, axis=None, dtype=None, out=None, keepdims=False):
        """ff::sum, the same bits as in C++ and on a GPU: each lane an accumulator, lanes and chunks added in a fixed tree."""
        if dtype is not None or out is not None:
            raise TypeError("ff: sum takes no dtype= or out=")
        return self._along("sum", axis, keepdims)

    def mean(self, axis=None, dtype=None, out=None, keepdims=False):
        return self.sum(axis, dtype, out, keepdims) / (self.size if axis is None else self.shape[axis])

    def norm(self, axis=None, keepdims=False):
        """ff::nrm2: the root of the sum of squares, without scaling."""
        return self._along("norm", axis, keepdims)

    def dot(self, other):
        """ff::dot of two arrays of one axis; of more, NumPy's rule: last axis with the last but one."""
        a, b = self, _on_side(other, self._side)
        if a.ndim == 0 or b.ndim == 0:
            return a * b
        if a.ndim == 1 and b.ndim == 1:
            if a.shape != b.shape:
                raise ValueError(f"ff: dot of shapes {a.shape} and {b.shape}")
            return a._along("dot", None, False, b)
        b = _of_raw(self._side.xp.moveaxis(b._raw, -2, -1)) if b.ndim > 1 else b
        if a.shape[-1] != b.shape[-1]:
            raise ValueError(f"ff: dot of shapes {a.shape} and {_on_side(other, self._side).shape}")
        out = self._side.empty(a.shape[:-1] + b.shape[:-1], "p")
        for i in np.ndindex(*a.shape[:-1]):
            for j in np.ndindex(*b.shape[:-1]):
                out[i + j] = self._side.reduce("dot", a._raw[i], b._raw[j])
        return _of_raw(out)

    def __matmul__(self, other):
        if self.ndim > 2 or _on_side(other, self._side).ndim > 2 or self.ndim == 0:
            raise TypeError("ff: @ is of arrays of one or two axes")
        return self.dot(other)

    def __rmatmul__(self, other):
        return _on_side(other, self._side) @ self

    # ---- order

    def argsort(self, axis=-1):
        """Indices that sort, by ff::radix_key; numbers that are equal keep their order, NaN come last."""
        keys = self._side.xp.asarray(call("radix_key", self + 0.0))  # -0 and 0 are equal: one key
        return self._side.xp.argsort(self._side.xp.where(call("isnan", self), np.uint64(2**64 - 1), keys), axis, kind="stable")

    def sort(self, axis=-1):
        """In place, as argsort has it."""
        self._raw[...] = self._side.xp.take_along_axis(self._raw, self.argsort(axis), axis)

    def _extreme(self, axis, entry):
        if self.size == 0:
            raise ValueError("ff: an array without elements has no least or greatest")
        x = self.reshape(-1) if axis is None else _of_raw(self._side.xp.moveaxis(self._raw, axis, 0))
        while len(x) > 1:  # halves against halves; the middle of an odd number waits
            half = len(x) // 2
            paired = call(entry, x[:half], x[-half:])
            x = paired if len(x) % 2 == 0 else concatenate([paired, x[half:half + 1]])
        return x[0]

    def max(self, axis=None):
        """The greatest; NaN where there is one."""
        return self._extreme(axis, "maximum")

    def min(self, axis=None):
        """The least; NaN where there is one."""
        return self._extreme(axis, "minimum")

    def round(self, decimals=0):
        """To the nearest integer, ties to even."""
        if decimals != 0:
            raise TypeError("ff: round is to integers")
        return call("rint", self)

    def __round__(self, digits=None):
        return int(self.round()) if digits is None else self.round(digits)

    def __trunc__(self):
        return int(self)


def _unpickled(raw, device):
    return asarray(_of_raw(raw), device)


def _on_side(x, side):
    """x as an ff.array in that memory; moved only if it is a number, text or a list."""
    if _side_of(x) is None:
        x = asarray(x)
        return x if side is _host else asarray(x, "cuda")
    if _side_of(x) is side:
        return asarray(x)
    if side is not _host and x.ndim == 0:
        return asarray(x, "cuda")
    raise TypeError("ff: one operand is in the host's memory, the other on the GPU; move one by ff.asarray")


# ---------------------------------------------------------------- making arrays


def asarray(x, device=None):
    """x as an ff.array, without a copy where it is pairs: an ff.array, NumPy's array of ff.dtype, CuPy's of uint64 by
    ff.from_pairs.  device "cpu" or "cuda" says where it is to lie; None leaves it."""
    if not isinstance(x, array):
        x = _of_raw(_pairs_of(x))
    if device not in (None, "cpu", "cuda"):
        raise ValueError(f"ff: device is 'cpu' or 'cuda', not {device!r}")
    if device is None or device == x.device:
        return x
    return _of_raw(_cuda().from_host(x._raw) if device == "cuda" else _cuda().to_host(x._raw))


def _pairs_of(x):
    if isinstance(x, (list, tuple)):
        leaves = list(_leaves(x))
        texts = [isinstance(leaf, str) for leaf in leaves]
        # What NumPy would make of one type is rounded by it, or is text that it wrote.
        if any(isinstance(leaf, (array, decimal.Decimal)) for leaf in leaves) or (any(texts) and not all(texts)) or \
                any(isinstance(leaf, int) and abs(leaf) > 2**53 for leaf in leaves):
            return stack([asarray(part) for part in x])._raw
        x = np.asarray(x)
    side = _side_of(x) or _host
    operand = _operand(x, side)
    if operand is None:
        raise TypeError(f"ff: no numbers: {type(x).__name__}" + (f" of {x.dtype}" if hasattr(x, "dtype") else ""))
    return _as_kind(*operand, "p", side, "array")


def _leaves(x):
    for part in x:
        if isinstance(part, (list, tuple)):
            yield from _leaves(part)
        else:
            yield part


def from_pairs(pairs):
    """The ff.array of memory that holds pairs: NumPy's array of ff.dtype or of uint64, CuPy's of uint64.  No copy."""
    if isinstance(pairs, np.ndarray) and pairs.dtype in (_host.dtype, np.uint64):
        return _of_raw(pairs.view(_host.dtype))
    if _side_of(pairs) not in (None, _host) and pairs.dtype == np.uint64:
        return _of_raw(pairs)
    raise TypeError("ff.from_pairs takes an array of ff.dtype, or of uint64")


def from_words(hi, lo=None):
    """The ff.array of words as they are: from_words(w) of a float32 array of shape (..., 2), without a copy, or from_words(hi,
    lo) of two.  The caller vouches that |lo| <= ulp(hi)/2; from_sum adds any two."""
    side = _side_of(hi) or _host
    if lo is None:
        hi = side.xp.asarray(hi)
        if hi.dtype != np.float32 or hi.ndim == 0 or hi.shape[-1] != 2:
            raise TypeError("ff.from_words takes float32 of shape (..., 2)")
        return _of_raw(side.pairs_of_words(hi))
    hi, lo = (side.xp.asarray(w) for w in (hi, lo))
    if hi.dtype != np.float32 or lo.dtype != np.float32:
        raise TypeError("ff.from_words takes float32")
    out = _of_raw(side.empty(np.broadcast_shapes(hi.shape, lo.shape), "p"))
    out.words[..., 0], out.words[..., 1] = hi, lo
    return out


def from_float64(x):
    """float64 rounded to the nearest pairs: 48 bits or more of its 53."""
    side = _side_of(x) or _host
    return asarray(side.xp.asarray(x, dtype=np.float64))


def to_float64(x):
    """The numbers rounded to float64: exact wherever 53 bits hold them."""
    return asarray(x).to_float64()


def to_text(x, form="g", digits=None):
    """Text of each number, a str or an array of them: form "g", "e", "f" or "a" of printf with so many digits; with None the
    fewest that read back to the same pair."""
    x = asarray(x, "cpu")
    if form not in ("g", "e", "f", "a"):
        raise ValueError(f"ff: form is 'g', 'e', 'f' or 'a', not {form!r}")
    texts = [_text(pair, form, -1 if digits is None else digits) for pair in x._raw.ravel().view(np.uint64)]
    return texts[0] if x.shape == () else np.array(texts, dtype=str).reshape(x.shape)


def empty(shape, device=None):
    side = _cuda() if device == "cuda" else _host
    return _of_raw(side.empty(shape, "p"))


def full(shape, value, device=None):
    out = empty(shape, device)
    out[...] = value
    return out


def zeros(shape, device=None):
    return full(shape, 0, device)


def ones(shape, device=None):
    return full(shape, 1, device)


def concatenate(arrays, axis=0):
    arrays = [asarray(a) for a in arrays]
    return _of_raw(arrays[0]._side.xp.concatenate([a._raw for a in arrays], axis=axis))


def stack(arrays, axis=0):
    arrays = [asarray(a) for a in arrays]
    return _of_raw(arrays[0]._side.xp.stack([a._raw for a in arrays], axis=axis))


def where(condition, x, y):
    side = next((s for s in map(_side_of, (condition, x, y)) if s not in (None, _host)), _host)
    return _of_raw(side.xp.where(condition, _on_side(x, side)._raw, _on_side(y, side)._raw))


def dot(x, y):
    """ff::dot; see ff.array.dot."""
    return asarray(x).dot(y)


def sum(x, axis=None, dtype=None, out=None, keepdims=False):
    """ff::sum; see ff.array.sum.  float32 arrays are added as they are."""
    return _reduced("sum", x) if axis is None and not isinstance(x, array) else asarray(x).sum(axis, dtype, out, keepdims)


def norm(x, axis=None, keepdims=False):
    """ff::nrm2; see ff.array.norm.  float32 arrays are read as they are."""
    return _reduced("norm", x) if axis is None and not isinstance(x, array) else asarray(x).norm(axis, keepdims)


def _linalg_norm(x, ord=None, axis=None, keepdims=False):
    """numpy.linalg.norm's arguments: of lines the orders 0, 1, 2, inf and -inf, of matrices 1, inf, -inf and 'fro'."""
    x = asarray(x)
    if ord is None or (ord == 2 and (axis is not None or x.ndim == 1)) or (ord == "fro" and axis is None and x.ndim == 2):
        return x.norm(axis, keepdims)
    size, largest, least = call("abs", x), array.max, array.min
    if axis is None and x.ndim == 2 and ord in (1, -1, np.inf, -np.inf):
        result = (largest if ord > 0 else least)(size.sum(axis=0 if abs(ord) == 1 else 1))
        return result.reshape(1, 1) if keepdims else result
    if isinstance(axis, int) or (axis is None and x.ndim == 1):
        along = axis or 0
        if ord == 1:
            return size.sum(along, keepdims=keepdims)
        if ord == 0:
            return asarray(x._side.xp.count_nonzero(x._side.xp.asarray(x != 0), axis=along, keepdims=keepdims))
        if ord in (np.inf, -np.inf):
            result = (largest if ord > 0 else least)(size, along)
            return _of_raw(x._side.xp.expand_dims(result._raw, along)) if keepdims else result
    raise TypeError(f"ff: no norm of order {ord!r}; of a line there are 0, 1, 2, inf and -inf, of a matrix 1, -1, inf, -inf and "
                    f"'fro'")


def _reduced(name, x):
    side = _side_of(x) or _host
    raw = x if getattr(x, "dtype", None) == np.float32 else asarray(x)._raw
    return _of_raw(side.reduce(name, raw.reshape(-1)))


def sort(x, axis=-1):
    out = array(x)
    out.sort(axis)
    return out


def array_equal(x, y):
    """Whether the shapes and all numbers are equal, by value."""
    x, y = asarray(x), asarray(y)
    return x.shape == y.shape and bool((x == y).all()) if x.shape else x.shape == y.shape and bool(x == y)


FUNCTIONS = {
    np.concatenate: concatenate, np.stack: stack, np.where: where, np.dot: dot, np.vdot: lambda x, y: dot(x.ravel(), y.ravel()),
    np.sum: sum, np.linalg.norm: _linalg_norm, np.sort: sort,
    np.argsort: lambda x, axis=-1: x.argsort(axis), np.max: lambda x, axis=None: x.max(axis),
    np.min: lambda x, axis=None: x.min(axis), np.mean: lambda x, axis=None: x.mean(axis), np.array_equal: array_equal,
    np.shape: lambda x: x.shape, np.ndim: lambda x: x.ndim, np.size: lambda x: x.size, np.copy: lambda x: x.copy(),
    np.reshape: lambda x, shape: x.reshape(shape), np.ravel: lambda x: x.ravel(),
    np.transpose: lambda x, axes=None: x.transpose(axes), np.squeeze: lambda x, axis=None: x.squeeze(axis),
    np.broadcast_to: lambda x, shape: _of_raw(x._side.xp.broadcast_to(x._raw, shape)),
    np.zeros_like: lambda x: zeros(x.shape, x.device), np.ones_like: lambda x: ones(x.shape, x.device),
    np.empty_like: lambda x: empty(x.shape, x.device), np.round: lambda x, decimals=0: x.round(decimals),
    np.array2string: lambda x, **options: x._shown("", **options), np.array_repr: repr, np.array_str: str,
}


def public_functions():
    """A function for each entry of the catalogue, called as the entry is."""
    def made(name):
        entry = entries[name]

        def function(*operands, out=None):
            result = call(name, *operands, out=out if out is None or isinstance(out, tuple) else (out,))
            if result is NotImplemented:
                raise TypeError(f"ff.{name}: no numbers among {', '.join(type(x).__name__ for x in operands)}")
            return result
        function.__name__ = function.__qualname__ = name
        function.__doc__ = f"`{entry.code}` of {entry.parameters} in C++, for each element of the operands."
        return function
    return {name: made(name) for name in entries if name not in NOT_PUBLIC}

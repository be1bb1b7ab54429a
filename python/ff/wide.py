"""ff.wide: numbers of 48 bits with the exponents of a 32-bit integer, on NumPy's arrays in the host's memory.

    >>> from ff import wide
    >>> wide.exp(wide.array(["-1e4", "1e6"]))
    wide.array(['1.135483865314735e-4343', '3.03321539680208e+434294'])
"""
import decimal


import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from . import _array, _bindings
from ._entries import UFUNCS

#: A number: the pair, the place of its step of 64 binary digits, and zero; 16 bytes, as ff::wide_t lies in memory.
dtype = np.dtype([("hi", "<f4"), ("lo", "<f4"), ("place", "<u4"), ("zero", "<u4")])

_OPERANDS = dict(_bindings.wide_functions)
_TESTS = {name: 1 if name.startswith("is") or name == "signbit" else 2 for name in _bindings.wide_tests}


def _of_raw(raw):
    self = object.__new__(array)
    self._raw = raw
    return self


def _empty(shape):
    return np.empty(shape, dtype)


def _words(raw):
    """What the bindings see: C-contiguous uint64 of shape (n, 2)."""
    return np.ascontiguousarray(raw).reshape(-1).view(np.uint64).reshape(-1, 2)


def call(name, *operands):
    """The library's function `name` for each element of the operands, which are broadcast against each other."""
    count = _OPERANDS.get(name) or _TESTS.get(name)
    if len(operands) != count:
        raise TypeError(f"ff.wide.{name} takes {count} operands, not {len(operands)}")
    raws = np.broadcast_arrays(*(asarray(x)._raw for x in operands))
    words, shape = [_words(raw) for raw in raws], raws[0].shape
    if name in _TESTS:
        answers = np.empty(raws[0].size, np.bool_)
        _bindings.wide_ask(name, words[0], words[-1], answers)
        return answers.reshape(shape)[()]
    out = _empty(shape)
    _bindings.wide_apply(name, words, _words_of_new(out))
    return _of_raw(out)


def _words_of_new(raw):
    """The memory of an array that _empty made."""
    return raw.reshape(-1).view(np.uint64).reshape(-1, 2)


def _converted(convert, values, shape):
    out = _empty(shape)
    convert(values, _words_of_new(out))
    return _of_raw(out)


def asarray(x):
    """x as a wide.array: numbers, text, ff.array, and NumPy's arrays or nested lists of them, each rounded once to 48 bits."""
    if isinstance(x, array):
        return x
    if isinstance(x, _array.array):
        pairs = np.ascontiguousarray(x.get().pairs)
        return _converted(_bindings.wide_from_pairs, pairs.reshape(-1).view(np.uint64), pairs.shape)
    if isinstance(x, decimal.Decimal) or (isinstance(x, int) and not -2**63 <= x < 2**63):
        x = str(x)
    if isinstance(x, (list, tuple)):
        if any(not isinstance(part, (int, float)) or isinstance(part, int) and abs(part) > 2**53 for part in x):
            parts = [asarray(part)._raw for part in x]
            return _of_raw(np.stack(parts))
    values = np.asarray(x)
    if values.dtype.kind == "U":
        return _converted(_bindings.wide_read, values.ravel().tolist(), values.shape)
    if values.dtype == np.uint64 or values.dtype.kind == "O" and all(isinstance(v, (int, decimal.Decimal)) for v in values.ravel()):
        return _converted(_bindings.wide_read, [str(v) for v in values.ravel().tolist()], values.shape)
    if values.dtype.kind in "biu":
        return _converted(_bindings.wide_from_integers, np.ascontiguousarray(values, np.int64).reshape(-1), values.shape)
    if values.dtype in (np.float16, np.float32, np.float64):
        return _converted(_bindings.wide_from_doubles, np.ascontiguousarray(values, np.float64).reshape(-1), values.shape)
    raise TypeError(f"ff.wide: no numbers: {type(x).__name__} of {values.dtype}")


class array(NDArrayOperatorsMixin):
    """Numbers of 48 bits and of any exponent to 2^(2^31), on NumPy's operators, comparisons and ufuncs: the bits of ff::wide_t.

    wide.array(x) takes numbers, text, ff.array, and NumPy's arrays or lists of them.  Text keeps all its digits: Python's own
    floats end at 1e308."""

    __slots__ = ("_raw",)
    __array_priority__ = 2000

    def __init__(self, value):
        self._raw = asarray(value)._raw.copy()

    shape = property(lambda self: self._raw.shape)
    ndim = property(lambda self: self._raw.ndim)
    size = property(lambda self: int(self._raw.size))
    dtype = property(lambda self: dtype)
    T = property(lambda self: _of_raw(self._raw.T))
    records = property(lambda self: self._raw, doc="The memory: NumPy's array of ff.wide.dtype.  No copy.")

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        name = UFUNCS.get(ufunc.__name__)
        if method == "reduce" and name == "plus" and inputs[0].ndim == 1 and not options.get("keepdims"):
            return inputs[0].sum()
        if name == "ldexp" and method == "__call__" and out is None and not options:
            return ldexp(*inputs)
        if method != "__call__" or name not in _OPERANDS and name not in _TESTS:
            raise TypeError(f"ff.wide has no {ufunc.__name__}{'' if method == '__call__' else '.' + method}")
        if options:
            raise TypeError(f"ff.wide: {ufunc.__name__} takes no {', '.join(options)}=")
        result = call(name, *inputs)
        if out is None:
            return result
        out[0][...] = result
        return out[0]

    def __array__(self, dtype=None, copy=None):
        return self._raw if dtype is None else self.astype(dtype)

    def __len__(self):
        return len(self._raw)

    def __iter__(self):
        return (self[k] for k in range(len(self)))

    def __getitem__(self, key):
        part = self._raw[key]
        return _of_raw(part if isinstance(part, np.ndarray) else np.array(part, dtype))

    def __setitem__(self, key, value):
        self._raw[key] = asarray(value)._raw

    def copy(self):
        return _of_raw(self._raw.copy())

    def reshape(self, *shape):
        return _of_raw(self._raw.reshape(*shape))

    def ravel(self):
        return self.reshape(-1)

    def astype(self, dtype):
        """A copy as float64, rounded to nearest and infinite beyond its range."""
        if np.dtype(dtype) != np.float64:
            raise TypeError(f"ff.wide: no conversion to {np.dtype(dtype)}; there is one to float64, and to_pairs")
        values = np.empty(self.size, np.float64)
        _bindings.wide_to_doubles(_words(self._raw), values)
        return values.reshape(self.shape)

    def to_float64(self):
        return self.astype(np.float64)

    def to_pairs(self):
        """The numbers as an ff.array: infinite beyond its range, zero below."""
        pairs = np.empty(self.size, np.uint64)
        _bindings.wide_to_pairs(_words(self._raw), pairs)
        return _array.from_pairs(pairs.reshape(self.shape))

    def tolist(self):
        """Nested lists of text, for Python's floats have not the range."""
        return np.array(to_text(self)).reshape(self.shape).tolist()

    def _only(self):
        if self.size != 1:
            raise TypeError("ff.wide: only an array of one number converts to a Python number")
        return self.reshape(())

    def __float__(self):
        return float(self._only().astype(np.float64)[()])

    def __bool__(self):
        return bool(self._only() != 0)

    def sum(self):
        """ff::sum of all elements, the bits of C++."""
        return _reduced("sum", self)

    def dot(self, other):
        """ff::dot of two arrays of one axis."""
        other = asarray(other)
        if self.ndim != 1 or other.ndim != 1 or self.shape != other.shape:
            raise ValueError(f"ff.wide: dot of shapes {self.shape} and {other.shape}")
        return _reduced("dot", self, other)

    __matmul__ = dot

    def norm(self):
        """ff::nrm2: the root of the sum of all squares, which leaves no range."""
        return _reduced("norm", self)

    def __format__(self, spec):
        """With as many significant digits as spec says, 1 to 80; all that tell the number from others without one."""
        digits = spec[1:] if spec.startswith(".") else spec
        if spec and not digits.isdigit():
            raise ValueError(f"ff.wide: a format is a number of digits, as '.20', not '{spec}'")
        return str(to_text(self._only(), int(digits or 0)))

    def __str__(self):
        text = to_text(self)
        return str(text) if self.shape == () else np.array2string(text, formatter={"str_kind": str})

    def __repr__(self):
        text = to_text(self)
        shown = repr(str(text)) if self.shape == () else np.array2string(text, separator=", ")
        return f"wide.array({shown})"


def _reduced(name, *operands):
    out = _empty(())
    getattr(_bindings, f"wide_{name}")(*(_words(x._raw) for x in operands), _words_of_new(out))
    return _of_raw(out)


def ldexp(x, n):
    """x 2^n for each element, for n of 64 bits."""
    raw, n = np.broadcast_arrays(asarray(x)._raw, np.asarray(n))
    if n.dtype.kind not in "biu":
        raise TypeError("ff.wide.ldexp takes integers")
    out = _empty(raw.shape)
    _bindings.wide_ldexp(_words(raw), np.ascontiguousarray(n, np.int64).reshape(-1), _words_of_new(out))
    return _of_raw(out)


def to_text(x, digits=0):
    """Text of each number, with `digits` significant digits, 1 to 80, or as many as read back to the same number."""
    x = asarray(x)
    return np.array(_bindings.wide_write(_words(x._raw), digits), dtype=str).reshape(x.shape)[()]


def sum(x):
    """ff::sum of wide numbers; see wide.array.sum."""
    return asarray(x).sum()


def dot(x, y):
    """ff::dot of wide numbers; see wide.array.dot."""
    return asarray(x).dot(y)


def norm(x):
    """ff::nrm2 of wide numbers; see wide.array.norm."""
    return asarray(x).norm()


def _public(name):
    def function(*operands):
        return call(name, *operands)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"`ff::{name}` of wide numbers in C++, for each element of the operands."
    function.__module__ = __name__
    return function


#: The names of the functions.
functions = tuple(sorted(set(_OPERANDS) - {"neg", "pos"}))
for _name in functions + tuple(_TESTS):
    globals()[_name] = _public(_name)
del _name

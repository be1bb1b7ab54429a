"""The catalogue's entries as the bindings list them, and which of them a call means.

A letter stands for a kind of array: p pairs, f float32, d float64, i int32, l int64, u uint64, b bool."""
import functools
from typing import NamedTuple, Tuple

from . import _bindings


class Entry(NamedTuple):
    index: int
    name: str
    takes: str
    gives: str
    groups: Tuple[int, ...]  # how many arrays each parameter of the C++ call is made of
    parameters: str
    code: str


entries = {e[0]: Entry(k, e[0], e[1], e[2], tuple(e[3]), e[4], e[5]) for k, e in enumerate(_bindings.entries)}

# What an entry is with its operands exchanged, bit for bit.
EXCHANGED = {"plus": "plus", "times": "times", "equal": "equal", "not_equal": "not_equal", "less": "greater",
             "greater": "less", "less_equal": "greater_equal", "greater_equal": "less_equal"}


# How the entry of an operand that is no pair is called.
SUFFIXES = ("_float", "_double", "_integer", "_unsigned")


@functools.lru_cache(maxsize=None)
def find(name, kinds):
    """(entry, exchanged): the one for operands of these kinds, as C++ overloads it, or else the one of pairs."""
    base = entries[name]
    names = [name, *(name + suffix for suffix in SUFFIXES), "float_" + name]
    for exchanged in (False, True):
        for candidate in names:
            if candidate in entries and entries[candidate].takes == kinds:
                return entries[candidate], exchanged
        if len(kinds) != 2 or name not in EXCHANGED:
            break
        name, kinds = EXCHANGED[name], kinds[::-1]
        names = [name, *(name + suffix for suffix in SUFFIXES)]
    return base, False


TO_PAIR = {"f": "pair_of_float", "d": "pair_of_double", "l": "pair_of_integer", "u": "pair_of_unsigned"}

# NumPy's functions: the ufunc's name, and the entry's.
UFUNCS = {
    "add": "plus", "subtract": "minus", "multiply": "times", "divide": "div", "true_divide": "div",
    "floor_divide": "floor_div", "remainder": "mod", "mod": "mod", "divmod": "divmod", "fmod": "fmod",
    "power": "pow", "float_power": "pow", "negative": "neg", "positive": "pos", "conjugate": "pos",
    "absolute": "abs", "fabs": "abs", "reciprocal": "rcp", "square": "sqr",
    "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arctan2": "atan2",
    "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh",
    **{same: same for same in (
        "sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan sinh cosh tanh hypot floor ceil trunc rint sign copysign "
        "signbit isnan isinf isfinite fmin fmax minimum maximum less less_equal greater greater_equal equal not_equal ldexp "
        "frexp modf").split()},
}

# Entries that are no function of the package: parts of others, and what the tests of C++ need.
NOT_PUBLIC = {"from_double", "sincos_sin", "sincos_cos", "sincospi_sin", "sincospi_cos", "pair_of_float", "pair_of_double",
              "pair_of_integer", "pair_of_unsigned", "float_of", "double_of", "integer_of", "plus_float", "times_float", "neg",
              "pos", *(name for name in entries if name.endswith(SUFFIXES) or name.startswith("float_"))}

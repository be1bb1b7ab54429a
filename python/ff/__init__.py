"""Float-float arithmetic, about 48 bits in two float32, on NumPy and CuPy arrays: the bits of the C++ library ff.

    >>> import ff, numpy as np
    >>> x = ff.array(["0.1", "0.2"])
    >>> np.sin(x)
    ff.array(['0.09983341664682815', '0.19866933079506122'])
"""
from pathlib import Path

from . import _processor  # first: it refuses a processor on which the others would end the program
from . import _array
from ._array import (array, array_equal, asarray, call, concatenate, dot, empty, from_float64, from_pairs, from_words, full,
                     norm, ones, sort, stack, sum, to_float64, to_text, where, zeros)
from ._host import dtype
from . import wide

for _name, _function in _array.public_functions().items():
    _function.__module__ = __name__
    globals()[_name] = _function
functions = tuple(sorted(_array.public_functions()))  #: the names of the catalogue's functions
del _name, _function


def include():
    """The folder of the C++ headers, for a compiler's -I."""
    return str(Path(__file__).parent / "include")


def RawModule(source, options=(), **arguments):
    """cupy.RawModule for CUDA source that includes <ff/ff.hpp>: C++17, with the headers that the package carries."""
    from . import _cuda
    return _cuda.raw_module(source, options, **arguments)

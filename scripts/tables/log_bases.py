#!/usr/bin/env python3
"""Prints include/ff/math/log_bases_table.hpp: the tables of the logarithms to the bases 2 and 10."""
import mpmath as mp

from common import to_float
from log import LN2, LN10, print_rows, rows

SCALE = 32  # words are 2^SCALE times as large: the low words of the logarithm of 1 + 2^-124 would underflow
LOWEST = -48  # a low word's: its sum with k's low word, less what the head's sum leaves, is exact where terms cancel


def words_of(c, base):
    """c, -log c to that base in a float and in LOW_BITS bits more, and what these leave, times the base's logarithm."""
    value = -mp.log(c) / base
    hi = to_float(value)
    if hi == 0:
        return c, hi, hi, hi
    grid = mp.ldexp(1, LOWEST)
    lo = mp.nint((value - hi) / grid) * grid
    assert to_float(lo) == lo
    return c, mp.ldexp(hi, SCALE), mp.ldexp(lo, SCALE), to_float((value - hi - lo) * base)


table = rows()
print("""// Made by scripts/tables/log_bases.py: do not edit.
//
// The rows of log_table.hpp for the bases 2 and 10: the same c, and -log c to that base.  hi and lo are 2^%d times as large; lo
// has %d bits, and rest is what both leave, as a natural logarithm and of its own size.
#pragma once

#include <ff/math/log_table.hpp>

// clang-format off
namespace ff {
namespace detail {
""" % (SCALE, -LOWEST))
for name, base in (("log2_table", LN2), ("log10_table", LN10)):
    print("struct %s;\ntemplate <class Nothing>\ninline constexpr log_rows table_of<%s, Nothing> = {{" % (name, name))
    print_rows([words_of(c, base) for c, _ in table])
    print("}};\n")
print("""}  // namespace detail
}  // namespace ff
// clang-format on""")

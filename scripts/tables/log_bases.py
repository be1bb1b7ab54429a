#!/usr/bin/env python3
"""Prints include/ff/math/log_bases_table.hpp: the tables of the logarithms to the bases 2 and 10."""
import mpmath as mp

from common import to_float
from log import LN2, LN10, log_table, rows

SCALE = 32  # words are 2^SCALE times as large: the low words of the logarithm of 1 + 2^-124 would underflow
GRID = -48  # low words are multiples of 2^GRID, so that what the head's sum leaves is taken off exactly


def words_of(c, base):
    """c, -log c to that base in a float and a short low word, and what these leave, times the base's logarithm."""
    value = -mp.log(c) / base
    hi = to_float(value)
    lo = mp.ldexp(mp.nint(mp.ldexp(value - hi, -GRID)), GRID)
    assert to_float(lo) == lo
    return c, mp.ldexp(hi, SCALE), mp.ldexp(lo, SCALE), to_float((value - hi - lo) * base)


reciprocals = rows()
print("""// Made by scripts/tables/log_bases.py: do not edit.
//
// The rows of log_table.hpp for the bases 2 and 10: the same c, and -log c to that base in a float hi and a
// short low word lo, both 2^%d times as large.  `rest` is what both leave, as a natural logarithm and of its
// own size.
#pragma once

#include <ff/math/log_table.hpp>

// clang-format off
namespace ff {
namespace detail {
""" % SCALE)
for name, base in (("log2_table", LN2), ("log10_table", LN10)):
    print(log_table(name, [words_of(c, base) for c, _ in reciprocals]) + "\n")
print("""}  // namespace detail
}  // namespace ff
// clang-format on""")

#!/usr/bin/env python3
"""Prints include/ff/math/log_table.hpp: constants and table of the logarithms and the inverse hyperbolic functions."""
import math

import mpmath as mp

from common import bits, text, to_float
from words import table

mp.mp.prec = 120
# The cells of t = STRETCH abs(x' - 1) + OFFSET: 64 to the octave from 2 on.  The larger OFFSET, the smaller the cell of 1; the
# other two numbers let t end below 32 above 1, and below 16 below it, where c has a bit less to keep r exact.
PER_OCTAVE, NEAREST = 6, 2.0
OFFSET, STRETCH = (float(to_float(value)) for value in (2 + 0.35 / 32, 57.6))
FIRST = 0x3f428000  # the bits of the least x'


def number(pattern):
    """The float of these bits, for 1/2 <= x < 2."""
    return math.ldexp(0x800000 + (pattern & 0x7fffff), (pattern >> 23) - 150)


def cells(end):
    """(low, high) of the cells of abs(x' - 1) up to `end`."""
    edges, octave = [0.0], NEAREST
    while True:
        for i in range(1 << PER_OCTAVE):
            if edges[-1] >= end:
                return list(zip(edges, edges[1:]))
            edges.append((octave * (1 + (i + 1) / 2 ** PER_OCTAVE) - OFFSET) / STRETCH)
        octave *= 2


def reciprocal(low, high):
    """A short c with r = c x - 1 exact in one fused multiply-add for every float x from low to high; of those the one with
    the least errors: of r^3/3 as a float, and of the terms of -log c + log x c."""
    if low <= 1 <= high:
        return 1.0
    ulp, best = 2.0 ** (-24 if high <= 1 else -23), None
    middle = (low + high) / 2
    for places in range(4, 17):
        grid = 2.0 ** -places
        nearest = round(1 / middle / grid) * grid
        for step in range(-3, 4):
            c = nearest + step * grid
            ends = [(abs(c * x - 1), abs(math.log(x))) for x in (low, high)]
            largest = max(r for r, _ in ends)
            if largest > 2 ** 24 * ulp * grid:
                continue
            cost = max((r ** 3 * 2 ** 23 + r + abs(math.log(c))) / value for r, value in ends)
            if best is None or cost < best[0]:
                best = cost, c
    return best[1]


def constant(name, value):
    print("inline constexpr float %s = %s;" % (name, text(value)))


def pair(name, value):
    constant(name + "_hi", to_float(value))
    constant(name + "_lo", to_float(value - to_float(value)))


LN2, LN10 = mp.log(2), mp.log(10)


def rows():
    """The numbers c of the rows, each with the largest abs(c x' - 1) of its cell: those above 1 first."""
    above = [(1 + low, 1 + high) for low, high in cells(2 * number(FIRST) - 1)]
    below = [(1 - high, 1 - low) for low, high in cells(1 - number(FIRST))]
    assert len(above) == 256
    result = []
    for low, high in above + below:
        c = mp.mpf(reciprocal(low, high))
        result.append((c, max(abs(c * low - 1), abs(c * high - 1))))
    return result


def log_table(name, words):
    """The table of that name, of rows of four floats."""
    return table(name, "log_row", [[bits(word) for word in row] for row in words])


def main():
    reciprocals = rows()
    print("""// Made by scripts/tables/log.py: do not edit.
//
// A value in n words has each word rounded to nearest: two words are good to 2^-49 of it, three to 2^-74.
#pragma once

#include <ff/math/table.hpp>

// clang-format off
namespace ff {
namespace detail {

// ln2 and log10(2) over 2^23: exponents k come as 2^23 k.""")
    pair("ln2_step", LN2 / 2 ** 23)
    pair("lg2_step", LN2 / LN10 / 2 ** 23)
    pair("log2_e", 1 / LN2)
    pair("log10_e", 1 / LN10)
    print("""
// x = 2^k x', the bits of x' from log_first on.  Bits 17 to 24 of t = log_stretch abs(x' - 1) + log_offset count the cells of
// x', from 0 on; those below 1 come 256 rows after those above it.
inline constexpr uint32 log_first = 0x%08x, log_cells = %d;
inline constexpr float log_stretch = %s, log_offset = %s;

// A row, bits of floats: c near 1/x' so short that c x' - 1 is exact, abs(c x' - 1) < %s 2^-10, and -log c in three words.
struct alignas(16) log_row { uint32 c, hi, lo, rest; };
""" % (
        FIRST, len(reciprocals), text(STRETCH), text(OFFSET), mp.nstr(mp.ldexp(max(row[1] for row in reciprocals), 10), 3)), end="")
    words = []
    for c, r in reciprocals:
        value = -mp.log(c)
        hi = to_float(value)
        assert hi == 0 or r <= 2 * abs(hi)
        lo = to_float(value - hi)
        words.append((c, hi, lo, to_float(value - hi - lo)))
    print(log_table("log_table", words))
    print("""
}  // namespace detail
}  // namespace ff
// clang-format on""")


if __name__ == "__main__":
    main()

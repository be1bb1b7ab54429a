#!/usr/bin/env python3
"""Prints include/ff/math/log_table.hpp: constants and table of log, log2, log10 and log1p."""
import mpmath as mp

from common import bits, text, to_float

STEPS = 11  # cells of 2^(23 - STEPS) floats
WIDTH = 1 << (23 - STEPS)
ONE = 0x3f800000
CENTRE = 1200  # the row of 1
FIRST = ONE - WIDTH * 5 // 16 - CENTRE * WIDTH  # the bits where row 0 begins, near sqrt(1/2)


def number(pattern):
    """The float of these bits, for 1/2 <= x < 2."""
    fraction, exponent = pattern & 0x7fffff, (pattern >> 23) - 127
    return mp.ldexp(mp.mpf(0x800000 + fraction), exponent - 23)


def reciprocal(i):
    """A short c with r = c x - 1 exact in one fused multiply-add for every float x of cell i; of those the one with the
    least cancellation in -log c + log x c, and r small."""
    if i == CENTRE:
        return mp.mpf(1)
    low, high = number(FIRST + i * WIDTH), number(FIRST + (i + 1) * WIDTH)
    unit = mp.mpf(2) ** (-24 if high <= 1 else -23)
    best = None
    for places in range(STEPS - 2, STEPS + 5):
        grid = mp.mpf(2) ** -places
        nearest = mp.nint(2 / (low + high) / grid) * grid
        for c in (nearest - grid, nearest, nearest + grid):
            ends = [(abs(c * x - 1), abs(mp.log(x))) for x in (low, high)]
            largest = max(r for r, _ in ends)
            cost = (2048 * largest) ** 2 + max((r + abs(mp.log(c))) / value for r, value in ends)
            if largest <= min(2 ** 24 * unit * grid, mp.mpf(2) ** -11) and (best is None or cost < best[0]):
                best = cost, c
    return best[1]


def constant(name, value):
    print("inline constexpr float %s = %s;" % (name, text(value)))


def pair(name, value):
    constant(name + "_hi", to_float(value))
    constant(name + "_lo", to_float(value - to_float(value)))


ln2, ln10 = mp.log(2), mp.log(10)
cells = [reciprocal(i) for i in range(1 << STEPS)]
print("""// Made by scripts/tables/log.py: do not edit.
//
// A value in n words has each word rounded to nearest: two words are good to 2^-49 of it, three to 2^-74.
#pragma once

#include <ff/math/table.hpp>

// clang-format off
namespace ff {
namespace detail {

// ln2 and log10(2) over 2^23: exponents k come as 2^23 k.""")
pair("ln2_step", ln2 / 2 ** 23)
pair("lg2_step", ln2 / ln10 / 2 ** 23)
pair("log2_e", 1 / ln2)
pair("log10_e", 1 / ln10)
print("""
// Row i, bits of floats: for the floats x from log_first + %d i on, c near 1/x so short that
// c x - 1 is exact, |c x - 1| <= 2^-11, and -log c in three words.
inline constexpr uint32 log_first = 0x%x;
struct alignas(16) log_row { uint32 c, hi, lo, rest; };
struct log_rows { log_row at[%d]; };
struct log_table;\ntemplate <class Nothing>\ninline constexpr log_rows table_of<log_table, Nothing> = {{""" % (WIDTH, FIRST, 1 << STEPS))
line = ""
largest = 0
for i, c in enumerate(cells):
    value = -mp.log(c)
    hi = to_float(value)
    low, high = number(FIRST + i * WIDTH), number(FIRST + (i + 1) * WIDTH)
    r = max(abs(c * low - 1), abs(c * high - 1))
    assert hi == 0 or r <= 2 * abs(hi), i
    largest = max(largest, r)
    lo = to_float(value - hi)
    row = "{0x%x,0x%x,0x%x,0x%x}," % (bits(c), bits(hi), bits(lo), bits(to_float(value - hi - lo)))
    if len(line) + len(row) > 110:
        print(line)
        line = ""
    line += row
assert largest <= mp.mpf(2) ** -11
print(line)
print("""}};

}  // namespace detail
}  // namespace ff
// clang-format on""")
